import DefaultsCore
import PropertyList

extension Command {
    /// `find`: shows the domains, keys and strings that contain a word.
    static let find = Command(
        name: "find",
        forms: [Form(synopsis: "find <word>", summary: "lists all entries containing word")],
        options: [.ascii],
        plan: { invocation, input in
            var operands = Operands(of: invocation, input)
            let word = try operands.required()
            return .query { try find(word, in: $0) }
        })

    private static func find(_ word: String, in session: Session) throws -> ExitStatus {
        let search = Search(word)
        var isFound = false
        let status = try session.forEachDomain { (title, contents) throws(CommandError) in
            let matches = search.matches(in: contents, of: title)
            guard !matches.isEmpty else { return }
            isFound = true
            let text = session.printer.text(of: .dictionary(matches))
            try session.printLine("Found \(matches.count) keys in domain '\(title)': \(text)")
        }
        // Nothing found is no failure: Apple's tool says so, and ends with 0.
        if !isFound { session.streams.report(.nothingFound(word)) }
        return status
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
