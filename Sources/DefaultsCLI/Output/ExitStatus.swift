/// The exit status of the command. Scripts rely on the numbers, and the man page lists them.
public enum ExitStatus: Int32, Sendable {
    /// Success.
    case success = 0
    /// The answer is negative, or a value was refused for a reason for which Apple's tool has the same status.
    case negative = 1
    /// A domain was changed or, in a dry run, would have been changed. Only with `--exit-code`.
    case changed = 2
    /// A file or stream is not a property list, or exceeds a limit.
    case invalidData = 65
    /// No keyring is available.
    case unavailable = 69
    /// Memory is insufficient.
    case outOfMemory = 70
    /// Input or output failed.
    case inputOutput = 74
    /// Another program held a lock for too long.
    case lockTimeout = 75
    /// Permission was denied.
    case permission = 77
    /// The command line is malformed.
    case usage = 255
}
