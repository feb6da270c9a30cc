import PropertyList

/// The shells for which there are completions.
package enum CompletionShell: String, CaseIterable {
    case bash, zsh, fish

    /// The command line up to the cursor, which the script of the shell passes.
    package struct Request {
        /// The arguments before the completed argument.
        package let words: [String]
        /// The typed beginning of the completed argument, without quotes.
        package let word: String
        /// The same beginning in the form that the script passed. For bash, it includes the quotes.
        fileprivate let passedWord: String
        /// The arguments of the script that precede the words.
        fileprivate let context: [String]
    }

    /// Returns the request in the arguments of a script, or `nil` if they are incomplete or not UTF-8.
    ///
    /// All scripts pass the words after the command, up to the cursor. The words of bash include their quotes, because
    /// bash cannot remove them. Before the words, bash passes `COMP_TYPE` and the text that it replaces, and fish
    /// passes the last word with its quotes.
    package func request(_ arguments: [[UInt8]]) -> Request? {
        let texts = arguments.compactMap(String.init(exactly:))
        let passed = texts.dropFirst(contextCount)
        guard texts.count == arguments.count, let last = passed.last else { return nil }
        var words = self == .bash ? passed.map { ShellWords.unquoted($0).text } : Array(passed)
        let word = words.removeLast()
        return Request(words: words, word: word, passedWord: last, context: Array(texts.prefix(contextCount)))
    }

    /// The number of arguments of the script that precede the words.
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

    /// Returns the texts as records. For bash, a record ends with a newline, because newlines in text for bash are
    /// escaped. For other shells, a record ends with a NUL.
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

    /// The minimum number of candidates for which zsh gets no descriptions. Descriptions would take most of the time.
    private static let descriptionLimit = 1000

    /// Returns the number of words that are followed by a space, the number of all words, and the words. If there are
    /// descriptions, the lines that zsh lists for the words follow.
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

    /// Returns a line for each candidate, with aligned descriptions.
    private static func table(of candidates: [Completion.Candidate]) -> [String] {
        let names = candidates.map { $0.text.escapingAllControlCharacters() }
        let width = names.map(\.columnCount).filter { $0 <= 40 }.max() ?? 0
        return zip(names, candidates).map { name, candidate in
            if candidate.description.isEmpty { return name }
            let gap = String(repeating: " ", count: max(0, width - name.columnCount))
            return "\(name)\(gap) -- \(candidate.description.escapingAllControlCharacters())"
        }
    }

    /// Returns a record with the word and the description of each candidate.
    ///
    /// Words that fish cannot insert correctly are omitted. A tab ends a word. Without an open quote, fish does not
    /// quote a leading tilde, and does not insert an empty word.
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
    /// Returns the text on one line, with escapes for all control characters, including newlines and tabs.
    fileprivate func escapingAllControlCharacters() -> String {
        let text = escapingControlCharacters()
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\t") }) else { return text }
        return text.unicodeScalars.map { $0 == "\n" ? "\\n" : $0 == "\t" ? "\\t" : String($0) }.joined()
    }
}
