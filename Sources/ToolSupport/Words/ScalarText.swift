import Foundation
package import PropertyList

/// Conversion between scalars and text. Invalid text gives `nil`. It is never guessed, truncated or rounded into range.
package enum ScalarText {
    /// Parses pairs of hexadecimal digits. If the number of digits is odd, the first digit is a byte, as in Apple's
    /// tool.
    private static func data(_ text: String) -> Data? {
        var digits: [UInt8] = text.utf8.count.isMultiple(of: 2) ? [] : [0]
        for byte in text.utf8 {
            guard let digit = byte.hexadecimalDigit else { return nil }
            digits.append(digit)
        }
        return Data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    /// Parses decimal digits after an optional sign. Spaces around them, as `wc` prints them, are ignored.
    package static func integer(_ text: String) -> PropertyListInteger? {
        PropertyListInteger(text.trimmingBlanks)
    }

    /// Parses a decimal number with an optional exponent, or `nan`, `inf` or `infinity`.
    package static func real(_ text: String) -> Double? {
        let text = text.trimmingBlanks.lowercased()
        let isSigned = text.hasScalarPrefix("-") || text.hasScalarPrefix("+")
        let unsigned = text.utf8.dropFirst(isSigned ? 1 : 0)
        let isWord = ["nan", "inf", "infinity"].contains { unsigned.elementsEqual($0.utf8) }
        // Swift also accepts hexadecimal numbers, and rounds numbers out of range to infinity or 0. Both are refused.
        let isDecimal = !unsigned.contains { $0.isASCIILetter && $0 != UInt8(ascii: "e") }
        if isWord { return Double(text) }
        return isDecimal ? Double(decimal: text) : nil
    }

    /// Parses a number, boolean, date or data. A date has the form of ISO 8601 or Apple's `2024-01-31 12:00:00 +0000`.
    /// Its default time zone is UTC. Returns `nil` for other types.
    package static func value(of text: String, as type: PropertyListType) -> PropertyListValue? {
        switch type {
        case .integer: integer(text).map(PropertyListValue.integer)
        case .real: real(text).map(PropertyListValue.real)
        case .boolean: Bool(preferenceWord: text).map(PropertyListValue.boolean)
        case .date: ISO8601Text.date(from: text).map(PropertyListValue.date)
        case .data: data(text).map(PropertyListValue.data)
        case .string, .array, .dictionary, .uid: nil
        }
    }

    /// Returns a number with six digits after the decimal point.
    package static func fixedPoint(_ number: Double) -> String {
        var buffer = [CChar](repeating: 0, count: 400)  // the largest number has 309 digits before the point
        let count = withVaList([number]) { vsnprintf(&buffer, buffer.count, "%f", $0) }
        return String(decoding: buffer.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension String {
    /// The text without leading and trailing spaces, tabs and newlines. Each integer that is written is trimmed. So
    /// bytes are compared, which is faster than comparing characters.
    package var trimmingBlanks: String {
        let isInk = { (byte: UInt8) in
            byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") && byte != UInt8(ascii: "\n")
        }
        guard let start = utf8.firstIndex(where: isInk), let end = utf8.lastIndex(where: isInk) else { return "" }
        return String(Substring(utf8[start...end]))
    }
}
