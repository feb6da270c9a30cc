extension Command {
    /// `help`: tells how the command or one of its verbs is used.
    static let help = Command(
        name: "help",
        forms: [Form(synopsis: "help [<verb>]", summary: "prints this help, or that of a verb")],
        worksWithKeyring: true,
        plan: { invocation, input in
            var operands = Operands(of: invocation, input)
            let command = operands.next().flatMap(CommandTable.command)
            let text = command.map(HelpText.text) ?? HelpText.overview
            return .show { try $0.write(Array(text.utf8)) }
        })

    /// `--version`: tells the version.
    static let version = Command(
        name: "--version",
        forms: [Form(synopsis: "--version", summary: "prints the version")],
        worksWithKeyring: true,
        plan: { _, _ in .show { try $0.printLine(Version.text) } })
}
