/// The characters that strings of JSON escape without need.
struct JSONEscapes: Sendable {
    /// Whether a backslash precedes each slash.
    private(set) var slash = false
    /// Whether characters beyond ASCII are written as numbers.
    private(set) var nonASCII = false

    init(slash: Bool = false) {
        self.slash = slash
    }

    /// Creates the escapes that the beginning of a text shows.
    init(of text: [UInt8]) {
        let text = text[text.startBehindMark...].prefix(1 << 16)
        var rest = text
        while let start = rest.firstIndex(of: UInt8(ascii: "\\")) {
            let escape = text[start...].dropFirst().prefix(5)
            if escape.first == UInt8(ascii: "/") { slash = true }
            // Control characters need escapes.
            let isControl = escape.starts(with: "u00".utf8) && escape.dropFirst(3).first.map { $0 < 0x38 } == true
            if escape.first == UInt8(ascii: "u"), !isControl { nonASCII = true }
            rest = text[start...].dropFirst(2)
        }
        if text.contains(where: { $0 >= 0x80 }) { nonASCII = false }
    }

    /// Returns the escape of a UTF-16 code unit.
    static func escape(of unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
