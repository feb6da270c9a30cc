/// Moves through the text of an XML property list: blanks, comments, tags, and the place of a fault.
struct XMLScanner {
    let bytes: ByteView
    /// The offset of what comes next.
    var position: Int

    /// A tag that begins an element.
    struct Tag {
        let element: XMLElement
        /// Where its `<` is.
        let start: Int
        /// Whether it is the whole element, `<true/>`.
        let isWhole: Bool
    }

    init(_ bytes: ByteView) {
        self.bytes = bytes
        position = bytes.hasBytes("\u{FEFF}", at: 0) ? 3 : 0
    }

    @inline(__always)
    var current: UInt8 { bytes[position] }

    var isAtEnd: Bool { position >= bytes.count }

    // MARK: Between elements

    /// Passes over blanks, comments and processing instructions.
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

    /// Passes over the comment or processing instruction that begins here; false where none does.
    mutating func skipCommentOrInstruction() throws(PropertyListError) -> Bool {
        if bytes.hasBytes("<!--", at: position) {
            try skip(to: "-->", from: 4)
        } else if bytes.hasBytes("<?", at: position) {
            try skip(to: "?>", from: 2)
        } else {
            return false
        }
        return true
    }

    /// Goes behind the next place where the given text stands.
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
        throw fault("the text ends while looking for '\(end)'", at: start)
    }

    /// Passes over `<!DOCTYPE plist …>`. A document type of the file's own could declare entities, which no property list needs.
    mutating func skipDocumentType() throws(PropertyListError) -> Bool {
        guard bytes.hasBytes("<!DOCTYPE", at: position) else { return false }
        let start = position
        position += 9
        while !isAtEnd {
            switch current {
            case UInt8(ascii: ">"):
                position += 1
                return true
            case UInt8(ascii: "["): throw fault("a document type with declarations of its own")
            case UInt8(ascii: "\""), UInt8(ascii: "'"): try skipQuoted()
            case UInt8(ascii: "<"): throw unexpected("'>'")
            default: position += 1
            }
        }
        throw fault("the text ends while looking for '>' of the document type", at: start)
    }

    /// Passes over text in quotes. A `<` in it means that a quote is missing, and would hide elements.
    private mutating func skipQuoted() throws(PropertyListError) {
        let (start, quote) = (position, current)
        position += 1
        while !isAtEnd, current != quote, current != UInt8(ascii: "<") { position += 1 }
        guard current != UInt8(ascii: "<") else { throw unexpected("the closing quote") }
        guard !isAtEnd else { throw fault("the text ends while looking for the closing quote", at: start) }
        position += 1
    }

    // MARK: Tags

    /// Reads the tag that begins an element, which must come next.
    @inline(__always)
    mutating func openTag(expecting expected: @autoclosure () -> String) throws(PropertyListError) -> Tag {
        let start = position
        guard current == UInt8(ascii: "<"), bytes[position + 1] != UInt8(ascii: "/") else {
            throw unexpected(expected())
        }
        position += 1
        guard let element = elementName() else { throw unknownElement(at: start, insteadOf: expected()) }
        if current == UInt8(ascii: ">") {
            position += 1
            return Tag(element: element, start: start, isWhole: false)
        }
        return Tag(element: element, start: start, isWhole: try skipAttributes(from: start))
    }

    /// Reads the tag that ends an element, which must come next.
    @inline(__always)
    mutating func closeTag(_ element: XMLElement) throws(PropertyListError) {
        let start = position
        if current == UInt8(ascii: "<"), bytes[position + 1] == UInt8(ascii: "/") {
            position += 2
            if elementName() == element {
                skipBlanks()
                if current == UInt8(ascii: ">") {
                    position += 1
                    return
                }
            }
        }
        position = start
        throw unexpected("'</\(element.name)>'")
    }

    /// The name that comes next, nil where no element has it.
    @inline(__always)
    private mutating func elementName() -> XMLElement? {
        var name: UInt64 = 0
        let start = position
        while current.isASCIILetter {
            name = name << 8 | UInt64(current)
            position += 1
        }
        guard position - start <= 8 else { return nil }
        return endsName ? XMLElement(rawValue: name) : nil
    }

    @inline(__always)
    private var endsName: Bool {
        current == UInt8(ascii: ">") || current == UInt8(ascii: "/") || current.isXMLBlank
    }

    /// Passes over the rest of a tag behind its name, and tells whether it ends in `/>`.
    private mutating func skipAttributes(from start: Int) throws(PropertyListError) -> Bool {
        while !isAtEnd {
            let follows = current.isXMLBlank
            skipBlanks()
            if current == UInt8(ascii: ">") {
                position += 1
                return false
            }
            if current == UInt8(ascii: "/"), bytes[position + 1] == UInt8(ascii: ">") {
                position += 2
                return true
            }
            if isAtEnd { break }
            guard follows, current.beginsXMLName else { throw unexpected("'>'") }
            try skipAttribute()
        }
        throw fault("the text ends while looking for '>'", at: start)
    }

    /// Passes over an attribute, `name="value"`, at whose name the scanner is.
    private mutating func skipAttribute() throws(PropertyListError) {
        while current.isInXMLName { position += 1 }
        skipBlanks()
        guard current == UInt8(ascii: "=") else { throw unexpected("'=' of an attribute") }
        position += 1
        skipBlanks()
        guard current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") else {
            throw unexpected("the value of an attribute")
        }
        try skipQuoted()
    }

    private mutating func unknownElement(at start: Int, insteadOf expected: String) -> PropertyListError {
        let name = bytes[start + 1..<start + 41].prefix { !$0.isXMLBlank && !"></\"'".utf8.contains($0) }
        if name.first == UInt8(ascii: "!") {
            position = start
            return unexpected(expected)
        }
        if start + 1 + name.count == bytes.count { return fault("the text ends while looking for '>'", at: start) }
        guard !name.isEmpty else { return fault("a tag without a name", at: start) }
        return fault("the unknown element <\(String(decoding: name, as: UTF8.self))>", at: start)
    }

    // MARK: Faults

    /// What comes next is not what was looked for.
    func unexpected(_ expected: String) -> PropertyListError {
        fault("\(upcoming) while looking for \(expected)")
    }

    /// What comes next, in words.
    private var upcoming: String {
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

    /// The place where the scanner is.
    var place: PropertyListError.Position { Self.place(atEndOf: bytes[0..<position]) }

    /// A fault at an offset, by default where the scanner is.
    func fault(_ reason: String, at offset: Int? = nil) -> PropertyListError {
        Self.fault(reason, atEndOf: bytes[0..<(offset ?? position)])
    }

    /// A fault behind a text that is the beginning of the file.
    static func fault(_ reason: String, atEndOf before: some BidirectionalCollection<UInt8>) -> PropertyListError {
        .malformed(.xml, reason: reason, position: place(atEndOf: before))
    }

    private static func place(atEndOf before: some BidirectionalCollection<UInt8>) -> PropertyListError.Position {
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        // Neither a mark nor bytes that continue a character count.
        let mark = line == 1 && before.starts(with: MarkedText.utf8Mark) ? 1 : 0
        let column =
            before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count { $0 & 0xC0 != 0x80 } + 1 - mark
        return .line(line, column: column)
    }
}

extension UInt8 {
    /// Whether the name of an attribute can begin with the byte.
    fileprivate var beginsXMLName: Bool {
        isASCIILetter || self == UInt8(ascii: "_") || self == UInt8(ascii: ":") || self >= 0x80
    }

    /// Whether the byte can stand in the name of an attribute.
    fileprivate var isInXMLName: Bool {
        beginsXMLName || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") || isASCIIDigit
    }
}
