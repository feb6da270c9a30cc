import DefaultsCore
import PropertyList

extension Command {
    /// `find`: shows the domains, keys and strings that contain a word.
    static let find = Command(
        name: "find",
        forms: [Form(synopsis: "find <word>", summary: "lists all entries containing word")],
        options: [.ascii, .lines, .null, .json, .reveal],
        summaries: [.lines: "prints a domain and a key, one pair a line"],
        commonOptions: Option.ofReaders,
        plan: { invocation, input in
            let style = try OutputStyle(invocation.options)
            if style.isForPrograms { try invocation.requireReveal(for: "option '--json'") }
            var operands = Operands(of: invocation, input)
            let word = try operands.required()
            try operands.ignoreRest()
            return .query { try find(word, as: style, in: $0) }
        })

    private static func find(_ word: String, as style: OutputStyle, in session: Session) throws -> ExitStatus {
        let search = Search(word)
        var found: [(String, PropertyListDictionary)] = []
        let status = try session.forEachDomain { (title, contents) throws(CommandError) in
            let matches = search.matches(in: contents, of: title)
            if !matches.isEmpty { found.append((title, matches)) }
        }
        // Nothing found is no failure: Apple's tool says so, and ends with 0.
        if found.isEmpty { session.streams.report(.nothingFound(word)) }
        try show(found, as: style, in: session)
        return status
    }

    private static func show(
        _ found: [(title: String, matches: PropertyListDictionary)], as style: OutputStyle, in session: Session
    ) throws {
        switch style {
        case .json, .xml:
            let pairs = found.map { ($0.title, PropertyListValue.dictionary($0.matches)) }
            try session.show(.dictionary(PropertyListDictionary(pairs)), as: style)
        case .list(let terminator):
            // The domain and the key, with a tab between them on a line, a NUL where a NUL ends them.
            for (title, matches) in found {
                for key in matches.keys {
                    let words = [title, key]
                    let text =
                        terminator == 0 && !session.streams.outputIsTerminal
                        ? words.joined(separator: "\0")
                        : words.map { $0.escapingControlCharacters() }.joined(
                            separator: terminator == 0 ? "\0" : "\t")
                    try session.write(Array(text.utf8) + [terminator])
                }
            }
        case .apple, .raw, .types, .shell:
            if session.invocation.hidesValues {
                for (title, matches) in found { try session.showRedacted(matches, title: title) }
                return
            }
            let writer = OldStyleWriter(escapesNonASCII: session.invocation.options.contains(.ascii))
            for (title, matches) in found {
                let text = writer.text(of: .dictionary(matches))
                try session.printLine("Found \(matches.count) keys in domain '\(title)': \(text)")
            }
        }
    }
}

/// Looks for a word, whatever its case, in names, keys and strings; other values have no text.
private struct Search {
    private let word: String

    init(_ word: String) {
        self.word = word.lowercased()
    }

    /// The pairs that contain the word, all of them where the domain's name does.
    func matches(in contents: PropertyListDictionary, of title: String) -> PropertyListDictionary {
        if isIn(title) { return contents }
        return PropertyListDictionary(contents.filter { isIn($0.key) || isIn($0.value) }.map { ($0.key, $0.value) })
    }

    private func isIn(_ value: PropertyListValue) -> Bool {
        switch value {
        case .string(let text): isIn(text)
        case .array(let elements): elements.contains(where: isIn)
        case .dictionary(let dictionary): dictionary.contains { isIn($0.key) || isIn($0.value) }
        case .integer, .real, .boolean, .date, .data, .uid: false
        }
    }

    private func isIn(_ text: String) -> Bool {
        !word.isEmpty && text.lowercased().contains(word)
    }
}
