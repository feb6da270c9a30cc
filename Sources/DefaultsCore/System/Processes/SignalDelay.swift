import Glibc
import Synchronization

/// Blocks the signals that end a program while there are temporary files.
///
/// A signal that arrives meanwhile stays pending. The change is given up at the next ``check(for:)``, and ``end()``
/// delivers the signal. Nothing runs in a signal handler, and signals that the program was started to ignore stay
/// ignored.
///
/// A library must not touch the signals of its program, so a delay has no effect until the program calls ``enable()``.
package struct SignalDelay {
    private static let isEnabled = Atomic<Bool>(false)

    /// Lets delays take effect from now on. Only threads that make changes may accept signals.
    package static func enable() {
        isEnabled.store(true, ordering: .relaxed)
    }

    private var held = sigset_t()
    private var original: sigset_t?

    init() {}

    /// Blocks the signals that would end the program.
    mutating func begin() {
        guard Self.isEnabled.load(ordering: .relaxed), original == nil else { return }
        sigemptyset(&held)
        for signal in [SIGINT, SIGTERM, SIGHUP] where !Platform.isIgnored(signal) { sigaddset(&held, signal) }
        var original = sigset_t()
        guard pthread_sigmask(SIG_BLOCK, &held, &original) == 0 else { return }
        for signal in [SIGINT, SIGTERM, SIGHUP] where sigismember(&original, signal) == 1 { sigdelset(&held, signal) }
        self.original = original
    }

    /// Throws an error if a blocked signal has arrived.
    func check(for access: FileAccess) throws(FileError) {
        guard original != nil else { return }
        var (pending, held) = (sigset_t(), held)
        guard sigpending(&pending) == 0 else { return }
        for signal in [SIGINT, SIGTERM, SIGHUP]
        where sigismember(&pending, signal) == 1 && sigismember(&held, signal) == 1 {
            throw access.error(SystemError(EINTR))
        }
    }

    /// Unblocks the signals. Does not return if one of them ends the program.
    mutating func end() {
        guard var mask = original else { return }
        original = nil
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
}
