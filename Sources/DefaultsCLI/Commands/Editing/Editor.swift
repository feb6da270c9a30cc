import DefaultsCore
import PropertyList
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
            do {
                let status = try session.programs.run(program, signals)
                if status == 0 { return }
                throw CommandError.editorFailed(name, status: status)
            } catch let error as CommandError {
                throw error
            } catch let error as SystemError where error.isMissing {
                continue
            } catch let error as SystemError {
                throw .programNotRun(name, error)
            } catch {
                throw CommandError(error)
            }
        }
        throw .noEditor
    }
}
