import Foundation

/// A value with its type, as a test expects it in a file, or as Foundation reads it. `1`, `1.0`, `true` and `"1"`
/// differ.
///
/// Values are compared by ``text``, which other readers of property lists can print as well.
package indirect enum StoredValue: Equatable, Sendable {
    case string(String)
    case integer(Int128)
    case real(Double)
    case boolean(Bool)
    /// Seconds since 1970.
    case date(Double)
    case data([UInt8])
    case array([StoredValue])
    case dictionary([(String, StoredValue)])
    /// The name of a type that no property list should contain.
    case other(String)

    /// Returns the data of hexadecimal digits.
    package static func data(hex: String) -> StoredValue {
        let digits = hex.compactMap(\.hexDigitValue)
        return .data(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }

    /// The value in ASCII: the names of types, reals as bits, and keys in the order of their scalars.
    package var text: String {
        switch self {
        case .string(let string): Self.quoted(string)
        case .integer(let number): "integer(\(number))"
        case .real(let number) where number.isNaN: "real(nan)"
        case .real(let number): "real(\(Self.hexadecimal(number.bitPattern, width: 16)))"
        case .boolean(let flag): "boolean(\(flag))"
        case .date(let seconds): "date(\(Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)"))"
        case .data(let bytes): "data(\(bytes.map { Self.hexadecimal($0, width: 2) }.joined()))"
        case .array(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
        case .dictionary(let pairs):
            "{"
                + pairs.sorted { $0.0.unicodeScalars.lexicographicallyPrecedes($1.0.unicodeScalars) }
                .map { "\(Self.quoted($0.0)): \($0.1.text)" }.joined(separator: ", ") + "}"
        case .other(let description): "other(\(description))"
        }
    }

    package static func == (value: Self, other: Self) -> Bool { value.text == other.text }

    private static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            (" "..."~").contains(scalar) && scalar != "\"" && scalar != "\\"
                ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }
        return "\"\(scalars.joined())\""
    }

    private static func hexadecimal(_ number: some FixedWidthInteger, width: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: width - digits.count) + digits
    }
}

extension StoredValue {
    /// Creates a value from an object of Foundation.
    package init(foundation value: Any) {
        switch value {
        // Any number that is 0 or 1 can be cast to Bool, so the type decides.
        case let flag as Bool where type(of: value) == Bool.self: self = .boolean(flag)
        case let text as String: self = .string(text)
        case let date as Date: self = .date(date.timeIntervalSince1970)
        case let data as Data: self = .data(Array(data))
        case let elements as [Any]: self = .array(elements.map(StoredValue.init(foundation:)))
        case let pairs as [String: Any]: self = .dictionary(pairs.map { ($0.key, StoredValue(foundation: $0.value)) })
        case let number as NSNumber:
            let isReal = ["d", "f"].contains(String(cString: number.objCType))
            self = isReal ? .real(number.doubleValue) : .integer(Int128(number.stringValue) ?? 0)
        default: self = .other("\(type(of: value))")
        }
    }
}

extension StoredValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int128) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .real(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral elements: StoredValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, StoredValue)...) { self = .dictionary(elements) }
}
