import CDefaults
import Glibc

/// Signals that are blocked while the process runs a program or has a temporary folder. They stay pending until a
/// method takes them.
///
/// All signals by which users and other programs end, stop or continue a process are blocked until ``release()``. So a
/// signal can neither end the process before it has removed the folder, nor get lost before the program has started.
/// Signals that were ignored when the process was started are still ignored, both by this process and by the program.
///
/// Other threads must block the signals as well. The command has no other threads that take signals.
package struct HeldSignals: Sendable {
    /// The previous signal mask. Programs that this process runs get this mask.
    let original: sigset_t
    private let held: sigset_t

    /// Blocks all the signals.
    package init() {
        self.init(Self.numbers)
    }

    /// Blocks signals, except those that the process ignores.
    init(_ numbers: [Int32]) {
        var (held, original) = (sigset_t(), sigset_t())
        sigemptyset(&held)
        for signal in numbers where !Platform.isIgnored(signal) { sigaddset(&held, signal) }
        pthread_sigmask(SIG_BLOCK, &held, &original)
        (self.held, self.original) = (held, original)
    }

    /// The signals that a process can send to another process. Signals that cannot be blocked are omitted, and so are
    /// the real-time signals that the C library uses. SIGTTIN, SIGTTOU and SIGWINCH are omitted because they concern
    /// the process itself.
    private static let numbers =
        [
            SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGSTKFLT, SIGCHLD, SIGCONT, SIGTSTP,
            SIGXCPU, SIGVTALRM, SIGPROF, SIGIO, SIGPWR,
        ] + Array(34...64)

    /// The signals by which users and other programs end a process.
    static let ending = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    /// Whether a signal that ends the process is pending. Signals that were already blocked before ``init()`` are
    /// ignored.
    package var endsProcess: Bool {
        var (held, original, pending) = (held, original, sigset_t())
        guard sigpending(&pending) == 0 else { return false }
        return Self.ending.contains { signal in
            sigismember(&held, signal) == 1 && sigismember(&original, signal) == 0 && sigismember(&pending, signal) == 1
        }
    }

    /// Unblocks the signals. Does not return if a pending signal ends the process.
    package func release() {
        var original = original
        pthread_sigmask(SIG_SETMASK, &original, nil)
    }

    /// A signal that has arrived.
    struct Arrival {
        let number: Int32
        /// The process that sent the signal, 0 if that process is in another container, or `nil` if the system sent the
        /// signal.
        let sender: pid_t?
    }

    /// Waits for a signal, and takes it.
    func next() throws(SystemError) -> Arrival {
        var (held, sender) = (held, Int32())
        let number = try systemCall { defaults_wait_for_signal(&held, &sender) }
        return Arrival(number: number, sender: sender == -1 ? nil : sender)
    }

    /// Waits until standard input can be read or is at its end. Signals that do not end the process are taken. SIGTSTP
    /// stops the process.
    ///
    /// - Returns: Whether there is input. Otherwise a signal that ends the process has arrived.
    func waitForInput() throws(SystemError) -> Bool {
        while true {
            var held = held
            if try systemCall({ defaults_wait_for_input(&held) }) == 1 { return true }
            if endsProcess { return false }
            if try next().number == SIGTSTP { stop() }
        }
    }

    /// Takes all signals that have arrived.
    func discard() {
        var (held, immediately) = (held, timespec())
        while sigtimedwait(&held, nil, &immediately) > 0 {}
    }

    /// Stops the process as the terminal's key would, until it is continued.
    ///
    /// The system does nothing if no shell could continue it.
    func stop() {
        var stopping = sigset_t()
        sigemptyset(&stopping)
        sigaddset(&stopping, SIGTSTP)
        pthread_kill(pthread_self(), SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stopping, nil)
        pthread_sigmask(SIG_BLOCK, &stopping, nil)
    }
}
