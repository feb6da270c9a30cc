/// The format of bytes, which decides which reader is used.
enum TextForm {
    case binary
    /// XML, converted to UTF-8.
    case xml([UInt8])
    /// Other text, converted to UTF-8.
    case oldStyle([UInt8])

    /// Returns the format of bytes.
    ///
    /// - Throws: ``PropertyListError`` if there are only blanks, or if text is invalid in its encoding.
    static func of(_ bytes: [UInt8]) throws(PropertyListError) -> TextForm {
        if bytes.starts(with: "bplist".utf8) { return .binary }
        return try form(ofText: try MarkedText(bytes)?.utf8() ?? bytes)
    }

    private static func form(ofText text: [UInt8]) throws(PropertyListError) -> TextForm {
        let hasMark = text.starts(with: UTF8.byteOrderMark)
        let content = text.dropFirst(hasMark ? UTF8.byteOrderMark.count : 0)
        let significant = try withoutBlanks(content)
        guard isXML(significant) else {
            guard isUTF8(text) else { throw PropertyListError(.unrecognized) }
            return .oldStyle(text)
        }
        // A byte order mark takes precedence over a declaration.
        guard !hasMark, let encoding = XMLDeclaration.encoding(in: content) else { return .xml(text) }
        return .xml(try DeclaredEncoding(encoding).utf8(text))
    }

    /// Returns the text from its first character that is not a blank.
    private static func withoutBlanks(_ text: ArraySlice<UInt8>) throws(PropertyListError) -> ArraySlice<UInt8> {
        var rest = text.drop(while: isBlank)
        while let lead = rest.first {
            if lead < 0x80 { return rest }
            // Few files begin with a character beyond ASCII.
            let character = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first
            guard let character, character.properties.isWhitespace else { return rest }
            rest = rest.dropFirst(UTF8.width(character)).drop(while: isBlank)
        }
        throw PropertyListError(.empty)
    }

    /// Returns whether text begins with `<` but not with old-style data such as `<0fbd77 e3>`. No XML tag consists of
    /// hexadecimal digits only.
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

extension PropertyListReader {
    /// The number of bytes to pass to ``refusesAll(beginningWith:)``.
    static let beginningSize = 4096

    /// Returns whether no file that begins with these bytes can be read, neither as a property list nor as JSON.
    ///
    /// If so, the error of reading the beginning is that of reading the whole. An endless stream, or a large file of
    /// another kind, need not be read further.
    ///
    /// - Parameter bytes: At least some hundred bytes.
    package static func refusesAll(beginningWith bytes: [UInt8]) -> Bool {
        if bytes.starts(with: "bplist".utf8) { return !bytes.starts(with: "bplist0".utf8) }
        guard let marked = MarkedText(bytes) else { return Beginning(bytes[...]).isRefused }
        // A character may be split at the end.
        let (text, isValid) = marked.validPart
        return isValid || text.count + 8 >= bytes.count / 4 ? Beginning(text[...]).isRefused : true
    }
}

/// The beginning of a text in UTF-8.
private struct Beginning {
    private let text: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) {
        self.text = text.dropFirst(text.starts(with: UTF8.byteOrderMark) ? UTF8.byteOrderMark.count : 0)
    }

    var isRefused: Bool {
        let significant = text.drop(while: TextForm.isBlank)
        // A character may be split at the end.
        guard significant.count > 8, let first = significant.first else { return false }
        switch first {
        case UInt8(ascii: "<"): return TextForm.isXML(significant) && !beginsElement(significant.dropFirst())
        case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "'"):
            return false
        case 0x80...: return !beginsWithBlank(significant)
        default: return isProse(significant)
        }
    }

    /// Returns whether the text behind a `<` can begin a tag, a comment or an instruction.
    private func beginsElement(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first else { return true }
        let isLetter = first.isASCIILetter
        return isLetter || first == UInt8(ascii: "!") || first == UInt8(ascii: "?")
    }

    private func beginsWithBlank(_ text: ArraySlice<UInt8>) -> Bool {
        String(decoding: text.prefix(4), as: UTF8.self).unicodeScalars.first?.properties.isWhitespace ?? true
    }

    /// Returns whether text begins with a character that cannot begin a value, or with a bare word that is neither a
    /// key nor the whole text.
    private func isProse(_ text: ArraySlice<UInt8>) -> Bool {
        if text.starts(with: "//".utf8) || text.starts(with: "/*".utf8) { return false }
        guard let first = text.first, Unicode.Scalar(first).isBareStringCharacter else { return true }
        // The exponent of a number in JSON can contain a plus sign.
        let rest = text.drop { Unicode.Scalar($0).isBareStringCharacter || $0 == UInt8(ascii: "+") }
        guard let sign = rest.first(where: { !TextForm.isBlank($0) }), sign < 0x80 else { return false }
        return !"=;/".utf8.contains(sign)
    }
}
