/// An integer of a property list, from `Int64.min` to `UInt64.max`.
///
/// This is the range of the formats: a binary property list stores signed 64-bit integers and, in 16 bytes, unsigned
/// ones. No Swift integer type has exactly this range. `Int` lacks the upper half of `UInt64`.
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
    /// Returns whether a number is less than another one.
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
