/// What bytes look like, which decides on their reader.
enum TextForm {
    case binary
    /// XML as UTF-8, whatever encoding the file has.
    case xml([UInt8])
    /// Other text as UTF-8.
    case oldStyle([UInt8])

    /// Looks at as few bytes as will do.
    ///
    /// - Throws: ``PropertyListError`` where there are only blanks, or text that is not valid in its encoding.
    static func of(_ bytes: [UInt8]) throws(PropertyListError) -> TextForm {
        if bytes.starts(with: "bplist".utf8) { return .binary }
        return try form(ofText: try MarkedText(bytes)?.utf8() ?? bytes)
    }

    private static func form(ofText text: [UInt8]) throws(PropertyListError) -> TextForm {
        let hasMark = text.starts(with: MarkedText.utf8Mark)
        let content = text.dropFirst(hasMark ? MarkedText.utf8Mark.count : 0)
        let significant = try withoutBlanks(content)
        guard isXML(significant) else {
            guard isUTF8(text) else { throw .unrecognized }
            return .oldStyle(text)
        }
        // A mark says more than a declaration.
        guard !hasMark, let encoding = XMLDeclaration.encoding(in: content) else { return .xml(text) }
        return .xml(try DeclaredEncoding(encoding).utf8(text))
    }

    /// The text from its first character that is not a blank.
    private static func withoutBlanks(_ text: ArraySlice<UInt8>) throws(PropertyListError) -> ArraySlice<UInt8> {
        var rest = text.drop(while: isBlank)
        while let lead = rest.first {
            if lead < 0x80 { return rest }
            // Few files begin with another character than those of ASCII, and none with many.
            let character = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first
            guard let character, character.properties.isWhitespace else { return rest }
            rest = rest.dropFirst(UTF8.width(character)).drop(while: isBlank)
        }
        throw .empty
    }

    /// Whether text begins with `<` and not with old-style data, `<0fbd77 e3>`. No XML tag consists of hexadecimal digits alone.
    static func isXML(_ text: some Collection<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: "<") else { return false }
        let sign = text.dropFirst().first { $0.hexadecimalDigit == nil && !isBlank($0) }
        return sign != nil && sign != UInt8(ascii: ">")
    }

    static func isUTF8(_ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { ByteView($0).firstInvalidUTF8(from: 0) == nil }
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
