import PropertyList

/// The shells for which there are completions.
package enum CompletionShell: String, CaseIterable {
    case bash, zsh, fish
}

extension CompletionShell {
    /// A command line up to the cursor, as the script of the shell passes it.
    package struct Request {
        /// The arguments before the one that is completed.
        package let words: [String]
        /// The beginning of the argument that is completed.
        package let word: String
        /// The same beginning as the script passed it. That of bash has its quotes.
        fileprivate let passedWord: String
        /// The arguments before the words.
        fileprivate let context: [String]
    }

    /// Returns the request in the arguments of a script, or `nil` if they are not complete or not UTF-8.
    ///
    /// All scripts pass the words after the command, up to the cursor. Bash has no means to remove quotes, so its words
    /// have them. Before the words, bash passes `COMP_TYPE` and the text that it replaces, and fish the last word as it
    /// was typed.
    package func request(_ arguments: [[UInt8]]) -> Request? {
        let texts = arguments.compactMap(String.init(exactly:))
        let passed = texts.dropFirst(contextCount)
        guard texts.count == arguments.count, let last = passed.last else { return nil }
        var words = self == .bash ? passed.map { ShellWords.unquoted($0).text } : Array(passed)
        let word = words.removeLast()
        return Request(words: words, word: word, passedWord: last, context: Array(texts.prefix(contextCount)))
    }

    /// The number of arguments before the words.
    private var contextCount: Int {
        switch self {
        case .bash: 2
        case .zsh: 0
        case .fish: 1
        }
    }

    /// Returns the answer that the script of the shell reads.
    package func answer(_ completion: Completion, to request: Request) -> [UInt8] {
        switch (completion, self) {
        case (.files, _): lines(["files"])
        case (.folders, _): lines(["folders"])
        case (.program(let start), _): lines(["program", String(start)])
        case (.words(let candidates), .bash): bashAnswer(candidates, to: request)
        case (.words(let candidates), .zsh): zshAnswer(candidates)
        case (.words(let candidates), .fish): fishAnswer(candidates, to: request)
        }
    }

    /// Returns records, each with its end. Only words for bash contain no newlines.
    private func lines(_ texts: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for text in texts {
            bytes += text.utf8
            bytes.append(self == .bash ? UInt8(ascii: "\n") : 0)
        }
        return bytes
    }
}

// MARK: - Words

extension CompletionShell {
    private func bashAnswer(_ candidates: [Completion.Candidate], to request: Request) -> [UInt8] {
        let isListing = request.context[0] == "63"
        let text = BashText(word: request.passedWord, replaced: request.context[1])
        let texts = candidates.lazy.filter { $0.text.hasScalarPrefix(request.word) }.compactMap { candidate in
            text.text(of: candidate.text).map { isListing && candidate.isGroup ? $0 + "..." : $0 }
        }
        return lines(["words"] + texts)
    }

    /// The number of candidates from which on zsh gets no descriptions, which would take most of the time.
    private static let descriptionLimit = 1000

    /// The number of words that a space follows, the number of all words, and the words. If there are descriptions, the
    /// lines that zsh lists for the words follow.
    private func zshAnswer(_ candidates: [Completion.Candidate]) -> [UInt8] {
        let unfinished = candidates.filter(\.isUnfinished)
        let candidates = unfinished.isEmpty ? candidates : candidates.filter { !$0.isUnfinished } + unfinished
        let count = candidates.count - unfinished.count
        var records = ["words", String(count), String(candidates.count)] + candidates.map(\.text)
        if candidates.count < Self.descriptionLimit, candidates.contains(where: { !$0.description.isEmpty }) {
            records += Self.table(of: candidates)
        }
        return lines(records)
    }

    /// A line for each candidate, with the descriptions in a column.
    private static func table(of candidates: [Completion.Candidate]) -> [String] {
        let names = candidates.map { $0.text.escapingAllControlCharacters() }
        let width = names.map(\.columnCount).filter { $0 <= 40 }.max() ?? 0
        return zip(names, candidates).map { name, candidate in
            if candidate.description.isEmpty { return name }
            let gap = String(repeating: " ", count: max(0, width - name.columnCount))
            return "\(name)\(gap) -- \(candidate.description.escapingAllControlCharacters())"
        }
    }

    /// A word and its description in a record.
    ///
    /// Words that fish would insert differently are omitted: it takes a tab for the end of a word, and without an open
    /// quote it neither quotes a tilde at the beginning nor inserts an empty word.
    private func fishAnswer(_ candidates: [Completion.Candidate], to request: Request) -> [UInt8] {
        let isQuoted = ["'", "\""].contains(where: request.context[0].hasScalarPrefix)
        let words = candidates.lazy.filter { candidate in
            let first = candidate.text.utf8.first
            let isPlain = first != nil && first != UInt8(ascii: "~")
            return (isPlain || isQuoted) && !candidate.text.utf8.contains(UInt8(ascii: "\t"))
        }
        let records = words.map { candidate in
            candidate.description.isEmpty
                ? candidate.text : "\(candidate.text)\t\(candidate.description.escapingAllControlCharacters())"
        }
        return lines(["words"] + records)
    }
}

extension String {
    /// The text on one line, with escapes for newlines and tabs, too.
    fileprivate func escapingAllControlCharacters() -> String {
        let text = escapingControlCharacters()
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\t") }) else { return text }
        return text.unicodeScalars.map { $0 == "\n" ? "\\n" : $0 == "\t" ? "\\t" : String($0) }.joined()
    }
}
