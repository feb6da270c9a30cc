import PropertyList

/// The shells for which there are completions.
package enum CompletionShell: String, CaseIterable {
    case bash, zsh, fish
}

extension CompletionShell {
    /// The part of a command line that a script passes to the executable.
    package struct Request {
        /// The arguments before the one that is completed.
        package var words: [String]
        /// The beginning of the argument that is completed.
        package var word: String
        /// Whether the argument is the file of a redirection.
        package var isRedirection = false
    }

    /// Returns the request in the arguments of a script, or `nil` if they are not complete or not UTF-8.
    ///
    /// Bash passes the line up to the cursor, the text that it replaces, and the kind of completion. The others pass
    /// the words after the command without quotes; only the last word of fish has them.
    package func request(_ arguments: [[UInt8]]) -> Request? {
        let words = arguments.compactMap(String.init(exactly:))
        guard words.count == arguments.count, let last = arguments.last else { return nil }
        switch self {
        case .bash:
            let line = ShellLine(arguments[0], .bash)
            guard (2...3).contains(words.count), line.words.count > 1 else { return nil }
            return Request(
                words: Array(line.words.dropFirst().dropLast()), word: line.words.last ?? "",
                isRedirection: line.isRedirection)
        case .zsh:
            return Request(words: words.dropLast(), word: words.last ?? "")
        case .fish:
            return Request(words: words.dropLast(), word: ShellLine(last, .fish).words.last ?? "")
        }
    }

    /// Returns the answer that the script of the shell reads.
    package func answer(_ completion: Completion, to arguments: [[UInt8]]) -> [UInt8] {
        switch (completion, self) {
        case (.files, _): Self.lines(["files"], of: self)
        case (.folders, _): Self.lines(["folders"], of: self)
        case (.program(let start), .bash): Self.lines(["program", program(from: start, in: arguments[0])], of: self)
        case (.program(let start), _): Self.lines(["program", String(start)], of: self)
        case (.words(let candidates), .bash): bashAnswer(candidates, to: arguments)
        case (.words(let candidates), .zsh): zshAnswer(candidates)
        case (.words(let candidates), .fish): fishAnswer(candidates, to: arguments)
        }
    }

    /// Returns records, each with its end. Only words for bash contain no newlines.
    static func lines(_ texts: [String], of shell: CompletionShell) -> [UInt8] {
        var bytes: [UInt8] = []
        for text in texts {
            bytes += text.utf8
            bytes.append(shell == .bash ? UInt8(ascii: "\n") : 0)
        }
        return bytes
    }
}

// MARK: - Zsh and fish

extension CompletionShell {
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
        return Self.lines(records, of: self)
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
    private func fishAnswer(_ candidates: [Completion.Candidate], to arguments: [[UInt8]]) -> [UInt8] {
        let isQuoted = Self.isQuoted(arguments.last)
        let words = candidates.lazy.filter { candidate in
            let first = candidate.text.utf8.first
            let isPlain = first != nil && first != UInt8(ascii: "~")
            return (isPlain || isQuoted) && !candidate.text.utf8.contains(UInt8(ascii: "\t"))
        }
        let records = words.map { candidate in
            candidate.description.isEmpty
                ? candidate.text : "\(candidate.text)\t\(candidate.description.escapingAllControlCharacters())"
        }
        return Self.lines(["words"] + records, of: self)
    }

    private static func isQuoted(_ word: [UInt8]?) -> Bool {
        word?.first == UInt8(ascii: "'") || word?.first == UInt8(ascii: "\"")
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
