/// The contents of a domain at one moment.
public struct DomainSnapshot: Hashable, Sendable {
    /// The keys and their values.
    public var contents: PropertyListDictionary
    /// The parts of the domain that ``contents`` cannot represent, with their substitutes.
    package var substitutions: [PropertyListSubstitution]
    /// Whether only the effective user and the superuser can have written the domain. Equal snapshots can differ in it.
    package var isPrivate = true

    /// Creates a snapshot. By default, it is empty, like the snapshot of a domain that does not exist.
    public init(contents: PropertyListDictionary = [:]) {
        self.init(contents: contents, substitutions: [])
    }

    /// Creates a snapshot of a domain with substituted parts.
    package init(contents: PropertyListDictionary, substitutions: [PropertyListSubstitution]) {
        self.contents = contents
        self.substitutions = substitutions
    }

    /// Returns whether two snapshots have the same contents and the same substitutes.
    public static func == (left: DomainSnapshot, right: DomainSnapshot) -> Bool {
        left.contents == right.contents && left.substitutions == right.substitutions
    }

    /// Adds the contents to a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(contents) }

    /// Whether ``contents`` holds everything in the domain. If not, it contains substitutes, and the domain cannot be
    /// changed.
    public var isExact: Bool { substitutions.isEmpty }

    /// Returns the contents if they contain no substitutes.
    ///
    /// - Parameter domain: The domain to name in an error.
    /// - Throws: `PreferencesError.Code.unfaithful` if the contents contain substitutes.
    public func exactContents(of domain: Domain) throws(PreferencesError) -> PropertyListDictionary {
        if isExact { return contents }
        throw PreferencesError(.unfaithful(path: domain.description, substitutions))
    }

    /// Creates the snapshot of a domain from the property list that holds it. The snapshot is exact if the document is.
    ///
    /// - Throws: `PropertyListError.Code.notDictionary` if the root is not a dictionary.
    public init(_ document: PropertyListDocument) throws(PropertyListError) {
        guard case .dictionary(let contents) = document.value else {
            throw PropertyListError(.notDictionary(document.value.type))
        }
        self.init(contents: contents, substitutions: document.substitutions)
    }

    /// The value of one key of a domain, or its root.
    public struct Entry: Hashable, Sendable {
        /// The value. Parts that cannot be represented are replaced by substitutes.
        public var value: PropertyListValue
        /// The parts that ``value`` cannot represent, with their substitutes. Their paths, if known, begin at the root.
        package var substitutions: [PropertyListSubstitution]

        /// Whether ``value`` holds everything without substitutes.
        public var isExact: Bool { substitutions.isEmpty }

        /// Returns the value if it contains no substitutes.
        ///
        /// - Parameter domain: The domain to name in an error.
        /// - Throws: `PreferencesError.Code.unfaithful` if the value contains substitutes.
        public func exactValue(of domain: Domain) throws(PreferencesError) -> PropertyListValue {
            if isExact { return value }
            throw PreferencesError(.unfaithful(path: domain.description, substitutions))
        }

        /// Creates an entry without substitutes.
        public init(_ value: PropertyListValue) {
            self.init(value, substitutions: [])
        }

        /// Creates the entry of the root of a property list.
        package init(_ document: PropertyListDocument) {
            self.init(document.value, substitutions: document.substitutions)
        }

        /// Creates an entry with substituted parts.
        init(_ value: PropertyListValue, substitutions: [PropertyListSubstitution]) {
            self.value = value
            self.substitutions = substitutions
        }
    }

    /// The root of the domain, or `nil` if the domain does not exist.
    package var root: Entry? {
        contents.isEmpty && isExact ? nil : Entry(.dictionary(contents), substitutions: substitutions)
    }

    /// Returns the value of one key, or `nil` if the key does not exist.
    func entry(_ key: String) -> Entry? {
        guard let value = contents[key] else { return nil }
        let path = PropertyListPath.key(key)
        return Entry(value, substitutions: substitutions.filter { $0.mayConcern(path) })
    }
}
