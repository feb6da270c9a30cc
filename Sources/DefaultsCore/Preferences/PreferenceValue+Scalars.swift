public import Foundation
public import PropertyList

// Each stores as the coders of the library do, so that a key can change from one to the other.

extension PreferenceValue where Self: FixedWidthInteger {
    /// The integer, exactly. (No type that conforms is wider than 64 bits.)
    public var storedElement: PropertyListValue {
        .integer(PropertyListInteger(exactly: self) ?? 0)
    }

    /// The integer that is stored, if the type can hold it.
    public static func preference(from stored: PropertyListValue) -> Self? {
        if case .integer(let number) = stored { number.exactly(as: Self.self) } else { nil }
    }

    /// An integer.
    public static var storedType: PropertyListType? { .integer }
}

extension Int: PreferenceValue {}
extension Int8: PreferenceValue {}
extension Int16: PreferenceValue {}
extension Int32: PreferenceValue {}
extension Int64: PreferenceValue {}
extension UInt: PreferenceValue {}
extension UInt8: PreferenceValue {}
extension UInt16: PreferenceValue {}
extension UInt32: PreferenceValue {}
extension UInt64: PreferenceValue {}

extension Bool: PreferenceValue {
    /// The boolean, which is no number.
    public var storedElement: PropertyListValue { .boolean(self) }

    /// The boolean that is stored.
    public static func preference(from stored: PropertyListValue) -> Bool? {
        if case .boolean(let flag) = stored { flag } else { nil }
    }

    /// A boolean.
    public static var storedType: PropertyListType? { .boolean }
}

extension Double: PreferenceValue {
    /// The real, whole or not.
    public var storedElement: PropertyListValue { .real(self) }

    /// The real that is stored, or the integer if it is the same number.
    public static func preference(from stored: PropertyListValue) -> Double? {
        if case .real(let number) = stored { number } else { try? Double.decoded(stored) }
    }

    /// A real.
    public static var storedType: PropertyListType? { .real }
}

extension Float: PreferenceValue {
    /// The real, which as a `Double` is the same number.
    public var storedElement: PropertyListValue { .real(Double(self)) }

    /// The `Float` nearest to the number that is stored.
    public static func preference(from stored: PropertyListValue) -> Float? { try? Float.decoded(stored) }

    /// A real.
    public static var storedType: PropertyListType? { .real }
}

extension String: PreferenceValue {
    /// The string.
    public var storedElement: PropertyListValue { .string(self) }

    /// The string that is stored.
    public static func preference(from stored: PropertyListValue) -> String? {
        if case .string(let text) = stored { text } else { nil }
    }

    /// A string.
    public static var storedType: PropertyListType? { .string }
}

extension Date: PreferenceValue {
    /// The date. One that is no instant is refused by ``Preferences``, and the old value stays.
    public var storedElement: PropertyListValue { .date(self) }

    /// The date that is stored.
    public static func preference(from stored: PropertyListValue) -> Date? {
        if case .date(let date) = stored { date } else { nil }
    }

    /// A date.
    public static var storedType: PropertyListType? { .date }
}

extension Data: PreferenceValue {
    /// The bytes.
    public var storedElement: PropertyListValue { .data(self) }

    /// The bytes that are stored.
    public static func preference(from stored: PropertyListValue) -> Data? {
        if case .data(let data) = stored { data } else { nil }
    }

    /// Data.
    public static var storedType: PropertyListType? { .data }
}

extension URL: PreferenceValue {
    /// The URL as a string.
    public var storedElement: PropertyListValue { .string(absoluteString) }

    /// The URL in the string that is stored. A path is a file's, for that is what Foundation's `UserDefaults` stores.
    public static func preference(from stored: PropertyListValue) -> URL? { try? URL.decoded(stored) }

    /// A string.
    public static var storedType: PropertyListType? { .string }
}

extension UUID: PreferenceValue {
    /// The UUID as a string.
    public var storedElement: PropertyListValue { .string(uuidString) }

    /// The UUID in the string that is stored.
    public static func preference(from stored: PropertyListValue) -> UUID? { try? UUID.decoded(stored) }

    /// A string.
    public static var storedType: PropertyListType? { .string }
}

extension PropertyListValue: PreferenceValue {
    /// The value itself.
    public var storedElement: PropertyListValue { self }

    /// Whatever is stored.
    public static func preference(from stored: PropertyListValue) -> PropertyListValue? { stored }
}
