import Foundation
import PropertyList
import ToolSupport

/// The text of values that `-extract` prints for the format `raw`.
enum PlutilRawText {
    /// Returns the text of a scalar, the number of elements of an array, or the keys of a dictionary in lines.
    static func text(of value: PropertyListValue) -> String {
        switch value {
        case .string(let text): text
        case .integer(let number): number.description
        case .real(let number): text(of: number)
        case .boolean(let flag): flag ? "true" : "false"
        case .date(let date): text(of: date)
        case .data(let data): data.base64EncodedString()
        case .array(let elements): String(elements.count)
        case .dictionary(let dictionary): text(of: dictionary.keys)
        case .uid: "CF$UID"
        }
    }

    /// Returns a number with six digits after the point, as Apple's tool does. If that is another number, returns the
    /// fewest digits that give the number.
    private static func text(of number: Double) -> String {
        let text = ScalarText.fixedPoint(number)
        return Double(text) == number ? text : number.description
    }

    /// Returns a date in UTC without fractions of a second. If its year is out of range, returns the seconds since
    /// 2001.
    private static func text(of date: Date) -> String {
        UTCDateTime(date).map { $0.iso8601 + "Z" } ?? date.timeIntervalSinceReferenceDate.description
    }

    private static func text(of keys: [String]) -> String {
        NaturalOrder.indices(of: keys).map { keys[$0] }.joined(separator: "\n")
    }
}
