/// The identity of a store, or of a domain in a store, in this process.
///
/// Stores with equal identities are equivalent: they make the same changes to the same domains, with the same side
/// effects, such as journal records. Domains with equal identities are the same, even if their names differ.
///
/// Strings in an identity are compared by Unicode scalars, because strings that are equal in Swift can be the names of
/// two files.
public struct StoreIdentity: Hashable, Sendable {
    private var values: [any Hashable & Sendable]
    /// Whether an instance of a class identifies the store or the last of its underlying stores.
    package let endsWithInstance: Bool

    /// Creates the identity of a store or domain that a value identifies. Equal values have equal identities.
    public init(_ value: some Hashable & Sendable) {
        (values, endsWithInstance) = ([Self.exact(value)], false)
    }

    /// Creates the identity of a store that an instance of a class identifies.
    public init(ofInstance instance: AnyObject) {
        (values, endsWithInstance) = ([ObjectIdentifier(instance)], true)
    }

    /// Returns the identity of a domain in this store, or of a store that forwards calls to this store.
    ///
    /// ```swift
    /// var underlyingStore: (any DomainStore)? { base }
    /// var identity: StoreIdentity? { base.identity?.adding("audited") }
    /// ```
    ///
    /// - Parameter value: A value that distinguishes the domain or store from others in, or over, the same store.
    public func adding(_ value: some Hashable & Sendable) -> StoreIdentity {
        var identity = self
        identity.values.append(Self.exact(value))
        return identity
    }

    private static func exact(_ value: some Hashable & Sendable) -> any Hashable & Sendable {
        (value as? String).map { ExactName($0) } ?? value
    }

    /// Whether the identities have equal values.
    public static func == (left: StoreIdentity, right: StoreIdentity) -> Bool {
        left.values.count == right.values.count
            && left.values.indices.allSatisfy { isEqual(left.values[$0], right.values[$0]) }
    }

    /// Compares values of one type. `AnyHashable` takes longer, because it also compares values of different types.
    private static func isEqual<Value: Hashable>(_ left: Value, _ right: any Hashable) -> Bool {
        right as? Value == left
    }

    /// Hashes the values.
    public func hash(into hasher: inout Hasher) {
        for value in values { value.hash(into: &hasher) }
    }
}
