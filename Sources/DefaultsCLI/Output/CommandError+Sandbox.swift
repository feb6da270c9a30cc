import DefaultsCore
import PropertyList
import ToolSupport

/// Sandboxes.
extension CommandError {
    static func repeatedOption(_ option: String) -> CommandError {
        CommandError(.usage, "option '\(shown: option)' can be given only once")
    }

    /// The error for an option that would read standard input, which belongs to the program.
    static func inputOfProgram(_ option: String) -> CommandError {
        CommandError(
            .usage, "option '\(shown: option)' cannot read standard input, which belongs to the command; use a file")
    }

    static func outsideSandbox(_ path: String) -> CommandError {
        CommandError(.invalidData, "domain '\(shown: path)' is a path; a sandbox has only domains with names")
    }

    static func programNotRun(_ name: String, _ error: SystemError) -> CommandError {
        let status: ExitStatus =
            error.isMissing
            ? .programNotFound : error.isOutOfMemory ? .outOfMemory : error.isBusy ? .inputOutput : .notExecutable
        return CommandError(status, "could not run '\(shown: name)': \(shown: error)")
    }

    static func expectationMissing(_ path: String) -> CommandError {
        CommandError(.inputOutput, "'\(shown: path)' does not exist; use '--update' to create it")
    }

    static func expectationNotUpdated(_ path: String) -> CommandError {
        CommandError(.usage, "'\(shown: path)' is not a file or folder; '--update' cannot rewrite it")
    }

    /// The error for a value with the path of the sandbox's home folder, which differs in each sandbox. Only JSON has a
    /// tag for this path.
    static func homeInExpectation(_ path: String, _ place: PropertyListPath, domain: String) -> CommandError {
        CommandError(
            .invalidData,
            """
            '\(shown: place)' of domain '\(shown: domain)' contains the home folder of the sandbox, which only a state \
            document in JSON can express; leaving '\(shown: path)' unchanged
            """)
    }

    static func stateNotSaved(path: String, _ error: PreferencesError) -> CommandError {
        CommandError(error.status, "Could not write the preferences to \(shown: path): \(error)")
    }

    /// The error that follows the printed differences.
    static func notAsExpected(_ path: String) -> CommandError {
        CommandError(
            .negative,
            "the preferences differ from '\(shown: path)' (-); use '--update' to accept those of the command (+)")
    }

    static func notUpdated(_ path: String) -> CommandError {
        CommandError(.negative, "the command failed; leaving '\(shown: path)' unchanged")
    }

    static func sandboxRemovedEarly(_ path: String) -> CommandError {
        CommandError(.inputOutput, "'\(shown: path)' was removed while the sandbox was filled")
    }

    static func sandboxRemoved(_ path: String) -> CommandError {
        CommandError(.inputOutput, "'\(shown: path)' was removed while the command ran; there is nothing to keep")
    }

    /// A notice with the path of the kept folder.
    static func sandboxKept(_ path: String) -> CommandError {
        CommandError(.success, "the preferences are in \(shown: path)")
    }
}
