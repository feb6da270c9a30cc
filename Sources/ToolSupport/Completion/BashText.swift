import PropertyList

/// The text with which bash completes a word on a command line.
struct BashText {
    /// The part of the word before the replaced text, without quotes.
    private let prefix: String
    /// The quote that is open where the replaced text begins.
    private let quote: ShellWords.Quote

    /// - Parameters:
    ///   - word: The typed beginning of the word, with its quotes.
    ///   - replaced: The text at the end of `word` that bash replaces. It is the whole word, or the part after a
    ///     character of `COMP_WORDBREAKS` or an opening quote.
    init(word: String, replaced: String) {
        let isEnd = word.hasScalarSuffix(replaced)
        (prefix, quote) = ShellWords.unquoted(isEnd ? word.droppingScalarSuffix(replaced) : "")
    }

    /// Returns the text that completes a word, or `nil` if the word does not begin with the typed text.
    ///
    /// Each character is quoted separately. So the texts of words with a common beginning also have a common beginning,
    /// and bash can insert it.
    func text(of word: String) -> String? {
        guard word.hasScalarPrefix(prefix) else { return nil }
        if word.isEmpty, quote == .none { return "''" }
        // Fast path for nearly all words. It takes a tenth of the time of the code below.
        if quote == .none, word.utf8.allSatisfy(ShellText.isSafe) {
            return String(decoding: word.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        }
        var text = ""
        for scalar in String(decoding: word.utf8.dropFirst(prefix.utf8.count), as: UTF8.self).unicodeScalars {
            text += quoted(scalar)
        }
        if quote == .none { return text }
        // Bash closes an open quote, unless the text ends in the same character. It removes the open quote if the text
        // begins with that character.
        let mark = quote.end
        if word.isEmpty || text.hasScalarSuffix(mark) { text += mark }
        return text.hasScalarPrefix(mark) ? mark + text : text
    }

    private func quoted(_ scalar: Unicode.Scalar) -> String {
        let escapes = scalar.isControl ? ShellText.escaped(scalar) : nil
        switch quote {
        case .none:
            if let escapes { return "$'\(escapes)'" }
            return scalar.isASCII && !ShellText.isSafe(UInt8(scalar.value)) ? "\\\(scalar)" : String(scalar)
        case .single:
            if let escapes { return "'$'\(escapes)''" }
            return scalar == "'" ? "'\\''" : String(scalar)
        case .double:
            if let escapes { return "\"$'\(escapes)'\"" }
            // In double quotes, bash would keep a backslash before an exclamation mark.
            if scalar == "!" { return "\"'!'\"" }
            return "$`\"\\".unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
        case .escapes:
            return ShellText.escaped(scalar)
        }
    }
}
