package import Foundation

/// A value in a file, as Foundation's `PropertyListSerialization` reads it.
package indirect enum DiskValue: Equatable {
    case string(String)
    /// An integer in decimal digits.
    case integer(String)
    case real(Double)
    case boolean(Bool)
    case date(Date)
    case data(Data)
    case array([DiskValue])
    case dictionary([String: DiskValue])
    case other(String)

    package init(_ object: Any) {
        switch object {
        case let number as NSNumber: self.init(number: number)
        case let text as String: self = .string(text)
        case let date as Date: self = .date(date)
        case let data as Data: self = .data(data)
        case let elements as [Any]: self = .array(elements.map(DiskValue.init))
        case let fields as [String: Any]: self = .dictionary(fields.mapValues(DiskValue.init))
        default: self = .other("\(type(of: object))")
        }
    }

    private init(number: NSNumber) {
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "c"): self = .boolean(number.boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .real(number.doubleValue)
        default: self = .integer(number.stringValue)
        }
    }
}

extension DiskValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .integer(String(value)) }
    package init(floatLiteral value: Double) { self = .real(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral elements: DiskValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, DiskValue)...) {
        self = .dictionary(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}
