import CoreFoundation
import Foundation

/// The format of a file, which determines the reader.
enum TextForm {
    case binary
    /// XML, converted to UTF-8.
    case xml([UInt8])
    /// Other text, converted to UTF-8.
    case oldStyle([UInt8])

    /// Returns the format of bytes.
    ///
    /// - Parameters:
    ///   - bytes: The contents of a file.
    ///   - mayBeOther: Whether bytes that are not text are unrecognized, and not an invalid text in the old style.
    /// - Throws: ``PropertyListError`` if there are only blanks, or if text is invalid in its encoding.
    static func of(_ bytes: [UInt8], mayBeOther: Bool = true) throws(PropertyListError) -> TextForm {
        if bytes.starts(with: "bplist".utf8) { return .binary }
        let text = try MarkedText(bytes)?.utf8(mayBeOther: mayBeOther) ?? bytes
        return try form(ofText: text, mayBeOther: mayBeOther)
    }

    /// Returns the text of a file in UTF-8 and its syntax, or `nil` for a binary file and for bytes that are not text.
    ///
    /// - Parameter isJSON: Whether the file was read as JSON.
    static func text(of bytes: [UInt8], isJSON: Bool = false) -> (text: [UInt8], syntax: LayoutSyntax)? {
        if isJSON { return (bytes, .json) }
        return switch try? of(bytes) {
        case .xml(let text)?: (text, .xml)
        case .oldStyle(let text)?: (text, .oldStyle)
        case .binary?, nil: nil
        }
    }

    private static func form(ofText text: [UInt8], mayBeOther: Bool) throws(PropertyListError) -> TextForm {
        let hasMark = text.starts(with: UTF8.byteOrderMark)
        let content = text.dropFirst(hasMark ? UTF8.byteOrderMark.count : 0)
        let significant = try withoutBlanks(content)
        guard isXML(significant) else {
            guard let offset = firstInvalidUTF8(in: text) else { return .oldStyle(text) }
            if PropertyListReader.isSignedMessage(text) { throw PropertyListError(.signedMessage) }
            throw mayBeOther ? PropertyListError(.unrecognized) : invalidText("UTF-8", behind: text[..<offset])
        }
        // A byte order mark takes precedence over a declaration.
        guard !hasMark, let encoding = DeclaredEncoding(in: content) else { return .xml(text) }
        return .xml(try encoding.utf8(text))
    }

    /// Returns the text from its first character that is not a blank.
    private static func withoutBlanks(_ text: ArraySlice<UInt8>) throws(PropertyListError) -> ArraySlice<UInt8> {
        var rest = text.drop(while: isBlank)
        while let lead = rest.first {
            if lead < 0x80 { return rest }
            // Decoding is slow, but few files begin with a character beyond ASCII.
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

    private static func firstInvalidUTF8(in text: [UInt8]) -> Int? {
        text.withUnsafeBufferPointer { ByteView($0).firstInvalidUTF8(from: 0) }
    }

    /// Returns the error of old-style text that is invalid in its encoding behind a text.
    static func invalidText(_ encoding: String, behind text: some BidirectionalCollection<UInt8>) -> PropertyListError {
        let position = PropertyListError.Position(behind: text)
        return PropertyListError(.malformed(.openStep, reason: "invalid \(encoding)", position: position))
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}

extension PropertyListReader {
    /// Returns whether the bytes have the form of XML and contain characters that XML does not allow.
    package static func hasCharactersNotInXML(_ bytes: [UInt8]) -> Bool {
        guard let (text, syntax) = TextForm.text(of: bytes), syntax == .xml else { return false }
        return !text.withUnsafeBufferPointer(\.areAllowedInXML)
    }

    /// Returns whether the bytes begin as a signed message of the Cryptographic Message Syntax (RFC 5652): a sequence
    /// whose first element is the identifier of signed data.
    package static func isSignedMessage(_ bytes: [UInt8]) -> Bool {
        let identifier: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        // The length of the sequence takes one to five bytes.
        return bytes.first == 0x30 && (2...6).contains { bytes.dropFirst($0).starts(with: identifier) }
    }

    /// The number of bytes to pass to ``refusesAll(beginningWith:)``.
    static let beginningSize = 4096

    /// Returns whether every file that begins with these bytes is invalid, both as a property list and as JSON.
    ///
    /// If so, reading the beginning gives the same error as reading the whole file. An endless stream, or a large file
    /// of another kind, need not be read further.
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

/// The encoding that an XML file declares at its beginning, as in `<?xml version="1.0" encoding="UTF-8"?>`.
///
/// CoreFoundation maps the name to an encoding and decodes the bytes, as it does for Foundation. The text is then read
/// like text in UTF-8.
struct DeclaredEncoding {
    let name: String
    /// The offset of the name in the file.
    let offset: Int

    /// Returns `nil` if the encoding is UTF-8 or not declared.
    init?(in text: ArraySlice<UInt8>) {
        guard text.starts(with: "<?xml".utf8) else { return nil }
        let declaration = text.prefix { $0 != UInt8(ascii: ">") }
        let attribute = declaration.indices.first { declaration[$0...].starts(with: "encoding".utf8) }
        guard let attribute else { return nil }
        let value = declaration[attribute...].dropFirst(8).drop { "= \t\r\n\"'".utf8.contains($0) }
        let name = value.prefix { !"\"'? \t\r\n".utf8.contains($0) }
        (self.name, offset) = (String(decoding: name, as: UTF8.self), name.startIndex)
        if self.name.lowercased() == "utf-8" { return nil }
    }

    /// Returns the text of a file in UTF-8.
    ///
    /// - Throws: ``PropertyListError`` if the encoding is unknown or the bytes are invalid in it.
    func utf8(_ bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
        let encoding = CFStringConvertIANACharSetNameToEncoding(CoreFoundationText.string(name))
        guard encoding != CFStringEncoding.max else {
            throw XMLScanner.parseError("an unknown encoding '\(name.briefExcerpt)'", atEndOf: bytes[..<offset])
        }
        if encoding == CFStringBuiltInEncodings.UTF8.rawValue { return bytes }
        // If the encoding is ASCII, CoreFoundation decodes bytes above 0x7F as Latin-1.
        if encoding == CFStringBuiltInEncodings.ASCII.rawValue, let other = bytes.firstIndex(where: { $0 >= 0x80 }) {
            throw notEncoded(at: other, of: bytes)
        }
        // The declaration was read as ASCII. If it does not decode to the same text, the declared encoding is wrong.
        guard let text = Self.text(of: bytes, in: encoding), text.starts(with: "<?xml".utf8) else {
            throw notEncoded(at: offset, of: bytes)
        }
        return text
    }

    private func notEncoded(at place: Int, of bytes: [UInt8]) -> PropertyListError {
        let reason = "text that is not in the declared encoding '\(name.briefExcerpt)'"
        return XMLScanner.parseError(reason, atEndOf: bytes[..<place])
    }

    private static func text(of bytes: [UInt8], in encoding: CFStringEncoding) -> [UInt8]? {
        let string = CFStringCreateWithBytes(kCFAllocatorDefault, bytes, bytes.count, encoding, false)
        guard let string else { return nil }
        let range = CFRange(location: 0, length: CFStringGetLength(string))
        let utf8 = CFStringBuiltInEncodings.UTF8.rawValue
        var count = 0
        guard CFStringGetBytes(string, range, utf8, 0, false, nil, 0, &count) == range.length else { return nil }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            CFStringGetBytes(string, range, utf8, 0, false, buffer.baseAddress, buffer.count, &written)
        }
    }
}
