/// Encodes any `Encodable` value as a ``PropertyListValue``: as values that a person and the `defaults` command can read, never as bytes.
///
/// Types survive: `1.0` stays a real, a `UInt64` beyond `Int64.max` stays exact, `"$null"` is a string like any other. `Date`, `Data` and
/// ``PropertyListValue`` are stored as they are, `URL` and `UUID` as strings. A property list has no null: an optional property that is
/// nil is left out, and a nil where nothing can be left out (in an array, or under a dictionary's key) is an error.
///
/// What cannot be stored is an `EncodingError` with its coding path, never a trap.
public struct PropertyListValueEncoder: Sendable {
    /// Information for types that encode themselves.
    public var userInfo: [CodingUserInfoKey: any Sendable]
    /// The names of fields of the outermost value that are not encoded.
    public var omittedFields: [String] = []

    /// Creates an encoder.
    public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
        self.userInfo = userInfo
    }

    /// Returns the property list value of a value.
    ///
    /// - Throws: `EncodingError` if a part of the value cannot be stored, or the error that the value throws.
    public func encode(_ value: some Encodable) throws -> PropertyListValue {
        guard let encoded = try encodeIfPresent(value) else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: EncodingFault.null))
        }
        return encoded
    }

    /// Returns the property list value of a value, or `nil` if the value is an optional that is `nil`.
    ///
    /// - Throws: as ``encode(_:)``.
    public func encodeIfPresent(_ value: some Encodable) throws -> PropertyListValue? {
        try tree(of: value).value(at: [])
    }

    /// Returns the property list value of a value, or `nil` if the value is an optional that is `nil`, together with the fields of an older stored form that the value's type does not have.
    ///
    /// A program of an older version can then save a value without losing the fields of a newer one. The fields are kept at any depth. A field
    /// of the type that is `nil` is removed.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - stored: The older form. A keyed archive or JSON inside data counts as the value in it.
    /// - Throws: as ``encode(_:)``.
    public func encodeIfPresent(
        _ value: some Encodable, over stored: PropertyListValue?
    ) throws -> PropertyListValue? {
        let fields = stored.flatMap { ArchivedDocument(in: $0)?.value } ?? stored
        return try tree(of: value).value(at: [], over: fields)
    }

    /// Returns the names of the fields that a value encodes, in the order of their UTF-16 code units, including the fields that are `nil` and ``omittedFields``.
    ///
    /// - Throws: the error that the value throws.
    public func fieldNames(of value: some Encodable) throws -> [String] {
        try tree(of: value).names.sorted().map(\.text)
    }

    private func tree(of value: some Encodable) throws -> EncodingNode {
        let root = EncodingNode()
        try ValueEncoder(node: root, codingPath: [], userInfo: userInfo).encode(value)
        root.remove(Set(omittedFields.map { ExactName($0) }))
        return root
    }
}

/// What is wrong with values that cannot be encoded, as sentences.
enum EncodingFault {
    static let null = "a property list has no null to stand for nil"
    static let depth = "more than \(PropertyListLimits.depth) containers inside one another"
    static let date = "a date that is no instant"
    static let integer = "a whole number beyond 64 bits"
    static let kinds = "it encodes itself as two kinds of container at once"
    static let twice = "it encodes itself twice in one place"
}
