import PropertyList
import ToolSupport

extension Command {
    /// `completions`: prints the completion script for a shell.
    static let completions = Command(
        "completions", operands: OperandPattern(.shell),
        forms: [Form("completions (bash | zsh | fish)", "prints completions for a shell")], guide: guide
    ) { (invocation, input) throws(CommandError) in
        var operands = Operands(of: invocation, input)
        let name = try operands.required()
        guard let shell = CompletionShell(rawValue: name) else {
            let shells = CompletionShell.allCases.map(\.rawValue)
            throw .unknown("shell", name, among: shells, otherwise: "completions are for bash, zsh and fish")
        }
        if let surplus = operands.next() { throw .surplusOperand(surplus, verb: "completions") }
        return .show { (session) throws(CommandError) in try session.write(Array(shell.script().utf8)) }
    }

    private static var guide: Guide {
        Guide(
            """
            Prints the script that makes a shell complete verbs, options, domains, keys, key paths and identifiers. \
            Scripts/install puts the scripts where shells find them.
            """,
            details: [
                """
                See COMPLETION in defaults(1).
                """
            ],
            example: Guide.Example("Complete in this bash", "$ source <(defaults completions bash)"), related: ["help"])
    }

    /// `__complete`: prints the candidates for a command line that a completion script passes. The help does not show
    /// the verb.
    ///
    /// An invalid command line has no candidates. An error would be printed in the middle of the line that the user
    /// types.
    static let answerCompletion = Command("__complete", operands: OperandPattern(rest: .program), options: [.journal]) {
        (invocation, _) throws(CommandError) in
        .show { (session) throws(CommandError) in
            guard let name = invocation.words.first, let shell = CompletionShell(rawValue: name),
                let request = shell.request(Array(invocation.program.dropFirst()))
            else { return }
            let completer = Completer(request.words, word: request.word, table: invocation.table, session: session)
            let completion = completer?.completion().grouped(beginning: request.word)
            try session.write(shell.answer(completion ?? .nothing, to: request))
        }
    }
}
