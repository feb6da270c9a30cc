/// The help, which is made from the declarations of verbs and options.
enum HelpText {
    /// The column of the descriptions, counted from 1.
    private static let descriptionColumn = 40

    /// The text of `defaults help`.
    static var overview: String {
        """
        Command line interface to a user's defaults.
        Syntax:

        'defaults' [-currentHost | -host <hostname>] followed by one of the following:

        \(CommandTable.standard.commands.flatMap(\.forms).map(line).joined(separator: "\n"))

        \(domains)

        \(values)

        Options, for most verbs, before the verb, after it or after the operands:
        \(Option.overview.map(line).joined(separator: "\n"))

        See 'defaults help <verb>' for the options of a verb, and 'man defaults' for everything else.

        """
    }

    /// The text of `defaults help VERB`.
    static func text(for command: Command) -> String {
        let explanations = [("<domain>", domains), ("<value>", values)].filter { operand, _ in
            command.forms.contains { $0.synopsis.contains(operand) }
        }
        let paragraphs =
            [command.forms.map { line("defaults " + $0.synopsis, $0.summary) }.joined(separator: "\n")]
            + explanations.map(\.1)
        let place =
            command.operands.isProgram
            ? "before the command" : command.operands.endsInValue ? "before the key" : "before or after the operands"
        return """
            \(paragraphs.joined(separator: "\n\n"))

            Options, \(place):
            \(command.options.map(line).joined(separator: "\n"))

            """
    }

    private static let domains = """
        <domain> is ( <domain_name> | -app <application_name> | -globalDomain )
                 or the path of a file, which begins with '/', './', '../' or '~/'
        """

    private static let values = """
        <value> is one of:
          <value_rep>
          -string <string_value>
          -data <hex_digits>
          -int[eger] <integer_value>
          -float  <floating-point_value>
          -bool[ean] (true | false | yes | no)
          -date <date_rep>
          -array <value1> <value2> ...
          -array-add <value1> <value2> ...
          -dict <key1> <value1> <key2> <value2> ...
          -dict-add <key1> <value1> ...
        """

    private static func line(_ form: Command.Form) -> String {
        line(form.synopsis, form.summary)
    }

    private static func line(_ option: Option) -> String {
        line(option.synopsis, option.summary)
    }

    /// A term, indented by two, and its description in the column, or on the next line if the term is too long.
    private static func line(_ term: String, _ description: String) -> String {
        let room = descriptionColumn - 1 - "  ".count
        let gap = room - term.count
        guard gap > 0 else {
            return "  \(term)\n" + String(repeating: " ", count: descriptionColumn - 1) + description
        }
        return "  \(term)" + String(repeating: " ", count: gap) + description
    }
}
