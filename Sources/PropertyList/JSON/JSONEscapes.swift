import Foundation

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
        var index = 0
        while let start = text.firstBackslash(from: index) {
            let escape = text[(start + 1)...].prefix(5)
            if escape.first == UInt8(ascii: "/") { slash = true }
            if escape.first == UInt8(ascii: "u") { note(digits: escape.dropFirst()) }
            index = min(start + 2, text.count)
        }
        if nonASCII { nonASCII = text[text.startBehindMark...].allSatisfy { $0 < 0x80 } }
    }

    private mutating func note(digits: ArraySlice<UInt8>) {
        // Control characters need escapes.
        let isControl = digits.starts(with: "00".utf8) && digits.dropFirst(2).first.map { $0 < 0x38 } == true
        if !isControl { nonASCII = true }
        if digits.contains(where: { 0x41...0x46 ~= $0 }) { isUppercase = true }
    }

    /// Returns the escape of a UTF-16 code unit.
    func escape(of unit: UInt16) -> String {
        let digits = String(unit, radix: 16, uppercase: isUppercase)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}

extension [UInt8] {
    /// Returns the offset of the first backslash behind an offset. Most texts have none.
    fileprivate func firstBackslash(from start: Int) -> Int? {
        withUnsafeBytes { bytes in
            guard start < bytes.count, let base = bytes.baseAddress,
                let found = memchr(base + start, 0x5C, bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
