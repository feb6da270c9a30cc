package import Foundation

/// A type that a property list holds as it is, or as a string. The coders ask it before it encodes or decodes itself.
package protocol NativePropertyListValue {
    /// What is expected in the stored value's place, in a message.
    static var expectation: String { get }

    func encoded() throws(NativeValueFault) -> PropertyListValue

    /// The value that is stored; nil where something of another type is.
    ///
    /// - Throws: ``NativeValueFault`` where the type is right and the value cannot be held.
    static func decoded(_ value: PropertyListValue) throws(NativeValueFault) -> Self?
}

/// Why a value of the right type is none that can be stored or read.
package struct NativeValueFault: Error {
    package let reason: String
}

extension Bool: NativePropertyListValue {
    package static var expectation: String { "a boolean" }

    package func encoded() -> PropertyListValue { .boolean(self) }

    package static func decoded(_ value: PropertyListValue) -> Bool? {
        if case .boolean(let flag) = value { flag } else { nil }
    }
}

extension String: NativePropertyListValue {
    package static var expectation: String { "a string" }

    package func encoded() -> PropertyListValue { .string(self) }

    package static func decoded(_ value: PropertyListValue) -> String? {
        if case .string(let text) = value { text } else { nil }
    }
}

extension Double: NativePropertyListValue {
    package static var expectation: String { "a real" }

    package func encoded() -> PropertyListValue { .real(self) }

    /// A real, or an integer that is the same number.
    package static func decoded(_ value: PropertyListValue) throws(NativeValueFault) -> Double? {
        switch value {
        case .real(let number): return number
        case .integer(let number):
            guard let exact = Double(exactly: number) else {
                throw NativeValueFault(reason: "no Double is exactly \(number)")
            }
            return exact
        case .string, .boolean, .date, .data, .array, .dictionary, .uid: return nil
        }
    }
}

extension Float: NativePropertyListValue {
    package static var expectation: String { "a real" }

    package func encoded() -> PropertyListValue { .real(Double(self)) }

    /// The Float nearest to what is stored, which is a Double: 32.3 is 32.3.
    package static func decoded(_ value: PropertyListValue) throws(NativeValueFault) -> Float? {
        guard let number = try Double.decoded(value) else { return nil }
        let narrowed = Float(number)
        guard narrowed.isFinite || !number.isFinite else {
            throw NativeValueFault(reason: "\(number) is beyond what a Float can be")
        }
        return narrowed
    }
}

extension Date: NativePropertyListValue {
    package static var expectation: String { "a date" }

    package func encoded() throws(NativeValueFault) -> PropertyListValue {
        guard timeIntervalSinceReferenceDate.isFinite else { throw NativeValueFault(reason: EncodingFault.date) }
        return .date(self)
    }

    package static func decoded(_ value: PropertyListValue) -> Date? {
        if case .date(let date) = value { date } else { nil }
    }
}

extension Data: NativePropertyListValue {
    package static var expectation: String { "data" }

    package func encoded() -> PropertyListValue { .data(self) }

    package static func decoded(_ value: PropertyListValue) -> Data? {
        if case .data(let data) = value { data } else { nil }
    }
}

extension URL: NativePropertyListValue {
    package static var expectation: String { "a string that is a URL" }

    package func encoded() -> PropertyListValue { .string(absoluteString) }

    /// The URL in a string. A path is a file's, for that is what Foundation's `UserDefaults` stores.
    package static func decoded(_ value: PropertyListValue) throws(NativeValueFault) -> URL? {
        guard case .string(let text) = value else { return nil }
        if text.hasPrefix("/") { return URL(fileURLWithPath: text) }
        guard let url = URL(string: text) else { throw NativeValueFault(reason: "'\(text)' is no URL") }
        return url
    }
}

extension UUID: NativePropertyListValue {
    package static var expectation: String { "a string that is a UUID" }

    package func encoded() -> PropertyListValue { .string(uuidString) }

    package static func decoded(_ value: PropertyListValue) throws(NativeValueFault) -> UUID? {
        guard case .string(let text) = value else { return nil }
        guard let uuid = UUID(uuidString: text) else { throw NativeValueFault(reason: "'\(text)' is no UUID") }
        return uuid
    }
}

extension PropertyListValue: NativePropertyListValue {
    package static var expectation: String { "a value" }

    package func encoded() -> PropertyListValue { self }

    package static func decoded(_ value: PropertyListValue) -> PropertyListValue? { value }
}
