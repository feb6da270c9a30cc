/// How the command ends. Scripts rely on the numbers; the man page lists them.
public enum ExitStatus: Int32, Sendable {
    /// Done.
    case success = 0
    /// The answer is no, or a value was not accepted for what Apple's tool refuses with the same status.
    case negative = 1
    /// Something changed, or would have: only where `--exit-code` asks for it.
    case changed = 2
    /// A file or stream is no property list, or goes beyond a limit.
    case invalidData = 65
    /// There is no keyring that can be used.
    case unavailable = 69
    /// The system gave no more memory.
    case outOfMemory = 70
    /// Input or output failed.
    case inputOutput = 74
    /// Another program held a lock for too long.
    case lockTimeout = 75
    /// The system's permissions forbid it.
    case permission = 77
    /// The command was not called as it should be.
    case usage = 255
}
