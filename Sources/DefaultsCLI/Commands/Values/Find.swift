import PropertyList
import ToolSupport

extension Command {
    /// `find`: prints the domains, keys and values that contain a word.
    static let find = Command(
        "find", summary: "finds domains, keys and values", operands: OperandPattern(.word),
        forms: [Form("find <word>", "lists all entries containing word")],
        options: [.ascii, .lines.summarized("Print a domain and a key on each line"), .null, .json, .domains, .reveal],
        group: .reading, guide: guide
    ) { (invocation, input) throws(CommandError) in
        let options = invocation.options
        if options.style.isForPrograms { try options.requireRevealedValues() }
        var operands = Operands(of: invocation, input)
        let word = try operands.required()
        if let surplus = operands.first {
            // A mistyped or misplaced option has an error of its own.
            if operands.rest.contains(where: { $0.hasScalarPrefix("-") }) { try operands.ignoreRest() }
            throw .severalWords([word] + operands.rest, surplus: surplus.text)
        }
        return .query { (session) throws(CommandError) in try find(word, in: session) }
    }

    private static var guide: Guide {
        Guide(
            """
            Prints the domains, keys and values that contain a word, in any case, nested ones included. Numbers and \
            dates are searched as read prints them. A boolean is found as true or 1, or as false or 0. Data is not \
            searched. If the name of a domain contains the word, the whole domain is printed.
            """,
            details: [
                """
                All domains are searched; see VERBS OVER MANY DOMAINS in defaults(1). JSON is one object that \
                contains the domains with the keys found. --lines prints the domain, a tab and the key, with control \
                characters escaped. -0 prints the domain and the key as two items, without escapes unless standard \
                output is a terminal.
                """
            ],
            statuses: [
                Guide.Status(.negative, "nothing was found, or no domain matches a pattern of '--domains'")
            ],
            example: Guide.Example(
                "Find a word",
                """
                $ defaults find todo
                Found 1 keys in domain 'com.example.Editor': {
                    Files =     (
                        "notes.txt",
                        "todo.txt"
                    );
                }
                """),
            related: ["read", "domains"])
    }

    private typealias Matches = (title: String, contents: PropertyListDictionary)

    private static func find(_ word: String, in session: Session) throws(CommandError) -> ExitStatus {
        let search = Search(word)
        if session.options.storage.hasFiles { try session.requireRoot() }
        let (domains, status) = try session.allDomains(in: session.scope, reportsUnsearched: true)
        let matches = domains.map { ($0, search.matches(in: $0.contents, of: $0.title)) }.filter { !$0.1.isEmpty }
        let shown = session.redaction.hidingSecrets(
            in: matches.map { domain, contents in
                ([domain.domain], PropertyListDifference.between([:], contents))
            })
        let found = zip(matches, shown).map { match, differences in
            let pairs = differences.compactMap { difference in difference.new.map { (difference.path, $0) } }
            return Matches(match.0.title, PropertyListDictionary(pairs.map { ($0.components[0], $1) }))
        }
        if found.isEmpty {
            session.report(CommandError(.negative, "No domain, key, nor value containing '\(shown: word)'"))
        }
        let style = session.options.style
        try session.show(domains: found, omittingValues: style.omitsValuesOfDomains) {
            (writer) throws(CommandError) in
            try show(found, as: style, with: writer, isTerminal: session.streams.outputIsTerminal)
        }
        return found.isEmpty && status == .success ? .negative : status
    }

    private static func show(
        _ found: [Matches], as style: OutputStyle, with writer: ValueWriter, isTerminal: Bool
    ) throws(CommandError) {
        switch style {
        case .document:
            let pairs = found.map { ($0.title, PropertyListValue.dictionary($0.contents)) }
            try writer.show(.dictionary(PropertyListDictionary(pairs)), as: style)
        case .list(let terminator):
            for domain in found {
                for key in domain.contents.keys {
                    try writer.write(
                        line([domain.title, key], terminator: terminator, isTerminal: isTerminal))
                }
            }
        case .apple, .raw, .types, .shell:
            let text = OldStyleWriter(escapesNonASCII: style.isASCII)
            for (title, contents) in found {
                try writer.printLine(
                    "Found \(contents.count) keys in domain '\(title)': \(text.text(of: .dictionary(contents)))")
            }
        }
    }

    /// Returns a line with a domain and a key. They are separated by a tab or, if the terminator is NUL, by NUL.
    private static func line(_ words: [String], terminator: UInt8, isTerminal: Bool) -> [UInt8] {
        let escaped = terminator == 0 && !isTerminal ? words : words.map { $0.escapingControlCharacters() }
        return Array(escaped.joined(separator: terminator == 0 ? "\0" : "\t").utf8) + [terminator]
    }
}

extension CommandError {
    /// The error for several words without quotes.
    fileprivate static func severalWords(_ words: [String], surplus: String) -> CommandError {
        let text = ShellText.quoted(words.joined(separator: " "))
        return CommandError(
            .usage, "unexpected operand '\(shown: surplus)'; quote the whole text: defaults find \(shown: text)")
    }
}

/// Searches for a word in names, keys and values, in any case.
private struct Search {
    private let word: String

    init(_ word: String) {
        self.word = word.lowercased()
    }

    /// Returns the entries that contain the word, or all entries if the name of the domain contains it.
    func matches(in contents: PropertyListDictionary, of title: String) -> PropertyListDictionary {
        if isIn(title) { return contents }
        return PropertyListDictionary(contents.filter { isIn($0.key) || isIn($0.value) }.map { ($0.key, $0.value) })
    }

    private func isIn(_ value: PropertyListValue) -> Bool {
        switch value {
        case .string(let text): isIn(text)
        case .integer, .real, .date: isIn(OldStyleWriter().text(of: value, isStandalone: true))
        case .boolean(let isTrue): word == (isTrue ? "1" : "0") || word == (isTrue ? "true" : "false")
        case .array(let elements): elements.contains(where: isIn)
        case .dictionary(let dictionary): dictionary.contains { isIn($0.key) || isIn($0.value) }
        case .data, .uid: false
        }
    }

    private func isIn(_ text: String) -> Bool {
        !word.isEmpty && text.lowercased().contains(word)
    }
}
