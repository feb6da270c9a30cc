import Glibc
import Synchronization

/// Blocks the signals that end a program, as long as there are temporary files.
///
/// A signal that arrives meanwhile stays pending. The change is given up at the next ``check(for:)``, and ``end()``
/// delivers the signal. No signal handler is used. Signals that were ignored when the program was started are still
/// ignored.
///
/// A library must not touch the signals of its program, so a delay has no effect until the program calls ``enable()``.
struct SignalDelay {
    private static let isEnabled = Atomic<Bool>(false)

    /// Lets delays take effect from now on. Only threads that make changes may accept signals.
    static func enable() {
        isEnabled.store(true, ordering: .relaxed)
    }

    private var held: HeldSignals?

    init() {}

    /// Blocks the signals that would end the program.
    mutating func begin() {
        guard Self.isEnabled.load(ordering: .relaxed), held == nil else { return }
        held = HeldSignals([SIGINT, SIGTERM, SIGHUP])
    }

    /// Throws an error if a blocked signal has arrived.
    func check(for access: FileAccess) throws(FileError) {
        if let held, held.endsProcess { throw access.error(SystemError(EINTR)) }
    }

    /// Unblocks the signals. Does not return if a pending signal ends the program.
    mutating func end() {
        let ended = held.take()
        ended?.release()
    }
}
