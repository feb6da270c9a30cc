import DefaultsCore
import ToolSupport

/// A parser for the lines of a batch. It makes no changes.
struct BatchReader {
    let file: String
    let table: CommandTable
    let input: Input

    /// The verbs whose changes can be made in one update. `migrate` is excluded, because it needs several updates.
    private static let verbs = ["write", "rename", "delete", "delete-all", "import"]
    /// The options that a line may contain. A line with a here-document may also contain `--stdin`.
    private static let options = [
        "-currentHost", "-host", "--root", "--path", "--insert", "--unique", "--if-exists", "--value-file", "--replace",
        "--merge",
    ]

    /// Returns the changes of all lines, and the lines that cannot be read.
    func lines(in bytes: [UInt8]) -> (lines: [BatchLine], unread: UnreadLines) {
        let commands = ShellWords.commands(in: bytes)
        var lines: [BatchLine] = []
        var unread = UnreadLines()
        lines.reserveCapacity(commands.count)
        for command in commands {
            switch command {
            case .failure(let failure):
                // If fewer than three words could be read, the word that cannot be read may be the domain.
                unread.append(
                    failure.line, CommandError(.usage, "\(failure.reason)"), of: file,
                    words: failure.words.count < 3 ? nil : failure.words)
            case .success(let command):
                do throws(CommandError) {
                    lines.append(try line(command))
                } catch {
                    unread.append(command.line, error, of: file, words: command.words)
                }
            }
        }
        return (lines, unread)
    }

    private func line(_ command: ShellWords.Command) throws(CommandError) -> BatchLine {
        // The name of the command may be omitted.
        let isNamed = command.words[0] == "defaults" || command.words[0].hasScalarSuffix("/defaults")
        let words = isNamed ? Array(command.words.dropFirst()) : command.words
        let invocation = try ArgumentReader.read(words, table: table).redirectingPaths(by: input.folders)
        guard Self.verbs.contains(invocation.command.name) else { throw .notInBatch(verb: invocation.command.name) }
        let options = invocation.options
        let hasInput = command.input != nil
        for name in options.names where !Self.options.contains(name) && !(name == "--stdin" && hasInput) {
            throw CommandError(.usage, "option '\(shown: name)' cannot be used on a line of a batch")
        }
        let readsInput =
            options.valueFile == "-" || invocation.command.name == "import" && invocation.operands.last?.text == "-"
        if readsInput, !hasInput {
            throw CommandError(
                .usage, "standard input cannot be read by a line of a batch; use a here-document <<'EOF' or a file")
        }
        if hasInput, !readsInput {
            throw CommandError(.usage, "a here-document needs option '--stdin' or the operand '-'")
        }

        let isPlain = options.root == nil && !hasInput
        let input = isPlain ? input : input.forLine(root: options.root, standardInput: command.input)
        let effect = try invocation.command.plan(invocation, input)
        guard case .change(let changes, let argument, _, let refusal) = effect else {
            throw .notInBatch(verb: invocation.command.name)
        }
        var domain = argument.domain
        if options.root != nil, !domain.isPath {
            domain = try CommandError.mapping(try Domain(input.folders.absolutePath(of: domain)))
        }
        return BatchLine(
            number: command.line, changes: changes, name: argument.domain.name, domain: domain, root: options.root,
            acceptsAbsence: options.acceptsAbsence, refusal: refusal)
    }
}

extension Input {
    /// The input of a line of a batch.
    ///
    /// - Parameters:
    ///   - root: The root that the line names.
    ///   - standardInput: The here-document of the line.
    fileprivate func forLine(root: String?, standardInput: [UInt8]?) -> Input {
        let streams = Streams(
            readInput: { _, _ in standardInput ?? [] }, write: streams.write,
            outputIsTerminal: streams.outputIsTerminal)
        let newFolders = root.map(folders.inRoot)
        return Input(
            streams: streams, folders: newFolders ?? folders, sizeLimit: sizeLimit,
            exists: { [exists] domain in
                guard let newFolders else { return exists(domain) }
                return (try? Domain(newFolders.absolutePath(of: domain))).map(exists) ?? false
            })
    }
}
