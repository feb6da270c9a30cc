import PropertyList

/// Words that were probably meant as type flags.
extension ValueArguments {
    /// Removes one dash from a word with two dashes if the word is a type flag or a misspelled type flag. Returns any
    /// other word unchanged.
    package static func singleDashed(_ word: String) -> String {
        guard word.hasScalarPrefix("--") else { return word }
        let flag = String(word.dropFirst())
        return Flag(word: flag) != nil || nearMiss(flag) != nil ? flag : word
    }

    /// Returns the type flag that a word probably misspells, or `nil`. The word must not be a type flag itself. Words
    /// with two dashes are not considered, since a word such as `--data` may be an argument of another program.
    private static func nearMiss(_ word: String) -> Flag? {
        guard word.hasScalarPrefix("-"), !word.hasScalarPrefix("--") else { return nil }
        return Suggestion.nearest(to: word, among: Flag.allCases.map(\.rawValue), within: max(1, word.count / 5))
            .flatMap(Flag.init(rawValue:))
    }

    /// Whether a word has the form of a type flag: a dash or two, and a letter.
    package static func isDashed(_ word: String) -> Bool {
        guard word.hasScalarPrefix("-") else { return false }
        return word.utf8.dropFirst(word.hasScalarPrefix("--") ? 2 : 1).first?.isASCIILetter == true
    }

    /// Refuses the first word of a value if it was probably meant as a type flag. A word that begins with a dash is a
    /// value only if it is the last word.
    ///
    /// - Parameter next: The word after it, or `nil` if there is none.
    static func refuseUnknownFlag(_ word: String, before next: String?) throws(CommandError) {
        if Flag(word: word) != nil { return }
        try refuseAttachedOperand(word, acceptsTwoDashes: true)
        guard let next else {
            // A container flag needs no operand, so a single word may be a mistyped container flag.
            if nearMiss(word)?.isComposite == true { try refuseNearMiss(word) }
            return
        }
        guard isDashed(word), Flag(dashedWord: word) == nil else { return }
        try refuseNearMiss(singleDashed(word))
        switch String(word.unicodeScalars.drop { $0 == "-" }).lowercased() {
        case "json":
            throw CommandError(.usage, "unknown type flag '\(word)'; JSON is read with option '--stdin'")
        case "plist", "xml":
            throw CommandError(.usage, "unknown type flag '\(word)'; a property list needs no type flag")
        case let name:
            if let flag = synonym(of: name, before: next) { throw unknownFlag(word, suggestion: flag.rawValue) }
        }
        throw CommandError(
            .usage,
            """
            unknown type flag '\(word)'; the type flags are -string, -int, -float, -bool, -date, -data, -array \
            and -dict
            """)
    }

    /// Refuses a word that is probably a misspelled type flag.
    static func refuseNearMiss(_ word: String) throws(CommandError) {
        guard let flag = nearMiss(word)?.rawValue else { return }
        throw unknownFlag(word, suggestion: flag)
    }

    /// Refuses a type flag whose operand follows `=`, and a type flag whose dash a word processor has replaced.
    ///
    /// - Parameter acceptsTwoDashes: Whether a type flag may have two dashes.
    static func refuseAttachedOperand(_ word: String, acceptsTwoDashes: Bool = false) throws(CommandError) {
        guard let first = word.utf8.first, first == UInt8(ascii: "-") || first == 0xE2 else { return }
        let parts = word.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            .map(String.init)
        if let flag = TypesetText.undashed(parts[0]).flatMap({ Flag(word: "-" + $0) }) {
            throw .typesetDash(word, of: flag.rawValue, otherwise: "-string '\(word)' to store this text")
        }
        guard parts.count > 1, let flag = acceptsTwoDashes ? Flag(dashedWord: parts[0]) : Flag(word: parts[0]) else {
            return
        }
        throw unknownFlag(word, suggestion: "\(flag.rawValue) \(ShellText.escaped(parts[1]))")
    }

    private static func unknownFlag(_ word: String, suggestion: String) -> CommandError {
        CommandError(
            .usage,
            "unknown type flag '\(word)'; did you mean '\(suggestion)'? To store it as a string, use -string '\(word)'")
    }

    /// Returns the type flag that corresponds to a flag of similar commands, or `nil` if there is none.
    ///
    /// - Parameters:
    ///   - name: The flag in lower case, without its dashes.
    ///   - operand: The word after the flag.
    private static func synonym(of name: String, before operand: String) -> Flag? {
        switch name {
        case "b": .bool
        case "f", "r", "real", "double": .float
        case "i", "n", "num", "number", "long":
            ScalarText.integer(operand) == nil && ScalarText.real(operand) != nil ? .float : .int
        case "s", "str", "text": .string
        case "hex": .data
        case "list": .array
        case "dictionary", "map", "object": .dict
        default: nil
        }
    }
}
