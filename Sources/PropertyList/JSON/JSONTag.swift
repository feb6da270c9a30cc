import Foundation

/// The only key of an object that stands for a value JSON has no word for.
enum JSONTag: String {
    /// ISO 8601 in universal time, or seconds since 2001, a real, where that has no exact text.
    case date = "$date"
    /// Bytes in base64.
    case data = "$data"
    /// A real that JSON would give back as an integer or not at all, as text.
    case real = "$real"
    /// An integer that other programs would round, as decimal digits.
    case integer = "$integer"
    /// The number of a reference.
    case uid = "$uid"
    /// A dictionary whose only key begins with a dollar sign.
    case dictionary = "$dictionary"

    /// The largest integer up to which every integer is a double as well: beyond, most programs round.
    static let largestPlainInteger: Int64 = 1 << 53
}

extension JSONTag {
    /// The value that a tag makes of what it holds, nil where that is not what it holds.
    static func value(of tag: JSONTag, _ content: PropertyListValue) -> PropertyListValue? {
        switch (tag, content) {
        case (.date, .string(let text)): ISO8601Text.date(from: text).map(PropertyListValue.date)
        case (.date, .real(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
        case (.date, .integer(let seconds)): seconds.asReal.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case (.data, .string(let text)): Data(base64Encoded: text).map(PropertyListValue.data)
        case (.real, .string(let text)): real(text).map(PropertyListValue.real)
        case (.integer, .string(let text)): PropertyListInteger(text).map(PropertyListValue.integer)
        case (.uid, .integer(let number)): number.exactly(as: UInt32.self).map(PropertyListValue.uid)
        case (.dictionary, .dictionary): content
        default: nil
        }
    }

    /// A decimal number, or a word for what is none. Swift reads hexadecimal digits too, and makes an infinity of what is too large.
    private static func real(_ text: String) -> Double? {
        if let word = ["inf": Double.infinity, "-inf": -.infinity, "nan": .nan, "-nan": .nan][text] { return word }
        guard text.utf8.allSatisfy({ $0.isASCIIDigit || "+-.eE".utf8.contains($0) }), let number = Double(text) else {
            return nil
        }
        return number.isFinite ? number : nil
    }
}

extension PropertyListInteger {
    /// The number as a real; nil where that would round.
    fileprivate var asReal: Double? {
        exactly(as: Int64.self).flatMap { Double(exactly: $0) }
    }
}
