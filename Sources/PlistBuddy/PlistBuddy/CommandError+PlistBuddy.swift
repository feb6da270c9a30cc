import ToolSupport

/// Errors of PlistBuddy that Apple's tool does not have, or reports with different text.
extension CommandError {
    static func surplusArgument(_ argument: String) -> CommandError {
        CommandError(.usage, "unexpected argument '\(shown: argument)'")
    }

    static var lineNotUTF8: CommandError {
        CommandError(.usage, "a command is not valid UTF-8")
    }

    /// The error for a command such as `Set :Key bool true`. Only `Add` takes a type.
    static func setTakesNoType(entry: String, value: String) -> CommandError {
        let path = entry.utf8.contains(UInt8(ascii: " ")) ? "\"" + entry + "\"" : entry
        return CommandError(.negative, "Set takes no type; write 'Set \(shown: path) \(shown: value)'")
    }

    static func editedFileChanged(_ path: String) -> CommandError {
        CommandError(
            .negative, "'\(shown: path)' was changed by another program; use Revert to read it again")
    }

    static func changesNotSaved(path: String) -> CommandError {
        CommandError(.negative, "the changes to '\(shown: path)' were not saved")
    }
}
