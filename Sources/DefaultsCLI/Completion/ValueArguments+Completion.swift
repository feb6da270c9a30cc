import ToolSupport

/// Completions of the value of `write`.
extension ValueArguments {
    /// Returns the candidates for a word of a value.
    ///
    /// - Parameters:
    ///   - words: The words of the value before `word`.
    ///   - word: The beginning of the word to complete.
    static func candidates(after words: [String], beginning word: String) -> [Completion.Candidate] {
        guard let first = words.first else { return isLiteral(word) ? [] : flags(Flag.allCases) }
        guard let flag = Flag(rawValue: singleDashed(first)) else { return [] }
        guard flag.isComposite else { return words.count == 1 ? operands(of: flag) : [] }
        // Each element is a flag with its operand, or a literal.
        var rest = words.dropFirst()
        while let word = rest.popFirst() {
            guard let flag = Flag(rawValue: word), !flag.isComposite else { continue }
            if rest.popFirst() == nil { return operands(of: flag) }
        }
        return isLiteral(word) ? [] : flags(Flag.allCases.filter { !$0.isComposite })
    }

    private static func isLiteral(_ word: String) -> Bool {
        !word.isEmpty && !word.hasScalarPrefix("-")
    }

    private static func flags(_ flags: [Flag]) -> [Completion.Candidate] {
        flags.map { flag in
            Completion.Candidate(
                text: flag.rawValue, description: flag.isComposite ? "all further words" : expectation(of: flag))
        }
    }

    /// Returns the operands of a flag that accepts only a few words. Other flags have no candidates.
    private static func operands(of flag: Flag) -> [Completion.Candidate] {
        switch flag {
        case .bool, .boolean: ["true", "false", "yes", "no"].map { Completion.Candidate(text: $0) }
        default: []
        }
    }
}
