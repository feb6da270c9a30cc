/// The tags of an XML property list.
extension XMLScanner {
    /// The opening tag of an element.
    struct Tag {
        let element: XMLElement
        /// The offset of the `<`.
        let start: Int
        /// Whether the tag is the whole element, as in `<true/>`.
        let isWhole: Bool
    }

    /// Reads an opening tag, which must come next.
    @inline(__always)
    mutating func openTag(expecting expected: @autoclosure () -> String) throws(PropertyListError) -> Tag {
        let start = position
        guard current == UInt8(ascii: "<"), bytes[position + 1] != UInt8(ascii: "/") else {
            throw unexpected(expected())
        }
        position += 1
        if let element = plainTagName() { return Tag(element: element, start: start, isWhole: false) }
        guard let element = elementName() else { throw unknownElement(at: start, insteadOf: expected()) }
        if current == UInt8(ascii: ">") {
            position += 1
            return Tag(element: element, start: start, isWhole: false)
        }
        return Tag(element: element, start: start, isWhole: try skipAttributes(from: start))
    }

    /// Reads the closing tag of an element, which must come next.
    @inline(__always)
    mutating func closeTag(_ tag: Tag) throws(PropertyListError) {
        let start = position
        if current == UInt8(ascii: "<"), bytes[position + 1] == UInt8(ascii: "/") {
            position += 2
            if plainTagName() == tag.element { return }
            position = start + 2
            if elementName() == tag.element {
                skipBlanks()
                if current == UInt8(ascii: ">") {
                    position += 1
                    return
                }
            }
        }
        position = start
        throw notClosed(tag)
    }

    /// Reads the rest of a tag that consists only of a name, and moves behind it. Returns `nil` and consumes nothing if
    /// the tag has another form.
    @inline(__always)
    private mutating func plainTagName() -> XMLElement? {
        // A name that begins with NUL would have the number of the rest.
        guard let word = bytes.word(at: position), word & 0xFF != 0 else { return nil }
        // The bytes that are ">" become zero. The lowest of them sets the lowest bit of the difference.
        let other = word ^ 0x3E3E_3E3E_3E3E_3E3E
        let ends = (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
        let length = ends.trailingZeroBitCount / 8
        guard 1..<8 ~= length, let element = XMLElement(rawValue: word.byteSwapped >> (64 - 8 * UInt64(length)))
        else { return nil }
        position += length + 1
        return element
    }

    /// Reads the name of an element, or returns `nil` if it is unknown.
    @inline(__always)
    mutating func elementName() -> XMLElement? {
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

    /// Skips the rest of an opening tag behind its name. Returns whether it ends with `/>`.
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
        throw parseError("the text ends while looking for '>'", at: start)
    }

    /// Skips an attribute such as `name="value"`.
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
        if start + 1 + name.count == bytes.count { return parseError("the text ends while looking for '>'", at: start) }
        guard !name.isEmpty else { return parseError("a tag without a name", at: start) }
        return parseError("the unknown element <\(String(decoding: name, as: UTF8.self))>", at: start)
    }
}

/// An element of an XML property list. The raw value consists of the bytes of its name, so that names are compared as
/// numbers.
enum XMLElement: UInt64 {
    case array = 0x61_72_72_61_79
    case boolFalse = 0x66_61_6C_73_65
    case boolTrue = 0x74_72_75_65
    case data = 0x64_61_74_61
    case date = 0x64_61_74_65
    case dictionary = 0x64_69_63_74
    case integer = 0x69_6E_74_65_67_65_72
    case key = 0x6B_65_79
    case propertyList = 0x70_6C_69_73_74
    case real = 0x72_65_61_6C
    case string = 0x73_74_72_69_6E_67

    /// The name in a tag.
    var name: String {
        switch self {
        case .array: "array"
        case .boolFalse: "false"
        case .boolTrue: "true"
        case .data: "data"
        case .date: "date"
        case .dictionary: "dict"
        case .integer: "integer"
        case .key: "key"
        case .propertyList: "plist"
        case .real: "real"
        case .string: "string"
        }
    }
}

extension UInt8 {
    /// Whether the byte can begin the name of an attribute.
    fileprivate var beginsXMLName: Bool {
        isASCIILetter || self == UInt8(ascii: "_") || self == UInt8(ascii: ":") || self >= 0x80
    }

    /// Whether the byte can occur in the name of an attribute.
    fileprivate var isInXMLName: Bool {
        beginsXMLName || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") || isASCIIDigit
    }
}
