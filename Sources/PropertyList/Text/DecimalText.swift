import Foundation

/// Conversion of decimal text to `Double`, which refuses or reports text that `Double` cannot hold.
enum DecimalText {
    fileprivate static func isZero(_ text: String) -> Bool {
        let significand = text.utf8.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
        return !significand.contains { $0.isASCIIDigit && $0 != UInt8(ascii: "0") }
    }

    /// Returns whether a text is a number, rounded to the digits of the text. Programs write 0.1 also as
    /// 0.10000000000000001, and both are exact. 9007199254740993.0 is not, because `Double` holds …992 instead.
    static func isExact(_ text: String, as number: Double) -> Bool {
        let isShort = text.utf8.count <= 15 && !text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
        if isShort { return true }
        let decimal = Decimal(text)
        // Double holds fifteen digits exactly, except near the ends of its range.
        if decimal.digits.count <= 15, abs(decimal.exponent) < 300 { return true }
        guard decimal.digits.count <= Decimal.largestCount else { return false }
        return Decimal(number, count: decimal.digits.count) == decimal
    }

    /// The digits of a number without zeros around them, and the power of ten of the first digit.
    struct Decimal: Equatable {
        /// The number of digits that suffices for every `Double` without rounding.
        static let largestCount = 767

        let digits: ArraySlice<UInt8>
        let exponent: Int

        /// - Parameter text: A finite number, whose digits can be preceded by a sign and followed by an exponent.
        init(_ text: String) {
            let parts = text.utf8.split(maxSplits: 1) { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
            let significand = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            let whole = significand[0].filter(\.isASCIIDigit)
            let all = whole + (significand.count > 1 ? Array(significand[1]) : [])
            let isZero = { (digit: UInt8) in digit == UInt8(ascii: "0") }
            guard let first = all.firstIndex(where: { !isZero($0) }), let last = all.lastIndex(where: { !isZero($0) })
            else {
                (digits, exponent) = ([], 0)
                return
            }
            digits = all[first...last]
            exponent = whole.count - 1 - first + (parts.count > 1 ? Int(Substring(parts[1])) ?? 0 : 0)
        }

        /// - Parameter count: The number of digits, to which the number is rounded.
        init(_ number: Double, count: Int) {
            var buffer = [CChar](repeating: 0, count: count + 16)
            let length = withVaList([number]) { vsnprintf(&buffer, buffer.count, "%.\(max(count, 1) - 1)e", $0) }
            self.init(String(decoding: buffer.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
    }
}

extension Double {
    /// Parses a decimal number. Returns `nil` for text that is not a number, and for a number out of range: too large,
    /// or so small that it would become zero.
    package init?(decimal text: String) {
        self.init(text)
        guard isFinite, self != 0 || DecimalText.isZero(text) else { return nil }
    }
}
