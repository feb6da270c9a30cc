/// Text in which a word processor has replaced ASCII dashes and quotes by typographic ones.
package enum TypesetText {
    /// Returns the rest of a word that begins with typographic dashes, or `nil` for any other word.
    package static func undashed(_ word: String) -> String? {
        // All typographic dashes begin with this byte.
        guard word.utf8.first == 0xE2 else { return nil }
        let rest = word.unicodeScalars.drop(while: isDash)
        return rest.isEmpty || rest.startIndex == word.startIndex ? nil : String(rest)
    }

    /// Returns whether a text is in typographic quotes.
    package static func isQuoted(_ text: String) -> Bool {
        guard text.utf8.first == 0xE2, text.unicodeScalars.count > 1 else { return false }
        return text.unicodeScalars.first.map(isQuote) == true && text.unicodeScalars.last.map(isQuote) == true
    }

    /// Whether a character is a hyphen, a dash or a minus sign other than that of ASCII.
    private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        ("\u{2010}"..."\u{2015}").contains(scalar) || scalar == "\u{2212}"
    }

    private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
        ("\u{2018}"..."\u{201F}").contains(scalar)
    }
}
