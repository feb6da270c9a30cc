import DefaultsPreferences
import ToolSupport

/// The help, which is made from the declarations of verbs and options.
enum HelpText {
    /// The width of a terminal, which is the maximum length of a line in the help of a verb.
    private static let width = 80

    /// The text of `defaults help --all`.
    static var overview: String {
        """
        \(groups.map { section($0.title + ":", $0.verbs.map(line)) }.joined(separator: "\n\n"))

        \(positions)

        See 'defaults help <verb>' for the forms, options and statuses of a verb and an
        example, and 'defaults help <topic>' for the section of the manual about
        \(topics).

        """
    }

    /// The rule about the positions of options.
    static let positions = """
        Options may stand anywhere, those with one dash only before the first operand;
        after the key of 'write', every word is the value.
        """

    private static var topics: String {
        let names = HelpTopic.allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + names.suffix(1).joined()
    }

    /// The verbs of the overview, under their headings.
    static let groups: [(title: String, verbs: [Command])] = [
        ("Preferences", [.read, .write, .delete, .domains, .import, .export, .migrate]),
        ("One value", [.readType, .exists, .rename, .edit, .explain]),
        ("Searching, comparing and watching", [.find, .diff, .check, .watch]),
        ("Many changes, whole machines and undo", [.batch, .snapshot, .apply, .undo]),
        ("Property lists in files", [.merge, .convert]),
        ("Tests", [.sandbox]),
        ("Help", [.help, .completions]),
    ]

    /// The text of `defaults help`, and of `defaults` without a verb.
    static var introduction: String {
        """
        Reads and changes preferences. Usage: defaults <verb> [options] [operands]

        The most frequent commands:
        \(frequent.map(HelpLine.text).joined(separator: "\n"))

        <domain> is a name such as com.example.Editor, -g for the global domain, or a
        path. See 'defaults help <verb>' for the options of a verb and an example,
        'defaults help --all' for all verbs, and 'man defaults' for everything else.

        """
    }

    /// The lines of the introduction: command lines of verbs in the table, and their descriptions.
    static let frequent: [(String, String)] = [
        ("domains", "lists all domains"),
        ("read <domain>", "shows a domain"),
        ("read <domain> <key>", "shows the value of a key"),
        ("write <domain> <key> -int <number>", "sets a number; also -string, -bool, ..."),
        ("delete <domain> <key>", "deletes a key"),
        ("find <word>", "finds domains, keys and values"),
        ("export <domain> <file>", "writes a domain to a file"),
        ("import <domain> <file>", "sets the keys in a file"),
        ("diff <domain> <file>", "compares a domain with a file"),
        ("help <verb>", "shows options and an example"),
    ]

    static let domains = """
        <domain> is ( <domain_name> | -app <application_name> | -globalDomain )
                 or the path of a file, which begins with '/', './', '../' or '~/'
        """

    static let values = """
        <value> is one of:
          <value_rep>
          -string <string_value>
          -data <hex_digits>
          -int[eger] <integer_value>
          -float  <floating-point_value>
          -bool[ean] (\(Bool.preferenceWords.joined(separator: " | ")))
          -date <date_rep>
          -array <value1> <value2> ...
          -array-add <value1> <value2> ...
          -dict <key1> <value1> <key2> <value2> ...
          -dict-add <key1> <value1> ...
          -array-remove <value1> <value2> ...
        """

    private static func line(_ command: Command) -> String {
        HelpLine.text(command.name, command.summary)
    }

    private static func line(_ option: Option) -> String {
        HelpLine.text(option.synopsis, option.summary)
    }
}

/// The help of one verb.
extension HelpText {
    /// The text of `defaults help VERB`.
    static func text(for command: Command) -> String {
        let guide = command.guide
        var sections = [usage(of: command).joined(separator: "\n")].filter { !$0.isEmpty }
        if !guide.text.isEmpty { sections.append(wrapped(guide.text).joined(separator: "\n")) }
        for (operand, explanation) in [("<domain>", domains), ("<value>", values)]
        where command.forms.contains(where: { $0.synopsis.contains(operand) }) {
            sections.append(explanation)
        }
        sections.append(section("Options, \(place(of: command)):", command.options.map(line)))
        if let example = guide.example { sections.append(section("Example: \(example.purpose)", lines(of: example))) }
        sections.append(section("Exit status:", statuses(of: command).flatMap(lines)))
        let isPage = { (name: String) in name.hasScalarSuffix(")") }
        let related =
            guide.related.map { isPage($0) ? $0 : "'defaults help \($0)'" }
            + ["defaults-verbs(1)", "defaults(1)"]
        sections.append(wrapped("See also: " + related.joined(separator: ", ")).joined(separator: "\n"))
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// The forms of a verb. A form with a key path follows the form with a key.
    private static func usage(of command: Command) -> [String] {
        command.forms.flatMap { form in
            [HelpLine.text("defaults " + form.synopsis, form.summary)]
                + (form.pathSynopsis.map { [HelpLine.text("defaults " + $0, "does so at a key path")] } ?? [])
        }
    }

    private static func place(of command: Command) -> String {
        if command.operands.isProgram { return "before the command" }
        if command.operands.endsInValue { return "before the key" }
        return command.operands.areFiles ? "before or after the operands" : "those with one dash before the operands"
    }

    private static func section(_ title: String, _ lines: [String]) -> String {
        ([title] + lines).joined(separator: "\n")
    }

    private static func lines(of example: Guide.Example) -> [String] {
        example.transcript.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "  " + String($0) }
    }

    /// Returns the help lines for an exit status: its number, followed by its meaning.
    private static func lines(of status: Guide.Status) -> [String] {
        let number = "\(status.status.rawValue)"
        let indentation = String(repeating: " ", count: 7)
        return wrapped(status.meaning, toColumns: width - indentation.count).enumerated().map { index, line in
            index == 0 ? "  \(number)" + indentation.dropFirst(2 + number.count) + line : indentation + line
        }
    }

    /// The exit statuses of a verb, in ascending order. A description in the guide replaces the general description.
    static func statuses(of command: Command) -> [Guide.Status] {
        let own = command.guide.statuses
        let general = generalStatuses(of: command).filter { general in
            !own.contains { $0.status == general.status }
        }
        return (own + general).sorted { $0.status.rawValue < $1.status.rawValue }
    }

    private static func generalStatuses(of command: Command) -> [Guide.Status] {
        let has = { (option: Option) in command.options.contains { $0.name == option.name } }
        var statuses = [Guide.Status(.success, "success")]
        if has(.exitCode) { statuses.append(Guide.Status(.changed, "with --exit-code: a domain changed")) }
        if command.usesDomains {
            statuses.append(Guide.Status(.invalidData, "a file or the input cannot be read as a property list"))
            statuses.append(Guide.Status(.permission, "permission denied"))
        }
        if has(.keyring) { statuses.append(Guide.Status(.unavailable, "with --keyring: there is no keyring")) }
        statuses.append(Guide.Status(.inputOutput, "reading or writing failed"))
        if has(.lockTimeout) {
            statuses.append(Guide.Status(.lockTimeout, "another program held the lock for too long"))
        }
        statuses.append(Guide.Status(.usage, "the command line is invalid"))
        return statuses
    }

    /// Returns the text in lines of at most `limit` columns, broken at spaces.
    private static func wrapped(_ text: String, toColumns limit: Int = width) -> [String] {
        var lines: [String] = []
        for word in text.unicodeScalars.split(separator: " ").map(String.init) {
            if let last = lines.last, last.count + 1 + word.count <= limit {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word)
            }
        }
        return lines
    }
}
