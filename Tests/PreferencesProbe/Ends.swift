import DefaultsPreferences
import Dispatch
import Foundation

/// Sets a value that is saved automatically, and ends the process in some way before that.
func setAndEnd(_ own: Preferences, by end: String) throws {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    // The thread that started this process may block signals, and a shell ignores some in a job in the background.
    for number in [SIGINT, SIGHUP, SIGQUIT] { signal(number, SIG_DFL) }
    var all = sigset_t()
    sigfillset(&all)
    sigprocmask(SIG_UNBLOCK, &all, nil)
    own[.count] = 7
    switch end {
    case "return": return
    case "exit": exit(3)
    case "exit on another thread":
        Thread.detachNewThread { exit(3) }
        pauseForever()
    case "a hook for SIGTERM":
        let termination = DispatchSource.makeSignalSource(signal: SIGTERM)
        termination.setEventHandler { @Sendable in exit(0) }
        // Until the source is registered, the signal ends the process without saving.
        termination.setRegistrationHandler { @Sendable in kill(getpid(), SIGTERM) }
        termination.resume()
        dispatchMain()
    case "SIGKILL after synchronize":
        try own.synchronize()
        kill(getpid(), SIGKILL)
    case "SIGKILL after update":
        try own.update { $0[.fontSize] = 1 }
        kill(getpid(), SIGKILL)
    case "SIGTERM": kill(getpid(), SIGTERM)
    case "SIGINT": kill(getpid(), SIGINT)
    case "SIGHUP": kill(getpid(), SIGHUP)
    case "SIGKILL": kill(getpid(), SIGKILL)
    case "abort": abort()
    case "trap": preconditionFailure("a trap, as of fatalError")
    case "_exit": _exit(3)
    case "quick_exit": quick_exit(3)
    case "exit in a child of fork", "wait in a child of fork":
        let child = forkProcess()
        if child != 0 {
            waitpid(child, nil, 0)
            _exit(3)
        }
        own[.fontSize] = 1
        if end == "exit in a child of fork" { exit(0) }
        sleep(1)
        _exit(0)
    case "exec":
        let arguments = [strdup("true"), nil]
        execv("/bin/true", arguments)
    default: throw CocoaError(.featureUnsupported)
    }
    pauseForever()
}

private func pauseForever() -> Never {
    while true { pause() }
}

/// The function of the C library, which Swift does not offer.
@_silgen_name("fork") private func forkProcess() -> pid_t
