/// A field of an object, at any depth. It is named by its coding keys.
///
/// A string literal is a path, in which dots separate the fields: `"address.zip"`. A path leads through arrays to the
/// field of each element: `"pets.legs"`.
public struct StoredField: Hashable, Sendable {
    /// The path from the object to the field.
    public let path: PropertyListPath

    /// Creates a field from its coding key, or a nested field from all coding keys on its path.
    ///
    /// ```swift
    /// StoredField(Account.CodingKeys.address, Address.CodingKeys.zip)
    /// ```
    public init(_ key: any CodingKey, _ nestedKeys: any CodingKey...) {
        path = PropertyListPath(([key] + nestedKeys).map(\.stringValue))
    }

    /// Creates a field from its path.
    public init(_ path: PropertyListPath) {
        self.path = path
    }
}

extension StoredField: ExpressibleByStringLiteral {
    /// Creates a field from the names of coding keys with dots between them. In a name, `\.` is a dot and `\\` a
    /// backslash.
    public init(stringLiteral text: String) {
        path = PropertyListPath(parsing: text) ?? .key(text)
    }
}

extension StoredField: CustomStringConvertible {
    /// The names of the coding keys with dots between them.
    public var description: String { path.description }
}
