/// Reads a property list: the one way from bytes to a value.
///
/// The format is decided by the content: `bplist` begins a binary file; a `<` that begins no data (`<0fbd77>`) is XML; other text is
/// old style. Only that format's reader is asked, so that its complaint is the one reported. No input traps or exhausts memory: see
/// ``PropertyListLimits``.
public enum PropertyListReader {
    /// Reads a whole property list.
    ///
    /// - Throws: ``PropertyListError`` where the bytes are none, or go beyond a limit.
    public static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListDocument {
        if bytes.starts(with: Array("bplist".utf8)) {
            return try EngineReader.read(bytes, as: .binary)
        }
        guard let text = decodedText(bytes) else { throw .unrecognized }
        switch firstSignificant(of: text) {
        case nil:
            throw .empty
        case "<" where !beginsData(text):
            return try EngineReader.read(bytes, as: .xml)
        default:
            return try OldStyleReader.read(text)
        }
    }

    /// The bytes as text. Without a byte order mark they are UTF-8, unless XML declares otherwise, which is the engine's to decode:
    /// then only the part before the declaration's end matters here.
    private static func decodedText(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return String(validating: bytes.dropFirst(3), as: UTF8.self)
        }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
            return undecodedXML  // UTF-32: nothing but XML is written in it
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return utf16Text(bytes.dropFirst(2), bigEndian: bytes[0] == 0xFE)
        }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let firstByte = bytes.first { !isBlank($0) }
        return firstByte == UInt8(ascii: "<") ? undecodedXML : nil
    }

    /// Stands for the text of XML in an encoding that the engine decodes. A lone `<` would be taken for data.
    private static let undecodedXML = "<?xml"

    private static func utf16Text(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return bigEndian ? first << 8 | second : second << 8 | first
        }
        return String(validating: units, as: UTF16.self)
    }

    private static func firstSignificant(of text: String) -> Unicode.Scalar? {
        text.unicodeScalars.first { !$0.properties.isWhitespace }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// Whether a text whose first sign is `<` is old-style data, `<0fbd77 e3>`. No XML tag consists of hexadecimal digits alone.
    private static func beginsData(_ text: String) -> Bool {
        let inside = text.utf8.drop { $0 != UInt8(ascii: "<") }.dropFirst().prefix { $0 != UInt8(ascii: ">") }
        return inside.allSatisfy { isBlank($0) || $0.hexadecimalDigit != nil }
    }
}
