import Foundation

extension PropertyListValue {
    /// Returns the stored form of a decimal number.
    ///
    /// The form is a real, as in Foundation, if a real has the same digits. Otherwise the form is the text of the
    /// number, which the typed functions also read as a number.
    static func decimal(_ number: Decimal) -> PropertyListValue {
        if number.isNaN { return .real(.nan) }
        let text = number.description
        if let real = Double(text), Decimal(string: "\(real)") == number { return .real(real) }
        return .string(text)
    }
}
