/// The identity of a store in this process. Stores with equal identities are equivalent: they make the same changes to
/// the same domains, with the same side effects, such as journal records.
public struct StoreIdentity: Hashable, Sendable {
    private let values: [any Hashable & Sendable]
    /// Whether an instance of a class identifies the store or the last of its underlying stores.
    package let endsWithInstance: Bool

    private init(_ values: [any Hashable & Sendable], endsWithInstance: Bool) {
        (self.values, self.endsWithInstance) = (values, endsWithInstance)
    }

    /// Creates the identity of a store that a value identifies. Stores with equal values have equal identities.
    public init(_ value: some Hashable & Sendable) {
        self.init([value], endsWithInstance: false)
    }

    /// Creates the identity of a store that an instance of a class identifies.
    public init(ofInstance instance: AnyObject) {
        self.init([ObjectIdentifier(instance)], endsWithInstance: true)
    }

    /// Returns the identity of a store that forwards calls to the store with this identity.
    ///
    /// ```swift
    /// var underlyingStore: (any DomainStore)? { base }
    /// var identity: StoreIdentity? { base.identity?.adding("audited") }
    /// ```
    ///
    /// - Parameter value: A value that distinguishes the store from others that forward to the same store.
    public func adding(_ value: some Hashable & Sendable) -> StoreIdentity {
        StoreIdentity(values + [value], endsWithInstance: endsWithInstance)
    }

    /// Whether the identities have equal values.
    public static func == (left: StoreIdentity, right: StoreIdentity) -> Bool {
        left.hashables == right.hashables
    }

    /// Hashes the values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(hashables)
    }

    private var hashables: [AnyHashable] { values.map { AnyHashable($0) } }
}

extension Domain {
    /// The identity of a domain in a store. Domains with equal identities are the same, even if their names differ.
    public struct Identity: Hashable, Sendable {
        /// UTF-8 bytes, because strings that are equal in Swift can be the names of two files.
        private let components: [[UInt8]]

        /// Creates an identity from texts, such as a store and a name in it. They are compared by their UTF-8 bytes.
        public init(_ components: String...) {
            self.components = components.map { Array($0.utf8) }
        }
    }
}
