import Foundation

/// The only key of an object that stands for a value without a JSON type.
enum JSONTag: String {
    /// A date as ISO 8601 in UTC, or as seconds since 2001 if no text is exact.
    case date = "$date"
    /// Data in base64.
    case data = "$data"
    /// A real as text. Used if JSON would turn the real into an integer or cannot represent it.
    case real = "$real"
    /// An integer as decimal digits. Used if other programs would round the integer.
    case integer = "$integer"
    /// The number of a reference.
    case uid = "$uid"
    /// A dictionary whose only key begins with a dollar sign.
    case dictionary = "$dictionary"

    /// The limit up to which a `Double` represents every integer. Many programs round larger integers.
    static let largestPlainInteger: Int64 = 1 << 53
}

extension PropertyListDictionary {
    /// Whether the only key is a tag of JSON.
    var looksLikeTag: Bool { count == 1 && JSONTag(rawValue: self[0].key) != nil }
}

extension JSONTag {
    /// Returns the tag of a value for which JSON has no type, and its content, or `nil` for any other value.
    static func tagged(_ value: PropertyListValue) -> (tag: JSONTag, content: PropertyListValue)? {
        switch value {
        // If no text is exact, a date is a number of seconds. A large whole number is tagged like other reals, because
        // programs may rewrite it with too many digits for an integer.
        case .date(let date):
            (.date, ISO8601Text.text(of: date).map { .string($0) } ?? .real(date.timeIntervalSinceReferenceDate))
        case .data(let data): (.data, .string(data.base64EncodedString()))
        case .uid(let uid): (.uid, .integer(PropertyListInteger(UInt64(uid))))
        case .real(let number) where !number.isFinite: (.real, .string(number.description))
        case .real, .integer, .string, .boolean, .array, .dictionary: nil
        }
    }

    /// Returns the value of a tag with a content, or `nil` if the content is invalid.
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

    /// Parses a decimal number, an infinity or NaN. Returns `nil` for hexadecimal digits and for numbers beyond the
    /// range of `Double`, which Swift's parser accepts.
    private static func real(_ text: String) -> Double? {
        if let word = ["inf": Double.infinity, "-inf": -.infinity, "nan": .nan, "-nan": .nan][text] { return word }
        guard text.utf8.allSatisfy({ $0.isASCIIDigit || "+-.eE".utf8.contains($0) }) else { return nil }
        return Double(decimal: text)
    }
}

extension JSONTag {
    /// Returns the offset of the closing quote of a string.
    static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index
    }
}

extension JSONScanner {
    /// Returns the offsets of objects with several keys if the first key begins with a dollar sign or an escape.
    ///
    /// The result is meaningless, but harmless, if the text is not JSON or is nested too deeply to be read.
    func objectsOfSeveralKeys(from start: Int) -> Set<Int> {
        var scanner = JSONScanner(bytes, to: .show)
        scanner.index = start
        var found: Set<Int> = []
        // For each open container, its offset if it is an object that begins like a tag, or else nil.
        var open: [Int?] = []
        while let byte = scanner.current, open.count <= 2 * PropertyListLimits.depth + 2 {
            let place = scanner.pass().lowerBound
            let next = bytes[scanner.index...]
            switch byte {
            case UInt8(ascii: "{"):
                let beginsLikeTag = next.starts(with: "\"$".utf8) || next.starts(with: "\"\\".utf8)
                open.append(beginsLikeTag ? place : nil)
            case UInt8(ascii: "["): open.append(nil)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
            case UInt8(ascii: ","):
                if case let object?? = open.last, next.first == UInt8(ascii: "\"") { found.insert(object) }
            default: break
            }
        }
        return found
    }
}
