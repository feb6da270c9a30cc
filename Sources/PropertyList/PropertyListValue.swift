public import Foundation

/// A value of a property list.
///
/// Equality is identity of what is stored: `true`, `1`, `1.0` and `"1"` are four values; strings are compared by Unicode scalars,
/// so that "é" and "e\u{301}" differ, as they do in a file; NaN equals NaN, and -0.0 differs from 0.0.
public enum PropertyListValue: Sendable {
    /// A text, as its Unicode scalars.
    case string(String)
    /// A whole number of 64 bits, signed or not.
    case integer(PropertyListInteger)
    /// A floating-point number, which 1.0 is too.
    case real(Double)
    /// A truth value, which no number is.
    case boolean(Bool)
    /// An instant, to the fraction of a second that a `Date` holds.
    case date(Date)
    /// Bytes.
    case data(Data)
    /// Values in an order.
    case array([PropertyListValue])
    /// Values under keys.
    case dictionary(PropertyListDictionary)
    /// A reference inside a keyed archive, which XML shows as a dictionary of the one key `CF$UID`.
    case uid(UInt32)
}

extension PropertyListValue {
    /// The type of the value, without the value.
    public var type: PropertyListType {
        switch self {
        case .string: .string
        case .integer: .integer
        case .real: .real
        case .boolean: .boolean
        case .date: .date
        case .data: .data
        case .array: .array
        case .dictionary: .dictionary
        case .uid: .uid
        }
    }
}

extension PropertyListValue: Equatable {
    /// Whether both are stored as the same type and the same value.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)): left.hasSameScalars(as: right)
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left.isSameReal(as: right)
        case (.boolean(let left), .boolean(let right)): left == right
        case (.date(let left), .date(let right)): left.instant.isSameReal(as: right.instant)
        case (.data(let left), .data(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.dictionary(let left), .dictionary(let right)): left == right
        case (.uid(let left), .uid(let right)): left == right
        case (.string, _), (.integer, _), (.real, _), (.boolean, _), (.date, _), (.data, _), (.array, _),
            (.dictionary, _),
            (.uid, _):
            false
        }
    }
}

extension PropertyListValue: Hashable {
    /// Feeds what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .string(let text): text.hashScalars(into: &hasher)
        case .integer(let number): hasher.combine(number)
        case .real(let number): number.hashReal(into: &hasher)
        case .boolean(let flag): hasher.combine(flag)
        case .date(let date): date.instant.hashReal(into: &hasher)
        case .data(let data): hasher.combine(data)
        case .array(let elements): hasher.combine(elements)
        case .dictionary(let dictionary): hasher.combine(dictionary)
        case .uid(let uid): hasher.combine(uid)
        }
    }
}

extension Date {
    /// The seconds since 2001, of which there is one zero: both mean the same instant.
    fileprivate var instant: Double { timeIntervalSinceReferenceDate + 0 }
}

extension Double {
    /// Equal as a stored number: every NaN is the same, and the two zeros are not.
    fileprivate func isSameReal(as other: Double) -> Bool {
        bitPattern == other.bitPattern || (isNaN && other.isNaN)
    }

    fileprivate func hashReal(into hasher: inout Hasher) {
        hasher.combine(isNaN ? Double.nan.bitPattern : bitPattern)
    }
}

extension PropertyListValue: ExpressibleByStringLiteral {
    /// A string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension PropertyListValue: ExpressibleByIntegerLiteral {
    /// An integer.
    public init(integerLiteral value: Int64) {
        self = .integer(PropertyListInteger(value))
    }
}

extension PropertyListValue: ExpressibleByFloatLiteral {
    /// A real.
    public init(floatLiteral value: Double) {
        self = .real(value)
    }
}

extension PropertyListValue: ExpressibleByBooleanLiteral {
    /// A boolean.
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }
}

extension PropertyListValue: ExpressibleByArrayLiteral {
    /// An array of values.
    public init(arrayLiteral elements: PropertyListValue...) {
        self = .array(elements)
    }
}

extension PropertyListValue: ExpressibleByDictionaryLiteral {
    /// A dictionary. Of several pairs with one key the last counts.
    public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
        self = .dictionary(PropertyListDictionary(elements))
    }
}

/// The types a property list value can have, named as Apple's documentation names them.
public enum PropertyListType: String, CaseIterable, Sendable {
    /// Text.
    case string
    /// A whole number; see ``PropertyListInteger``.
    case integer
    /// A floating-point number. `defaults read-type` calls it `float`.
    case real
    /// True or false, which are not the numbers 1 and 0.
    case boolean
    /// An instant.
    case date
    /// Bytes.
    case data
    /// An ordered list of values.
    case array
    /// Values under keys.
    case dictionary
    /// A reference inside a keyed archive (`CF$UID`).
    case uid
}
