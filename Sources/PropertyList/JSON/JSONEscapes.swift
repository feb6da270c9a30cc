/// The characters that strings of JSON escape without need.
struct JSONEscapes: Sendable {
    /// Whether a backslash precedes each slash.
    var slash = false
    /// Whether characters beyond ASCII are written as numbers.
    private(set) var nonASCII = false
    /// Whether the digits of numbers are in upper case.
    private(set) var isUppercase = false

    init(slash: Bool = false) {
        self.slash = slash
    }

    /// Creates the escapes that a text contains.
    init(of text: [UInt8]) {
        let isASCII = text.allSatisfy { $0 < 0x80 }
        var index = 0
        while let start = text[index...].firstIndex(of: UInt8(ascii: "\\")) {
            let escape = text[start...].dropFirst().prefix(5)
            if escape.first == UInt8(ascii: "/") { slash = true }
            if escape.first == UInt8(ascii: "u") {
                let digits = escape.dropFirst()
                // Control characters need escapes.
                if isASCII, !digits.starts(with: "00".utf8) || digits.dropFirst(2).first.map({ $0 >= 0x38 }) == true {
                    nonASCII = true
                }
                if digits.contains(where: { 0x41...0x46 ~= $0 }) { isUppercase = true }
            }
            index = min(start + 2, text.count)
        }
    }

    /// Returns the escape of a UTF-16 code unit.
    func escape(of unit: UInt16) -> String {
        let digits = String(unit, radix: 16, uppercase: isUppercase)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
