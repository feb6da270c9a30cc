import ToolSupport

extension Command {
    /// `help`: prints the help of the command or of a verb.
    static let help = Command(
        "help", operands: OperandPattern(.verb),
        forms: [Form("help [<verb>]", "prints this help, or that of a verb")], guide: guide
    ) { (invocation, input) throws(CommandError) in
        var operands = Operands(of: invocation, input)
        var text = HelpText.overview
        if let verb = operands.next() {
            guard let command = invocation.table.command(named: verb) else { throw invocation.table.unknownVerb(verb) }
            text = HelpText.text(for: command)
        }
        if let surplus = operands.next() { throw .surplusOperand(surplus, verb: "help") }
        return .show { [text] (session) throws(CommandError) in try session.write(Array(text.utf8)) }
    }

    private static var guide: Guide {
        Guide(
            "Prints the forms and options of all verbs, or the whole help of one verb with examples.",
            example: Guide.Example(
                "Print the usage of a verb",
                """
                $ defaults help rename | head -n 3
                  defaults rename <domain> <old_key> <new_key>
                                                       renames old_key to new_key
                  defaults rename --path <key path> <domain> <new key path>
                """))
    }

    /// `--version`: prints the version.
    static let version = Command("--version", forms: [Form("--version", "prints the version")]) {
        (_, _) throws(CommandError) in
        .show { (session) throws(CommandError) in try session.printLine(Version.text) }
    }
}
