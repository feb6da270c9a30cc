/// Recognition of JSON, which distinguishes it from the old style.
extension JSONScanner {
    /// Returns whether the text is JSON by its grammar, or begins with an array or object of JSON.
    ///
    /// A string with an unpaired surrogate is recognized, so that the reader reports it. The old style has other
    /// escapes and would give another text. An array or a non-empty object with comments is recognized, so that the
    /// reader reports them. Other values with comments are in the old style, which has comments.
    ///
    /// - Parameter isNamed: Whether the file has a name of JSON, so that an empty object with comments is JSON too.
    mutating func looksLikeJSON(isNamed: Bool) -> Bool {
        let hasComments = skipBlanksAndComments()
        if take("[") { return true }
        guard take("{") else { return !hasComments && isScalar() }
        let hasInnerComments = skipBlanksAndComments()
        if take("}") { return isNamed || !hasComments && !hasInnerComments }
        return beginsPair()
    }

    /// Returns whether the text continues with a string and a colon.
    private mutating func beginsPair() -> Bool {
        guard current == UInt8(ascii: "\"") else { return false }
        // The reader checks the contents of the string.
        index = JSONTag.endOfString(in: bytes, from: index)
        guard take("\"") else { return false }
        _ = skipBlanksAndComments()
        return take(":")
    }

    /// Skips blanks and comments. Returns whether there was a comment.
    private mutating func skipBlanksAndComments() -> Bool {
        var hasComments = false
        skipBlanks()
        while beginsComment {
            hasComments = true
            let rest = bytes[index...]
            index = Self.endOfComment(in: rest) ?? rest.firstIndex(where: \.isLineEnd) ?? bytes.count
            skipBlanks()
        }
        return hasComments
    }

    /// Whether a comment of the old style, JavaScript, JSON5 or YAML begins at the current offset.
    var beginsComment: Bool { isAt("//") || isAt("/*") || isAt("#") }

    private func isAt(_ sign: StaticString) -> Bool {
        sign.withUTF8Buffer { bytes[min(index, bytes.count)...].starts(with: $0) }
    }

    /// Returns whether the rest of the text is a string, a number or a word.
    private mutating func isScalar() -> Bool {
        guard (try? skipScalar()) != nil else { return false }
        skipBlanks()
        return current == nil
    }

    private mutating func skipScalar() throws(PropertyListError) {
        switch current {
        case UInt8(ascii: "\""): _ = try pairedString()
        case UInt8(ascii: "t"): try skip("true")
        case UInt8(ascii: "f"): try skip("false")
        case UInt8(ascii: "n"): try skip("null")
        default: _ = try numberText()
        }
    }
}
