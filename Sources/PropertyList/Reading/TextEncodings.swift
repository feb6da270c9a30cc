import CoreFoundation
import Foundation

/// Text in UTF-16 or UTF-32 that begins with a byte order mark.
struct MarkedText {
    private let bytes: [UInt8]
    /// The size of a code unit in bytes, 2 or 4.
    private let width: Int
    private let isBigEndian: Bool
    private var index = 0

    /// Creates the text of bytes, or returns `nil` if they do not begin with such a mark.
    init?(_ bytes: [UInt8]) {
        switch (bytes.first, bytes.count) {
        case (0xFF, 4...) where bytes.starts(with: [0xFF, 0xFE, 0, 0]): (width, isBigEndian) = (4, false)
        case (0, 4...) where bytes.starts(with: [0, 0, 0xFE, 0xFF]): (width, isBigEndian) = (4, true)
        case (0xFF, 2...) where bytes[1] == 0xFE: (width, isBigEndian) = (2, false)
        case (0xFE, 2...) where bytes[1] == 0xFF: (width, isBigEndian) = (2, true)
        default: return nil
        }
        self.bytes = bytes
    }

    /// Returns the text in UTF-8, including the mark.
    ///
    /// - Throws: ``PropertyListError`` if the text is invalid in its encoding.
    func utf8() throws(PropertyListError) -> [UInt8] {
        let (text, isValid) = validPart
        if isValid { return text }
        let isXML = TextForm.isXML(text.dropFirst(UTF8.byteOrderMark.count).drop(while: TextForm.isBlank))
        guard isXML else { throw PropertyListError(.unrecognized) }
        throw XMLScanner.parseError("invalid UTF-\(8 * width)", atEndOf: text)
    }

    /// The valid beginning of the text in UTF-8, and whether it is the whole text.
    var validPart: (text: [UInt8], isWhole: Bool) {
        var reader = self
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / width)
        while reader.index < bytes.count {
            guard let scalar = reader.next() else { return (text, false) }
            if scalar.isASCII {
                text.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return (text, true)
    }

    private mutating func next() -> Unicode.Scalar? {
        guard let unit = nextUnit() else { return nil }
        guard width == 2, UTF16.isLeadSurrogate(UInt16(truncatingIfNeeded: unit)) else { return Unicode.Scalar(unit) }
        guard let trail = nextUnit(), UTF16.isTrailSurrogate(UInt16(truncatingIfNeeded: trail)) else { return nil }
        return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + trail & 0x3FF)
    }

    @inline(__always)
    private mutating func nextUnit() -> UInt32? {
        guard width <= bytes.count - index else { return nil }
        var unit: UInt32 = 0
        for place in 0..<width {
            let byte = bytes[index + (isBigEndian ? place : width - 1 - place)]
            unit = unit << 8 | UInt32(byte)
        }
        index += width
        return unit
    }
}

/// The declaration at the beginning of an XML file, `<?xml version="1.0" encoding="UTF-8"?>`.
enum XMLDeclaration {
    /// Returns the name of the declared encoding, or `nil` if it is UTF-8 or not declared.
    static func encoding(in text: ArraySlice<UInt8>) -> String? {
        guard text.starts(with: "<?xml".utf8) else { return nil }
        let declaration = text.prefix { $0 != UInt8(ascii: ">") }
        let attribute = declaration.indices.first { declaration[$0...].starts(with: "encoding".utf8) }
        guard let attribute else { return nil }
        let value = declaration[attribute...].dropFirst(8).drop { "= \t\r\n\"'".utf8.contains($0) }
        let name = String(decoding: value.prefix { !"\"'? \t\r\n".utf8.contains($0) }, as: UTF8.self)
        return name.lowercased() == "utf-8" ? nil : name
    }
}

/// The encoding that an XML file declares.
///
/// CoreFoundation maps the name to an encoding and decodes the bytes, as it does for Foundation. The text is then read
/// like text in UTF-8.
struct DeclaredEncoding {
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    /// Returns the text of a file in UTF-8.
    ///
    /// - Throws: ``PropertyListError`` if the encoding is unknown or the bytes are invalid in it.
    func utf8(_ bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
        let encoding = CFStringConvertIANACharSetNameToEncoding(CoreFoundationText.string(name))
        guard encoding != CFStringEncoding.max else { throw parseError("an unknown encoding '\(name.briefExcerpt)'") }
        if encoding == CFStringBuiltInEncodings.UTF8.rawValue { return bytes }
        // The declaration was read as ASCII. In UTF-16, for example, it would have been something else.
        guard let text = Self.text(of: bytes, in: encoding), text.starts(with: "<?xml".utf8) else {
            throw parseError("text that is not in the declared encoding '\(name.briefExcerpt)'")
        }
        return text
    }

    private func parseError(_ reason: String) -> PropertyListError {
        PropertyListError(.malformed(.xml, reason: reason, position: .line(1, column: nil)))
    }

    private static func text(of bytes: [UInt8], in encoding: CFStringEncoding) -> [UInt8]? {
        // CoreFoundation interprets bytes above 0x7F as Latin-1.
        let isASCII = encoding == CFStringBuiltInEncodings.ASCII.rawValue
        if isASCII, !bytes.allSatisfy({ $0 < 0x80 }) { return nil }
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
