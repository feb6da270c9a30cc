import Foundation

/// What a test expects a file to hold, written by hand: a value with its type, so that `1`, `1.0`, `true` and `"1"` are
/// four.
///
/// Values are compared by ``text``.
indirect enum StoredValue: Sendable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    /// Seconds since 1970.
    case date(Int64)
    case data([UInt8])
    case array([StoredValue])
    case dictionary([(String, StoredValue)])
    /// Something no test expects, described.
    case other(String)

    /// Bytes given as hexadecimal digits.
    static func data(hex: String) -> StoredValue {
        let digits = hex.compactMap(\.hexDigitValue)
        return .data(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }

    /// The value in ASCII, one text for each value: types are named, reals shown by their bits, keys sorted by scalars.
    var text: String {
        switch self {
        case .string(let string): Self.quoted(string)
        case .integer(let number): "integer(\(number))"
        case .real(let number): "real(\(Self.hexadecimal(number.bitPattern, width: 16)))"
        case .boolean(let flag): "boolean(\(flag))"
        case .date(let seconds): "date(\(seconds))"
        case .data(let bytes): "data(\(bytes.map { Self.hexadecimal($0, width: 2) }.joined()))"
        case .array(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
        case .dictionary(let pairs):
            "{"
                + pairs.sorted { $0.0.unicodeScalars.lexicographicallyPrecedes($1.0.unicodeScalars) }
                .map { "\(Self.quoted($0.0)): \($0.1.text)" }.joined(separator: ", ") + "}"
        case .other(let description): "other(\(description))"
        }
    }

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
    /// A value that Foundation has read.
    init(foundation value: Any) {
        switch value {
        // Any number that is 0 or 1 can be cast to Bool: the type has to be looked at.
        case let flag as Bool where type(of: value) == Bool.self: self = .boolean(flag)
        case let text as String: self = .string(text)
        case let date as Date: self = .date(Int64(date.timeIntervalSince1970))
        case let data as Data: self = .data(Array(data))
        case let elements as [Any]: self = .array(elements.map(StoredValue.init(foundation:)))
        case let pairs as [String: Any]: self = .dictionary(pairs.map { ($0.key, StoredValue(foundation: $0.value)) })
        case let number as NSNumber:
            let isReal = ["d", "f"].contains(String(cString: number.objCType))
            self = isReal ? .real(number.doubleValue) : .integer(number.int64Value)
        default: self = .other("\(type(of: value))")
        }
    }
}

extension StoredValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int64) { self = .integer(value) }
    init(floatLiteral value: Double) { self = .real(value) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
    init(arrayLiteral elements: StoredValue...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, StoredValue)...) { self = .dictionary(elements) }
}

extension Foreign {
    /// A file as Foundation's `PropertyListSerialization` reads it, with the types of its values.
    static func stored(_ path: String) throws -> StoredValue {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return StoredValue(foundation: try PropertyListSerialization.propertyList(from: data, format: nil))
    }
}
