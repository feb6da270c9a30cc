public import Foundation

/// An object that decodes any `Decodable` value from a ``PropertyListValue``.
///
/// Types are not guessed: a boolean or a real does not decode as an integer. A number that the requested type cannot
/// represent is an error. An integer decodes as a real if a `Double` represents it exactly.
public struct PropertyListValueDecoder: Sendable {
    /// Information that is passed to the `init(from:)` of decoded types.
    public var userInfo: [CodingUserInfoKey: any Sendable]
    /// A value that supplies missing required fields. A field has the same path in both values.
    ///
    /// ```swift
    /// var decoder = PropertyListValueDecoder()
    /// decoder.defaults = ["frame": [0, 0, 640, 480]]
    /// let window = try decoder.decode(Window.self, from: value)  // a value without a frame is accepted
    /// ```
    public var defaults: PropertyListValue?
    /// The paths of fields to take from ``defaults`` instead of the stored value. A path contains only names of fields.
    /// In an array, it applies to each element. Elements have no defaults, so these fields of elements are missing.
    public var omittedFields: [PropertyListPath] = []
    /// The decoder for a root that is JSON in data, or `nil` to search data for no documents.
    ///
    /// If a decoder is set and the root is data that does not decode as the requested type, the data is read as a keyed
    /// archive or as JSON. Programs store whole objects in these forms with `UserDefaults`. Data inside arrays and
    /// dictionaries is not searched.
    public var archivedJSON: JSONDecoder?

    /// Creates a decoder.
    public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
        self.userInfo = userInfo
    }

    /// Decodes a value.
    ///
    /// ```swift
    /// let value: PropertyListValue = ["title": "Notes", "frame": [0, 0, 640, 480]]
    /// let window = try PropertyListValueDecoder().decode(Window.self, from: value)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - value: The stored value.
    /// - Returns: The decoded value.
    /// - Throws: `DecodingError` with the coding path of the part that cannot be decoded, or the error that the type
    ///   throws.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from value: PropertyListValue) throws -> Value
    {
        do {
            return try decodeFields(type, from: value)
        } catch {
            guard let archivedJSON, let document = ArchivedData(in: value) else { throw error }
            return try decode(type, from: document, json: archivedJSON)
        }
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type, from document: ArchivedData, json: JSONDecoder
    ) throws -> Value {
        switch document {
        case .keyedArchive(let root):
            return try decodeFields(type, from: root)
        case .json(let data, let root):
            // In JSON, dates and data are strings or numbers whose form only the JSON decoder knows.
            if needsFields, let value = try? decodeFields(type, from: root) { return value }
            return try json.decode(type, from: data)
        }
    }

    private var needsFields: Bool { defaults != nil || !omittedFields.isEmpty }

    private func decodeFields<Value: Decodable>(_ type: Value.Type, from value: PropertyListValue) throws -> Value {
        let fields = value.replacing(omittedFields, from: defaults)
        return try ValueDecoder(value: fields, fallback: defaults, codingPath: [], userInfo: userInfo).decode(type)
    }
}

extension PropertyListValue {
    /// Returns the value with the fields at some paths replaced by the fields of another dictionary. A field that the
    /// other dictionary does not contain is removed. Without another dictionary, returns the value unchanged.
    fileprivate func replacing(_ paths: [PropertyListPath], from other: PropertyListValue?) -> PropertyListValue {
        guard case .dictionary(let others)? = other else { return self }
        var value = self
        for path in paths {
            value = value.removingField(at: path)
            guard case .dictionary(var fields) = value, fields.hasContainer(of: path), let other = others[path] else {
                continue
            }
            try? fields.set(other, at: path)
            value = .dictionary(fields)
        }
        return value
    }
}

extension PropertyListDictionary {
    /// Returns whether all components of a path before the last component lead to dictionaries.
    package func hasContainer(of path: PropertyListPath) -> Bool {
        var dictionary = self
        for name in path.components.dropLast() {
            guard case .dictionary(let next)? = dictionary[name] else { return false }
            dictionary = next
        }
        return true
    }
}

/// The decoder of one part of a value.
struct ValueDecoder: Decoder {
    let value: PropertyListValue
    /// The value at the same path in ``PropertyListValueDecoder/defaults``.
    let fallback: PropertyListValue?
    let codingPath: [any CodingKey]
    let sharedInfo: [CodingUserInfoKey: any Sendable]

    init(
        value: PropertyListValue, fallback: PropertyListValue?, codingPath: [any CodingKey],
        userInfo: [CodingUserInfoKey: any Sendable]
    ) {
        self.value = value
        self.fallback = fallback
        self.codingPath = codingPath
        sharedInfo = userInfo
    }

    var userInfo: [CodingUserInfoKey: Any] { sharedInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .dictionary(let dictionary) = value else { throw mismatch(type, "a dictionary") }
        return KeyedDecodingContainer(KeyedDecoding<Key>(decoder: self, dictionary: dictionary))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([Any].self, "an array") }
        return UnkeyedDecoding(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleValueDecoding(decoder: self)
    }

    func decoder(of value: PropertyListValue, fallback: PropertyListValue?, at key: any CodingKey) -> ValueDecoder {
        ValueDecoder(value: value, fallback: fallback, codingPath: codingPath + [key], userInfo: sharedInfo)
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let native = type as? any NativePropertyListValue.Type else {
            guard codingPath.count < PropertyListLimits.depth else {
                throw DecodingError.dataCorrupted(context("it is nested too deep"))
            }
            let decoded = try Value(from: self)
            // In Swift, canonically equivalent strings are equal. A property list can contain both as keys, but a Swift
            // dictionary cannot.
            if let keys = decoded as? any StringKeyed, case .dictionary(let stored) = value, keys.count != stored.count
            {
                throw DecodingError.dataCorrupted(context("two keys are canonically equivalent"))
            }
            return decoded
        }
        do {
            if let decoded = try native.decoded(value) as? Value { return decoded }
        } catch {
            throw DecodingError.dataCorrupted(context(error.reason))
        }
        throw mismatch(type, native.expectation)
    }

    func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
        .typeMismatch(type, context("expected \(expected), found \(value.type.withArticle)"))
    }

    func context(_ description: String) -> DecodingError.Context {
        .init(codingPath: codingPath, debugDescription: description)
    }
}

private protocol StringKeyed {
    var count: Int { get }
}

extension Dictionary: StringKeyed where Key == String {}
