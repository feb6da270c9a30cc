import ToolSupport

extension SettingsCommand {
    /// The verbs, and the keys with their summaries.
    var help: String {
        var sections = [
            "\(schema.title)\n" + (schema.description.map { "\($0)\n" } ?? "")
                + "Usage: \(name) <verb> [options] [operands]",
            Self.section("Verbs:", SettingsVerb.allCases.map { ($0.form.synopsis, $0.form.summary) }),
        ]
        for group in schema.groups {
            sections.append(
                Self.section((group.title ?? "Keys") + ":", group.keys.map { ($0.name, $0.summaryOfState) }))
        }
        sections.append("See '\(name) describe <key>' for the values of a key.")
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// `help`: prints the help of the command or of a verb.
    func showHelp(_ invocation: SettingsInvocation) throws(CommandError) {
        guard let word = invocation.operands.first else { return try output.show(lines: help) }
        guard let verb = SettingsVerb(rawValue: word) else {
            throw .unknown("verb", word, among: SettingsVerb.names, otherwise: "see '\(name) help'")
        }
        var sections = [HelpLine.text("\(name) \(verb.form.synopsis)", verb.form.summary)]
        if verb == .set {
            sections.append(
                """
                A value without a type flag is converted to the type of the key. The type flags are -string,
                -int, -float, -bool, -date, -data, -array, -array-add, -array-remove, -dict and -dict-add.
                """)
        }
        let options = verb.form.options.map { ($0.rawValue, $0.summary) }
        if !options.isEmpty { sections.append(Self.section("Options:", options)) }
        try output.show(lines: sections.joined(separator: "\n\n") + "\n")
    }

    private static func section(_ title: String, _ lines: [(String, String)]) -> String {
        ([title] + lines.map(HelpLine.text)).joined(separator: "\n")
    }
}

extension ErasedKey {
    /// The summary, marked if the key is deprecated.
    var summaryOfState: String {
        guard let advice = details.deprecation else { return summary }
        return (summary.isEmpty ? "" : summary + " ") + "(deprecated: \(advice))"
    }
}
