extension Command {
    /// `help`: tells how the command or one of its verbs is used.
    static let help = Command(
        name: "help",
        forms: [Form(synopsis: "help [<verb>]", summary: "prints this help, or that of a verb")],
        commonOptions: [],
        plan: { invocation, input in
            var operands = Operands(of: invocation, input)
            let text = try operands.next().map(text(forVerb:)) ?? HelpText.overview
            try operands.ignoreRest()
            return .show { try $0.write(Array(text.utf8)) }
        })

    private static func text(forVerb verb: String) throws(CommandError) -> String {
        guard let command = CommandTable.command(named: verb) else { throw .unknownVerb(named: verb) }
        return HelpText.text(for: command)
    }

    /// `--version`: tells the version.
    static let version = Command(
        name: "--version",
        forms: [Form(synopsis: "--version", summary: "prints the version")],
        commonOptions: [],
        plan: { _, _ in .show { try $0.printLine(Version.text) } })
}
