/// Whole numbers are stored exactly, whatever their width, as far as 64 bits reach.
extension NativePropertyListValue where Self: FixedWidthInteger {
    package static var expectation: String { "an integer" }

    package func encoded() throws(NativeValueFault) -> PropertyListValue {
        guard let number = PropertyListInteger(exactly: self) else {
            throw NativeValueFault(reason: EncodingFault.integer)
        }
        return .integer(number)
    }

    package static func decoded(_ value: PropertyListValue) throws(NativeValueFault) -> Self? {
        guard case .integer(let number) = value else { return nil }
        guard let exact = number.exactly(as: Self.self) else {
            throw NativeValueFault(reason: "\(number) is beyond what \(Self.self) can hold")
        }
        return exact
    }
}

extension Int: NativePropertyListValue {}
extension Int8: NativePropertyListValue {}
extension Int16: NativePropertyListValue {}
extension Int32: NativePropertyListValue {}
extension Int64: NativePropertyListValue {}
extension Int128: NativePropertyListValue {}
extension UInt: NativePropertyListValue {}
extension UInt8: NativePropertyListValue {}
extension UInt16: NativePropertyListValue {}
extension UInt32: NativePropertyListValue {}
extension UInt64: NativePropertyListValue {}
extension UInt128: NativePropertyListValue {}
