public import PropertyList

/// The contents of a domain at one moment.
public struct DomainSnapshot: Hashable, Sendable {
    /// The keys and their values.
    public var contents: PropertyListDictionary
    /// The parts of the domain that ``contents`` cannot represent, with their substitutes. If there are any, the domain
    /// cannot be changed.
    public var substitutions: [PropertyListSubstitution]

    /// Creates a snapshot. The default is that of a domain that does not exist.
    public init(contents: PropertyListDictionary = [:], substitutions: [PropertyListSubstitution] = []) {
        self.contents = contents
        self.substitutions = substitutions
    }

    /// The contents, if nothing is substituted in them.
    ///
    /// - Throws: ``PreferencesError/Code/unfaithful``.
    package func exactContents(of domain: Domain) throws(PreferencesError) -> PropertyListDictionary {
        if substitutions.isEmpty { return contents }
        throw PreferencesError(.unfaithful(path: domain.description, substitutions))
    }

    /// Creates the snapshot of a domain from a document whose root is a dictionary.
    init(_ document: PropertyListDocument) {
        guard case .dictionary(let contents) = document.value else { preconditionFailure("a domain is a dictionary") }
        self.init(contents: contents, substitutions: document.substitutions)
    }

    /// The value of one key of a domain.
    public struct Entry: Hashable, Sendable {
        /// The value.
        public var value: PropertyListValue
        /// The parts under the key that ``value`` cannot represent, with their substitutes. Their paths begin with the
        /// key.
        public var substitutions: [PropertyListSubstitution]

        /// Creates an entry.
        public init(_ value: PropertyListValue, substitutions: [PropertyListSubstitution] = []) {
            self.value = value
            self.substitutions = substitutions
        }
    }

    /// Returns the value of one key, or `nil` if the key does not exist.
    func entry(_ key: String) -> Entry? {
        guard let value = contents[key] else { return nil }
        let path = PropertyListPath.key(key)
        return Entry(value, substitutions: substitutions.filter { $0.mayConcern(path) })
    }
}
