public import Foundation

/// A value of a property list.
///
/// Values are equal if they are stored in the same way: `true`, `1`, `1.0` and `"1"` are four different values. Strings
/// are compared by Unicode scalars, so "é" and "e\u{301}" differ, as they do in a file. NaN equals NaN, and -0.0
/// differs from 0.0.
///
/// ```swift
/// let recent: PropertyListValue = ["notes.txt", "plan.txt"]
/// if case .array(let files) = recent { show(files.count) }
/// ```
public enum PropertyListValue: Sendable {
    /// A text.
    case string(String)
    /// An integer of 64 bits, signed or unsigned.
    case integer(PropertyListInteger)
    /// A floating-point number. It may be a whole number such as 1.0.
    case real(Double)
    /// A boolean, which differs from the numbers 1 and 0.
    case boolean(Bool)
    /// A point in time, with the precision of `Date`.
    case date(Date)
    /// Bytes.
    case data(Data)
    /// An ordered list of values.
    case array([PropertyListValue])
    /// Key-value pairs. The keys are strings.
    case dictionary(PropertyListDictionary)
    /// A reference in a keyed archive. XML shows it as a dictionary with the key `CF$UID`.
    case uid(UInt32)
}

extension PropertyListValue {
    /// The type of the value.
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
    /// Returns whether two values have the same type and the same stored value.
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
    /// Hashes the stored value.
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
    /// The seconds since 2001. Adding zero turns -0.0 into 0.0, because both are the same point in time.
    fileprivate var instant: Double { timeIntervalSinceReferenceDate + 0 }
}

extension Double {
    /// Returns whether two numbers are stored in the same way. All NaNs are equal, and the two zeros differ.
    fileprivate func isSameReal(as other: Double) -> Bool {
        bitPattern == other.bitPattern || (isNaN && other.isNaN)
    }

    fileprivate func hashReal(into hasher: inout Hasher) {
        hasher.combine(isNaN ? Double.nan.bitPattern : bitPattern)
    }
}

extension PropertyListValue: ExpressibleByStringLiteral {
    /// Creates a string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension PropertyListValue: ExpressibleByIntegerLiteral {
    /// Creates an integer.
    public init(integerLiteral value: Int64) {
        self = .integer(PropertyListInteger(value))
    }
}

extension PropertyListValue: ExpressibleByFloatLiteral {
    /// Creates a real.
    public init(floatLiteral value: Double) {
        self = .real(value)
    }
}

extension PropertyListValue: ExpressibleByBooleanLiteral {
    /// Creates a boolean.
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }
}

extension PropertyListValue: ExpressibleByArrayLiteral {
    /// Creates an array.
    public init(arrayLiteral elements: PropertyListValue...) {
        self = .array(elements)
    }
}

extension PropertyListValue: ExpressibleByDictionaryLiteral {
    /// Creates a dictionary. If a key occurs several times, the last value is used.
    public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
        self = .dictionary(PropertyListDictionary(elements))
    }
}

/// The type of a property list value, named as in Apple's documentation.
public enum PropertyListType: String, CaseIterable, Sendable {
    /// A text.
    case string
    /// An integer; see ``PropertyListInteger``.
    case integer
    /// A floating-point number. `defaults read-type` prints `float`.
    case real
    /// A boolean, which differs from the numbers 1 and 0.
    case boolean
    /// A point in time.
    case date
    /// Bytes.
    case data
    /// An ordered list of values.
    case array
    /// Key-value pairs. The keys are strings.
    case dictionary
    /// A reference in a keyed archive (`CF$UID`).
    case uid

    /// Whether the type is an array or a dictionary.
    public var isContainer: Bool { self == .array || self == .dictionary }
}

/// An integer of a property list, from `Int64.min` to `UInt64.max`.
///
/// This is the range of the formats: a binary property list stores signed integers in 8 bytes and larger, unsigned
/// integers in 16 bytes. No Swift integer type has exactly this range. `Int` lacks the upper half of `UInt64`.
public struct PropertyListInteger: Hashable, Sendable {
    /// The two's complement of a negative number, or else the number itself.
    private let bits: UInt64
    private let isNegative: Bool

    /// Creates an integer from a signed number.
    public init(_ value: Int64) {
        bits = UInt64(bitPattern: value)
        isNegative = value < 0
    }

    /// Creates an integer from an unsigned number.
    public init(_ value: UInt64) {
        bits = value
        isNegative = false
    }

    /// Creates an integer, or returns `nil` if the value is less than `Int64.min` or greater than `UInt64.max`.
    public init?(exactly value: some BinaryInteger) {
        if let unsigned = UInt64(exactly: value) {
            self.init(unsigned)
        } else if let signed = Int64(exactly: value) {
            self.init(signed)
        } else {
            return nil
        }
    }

    /// Returns the number as another integer type, or `nil` if that type cannot represent it.
    ///
    /// ```swift
    /// if case .integer(let number) = value, let size = number.exactly(as: Int.self) { show(size) }
    /// ```
    public func exactly<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        isNegative ? Integer(exactly: Int64(bitPattern: bits)) : Integer(exactly: bits)
    }
}

extension Double {
    /// Creates the number that is equal to an integer, or returns `nil` if the conversion would round.
    package init?(exactly integer: PropertyListInteger) {
        if let number: Int64 = integer.exactly() {
            self.init(exactly: number)
        } else if let number: UInt64 = integer.exactly() {
            self.init(exactly: number)
        } else {
            return nil
        }
    }
}

extension PropertyListInteger: Comparable {
    /// Returns whether the first number is less than the second number.
    public static func < (left: Self, right: Self) -> Bool {
        // Two's complements of negative numbers compare like the numbers.
        left.isNegative == right.isNegative ? left.bits < right.bits : left.isNegative
    }
}

extension PropertyListInteger: ExpressibleByIntegerLiteral {
    /// Creates an integer from a literal. Use ``init(_:)-(UInt64)`` for numbers above `Int64.max`.
    public init(integerLiteral value: Int64) {
        self.init(value)
    }
}

extension PropertyListInteger: LosslessStringConvertible {
    /// Creates an integer from decimal digits with an optional sign, or returns `nil` if the text is invalid or the
    /// number out of range.
    public init?(_ description: String) {
        if let unsigned = UInt64(description) {
            self.init(unsigned)
        } else if let signed = Int64(description) {
            self.init(signed)
        } else {
            return nil
        }
    }

    /// The number in decimal digits.
    public var description: String {
        isNegative ? String(Int64(bitPattern: bits)) : String(bits)
    }
}
