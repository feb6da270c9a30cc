/// A whole number of a property list: anything from `Int64.min` to `UInt64.max`.
///
/// That is the range of the formats: a binary property list holds signed 64-bit integers and, in 16 bytes, unsigned ones. No
/// Swift integer type has just this range, and narrowing to `Int` would lose the upper half of `UInt64`.
public struct PropertyListInteger: Hashable, Sendable {
    /// The two's complement of a negative number, the number itself otherwise.
    private let bits: UInt64
    private let isNegative: Bool

    /// The given number.
    public init(_ value: Int64) {
        bits = UInt64(bitPattern: value)
        isNegative = value < 0
    }

    /// The given number.
    public init(_ value: UInt64) {
        bits = value
        isNegative = false
    }

    /// The given number, or nil where it is below `Int64.min` or above `UInt64.max`.
    public init?(exactly value: some BinaryInteger) {
        if let unsigned = UInt64(exactly: value) {
            self.init(unsigned)
        } else if let signed = Int64(exactly: value) {
            self.init(signed)
        } else {
            return nil
        }
    }

    /// The number as another integer type, or nil where that type cannot hold it.
    public func exactly<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        isNegative ? Integer(exactly: Int64(bitPattern: bits)) : Integer(exactly: bits)
    }
}

extension Double {
    /// Creates the number that is equal to an integer, or returns `nil` if that would round.
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
    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool {
        // Two negative numbers compare as their two's complements do.
        left.isNegative == right.isNegative ? left.bits < right.bits : left.isNegative
    }
}

extension PropertyListInteger: ExpressibleByIntegerLiteral {
    /// The number that stands in the source; above `Int64.max`, use ``init(_:)-(UInt64)``.
    public init(integerLiteral value: Int64) {
        self.init(value)
    }
}

extension PropertyListInteger: LosslessStringConvertible {
    /// Decimal digits after an optional sign; nil for anything else and for numbers out of range.
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
