extension Command {
    /// `help`: prints the help of the command or of a verb.
    static let help = Command(
        "help", operands: OperandPattern(.verb),
        forms: [Form("help [<verb>]", "prints this help, or that of a verb")]
    ) { (invocation, input) throws(CommandError) in
        var operands = Operands(of: invocation, input)
        var text = HelpText.overview
        if let verb = operands.next() {
            guard let command = invocation.table.command(named: verb) else { throw invocation.table.unknownVerb(verb) }
            text = HelpText.text(for: command)
        }
        try operands.ignoreRest()
        return .show { [text] (session) throws(CommandError) in try session.write(Array(text.utf8)) }
    }

    /// `--version`: prints the version.
    static let version = Command("--version", forms: [Form("--version", "prints the version")]) {
        (_, _) throws(CommandError) in
        .show { (session) throws(CommandError) in try session.printLine(Version.text) }
    }
}
