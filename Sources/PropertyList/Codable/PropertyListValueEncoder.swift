import Foundation

/// An object that encodes any `Encodable` value as a ``PropertyListValue``.
///
/// The result consists of values that a person and the `defaults` command can read, not of encoded bytes. Types
/// survive: `1.0` stays a real, a `UInt64` beyond `Int64.max` stays exact, and `"$null"` is an ordinary string. `Date`,
/// `Data` and ``PropertyListValue`` keep their type. `UUID`, `Decimal` and `URL` become strings, but a `URL` without a
/// scheme becomes data.
///
/// A property list has no null. An optional property that is `nil` is omitted. A `nil` in an array, or as a value of a
/// dictionary, is an error.
public struct PropertyListValueEncoder: Sendable {
    /// Information that is passed to the `encode(to:)` of encoded types.
    public var userInfo: [CodingUserInfoKey: any Sendable]
    /// The paths of fields to omit. A path contains only names of fields. In an array, it applies to each element.
    public var omittedFields: [PropertyListPath] = []

    /// Creates an encoder.
    public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
        self.userInfo = userInfo
    }

    /// Encodes a value.
    ///
    /// ```swift
    /// struct Note: Codable, Identifiable { var id: Int; var text: String }
    ///
    /// let value = try PropertyListValueEncoder().encode(Note(id: 1, text: "a"))  // {"id":1,"text":"a"}
    /// ```
    ///
    /// - Parameter value: The value to encode.
    /// - Returns: The property list value.
    /// - Throws: `EncodingError` with the coding path of the part that cannot be stored, or the error that the value
    ///   throws.
    public func encode(_ value: some Encodable) throws -> PropertyListValue {
        guard let encoded = try encodeIfPresent(value) else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: EncodingFailure.null))
        }
        return encoded
    }

    /// Encodes a value that may be `nil`.
    ///
    /// - Parameter value: The value to encode.
    /// - Returns: The property list value, or `nil` if the value is `nil`.
    /// - Throws: The same errors as ``encode(_:)``.
    public func encodeIfPresent(_ value: some Encodable) throws -> PropertyListValue? {
        if let native = try ValueEncoder.native(value, at: []) { return native }
        return try tree(of: value).value(at: [])
    }

    /// Encodes a value and keeps the stored fields that its type does not have.
    ///
    /// An older version of a program can therefore save a value without losing the fields of a newer version. Fields
    /// are kept at any depth. Fields of the type that are `nil` are removed.
    ///
    /// ```swift
    /// let stored: PropertyListValue = ["title": "Untitled", "color": "red"]
    /// let value = try PropertyListValueEncoder().encodeIfPresent(window, over: stored)
    /// let color = value?["color"]  // "red", which the type does not have
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - stored: The stored form of an earlier value. It may be a keyed archive or JSON inside data.
    /// - Returns: The property list value, or `nil` if the value is `nil`.
    /// - Throws: The same errors as ``encode(_:)``.
    public func encodeIfPresent(
        _ value: some Encodable, over stored: PropertyListValue?
    ) throws -> PropertyListValue? {
        let fields = stored.flatMap { ArchivedData(in: $0)?.value } ?? stored
        return try tree(of: value).value(at: [], over: fields)
    }

    /// Returns the names of the fields that a value encodes, including fields that are `nil` and ``omittedFields``.
    ///
    /// - Parameters:
    ///   - value: The value to inspect.
    ///   - path: The path of a part of the value. Defaults to the whole value.
    /// - Returns: The names in the order of their UTF-16 code units, or `nil` if the value has no such part. For an
    ///   array, the names of the fields of its elements.
    /// - Throws: The error that the value throws.
    public func fieldNames(
        of value: some Encodable, at path: PropertyListPath = PropertyListPath()
    ) throws -> [String]? {
        let places = try tree(of: value).descendants(at: path.components[...])
        if places.isEmpty { return nil }
        return places.reduce(into: Set<ExactName>()) { $0.formUnion($1.names) }.sorted().map(\.text)
    }

    private func tree(of value: some Encodable) throws -> EncodingNode {
        let root = EncodingNode()
        try ValueEncoder(node: root, codingPath: [], userInfo: userInfo).encode(value)
        for path in omittedFields { root.remove(path) }
        return root
    }
}

/// The reasons why a value cannot be encoded.
enum EncodingFailure {
    static let null = "a property list has no null to stand for nil"
    static let depth = "\(PropertyListError(.tooDeep(at: PropertyListPath())))"
    static let date = "\(PropertyListError(.dateNotFinite(at: PropertyListPath())))"
    static let integer = "a whole number beyond 64 bits"
    static let kinds = "its encode(to:) uses two kinds of container"
    static let twice = "its encode(to:) encodes two values"
}

/// The encoder of one part of a value.
struct ValueEncoder: Encoder {
    let node: EncodingNode
    let codingPath: [any CodingKey]
    let sharedInfo: [CodingUserInfoKey: any Sendable]

    init(node: EncodingNode, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: any Sendable]) {
        self.node = node
        self.codingPath = codingPath
        sharedInfo = userInfo
    }

    var userInfo: [CodingUserInfoKey: Any] { sharedInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeDictionary()
        return KeyedEncodingContainer(KeyedEncoding<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return UnkeyedEncoding(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValueEncoding(encoder: self)
    }

    func encoder(of node: EncodingNode, at key: any CodingKey) -> ValueEncoder {
        ValueEncoder(node: node, codingPath: codingPath + [key], userInfo: sharedInfo)
    }

    /// Encodes a value into ``node``.
    func encode<Value: Encodable>(_ value: Value) throws {
        if let native = try Self.native(value, at: codingPath) { return node.become(native) }
        guard codingPath.count < PropertyListLimits.depth else { throw invalid(value, EncodingFailure.depth) }
        if let dictionary = value as? any DictionaryOfOptionals, let key = dictionary.keyOfNil {
            throw encoder(of: node, at: key).invalid(value, EncodingFailure.null)
        }
        switch Mirror(reflecting: value).displayStyle {
        case .struct?, .class?: node.hasFixedNames = true
        case .set?: node.isUnordered = true
        default: break
        }
        try value.encode(to: self)
    }

    /// Returns the stored form of a ``NativePropertyListValue``, or `nil` for any other value.
    static func native(_ value: Any, at codingPath: [any CodingKey]) throws -> PropertyListValue? {
        guard let native = value as? any NativePropertyListValue else { return nil }
        do {
            return try native.encoded()
        } catch {
            throw invalid(value, error.reason, at: codingPath)
        }
    }

    private func invalid(_ value: Any, _ reason: String) -> EncodingError {
        Self.invalid(value, reason, at: codingPath)
    }

    private static func invalid(_ value: Any, _ reason: String, at codingPath: [any CodingKey]) -> EncodingError {
        // Printing a date that is not finite traps in Foundation.
        let printable = (value as? Date)?.timeIntervalSinceReferenceDate ?? value
        return .invalidValue(printable, .init(codingPath: codingPath, debugDescription: reason))
    }
}

/// A dictionary of optionals. A `nil` in it is an error, because omitting the value would lose its key.
private protocol DictionaryOfOptionals {
    var keyOfNil: PathKey? { get }
}

private protocol OptionalValue {
    var isNil: Bool { get }
}

extension Optional: OptionalValue {
    fileprivate var isNil: Bool { self == nil }
}

extension Dictionary: DictionaryOfOptionals where Value: OptionalValue {
    fileprivate var keyOfNil: PathKey? {
        first { $0.value.isNil }.map { PathKey(stringValue: "\($0.key)") }
    }
}
