import DefaultsCore
import ToolSupport

/// The user's editor: the command line in VISUAL or EDITOR or, on a terminal, the system's editor.
struct Editor {
    /// The command lines to try in order, without the path of the file.
    private let candidates: [(name: String, words: [String])]

    init(in session: Session) throws(CommandError) {
        if let text = try session.programs.editor() {
            // The shell parses the variable, because it can contain arguments and quotes. Other programs do the same.
            candidates = [(text, ["/bin/sh", "-c", text + " \"$@\"", text])]
        } else {
            guard session.streams.inputIsTerminal, session.streams.outputIsTerminal else { throw .noEditor }
            candidates = ["editor", "vi"].map { ($0, [$0]) }
        }
    }

    /// Runs the editor on a file, and waits until the editor ends.
    ///
    /// - Throws: An error if there is no editor, or if it fails.
    func run(on path: String, in session: Session, _ signals: HeldSignals) throws(CommandError) {
        for (name, words) in candidates {
            let program = Program(words: (words + [path]).map { Array($0.utf8) }, variables: [])
            let status: Int32
            do throws(SystemError) {
                status = try session.programs.run(program, signals)
            } catch {
                if error.isMissing { continue }
                throw .programNotRun(name, error)
            }
            if status == 0 { return }
            throw .editorFailed(name, status: status)
        }
        throw .noEditor
    }
}

extension CommandError {
    fileprivate static var noEditor: CommandError {
        CommandError(.unavailable, "there is no editor; set the variable VISUAL or EDITOR")
    }

    /// - Parameter status: The status of the editor or of the shell that starts it.
    fileprivate static func editorFailed(_ name: String, status: Int32) -> CommandError {
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
}
