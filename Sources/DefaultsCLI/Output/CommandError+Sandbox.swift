import DefaultsCore
import ToolSupport

/// Sandboxes.
extension CommandError {
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

    static func stateNotSaved(path: String, _ error: PreferencesError) -> CommandError {
        CommandError(error.status, "Could not write the preferences to \(shown: path): \(error)")
    }
}
