extension XMLReader {
    /// Reads the text of an element and its closing tag.
    @inline(__always)
    mutating func text(_ tag: XMLScanner.Tag) throws(PropertyListError) -> String {
        let start = scanner.position
        if let range = try plainText(tag) { return String(decoding: scanner.bytes[range], as: UTF8.self) }
        return try mixedText(tag, from: start)
    }

    /// Reads the text of an element and its closing tag. While the reader is skipping, the text is checked and the
    /// result is empty.
    @inline(__always)
    mutating func string(_ tag: XMLScanner.Tag) throws(PropertyListError) -> String {
        guard isSkipping else { return try text(tag) }
        let start = scanner.position
        if try plainText(tag) == nil { _ = try mixedText(tag, from: start) }
        return ""
    }

    /// Skips the text of an element and its closing tag, and returns the range of the text. If the text contains markup
    /// or references, skips only the text before them and returns `nil`.
    @inline(__always)
    mutating func plainText(_ tag: XMLScanner.Tag) throws(PropertyListError) -> Range<Int>? {
        let start = scanner.position
        guard !tag.isWhole else { return start..<start }
        skipPlainText()
        guard scanner.current == UInt8(ascii: "<"), scanner.bytes[scanner.position + 1] == UInt8(ascii: "/") else {
            return nil
        }
        let range = start..<scanner.position
        try scanner.closeTag(tag.element)
        return range
    }

    /// Skips text up to the next `<` or `&`, or to the end.
    @inline(__always)
    private mutating func skipPlainText() {
        while !scanner.isAtEnd, scanner.current != UInt8(ascii: "<"), scanner.current != UInt8(ascii: "&") {
            scanner.position += 1
        }
    }

    /// Reads text that contains references, CDATA sections, comments or processing instructions. The plain text from
    /// the offset to the current position is already skipped.
    mutating func mixedText(_ tag: XMLScanner.Tag, from start: Int) throws(PropertyListError) -> String {
        var text = Array(scanner.bytes[start..<scanner.position])
        while true {
            let next = scanner.position
            if scanner.current == UInt8(ascii: "&") {
                text.append(contentsOf: try reference())
            } else if scanner.bytes.hasBytes("<![CDATA[", at: next) {
                try scanner.skip(to: "]]>", from: 9)
                text.append(contentsOf: scanner.bytes[next + 9..<scanner.position - 3])
            } else if try !scanner.skipCommentOrInstruction() {
                break
            }
            let start = scanner.position
            skipPlainText()
            text.append(contentsOf: scanner.bytes[start..<scanner.position])
        }
        try scanner.closeTag(tag.element)
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a reference such as `&amp;`, `&#38;` or `&#x26;`.
    private mutating func reference() throws(PropertyListError) -> String.UTF8View {
        let start = scanner.position
        let name = scanner.bytes[start + 1..<start + 33].prefix { $0 != UInt8(ascii: ";") }
        let isClosed = scanner.bytes[start + 1 + name.count] == UInt8(ascii: ";")
        guard isClosed, let scalar = Self.scalar(named: String(decoding: name, as: UTF8.self)) else {
            throw scanner.parseError("an unknown reference")
        }
        scanner.position += name.count + 2
        return String(scalar).utf8
    }

    private static func scalar(named name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let isHexadecimal = name.hasScalarPrefix("#x")
            let digits = name.utf8.dropFirst(isHexadecimal ? 2 : 1)
            guard name.hasScalarPrefix("#"), digits.allSatisfy({ $0.hexadecimalDigit != nil }) else { return nil }
            return UInt32(Substring(digits), radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
        }
    }
}
