/// Encodes any `Encodable` value as a ``PropertyListValue``: as values that a person and the `defaults` command can read, never as bytes.
///
/// Types survive: `1.0` stays a real, a `UInt64` beyond `Int64.max` stays exact, `"$null"` is a string like any other. `Date`, `Data` and
/// ``PropertyListValue`` are stored as they are, `URL` and `UUID` as strings. A property list has no null: an optional property that is
/// nil is left out, and a nil where nothing can be left out (in an array, or under a dictionary's key) is an error.
///
/// What cannot be stored is an `EncodingError` with its coding path, never a trap.
public struct PropertyListValueEncoder: Sendable {
    /// What types that encode themselves are told.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// An encoder that tells types nothing, or what is given.
    public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
        self.userInfo = userInfo
    }

    /// The value as a property list value.
    ///
    /// - Throws: `EncodingError` where some part of it is none, or what the value throws.
    public func encode(_ value: some Encodable) throws -> PropertyListValue {
        guard let encoded = try encodeIfPresent(value) else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: EncodingFault.null))
        }
        return encoded
    }

    /// As ``encode(_:)``, but nil for an optional that is nil.
    public func encodeIfPresent(_ value: some Encodable) throws -> PropertyListValue? {
        try encoding(of: value).root.value(at: [])
    }

    /// The value as it is encoded, with the names it has for its fields.
    package func encoding(of value: some Encodable) throws -> EncodedObject {
        let root = EncodingNode()
        try ValueEncoder(node: root, codingPath: [], userInfo: userInfo).encode(value)
        return EncodedObject(root: root)
    }
}

/// A value as it was encoded, which knows more than a property list value: which fields the value's type has.
package struct EncodedObject {
    let root: EncodingNode

    /// The names of the fields of the value's type, those that are nil included.
    package var fieldNames: Set<ExactName> { root.names }

    /// The value, without the fields that are named.
    package func value(without names: Set<ExactName> = []) throws -> PropertyListValue? {
        root.remove(names)
        return try root.value(at: [])
    }

    /// The value, together with those fields of an older stored value that the type does not have, at any depth.
    package func value(keepingUnknownFieldsOf stored: PropertyListValue?, without names: Set<ExactName> = []) throws
        -> PropertyListValue?
    {
        root.remove(names)
        return try root.value(at: [], over: stored)
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
