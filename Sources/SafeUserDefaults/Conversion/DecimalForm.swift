import Foundation
import PropertyList

extension PropertyListValue {
    /// Returns the stored form of a decimal number.
    ///
    /// It is a real, as in Foundation, if the real has the same digits. Otherwise it is the text of the number, from
    /// which the typed functions take numbers as well.
    static func decimal(_ number: Decimal) -> PropertyListValue {
        if number.isNaN { return .real(.nan) }
        let text = number.description
        if let real = Double(text), Decimal(string: "\(real)") == number { return .real(real) }
        return .string(text)
    }
}
