import Foundation

extension Int {
    /// The number with a noun: “1 element”, “2 elements”.
    func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension PropertyListValue {
    /// The value with its type: “the string 'x'”. Of data and containers, the type suffices.
    var withType: String {
        switch self {
        case .data(let data): "data of " + data.count.counting("byte")
        case .array, .dictionary: type.withArticle
        case .string, .integer, .real, .boolean, .date, .uid: "the \(type.rawValue) \(brief)"
        }
    }

    /// A scalar in at most about 60 characters, or another value with its type.
    var brief: String {
        switch self {
        case .string(let text): text.utf8.count > 60 ? "'\(String(text.unicodeScalars.prefix(60)))…'" : "'\(text)'"
        case .integer(let number): number.description
        case .real(let number): number.description
        case .boolean(let flag): flag.description
        case .date(let date): ISO8601Text.text(of: date) ?? "\(date.timeIntervalSinceReferenceDate)"
        case .uid(let number): number.description
        case .data, .array, .dictionary: withType
        }
    }
}
