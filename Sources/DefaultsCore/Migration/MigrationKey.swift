public import PropertyList

/// What a typed key says to a migration: where its value is, and of which type.
///
/// ``PreferenceKey`` conforms, so that a step takes its expected type from the key it leads to. A program's own keys may conform as well.
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

extension PreferenceKey: MigrationKey {
    /// The key of a domain that has the name. A migration knows no ``KeyMapping``: where the preferences have one, give the step the mapped name
    /// as a ``TypedPath``.
    public var path: PropertyListPath { .key(name) }

    /// What is stored for the values of the key; nil, for any type, where they are not ``PreferenceStorable``.
    public var type: PropertyListType? { (Value.self as? any PreferenceStorable.Type)?.storedType }
}
