import DefaultsCore
import PropertyList
import ToolSupport

/// Editing of domains as text.
extension CommandError {
    static var noEditor: CommandError {
        CommandError(.usage, "there is no editor; set the variable VISUAL or EDITOR")
    }

    /// - Parameter status: The status of the editor or of the shell that starts it.
    static func editorFailed(_ name: String, status: Int32) -> CommandError {
        let unchanged = "leaving defaults unchanged"
        switch status {
        case 126, 127:
            return CommandError(
                ExitStatus(rawValue: status), "could not run the editor '\(shown: name)'; \(shown: unchanged)")
        case 129...192:
            return CommandError(
                ExitStatus(rawValue: status),
                "the editor '\(shown: name)' was ended by signal \(shown: status - 128); \(shown: unchanged)")
        default:
            return CommandError(
                .negative, "the editor '\(shown: name)' failed with status \(shown: status); \(shown: unchanged)")
        }
    }

    static func textNotWritten(_ error: PreferencesError) -> CommandError {
        CommandError(error.status, "Could not write the text for the editor: \(error)")
    }

    static var textRemoved: CommandError {
        CommandError(.negative, "the editor removed the text; leaving defaults unchanged")
    }

    static var textEmpty: CommandError {
        CommandError(.negative, "the text is empty; leaving defaults unchanged")
    }

    static var notExactAsText: CommandError {
        CommandError(.invalidData, "XML cannot represent the value exactly; use '--format json'")
    }

    static func textInvalid(_ error: PropertyListError) -> CommandError {
        CommandError(.invalidData, "Could not read the text: \(error); leaving defaults unchanged")
    }

    static func changedMeanwhile(domain: String, key: String?) -> CommandError {
        let subject = key.map { "key \($0) of domain \(domain)" } ?? "domain \(domain)"
        return CommandError(
            .negative, "\(shown: subject) has changed since the editor was opened; leaving defaults unchanged")
    }

    /// A notice that there is nothing to change.
    static var textUnchanged: CommandError {
        CommandError(.success, "the text is unchanged; leaving defaults unchanged")
    }

    /// A notice with the path of the file that contains the edited text, which was not applied.
    static func textKept(_ path: String) -> CommandError {
        CommandError(.success, "the text is in \(shown: path)")
    }
}
