/// A scanner for XML property lists: blanks, comments, the document type, tags and error positions.
struct XMLScanner {
    let bytes: ByteView
    /// The current offset.
    var position: Int
    /// Whether a comment was skipped.
    private(set) var hasComments = false

    init(_ bytes: ByteView) {
        self.bytes = bytes
        position = bytes.hasBytes("\u{FEFF}", at: 0) ? 3 : 0
    }

    @inline(__always)
    var current: UInt8 { bytes[position] }

    var isAtEnd: Bool { position >= bytes.count }

    // MARK: Between elements

    /// Skips blanks, comments and processing instructions.
    @inline(__always)
    mutating func skipBlanksAndComments() throws(PropertyListError) {
        skipBlanks()
        while current == UInt8(ascii: "<"),
            bytes[position + 1] == UInt8(ascii: "!") || bytes[position + 1] == UInt8(ascii: "?")
        {
            guard try skipCommentOrInstruction() else { return }
            skipBlanks()
        }
    }

    @inline(__always)
    mutating func skipBlanks() {
        while current.isXMLBlank { position += 1 }
    }

    /// Skips a comment or processing instruction. Returns whether anything was skipped.
    mutating func skipCommentOrInstruction() throws(PropertyListError) -> Bool {
        if bytes.hasBytes("<!--", at: position) {
            hasComments = true
            try skip(to: "-->", from: 4)
        } else if bytes.hasBytes("<?", at: position) {
            try skip(to: "?>", from: 2)
        } else {
            return false
        }
        return true
    }

    /// The offset of the XML declaration if blanks, comments or instructions precede it, or else `nil`.
    var misplacedDeclaration: Int? {
        var scanner = self
        repeat {
            scanner.skipBlanks()
            let isDeclaration = bytes.hasBytes("<?xml", at: scanner.position) && bytes[scanner.position + 5].isXMLBlank
            if isDeclaration, scanner.position > position { return scanner.position }
        } while (try? scanner.skipCommentOrInstruction()) == true
        return nil
    }

    /// Moves behind the next occurrence of a text. The search begins at an offset from the current position.
    mutating func skip(to end: StaticString, from offset: Int) throws(PropertyListError) {
        let start = position
        position += offset
        let first = end.withUTF8Buffer { $0[0] }
        while !isAtEnd {
            if current == first, bytes.hasBytes(end, at: position) {
                position += end.utf8CodeUnitCount
                return
            }
            position += 1
        }
        throw parseError("the text ends while looking for '\(end)'", at: start)
    }

    /// Skips `<!DOCTYPE plist …>`, and returns whether it was present. Internal declarations are refused, because they
    /// could define entities.
    mutating func skipDocumentType() throws(PropertyListError) -> Bool {
        guard bytes.hasBytes("<!DOCTYPE", at: position) else { return false }
        let start = position
        position += 9
        while !isAtEnd {
            switch current {
            case UInt8(ascii: ">"):
                position += 1
                return true
            case UInt8(ascii: "["): throw parseError("a document type with internal declarations")
            case UInt8(ascii: "\""), UInt8(ascii: "'"): try skipQuoted()
            case UInt8(ascii: "<"): throw unexpected("'>'")
            default: position += 1
            }
        }
        throw parseError("the text ends while looking for '>' of the document type", at: start)
    }

    /// Skips text in quotes. A `<` in the text is an error, because a missing quote would otherwise hide elements.
    mutating func skipQuoted() throws(PropertyListError) {
        let (start, quote) = (position, current)
        position += 1
        while !isAtEnd, current != quote, current != UInt8(ascii: "<") { position += 1 }
        guard current != UInt8(ascii: "<") else { throw unexpected("the closing quote") }
        guard !isAtEnd else { throw parseError("the text ends while looking for the closing quote", at: start) }
        position += 1
    }

    // MARK: Errors

    /// Returns the error for text that differs from the expected text.
    func unexpected(_ expected: String) -> PropertyListError {
        var end = position
        // If the text ends too early, its last line is reported, not the empty line behind it.
        if isAtEnd { while end > 0, bytes[end - 1].isXMLBlank { end -= 1 } }
        return parseError("\(upcoming) while looking for \(expected)", at: end)
    }

    /// A description of the text at the current offset.
    var upcoming: String {
        if isAtEnd { return "the text ends" }
        if current == UInt8(ascii: "<") {
            let tag = bytes[position..<position + 24].prefix { $0 != UInt8(ascii: ">") && $0 >= 0x20 }
            let end = bytes[position + tag.count] == UInt8(ascii: ">") ? ">" : ""
            return "'\(String(decoding: tag, as: UTF8.self))\(end)'"
        }
        guard let scalar = String(decoding: bytes[position..<position + 4], as: UTF8.self).unicodeScalars.first else {
            return "nothing"
        }
        return scalar.value < 0x20 ? "U+\(String(scalar.value, radix: 16).leftPadded(to: 4))" : "'\(scalar)'"
    }

    /// The current line and column.
    var currentPosition: PropertyListError.Position { PropertyListError.Position(behind: bytes[0..<position]) }

    /// Returns a parse error at an offset. The default is the current offset.
    func parseError(_ reason: String, at offset: Int? = nil) -> PropertyListError {
        Self.parseError(reason, atEndOf: bytes[0..<(offset ?? position)])
    }

    /// Returns a parse error at the end of a text. The text is the beginning of the file.
    static func parseError(_ reason: String, atEndOf before: some BidirectionalCollection<UInt8>) -> PropertyListError {
        PropertyListError(.malformed(.xml, reason: reason, position: PropertyListError.Position(behind: before)))
    }
}
