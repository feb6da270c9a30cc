/// The encodings with a byte order mark other than UTF-8.
package enum MarkedEncoding: String, CaseIterable, Sendable {
    case utf16LittleEndian, utf16BigEndian, utf32LittleEndian, utf32BigEndian

    /// Returns a text with the mark.
    package func bytes(of text: String) -> [UInt8] {
        switch self {
        case .utf16LittleEndian: ("\u{FEFF}" + text).utf16.flatMap { Array(Self.bigEndian($0).reversed()) }
        case .utf16BigEndian: ("\u{FEFF}" + text).utf16.flatMap { Self.bigEndian($0) }
        case .utf32LittleEndian:
            ("\u{FEFF}" + text).unicodeScalars.flatMap { Array(Self.bigEndian($0.value).reversed()) }
        case .utf32BigEndian: ("\u{FEFF}" + text).unicodeScalars.flatMap { Self.bigEndian($0.value) }
        }
    }

    private static func bigEndian(_ unit: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: unit.bigEndian) { Array($0) }
    }
}
