public import PropertyList

/// What a typed key says to a migration: where its value is, and of which type.
///
/// A program's own typed keys conform, so that a step takes its expected type from the key it leads to.
public protocol MigrationKey: Sendable {
    /// The place of the value in its domain.
    var path: PropertyListPath { get }
    /// The type that the value has; nil for any.
    var type: PropertyListType? { get }
}

/// A place and the type of the value there.
public struct TypedPath: MigrationKey, Hashable {
    /// The place.
    public let path: PropertyListPath
    /// The type.
    public let type: PropertyListType?

    /// The place of a value of a type.
    public init(_ path: PropertyListPath, _ type: PropertyListType) {
        self.path = path
        self.type = type
    }
}
