import CoreFoundation
import Foundation

/// The declaration at the beginning of an XML file, `<?xml version="1.0" encoding="UTF-8"?>`.
enum XMLDeclaration {
    /// The name of the encoding that is declared, nil where none is or UTF-8.
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

/// An encoding by the name that XML files give it.
///
/// CoreFoundation knows the names and decodes the bytes, as it does for Foundation. The text is then read like any other.
struct DeclaredEncoding {
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    /// The text of a file that declares the encoding, as UTF-8.
    ///
    /// - Throws: ``PropertyListError`` if the encoding is unknown, or the bytes are not valid in it.
    func utf8(_ bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
        let encoding = CFStringConvertIANACharSetNameToEncoding(EngineText.string(name))
        guard encoding != CFStringEncoding.max else { throw fault("the unknown encoding '\(name.briefExcerpt)'") }
        if encoding == CFStringBuiltInEncodings.UTF8.rawValue { return bytes }
        // The declaration itself was read as ASCII. In UTF-16, for one, it would be something else.
        guard let text = Self.text(of: bytes, in: encoding), text.starts(with: "<?xml".utf8) else {
            throw fault("bytes that are no \(name.briefExcerpt), which it declares")
        }
        return text
    }

    private func fault(_ reason: String) -> PropertyListError {
        .malformed(.xml, reason: reason, position: .line(1, column: nil))
    }

    private static func text(of bytes: [UInt8], in encoding: CFStringEncoding) -> [UInt8]? {
        // CoreFoundation takes other bytes for Latin-1.
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
