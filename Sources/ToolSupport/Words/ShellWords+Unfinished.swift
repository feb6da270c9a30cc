import PropertyList

/// Words that are still being typed.
extension ShellWords {
    /// A quote that is open at the end of a word.
    enum Quote {
        case none, single, double
        /// `$'`, in which a backslash begins an escape.
        case escapes

        /// The text that closes the quote.
        var end: String {
            switch self {
            case .none: ""
            case .single, .escapes: "'"
            case .double: "\""
            }
        }
    }

    /// Returns a word of bash without its quotes, and the quote that is open at its end.
    ///
    /// A backslash at the end is ignored. A leading `~/` is part of the text. Other words that a shell would expand are
    /// returned unchanged.
    static func unquoted(_ word: String) -> (text: String, quote: Quote) {
        if word.hasScalarPrefix("~/") {
            let rest = unquoted(word.droppingScalarPrefix("~/"))
            return ("~/" + rest.text, rest.quote)
        }
        var reader = ShellWords(Array(word.utf8))
        if let text = try? reader.word() { return (text, .none) }
        // The reader stops at a quote that is not closed.
        let quote: Quote =
            switch reader.current {
            case UInt8(ascii: "'"): .single
            case UInt8(ascii: "\""): .double
            case UInt8(ascii: "$"): .escapes
            default: .none
            }
        var closed = ShellWords(Array((word + quote.end).utf8))
        if let text = try? closed.word() { return (text, quote) }
        return word.hasScalarSuffix("\\") ? unquoted(word.droppingScalarSuffix("\\")) : (word, .none)
    }
}
