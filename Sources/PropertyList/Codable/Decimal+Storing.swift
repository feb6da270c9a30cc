import Foundation

/// A decimal number is stored as text with all of its digits. A property list has no type for it, and a real would
/// round it.
extension Decimal: NativePropertyListValue {
    static var propertyListType: PropertyListType? { .string }
    static var expectation: String { "a string that is a decimal number" }

    func encoded() -> PropertyListValue { .string(description) }

    /// Returns the number that a string, an integer or the shortest decimal digits of a real represent.
    ///
    /// A dictionary is also accepted, because earlier versions stored the parts of the number in a dictionary.
    static func decoded(_ value: PropertyListValue) throws(NativeConversionError) -> Decimal? {
        let text: String
        switch value {
        case .string(let string): text = string
        case .integer(let number): text = "\(number)"
        case .real(let number): text = number.isNaN ? notANumber : "\(number)"
        case .dictionary(let parts): return number(ofParts: parts)
        case .boolean, .date, .data, .array, .uid: return nil
        }
        if text == notANumber { return .nan }
        guard let digits = DecimalDigits(text), let number = Decimal(string: text),
            DecimalDigits(number.description) == digits
        else { throw NativeConversionError(reason: "no Decimal is exactly '\(text)'") }
        return number
    }

    private static let notANumber = "NaN"

    /// Returns the number from the parts that `Decimal` itself encodes, or `nil` if a part is missing or invalid.
    private static func number(ofParts parts: PropertyListDictionary) -> Decimal? {
        guard case .integer(let exponent)? = parts["exponent"], case .integer(let length)? = parts["length"],
            case .boolean(let isNegative)? = parts["isNegative"], case .array(let words)? = parts["mantissa"],
            let exponent: Int8 = exponent.exactly(), let count: UInt8 = length.exactly(), count <= words.count
        else { return nil }
        if count == 0 { return isNegative ? .nan : 0 }
        var significand = Decimal(0)
        for word in words.prefix(Int(count)).reversed() {
            guard case .integer(let number) = word, let word: UInt16 = number.exactly() else { return nil }
            significand = significand * 65536 + Decimal(Int(word))
        }
        return Decimal(sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: significand)
    }
}

/// The digits of a decimal number in a normal form. All texts of a number have the same normal form.
private struct DecimalDigits: Equatable {
    private var isNegative = false
    private let number: DecimalText.Decimal

    /// Creates the digits of a text, or returns `nil` if the text is not a decimal number such as `-12.5` or `1e+22`.
    init?(_ text: String) {
        let parts = text.utf8.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == 0x65 || $0 == 0x45 }
        if parts.count == 2 {
            guard let exponent = Int(Substring(parts[1])), (-1000...1000).contains(exponent) else { return nil }
        }
        var rest = parts[0]
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            rest = rest.dropFirst()
        }
        let numbers = rest.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == UInt8(ascii: ".") }
        guard numbers.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }) else { return nil }
        number = DecimalText.Decimal(text)
        if number.digits.isEmpty { isNegative = false }
    }
}
