import ToolSupport

extension Command {
    /// `help`: prints the help of the command, of a verb or of a topic.
    static let help = Command(
        "help", operands: OperandPattern(.verb),
        forms: [
            Form("help", "shows the most frequent commands"), Form("help --all", "lists all verbs"),
            Form("help <verb>", "shows the forms and options of a verb"),
            Form("help <topic>", "names the section of the manual"),
        ],
        options: [all], guide: guide
    ) { (invocation, input) throws(CommandError) in
        var operands = Operands(of: invocation, input)
        var text = invocation.options.listsVerbs ? HelpText.overview : HelpText.introduction
        if let word = operands.next() {
            if invocation.options.listsVerbs { throw invocation.misuse }
            if let command = invocation.table.command(named: word) {
                text = HelpText.text(for: command)
            } else if let topic = HelpTopic(word) {
                text = topic.text
            } else {
                throw invocation.table.unknownVerb(word, orAmong: HelpTopic.allCases.map(\.rawValue))
            }
        }
        if let surplus = operands.next() { throw .surplusOperand(surplus, verb: "help") }
        return .show { [text] (session) throws(CommandError) in try session.write(Array(text.utf8)) }
    }

    private static let all = Option(
        "--all", "List all verbs", "List all verbs with one line for each, grouped by purpose."
    ) { $0.listsVerbs = true }.takingOperands(OperandPattern())

    private static var guide: Guide {
        Guide(
            """
            Prints the most frequent commands, all verbs, or the forms, options, statuses and an example of one verb. \
            The topics are paths, types, statuses, files, schemas and keyring.
            """,
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
