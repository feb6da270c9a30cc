import Foundation
import PropertyList
import ToolSupport

/// The text of values that `-extract` prints for the format `raw`.
enum PlutilRawText {
    /// Returns the text of a scalar, the number of elements of an array, or the keys of a dictionary in lines.
    static func text(of value: PropertyListValue) -> String {
        switch value {
        case .string(let text): return text
        case .integer(let number): return number.description
        case .real(let number):
            // Six digits after the point, as in Apple's tool, or the fewest digits that give the number exactly.
            let text = ScalarText.fixedPoint(number)
            return Double(text) == number ? text : number.description
        case .boolean(let flag): return flag ? "true" : "false"
        // UTC without fractions of a second, or the seconds since 2001 if the year is out of range.
        case .date(let date):
            return UTCDateTime(date).map { $0.iso8601 + "Z" } ?? date.timeIntervalSinceReferenceDate.description
        case .data(let data): return data.base64EncodedString()
        case .array(let elements): return String(elements.count)
        case .dictionary(let dictionary):
            let keys = dictionary.keys
            return keys.indicesInNaturalOrder.map { keys[$0] }.joined(separator: "\n")
        case .uid: return "CF$UID"
        }
    }
}
