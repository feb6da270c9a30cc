import Foundation
import PropertyList

/// Reads the operands of type flags. What is malformed is no value: nothing is guessed, cut off or rounded into range.
enum ScalarText {
    /// Pairs of hexadecimal digits. Of an odd number the first digit is a byte by itself, as with Apple's tool.
    static func data(_ text: String) -> Data? {
        var digits: [UInt8] = text.utf8.count.isMultiple(of: 2) ? [] : [0]
        for byte in text.utf8 {
            guard let digit = byte.hexadecimalDigit else { return nil }
            digits.append(digit)
        }
        return Data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    /// Decimal digits after an optional sign, blanks around them, as `wc` prints them, left aside.
    static func integer(_ text: String) -> PropertyListInteger? {
        PropertyListInteger(trimmed(text))
    }

    /// A decimal number with or without exponent, or `nan`, `inf` and `infinity`.
    static func real(_ text: String) -> Double? {
        let text = trimmed(text).lowercased()
        let unsigned = text.first == "-" || text.first == "+" ? String(text.dropFirst()) : text
        let isWord = ["nan", "inf", "infinity"].contains(unsigned)
        // Swift reads hexadecimal numbers and rounds what is too large to infinity.
        guard isWord || !unsigned.contains(where: { $0.isLetter && $0 != "e" }), let number = Double(text) else {
            return nil
        }
        return isWord || number.isFinite ? number : nil
    }

    /// The words of Apple's tool in any case, and what people type in their place.
    static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "1", "on": true
        case "false", "no", "0", "off": false
        default: nil
        }
    }

    /// ISO 8601, or Apple's `2024-01-31 12:00:00 +0000`. Without a zone it is universal time.
    static func date(_ text: String) -> Date? {
        var reader = DateReader(text)
        return reader.date()
    }

    private static func trimmed(_ text: String) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" }
        return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}

/// Reads a date: a day, optionally a time of day, optionally a zone.
private struct DateReader {
    private var rest: Substring

    init(_ text: String) {
        rest = text[...]
    }

    mutating func date() -> Date? {
        guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
            let day = number(digits: 2)
        else { return nil }
        var dateTime = UTCDateTime(year: year, month: month, day: day)
        var fraction = 0.0
        var offset = 0
        if !rest.isEmpty {
            guard take("T") || take("t") || take(" "), let time = timeOfDay(), let zone = zoneOffset() else {
                return nil
            }
            (dateTime.hour, dateTime.minute, dateTime.second, fraction) = time
            offset = zone
        }
        guard rest.isEmpty, let date = dateTime.date else { return nil }
        return Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate - Double(offset) + fraction)
    }

    private mutating func timeOfDay() -> (Int, Int, Int, Double)? {
        guard let hour = number(digits: 2), take(":"), let minute = number(digits: 2) else { return nil }
        guard take(":") else { return (hour, minute, 0, 0) }
        guard let second = number(digits: 2) else { return nil }
        guard take(".") || take(",") else { return (hour, minute, second, 0) }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard let fraction = Double("0." + digits), !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        return (hour, minute, second, fraction)
    }

    /// Seconds east of universal time.
    private mutating func zoneOffset() -> Int? {
        _ = take(" ")
        if rest.isEmpty || take("Z") || take("z") { return 0 }
        let isEast = take("+")
        guard isEast || take("-"), let hours = number(digits: 2) else { return nil }
        _ = take(":")
        guard let minutes = rest.isEmpty ? 0 : number(digits: 2), hours < 24, minutes < 60 else { return nil }
        return (isEast ? 1 : -1) * (hours * 3600 + minutes * 60)
    }

    private mutating func number(digits: Int) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        rest = rest.dropFirst(digits)
        return Int(text)
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }
}
