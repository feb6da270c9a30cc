/// Decodes any `Decodable` value from a ``PropertyListValue``.
///
/// Types are not guessed: `true` is no integer, `1.0` is none either, and a number that the type asked for cannot hold is an error. An
/// integer is taken where a real is asked for, if it is the same number. `"$null"` is a string.
///
/// What does not decode is a `DecodingError` with its coding path.
public struct PropertyListValueDecoder: Sendable {
    /// What types that decode themselves are told.
    public var userInfo: [CodingUserInfoKey: any Sendable]
    /// Where a field is looked up that must be there and is not, in dictionaries in the same place.
    package var fallback: PropertyListValue?

    /// A decoder that tells types nothing, or what is given.
    public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
        self.userInfo = userInfo
    }

    /// The value that a property list value stands for.
    ///
    /// - Throws: `DecodingError`, or what the type throws.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from value: PropertyListValue) throws -> Value
    {
        try ValueDecoder(value: value, fallback: fallback, codingPath: [], userInfo: userInfo).decode(type)
    }
}
