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
        case (.date, .integer(let seconds)):
            Double(exactly: seconds).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
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

extension JSONTag {
    /// Where in a text the objects begin that have several keys, the first with a dollar sign or an escape at its beginning. Of a text that
    /// is no JSON, or is nested deeper than any that is read, the answer is of no use and does no harm.
    static func objectsOfSeveralKeys(in bytes: [UInt8], from start: Int) -> Set<Int> {
        var found: Set<Int> = []
        // The containers that are open: for an object that begins like a tag its place, for others nil.
        var open: [Int?] = []
        var index = start
        while index < bytes.count, open.count <= 2 * PropertyListLimits.depth + 2 {
            switch bytes[index] {
            case UInt8(ascii: "\""): index = endOfString(in: bytes, from: index)
            case UInt8(ascii: "{"): open.append(beginsLikeTag(bytes, at: index) ? index : nil)
            case UInt8(ascii: "["): open.append(nil)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
            case UInt8(ascii: ","): if case let object?? = open.last { found.insert(object) }
            default: break
            }
            index += 1
        }
        return found
    }

    /// The place of the quote that ends a string.
    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index
    }

    private static func beginsLikeTag(_ bytes: [UInt8], at start: Int) -> Bool {
        let key = bytes[(start + 1)...].drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }.prefix(2)
        return key.elementsEqual("\"$".utf8) || key.elementsEqual("\"\\".utf8)
    }
}
