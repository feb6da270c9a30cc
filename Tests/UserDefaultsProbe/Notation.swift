import Foundation

/// Property list values as text that tells every type from every other: `"text"`, `14`, `0.5`, `true`,
/// `@2024-01-31T12:00:00Z`, `<0fbd>`, `[…]`, `{"key": …}`.
///
/// A real has a point, an exponent or is a word; an integer is digits. Keys are in the order of their scalars. Control
/// characters are escaped, and so are combining marks: without them Swift takes texts for equal that are not the same.
package enum Notation {
    /// The text of a value that `PropertyListSerialization` or `UserDefaults` gave.
    package static func text(of value: Any?) -> String {
        guard let value else { return "nothing" }
        switch value {
        case let string as String: return quoted(string)
        case let date as Date: return text(of: date)
        case let data as Data: return "<" + data.map(hexadecimal).joined() + ">"
        case let array as [Any?]: return "[" + array.map(text).joined(separator: ", ") + "]"
        case let dictionary as [String: Any]: return "{" + lines(of: dictionary).joined(separator: ", ") + "}"
        case let number as NSNumber: return text(of: number)
        default: return "\(type(of: value))?"
        }
    }

    /// The pairs of a dictionary, `"key": value`.
    package static func lines(of dictionary: [String: Any]) -> [String] {
        dictionary.keys.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
            .map { "\(quoted($0)): \(text(of: dictionary[$0]))" }
    }

    private static func text(of date: Date) -> String {
        let isWhole = date.timeIntervalSinceReferenceDate == date.timeIntervalSinceReferenceDate.rounded()
        return "@" + date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
    }

    /// A cast to `Bool`, `Int` or `Double` would succeed for numbers of the other types.
    private static func text(of number: NSNumber) -> String {
        switch String(cString: number.objCType) {
        case "c", "B": number.boolValue ? "true" : "false"
        case "d", "f": number.doubleValue.description
        case "Q": number.uint64Value.description
        default: number.int64Value.description
        }
    }

    private static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case ..<" ", "\u{7F}", "\u{FFFE}", "\u{FFFF}": "\\u{\(String(scalar.value, radix: 16))}"
            case _ where scalar.properties.canonicalCombiningClass != .notReordered:
                "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }
        return "\"\(scalars.joined())\""
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
