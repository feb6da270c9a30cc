/// The identity of a store in this process. Two stores with equal identities are one: each makes the same changes to
/// the same domains, and does the same besides, such as recording them.
public struct StoreIdentity: Hashable, Sendable {
    private let values: [any Hashable & Sendable]
    /// Whether the store ends with an instance of a class.
    package let endsWithInstance: Bool

    private init(_ values: [any Hashable & Sendable], endsWithInstance: Bool) {
        (self.values, self.endsWithInstance) = (values, endsWithInstance)
    }

    /// Creates the identity of a store that another store is if it has an equal value.
    public init(_ value: some Hashable & Sendable) {
        self.init([value], endsWithInstance: false)
    }

    /// Creates the identity of a store that no other instance is.
    public init(ofInstance instance: AnyObject) {
        self.init([ObjectIdentifier(instance)], endsWithInstance: true)
    }

    /// Returns the identity of a store that passes calls on to the store with this identity.
    ///
    /// - Parameter value: What distinguishes the store from others that do so.
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
    /// The identity of a domain in a store. Two domains with equal identities are one, even if their names differ.
    public struct Identity: Hashable, Sendable {
        /// Bytes, since equal strings can be the names of two files.
        private let components: [[UInt8]]

        /// Creates an identity from texts, such as a store and a name in it. They are compared by their UTF-8 bytes.
        public init(_ components: String...) {
            self.components = components.map { Array($0.utf8) }
        }
    }
}
