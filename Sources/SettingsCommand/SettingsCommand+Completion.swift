import ToolSupport

extension SettingsCommand {
    /// `completions`: prints the completion script for a shell.
    func showCompletions(_ invocation: SettingsInvocation) throws(CommandError) {
        let word = invocation.operands[0]
        guard let shell = CompletionShell(rawValue: word) else {
            let shells = CompletionShell.allCases.map(\.rawValue)
            throw .unknown("shell", word, among: shells, otherwise: "see '\(name) help completions'")
        }
        try output.write(Array(shell.script(for: name).utf8))
    }

    /// `__complete`: prints the candidates for a command line that a completion script passes. An invalid command line
    /// has no candidates.
    func complete(_ arguments: [String]) throws(CommandError) {
        guard let shell = arguments.first.flatMap(CompletionShell.init),
            let request = shell.request(arguments.dropFirst().map { Array($0.utf8) })
        else { return }
        let completion = completion(after: request.words, beginning: request.word).grouped(beginning: request.word)
        try output.write(shell.answer(completion, to: request))
    }

    private func completion(after words: [String], beginning word: String) -> Completion {
        guard let first = words.first else {
            return .words(
                SettingsVerb.allCases.map { Completion.Candidate(text: $0.rawValue, description: $0.form.summary) })
        }
        guard let verb = SettingsVerb(rawValue: first) else { return .nothing }
        let operands = words.dropFirst().filter { !$0.hasScalarPrefix("--") }
        if word.hasScalarPrefix("-"), verb != .set || operands.isEmpty {
            return .words(
                verb.form.options.map { Completion.Candidate(text: $0.rawValue, description: $0.summary) })
        }
        switch verb {
        case .get, .describe: return operands.isEmpty ? keys : .nothing
        case .reset: return keys
        case .set: return operands.first.map { values(of: $0, after: words) } ?? keys
        case .export, .import: return .files
        case .help: return .texts(SettingsVerb.names)
        case .completions: return .texts(CompletionShell.allCases.map(\.rawValue))
        case .list: return .nothing
        }
    }

    private var keys: Completion {
        .words(schema.keys.map { Completion.Candidate(text: $0.name, description: $0.summaryOfState) })
    }

    /// Returns the values of a key that has only a few, after `set` and the key. A secret key has none.
    private func values(of name: String, after words: [String]) -> Completion {
        guard words.count == 2, let key = try? key(named: name), !hides(key) else { return .nothing }
        let schema = key.schema
        if schema.types == [.boolean] { return .texts(["true", "false"]) }
        guard let cases = schema.allowedValues else { return .nothing }
        let titles = key.titles
        return .words(
            cases.map { value in
                let title = titles.first { $0.value == value }?.title
                return Completion.Candidate(text: value.plainText, description: title ?? "")
            })
    }
}
