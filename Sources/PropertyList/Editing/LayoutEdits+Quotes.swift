/// The quotes of the old style.
extension LayoutEdits {
    /// Returns the quote of the first string that shows a style: a string without quotes, or a word, which needs no
    /// quotes. Without such a string, returns the quote of the first string or, if there is no string, the default.
    func quote(of strings: some Sequence<Range<Int>>, else quote: UInt8?) -> UInt8? {
        var first: UInt8?
        for range in strings where isString(range) {
            guard text[range.lowerBound].isQuote else { return nil }
            first = first ?? text[range.lowerBound]
            if isWord(range) { return text[range.lowerBound] }
        }
        return first ?? quote
    }

    /// Returns the quote of a string in place of an old one. Quotes stay, unless the old string needs them and its
    /// siblings use quotes only if necessary.
    func quote(replacing range: Range<Int>, siblings: UInt8?) -> UInt8? {
        guard isString(range) else { return siblings }
        guard text[range.lowerBound].isQuote else { return nil }
        return siblings != nil || isWord(range) ? text[range.lowerBound] : nil
    }

    /// Returns whether an old-style element is a string, not data or a container.
    private func isString(_ range: Range<Int>) -> Bool {
        syntax == .oldStyle && !"<{(".utf8.contains(text[range.lowerBound])
    }

    private func isWord(_ range: Range<Int>) -> Bool {
        range.count > 2 && text[range].dropFirst().dropLast().allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
    }
}
