/// What bytes look like, which decides on their reader.
enum TextForm {
    case binary
    /// XML in UTF-8.
    case xml
    /// XML in another encoding, which is the engine's to decode.
    case foreignXML
    case oldStyle(String)

    /// Looks at as few bytes as will do.
    ///
    /// - Throws: ``PropertyListError`` where there are only blanks, or text in no known encoding.
    static func of(_ bytes: [UInt8]) throws(PropertyListError) -> TextForm {
        if bytes.starts(with: "bplist".utf8) { return .binary }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
            return .foreignXML  // UTF-32: nothing but XML is written in it
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            guard let text = utf16Text(bytes.dropFirst(2), bigEndian: bytes[0] == 0xFE) else { throw .unrecognized }
            return try form(of: text, xml: .foreignXML)
        }
        let content = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        let significant = content.drop(while: isBlank)
        if significant.isEmpty { throw .empty }
        if isXML(significant) { return declaresUTF8(content) ? .xml : .foreignXML }
        guard let text = String(validating: content, as: UTF8.self) else { throw .unrecognized }
        return try form(of: text, xml: .xml)
    }

    private static func form(of text: String, xml: TextForm) throws(PropertyListError) -> TextForm {
        let significant = text.unicodeScalars.drop { $0.properties.isWhitespace }
        guard !significant.isEmpty else { throw .empty }
        return isXML(String(significant).utf8) ? xml : .oldStyle(text)
    }

    /// Whether text begins with `<` and not with old-style data, `<0fbd77 e3>`. No XML tag consists of hexadecimal digits alone.
    private static func isXML(_ text: some Collection<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: "<") else { return false }
        let sign = text.dropFirst().first { $0.hexadecimalDigit == nil && !isBlank($0) }
        return sign != nil && sign != UInt8(ascii: ">")
    }

    /// Whether XML is in UTF-8, by its declaration or for want of one.
    private static func declaresUTF8(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.starts(with: "<?xml".utf8) else { return true }
        let declaration = text.prefix(256).prefix { $0 != UInt8(ascii: ">") }
        let attribute = declaration.indices.first { declaration[$0...].starts(with: "encoding".utf8) }
        guard let attribute else { return true }
        let name = declaration[attribute...].dropFirst(8).drop { "= \t\r\n\"'".utf8.contains($0) }.prefix(5)
        return String(decoding: name, as: UTF8.self).lowercased() == "utf-8"
    }

    private static func utf16Text(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return bigEndian ? first << 8 | second : second << 8 | first
        }
        return String(validating: units, as: UTF16.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
