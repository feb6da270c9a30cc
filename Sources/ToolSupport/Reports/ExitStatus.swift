/// The exit status of the command. Scripts rely on the numbers, and the man page lists them.
///
/// The constants are the statuses of the command itself. `sandbox` exits with the status of its program, which can be
/// any number.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
    /// The number that the process exits with.
    package let rawValue: Int32

    /// Creates a status from a number.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension ExitStatus {
    /// Success.
    package static var success: Self { Self(rawValue: 0) }
    /// The answer is negative, or a value was refused. Apple's tool exits with the same status.
    package static var negative: Self { Self(rawValue: 1) }
    /// A domain was changed or, in a dry run, would have been changed. This status requires `--exit-code`.
    package static var changed: Self { Self(rawValue: 2) }
    /// A file or stream is not a property list, or exceeds a limit.
    package static var invalidData: Self { Self(rawValue: 65) }
    /// No keyring or no editor is available.
    package static var unavailable: Self { Self(rawValue: 69) }
    /// Memory is insufficient.
    package static var outOfMemory: Self { Self(rawValue: 70) }
    /// Input or output failed.
    package static var inputOutput: Self { Self(rawValue: 74) }
    /// Another program held a lock for too long.
    package static var lockTimeout: Self { Self(rawValue: 75) }
    /// Permission was denied.
    package static var permission: Self { Self(rawValue: 77) }
    /// The program of `sandbox` cannot be executed.
    package static var notExecutable: Self { Self(rawValue: 126) }
    /// The program of `sandbox` does not exist.
    package static var programNotFound: Self { Self(rawValue: 127) }
    /// The command line is malformed.
    package static var usage: Self { Self(rawValue: 255) }
}
