/// A number of a property list, compared without rounding.
struct ExactNumber: Comparable {
    /// The greatest integer that is not above the number. Beyond 100 bits, a number of 100 bits.
    private let whole: Int128
    private let fraction: Double
    private let rounded: Double

    /// Returns `nil` if the value is NaN or not a number.
    init?(_ value: PropertyListValue?) {
        switch value {
        case .integer(let integer):
            guard let number = integer.exactly(as: Int128.self) else { return nil }
            (whole, fraction, rounded) = (number, 0, Double(number))
        case .real(let real) where !real.isNaN:
            let floor = max(-0x1p100, min(real.rounded(.down), 0x1p100))
            (whole, fraction, rounded) = (Int128(floor), real - floor, real)
        default: return nil
        }
    }

    static func == (left: Self, right: Self) -> Bool {
        left.whole == right.whole && left.fraction == right.fraction
    }

    static func < (left: Self, right: Self) -> Bool {
        (left.whole, left.fraction) < (right.whole, right.fraction)
    }

    var isPositive: Bool { rounded > 0 }

    /// The number as a count, or `nil` if it is negative or not an integer. A count may be written as 2.0.
    var count: Int? { fraction == 0 && whole >= 0 ? Int(exactly: whole) : nil }

    /// Returns whether the number is a multiple of a positive number.
    ///
    /// Decimal fractions such as 0.1 have no exact `Double`. Therefore a quotient by a fraction is an integer if the
    /// difference is below the precision of `Double`, and an integer is a multiple of a fraction such as 1e-8.
    func isMultiple(of divisor: ExactNumber) -> Bool {
        if fraction == 0, divisor.fraction == 0 { return whole.isMultiple(of: divisor.whole) }
        let inverse = 1 / divisor.rounded
        if fraction == 0, inverse == inverse.rounded(), 1 / inverse == divisor.rounded { return true }
        if rounded.truncatingRemainder(dividingBy: divisor.rounded) == 0 { return true }
        let quotient = rounded / divisor.rounded
        return divisor.fraction != 0 && abs(quotient) < 0x1p50
            && abs(quotient - quotient.rounded()) <= abs(quotient) * 0x1p-51
    }
}
