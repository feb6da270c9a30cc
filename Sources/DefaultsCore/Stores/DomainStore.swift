public import PropertyList

/// A place where domains are kept.
///
/// Every store keeps the same contract, which `DefaultsTesting` checks: an update is there whole or not at all, updates from
/// different threads follow one another, and what the store would not give back it refuses.
public protocol DomainStore: Sendable {
    /// What a domain holds now. A domain that does not exist is empty; one that is empty does not exist.
    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot

    /// Looks up the value of one key, or returns `nil` if the domain does not have the key.
    ///
    /// A store may leave the rest of the domain unread, and so not notice what is wrong with it. A store that has no quicker way than a
    /// snapshot need not implement this.
    func entry(of domain: Domain, key: String) throws(PreferencesError) -> DomainSnapshot.Entry?

    /// Changes domains together: what the body leaves in the transaction replaces what they held.
    ///
    /// Where the body or the store throws, nothing has changed. The body may be called again, with what the domains hold by then,
    /// when another program is faster; it should have no effect but on the transaction.
    ///
    /// - Throws: ``PreferencesError``, or what the body throws.
    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result

    /// Returns the identity of a domain: equal for two domains, of one store or of two, if a change of one changes the other.
    ///
    /// By default stores of a class are different if they are different instances, and stores of a structure are the same.
    ///
    /// - Throws: ``PreferencesError`` if the place of the domain cannot be found out.
    func identity(of domain: Domain) throws(PreferencesError) -> DomainIdentity

    /// The current user's domains on a host that have keys, the global one left out, in the order of their UTF-16 code units.
    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain]

    /// The same domains, with errors for whatever could be a domain and is not usable as one.
    ///
    /// A store in which that cannot be need not implement this.
    func findDomains(on host: Domain.Host) throws(PreferencesError) -> FoundDomains
}

extension DomainStore {
    /// The domains, without errors.
    public func findDomains(on host: Domain.Host) throws(PreferencesError) -> FoundDomains {
        FoundDomains(domains: try domains(on: host))
    }

    /// Looks up the value of one key in a snapshot of the domain.
    public func entry(of domain: Domain, key: String) throws(PreferencesError) -> DomainSnapshot.Entry? {
        try snapshot(of: domain).entry(key)
    }

    /// Returns the identity of a domain, with one store for each instance of a class and for each structure.
    public func identity(of domain: Domain) -> DomainIdentity {
        let store = type(of: self) is AnyClass ? "\(ObjectIdentifier(self as AnyObject))" : "\(type(of: self))"
        return DomainIdentity(store, "\(domain) \(domain.user) \(domain.host)")
    }

    /// What a domain holds now, all of it faithful.
    ///
    /// - Throws: ``PreferencesError/unfaithful(path:_:)`` where the domain holds something that a value cannot.
    public func contents(of domain: Domain) throws(PreferencesError) -> PropertyListDictionary {
        let snapshot = try snapshot(of: domain)
        guard snapshot.substitutions.isEmpty else {
            throw .unfaithful(path: domain.description, snapshot.substitutions)
        }
        return snapshot.contents
    }

    /// Applies changes to a domain.
    ///
    /// - Throws: ``PreferencesError``, or ``ChangeSetError`` where a condition of the changes does not hold.
    public func apply(_ changes: ChangeSet, to domain: Domain) throws {
        try update([domain]) { try changes.apply(to: &$0[domain]) }
    }
}

/// What a domain held at one moment.
public struct DomainSnapshot: Hashable, Sendable {
    /// The values under their keys.
    public var contents: PropertyListDictionary
    /// What the domain holds that ``contents`` cannot, and what stands for it there. While there is any, the domain is not changed.
    public var substitutions: [PropertyListSubstitution]

    /// A snapshot, by default of a domain that does not exist.
    public init(contents: PropertyListDictionary = [:], substitutions: [PropertyListSubstitution] = []) {
        self.contents = contents
        self.substitutions = substitutions
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
        /// What the domain holds under the key that ``value`` cannot, and what stands for it there. The paths begin with the key.
        public var substitutions: [PropertyListSubstitution]

        /// Creates an entry.
        public init(_ value: PropertyListValue, substitutions: [PropertyListSubstitution] = []) {
            self.value = value
            self.substitutions = substitutions
        }
    }

    /// Returns the value of one key, or `nil` if there is none.
    func entry(_ key: String) -> Entry? {
        guard let value = contents[key] else { return nil }
        let path = PropertyListPath.key(key)
        return Entry(value, substitutions: substitutions.filter { $0.mayConcern(path) })
    }
}

/// The contents of the domains that an update is about, to be read and changed.
///
/// Two domains that are one file are one here as well. A store makes a transaction of what the domains hold, lets the caller of
/// ``DomainStore/update(_:_:)`` change it, and takes ``contents`` over.
public struct DomainTransaction {
    private let domains: [Domain]
    /// For each domain, the index of its contents.
    private let indices: [Int]
    /// What the domains hold now, in the order in which the transaction was given their contents.
    public private(set) var contents: [PropertyListDictionary]

    /// The indices of contents that another user than the effective one can have written.
    private let sharedIndices: [Int]

    /// Creates a transaction over what domains hold.
    ///
    /// - Parameters:
    ///   - domains: The domains of the update.
    ///   - indices: For each domain, the index of its contents. Two domains that are one have the same index.
    ///   - contents: The contents of the domains, each once.
    ///   - sharedIndices: The indices of contents that another user than the effective one can have written. Records of migrations in
    ///     them are not trusted.
    /// - Precondition: `indices` has an index of `contents` for each domain.
    public init(domains: [Domain], indices: [Int], contents: [PropertyListDictionary], sharedIndices: [Int] = []) {
        precondition(
            indices.count == domains.count && indices.allSatisfy(contents.indices.contains),
            "a domain has no index of the contents")
        (self.domains, self.indices, self.contents, self.sharedIndices) = (domains, indices, contents, sharedIndices)
    }

    /// What a domain holds.
    ///
    /// - Precondition: The domain is one that the update names. Any other domain stops the program, as an index out of range does.
    public subscript(domain: Domain) -> PropertyListDictionary {
        get { contents[index(of: domain)] }
        _modify { yield &contents[index(of: domain)] }
    }

    /// A number of the file that a domain is: two domains that are one file have one.
    func file(of domain: Domain) -> Int {
        index(of: domain)
    }

    /// Whether nobody but the effective user, and the superuser, can have put there what a domain held before the update.
    func isPrivate(_ domain: Domain) -> Bool {
        !sharedIndices.contains(index(of: domain))
    }

    /// The index of a domain's contents. A search, because there are few domains.
    private func index(of domain: Domain) -> Int {
        guard let position = domains.firstIndex(of: domain) else {
            preconditionFailure("the domain \(domain) is not part of this update")
        }
        return indices[position]
    }
}

/// The identity of a domain in a store. Two domains with equal identities are one, whatever they are called.
public struct DomainIdentity: Hashable, Sendable {
    /// Bytes, since strings that look the same may be the names of two files.
    private let components: [[UInt8]]

    /// Creates an identity from texts that identify the place, such as a store and a name in it. Texts are compared by their bytes.
    public init(_ components: String...) {
        self.components = components.map { Array($0.utf8) }
    }
}

/// Domains found in the folders of a user, and what keeps others from being found.
public struct FoundDomains: Sendable {
    /// The domains, without the global one, in the order of their UTF-16 code units.
    public var domains: [Domain]
    /// Errors for entries that could be domains, or hold some: a broken link or a folder in a domain's place, a name that is not UTF-8, a
    /// folder that cannot be listed. In the order of their paths.
    public var obstacles: [PreferencesError]

    /// Creates a result.
    public init(domains: [Domain], obstacles: [PreferencesError] = []) {
        self.domains = domains
        self.obstacles = obstacles
    }
}
