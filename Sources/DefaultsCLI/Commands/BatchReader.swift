import DefaultsCore
import PropertyList

/// The errors of lines of a batch, each with the number of its line, in order.
struct BatchErrors: Error {
    let errors: [CommandError]
    /// The status that the command ends with.
    let status: ExitStatus

    init(_ errors: [CommandError], status: ExitStatus) {
        self.errors = errors
        self.status = status
    }
}

/// Reads the lines of a batch. Nothing is changed here.
struct BatchReader {
    let file: String
    let table: CommandTable
    let input: Input

    /// The verbs whose changes can be made together. `migrate` needs several updates.
    private static let verbs = ["write", "rename", "delete", "delete-all", "import"]
    /// The options that have an effect on a single line.
    private static let options = [
        "-currentHost", "-host", "--root", "--path", "--insert", "--unique", "--if-exists", "--value-file", "--replace",
        "--merge",
    ]

    /// Returns the changes of all lines.
    ///
    /// - Throws: The errors of all lines that cannot be used.
    func lines(in bytes: [UInt8]) throws(BatchErrors) -> [BatchLine] {
        let commands = ShellWords.commands(in: bytes)
        var lines: [BatchLine] = []
        var errors: [CommandError] = []
        lines.reserveCapacity(commands.count)
        for command in commands {
            do throws(CommandError) {
                lines.append(try line(command))
            } catch {
                errors.append(error)
            }
        }
        guard errors.isEmpty else { throw BatchErrors(errors, status: .invalidData) }
        return lines
    }

    /// - Throws: An error with the number of the line.
    private func line(_ command: Result<ShellWords.Command, ShellWords.Failure>) throws(CommandError) -> BatchLine {
        switch command {
        case .failure(let failure):
            throw .notShellWords(failure.reason).inLine(failure.line, of: file)
        case .success(let command):
            do {
                return try line(command)
            } catch {
                throw error.inLine(command.line, of: file)
            }
        }
    }

    private func line(_ command: ShellWords.Command) throws(CommandError) -> BatchLine {
        let words = Self.isName(command.words[0]) ? Array(command.words.dropFirst()) : command.words
        let invocation = try ArgumentReader.read(words, table: table)
        guard Self.verbs.contains(invocation.command.name) else { throw .notInBatch(verb: invocation.command.name) }
        let options = invocation.options
        let hasInput = command.input != nil
        for name in options.names where !Self.options.contains(name) && !(name == "--stdin" && hasInput) {
            throw .notInBatch(option: name)
        }
        let readsInput =
            options.valueFile == "-" || invocation.command.name == "import" && invocation.operands.last == "-"
        if readsInput, !hasInput { throw .inputInBatch }
        if hasInput, !readsInput { throw .hereDocumentWithoutEffect }

        let isPlain = options.root == nil && !hasInput
        let input = isPlain ? input : input.forLine(root: options.root, standardInput: command.input)
        let effect = try invocation.command.plan(invocation, input)
        guard case .change(let changes, let domain, _, let refusal) = effect else {
            throw .notInBatch(verb: invocation.command.name)
        }
        return BatchLine(
            number: command.line, changes: changes,
            domain: try options.root == nil ? domain.domain : domain.atPath(in: input.folders), root: options.root,
            acceptsAbsence: options.acceptsAbsence, refusal: refusal)
    }

    /// Whether the first word of a line is the name of the command, which may be omitted.
    private static func isName(_ word: String) -> Bool {
        word == "defaults" || word.hasScalarSuffix("/defaults")
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
        guard let root else {
            return Input(
                streams: streams, applications: applications, folders: folders, sizeLimit: sizeLimit, exists: exists)
        }
        let folders = folders.inRoot(root)
        return Input(
            streams: streams, applications: applications, folders: folders, sizeLimit: sizeLimit,
            exists: { [exists] domain in (try? Domain(folders.absolutePath(of: domain))).map(exists) ?? false })
    }
}

extension DomainArgument {
    /// The same domain, given by the path of its file.
    fileprivate func atPath(in folders: DomainFolders) throws(CommandError) -> Domain {
        if case .path = domain.name { return domain }
        return try CommandError.mapping(try Domain(folders.absolutePath(of: domain)))
    }
}
