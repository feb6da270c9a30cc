import Foundation

/// A type that is stored as a single property list value, not as a container of its fields.
///
/// The encoder and the decoder convert such values themselves and ignore their `Codable` conformance.
protocol NativePropertyListValue {
    /// The type of the stored value, or `nil` for any type.
    static var propertyListType: PropertyListType? { get }

    /// A description of the stored value for error messages, such as "an integer".
    static var expectation: String { get }

    func encoded() throws(NativeConversionError) -> PropertyListValue

    /// Returns the value for a stored value, or `nil` if the stored value has another type.
    ///
    /// - Throws: ``NativeConversionError`` if the stored value has the right type, but no equal value of this type
    ///   exists.
    static func decoded(_ value: PropertyListValue) throws(NativeConversionError) -> Self?
}

extension NativePropertyListValue {
    static var expectation: String { propertyListType?.withArticle ?? "a value" }
}

/// An error that occurs when a value of the right type cannot be stored or read.
struct NativeConversionError: Error {
    let reason: String
}

extension NativePropertyListValue where Self: FixedWidthInteger {
    static var propertyListType: PropertyListType? { .integer }

    func encoded() throws(NativeConversionError) -> PropertyListValue {
        guard let number = PropertyListInteger(exactly: self) else {
            throw NativeConversionError(reason: EncodingFailure.integer)
        }
        return .integer(number)
    }

    static func decoded(_ value: PropertyListValue) throws(NativeConversionError) -> Self? {
        guard case .integer(let number) = value else { return nil }
        guard let exact = number.exactly(as: Self.self) else {
            throw NativeConversionError(reason: "\(number) is beyond what \(Self.self) can hold")
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

extension Bool: NativePropertyListValue {
    static var propertyListType: PropertyListType? { .boolean }

    func encoded() -> PropertyListValue { .boolean(self) }

    static func decoded(_ value: PropertyListValue) -> Bool? {
        if case .boolean(let flag) = value { flag } else { nil }
    }
}

extension String: NativePropertyListValue {
    static var propertyListType: PropertyListType? { .string }

    func encoded() -> PropertyListValue { .string(self) }

    static func decoded(_ value: PropertyListValue) -> String? {
        if case .string(let text) = value { text } else { nil }
    }
}

extension Double: NativePropertyListValue {
    static var propertyListType: PropertyListType? { .real }

    func encoded() -> PropertyListValue { .real(self) }

    /// Returns the number of a real or an integer. Throws an error if a `Double` cannot represent the integer exactly.
    static func decoded(_ value: PropertyListValue) throws(NativeConversionError) -> Double? {
        switch value {
        case .real(let number): return number
        case .integer(let number):
            guard let exact = Double(exactly: number) else {
                throw NativeConversionError(reason: "no Double is exactly \(number)")
            }
            return exact
        case .string, .boolean, .date, .data, .array, .dictionary, .uid: return nil
        }
    }
}

extension Float: NativePropertyListValue {
    static var propertyListType: PropertyListType? { .real }

    func encoded() -> PropertyListValue { .real(Double(self)) }

    /// Returns the `Float` nearest to the stored `Double`, so that a stored 32.3 becomes `Float(32.3)`.
    static func decoded(_ value: PropertyListValue) throws(NativeConversionError) -> Float? {
        guard let number = try Double.decoded(value) else { return nil }
        let narrowed = Float(number)
        guard narrowed.isFinite || !number.isFinite else {
            throw NativeConversionError(reason: "\(number) is beyond what a Float can be")
        }
        return narrowed
    }
}

extension Date: NativePropertyListValue {
    static var propertyListType: PropertyListType? { .date }

    func encoded() throws(NativeConversionError) -> PropertyListValue {
        guard timeIntervalSinceReferenceDate.isFinite else {
            throw NativeConversionError(reason: EncodingFailure.date)
        }
        return .date(self)
    }

    static func decoded(_ value: PropertyListValue) -> Date? {
        if case .date(let date) = value { date } else { nil }
    }
}

extension Data: NativePropertyListValue {
    static var propertyListType: PropertyListType? { .data }

    func encoded() -> PropertyListValue { .data(self) }

    static func decoded(_ value: PropertyListValue) -> Data? {
        if case .data(let data) = value { data } else { nil }
    }
}

extension URL: NativePropertyListValue {
    /// `nil`, because a URL is stored as data if it has no scheme, and otherwise as a string.
    static var propertyListType: PropertyListType? { nil }
    static var expectation: String { "a string that is a URL" }

    /// A file URL is stored as its path, as in Foundation's `UserDefaults`. If reading the path would give another URL,
    /// the text of the URL is stored instead.
    ///
    /// A URL without a scheme is stored as a keyed archive, because its text would be read as the path of a file.
    func encoded() throws(NativeConversionError) -> PropertyListValue {
        let url = absoluteURL
        guard url.scheme != nil else { return .data(try Self.archive(of: url)) }
        guard url.isFileURL else { return .string(absoluteString) }
        let path = url.path(percentEncoded: false)
        return .string(URL.file(path)?.absoluteString == url.absoluteString ? path : absoluteString)
    }

    /// Returns the URL in a string or in a keyed archive. An absolute path becomes a file URL.
    static func decoded(_ value: PropertyListValue) throws(NativeConversionError) -> URL? {
        if case .data(let data) = value { return KeyedArchive.url(in: data) }
        guard case .string(let text) = value else { return nil }
        if let file = file(text) { return file }
        guard let url = URL(string: text) else { throw NativeConversionError(reason: "'\(text)' is not a URL") }
        return url
    }

    private static func archive(of url: URL) throws(NativeConversionError) -> Data {
        do throws(PropertyListError) {
            return try KeyedArchive.data(of: url)
        } catch {
            throw NativeConversionError(reason: "\(error)")
        }
    }

    /// Returns the file URL of an absolute path. A path that ends with a slash becomes the URL of a folder. The disk is
    /// not read.
    private static func file(_ path: String) -> URL? {
        guard path.hasScalarPrefix("/") else { return nil }
        return URL(filePath: path, directoryHint: .inferFromPath)
    }
}

extension UUID: NativePropertyListValue {
    static var propertyListType: PropertyListType? { .string }
    static var expectation: String { "a string that is a UUID" }

    func encoded() -> PropertyListValue { .string(uuidString) }

    static func decoded(_ value: PropertyListValue) throws(NativeConversionError) -> UUID? {
        guard case .string(let text) = value else { return nil }
        guard let uuid = UUID(uuidString: text) else { throw NativeConversionError(reason: "'\(text)' is not a UUID") }
        return uuid
    }
}

extension PropertyListValue: NativePropertyListValue {
    static var propertyListType: PropertyListType? { nil }

    func encoded() -> PropertyListValue { self }

    static func decoded(_ value: PropertyListValue) -> PropertyListValue? { value }
}

// Only the coders of this module support values. Values have no defined form for other coders.
extension PropertyListValue: Codable {
    /// Throws an error: only ``PropertyListValueDecoder`` can decode a value.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: decoder.codingPath, debugDescription: "a property list value needs PropertyListValueDecoder"
            ))
    }

    /// Throws an error: only ``PropertyListValueEncoder`` can encode a value.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self,
            .init(
                codingPath: encoder.codingPath, debugDescription: "a property list value needs PropertyListValueEncoder"
            ))
    }
}
