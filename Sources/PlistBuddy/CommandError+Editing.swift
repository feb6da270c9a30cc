import DefaultsCore
import PropertyList
import ToolSupport

/// Errors of PlistBuddy that Apple's tool does not have, or reports with different text.
extension CommandError {
    /// Returns the error for a library error. Its advice does not contain options that PlistBuddy does not have.
    static func editing(_ error: any Error) -> CommandError {
        switch error {
        case let error as PreferencesError where error.code == .commentsNotKept:
            CommandError(
                error.status,
                "\(shown: error); use 'defaults convert --format openstep --in-place --rewrite' to remove them first")
        case let error as PreferencesError: CommandError(error.status, "\(shown: error)")
        case let error as PropertyListError: CommandError(.invalidData, "\(error)")
        case let error as PropertyListPathError: CommandError(.negative, "\(shown: error)")
        default: CommandError(error)
        }
    }

    static func surplusArgument(_ argument: String) -> CommandError {
        CommandError(.usage, "unexpected argument '\(shown: argument)'")
    }

    static func notAFilePath(_ path: String) -> CommandError {
        CommandError(.usage, "'\(shown: path)' is not the path of a file")
    }

    static var lineNotUTF8: CommandError {
        CommandError(.usage, "a command is not valid UTF-8")
    }

    /// The error for a command such as `Set :Key bool true`. Only `Add` takes a type.
    static func setTakesNoType(entry: String, value: String) -> CommandError {
        let path = entry.utf8.contains(UInt8(ascii: " ")) ? "\"" + entry + "\"" : entry
        return CommandError(.negative, "Set takes no type; write 'Set \(shown: path) \(shown: value)'")
    }

    static func linkRefused(path: String) -> CommandError {
        CommandError(.inputOutput, "'\(shown: path)' contains a symbolic link, which '-l' refuses")
    }

    static func editedFileChanged(_ path: String) -> CommandError {
        CommandError(
            .negative, "'\(shown: path)' was changed by another program; use Revert to read it again")
    }

    static func changesNotSaved(path: String) -> CommandError {
        CommandError(.negative, "the changes to '\(shown: path)' were not saved")
    }
}
