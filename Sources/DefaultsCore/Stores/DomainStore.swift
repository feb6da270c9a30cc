public import PropertyList

/// A place where domains are kept.
///
/// Every store keeps the same contract, which `DefaultsTesting` checks: an update is there whole or not at all, updates from
/// different threads follow one another, and what the store would not give back it refuses.
public protocol DomainStore: Sendable {
    /// What a domain holds now. A domain that does not exist is empty; one that is empty does not exist.
    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot

    /// What a domain holds now under one key, and nothing else: a snapshot of that key alone, empty where the domain does not have it.
    ///
    /// A store may leave the rest of the domain unread, and so not notice what is wrong with it. A store that has no quicker way need
    /// not implement this.
    func snapshot(of domain: Domain, key: String) throws(PreferencesError) -> DomainSnapshot

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

    /// Whether the values are secrets. ``Preferences`` then look up values in their own domain alone, and never in the arguments of the
    /// program, which other users of the machine can see. Defaults to `false`.
    var holdsSecrets: Bool { get }

    /// Whether the store has domains of any user, which ``Preferences`` then include in the standard ``SearchList``. Defaults to `false`.
    var hasAnyUserDomains: Bool { get }

    /// The current user's domains on a host that have keys, the global one left out, in the order of their UTF-16 code units.
    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain]

    /// The same domains, with errors for whatever could be a domain and is not usable as one.
    ///
    /// A store in which that cannot be need not implement this.
    func findDomains(on host: Domain.Host) throws(PreferencesError) -> FoundDomains
}

extension DomainStore {
    /// The default: `false`.
    public var holdsSecrets: Bool { false }

    /// The default: `false`.
    public var hasAnyUserDomains: Bool { false }

    /// The domains, without errors.
    public func findDomains(on host: Domain.Host) throws(PreferencesError) -> FoundDomains {
        FoundDomains(domains: try domains(on: host))
    }

    /// What a domain holds now under one key, of a snapshot of the whole.
    public func snapshot(of domain: Domain, key: String) throws(PreferencesError) -> DomainSnapshot {
        try snapshot(of: domain).limited(to: key)
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

    /// What there is of it under one key.
    func limited(to key: String) -> DomainSnapshot {
        guard let value = contents[key] else { return DomainSnapshot() }
        let place = PropertyListPath.key(key)
        return DomainSnapshot(
            contents: [key: value], substitutions: substitutions.filter { $0.mayConcern(place) })
    }
}

/// The contents of the domains that an update is about, to be read and changed.
///
/// Two domains that are one file are one here as well. A store makes a transaction of what the domains hold, lets the caller of
/// ``DomainStore/update(_:_:)`` change it, and takes ``contents`` over.
public struct DomainTransaction {
    private let places: [Domain: Int]
    /// What the domains hold now, in the order in which the transaction was given their contents.
    public private(set) var contents: [PropertyListDictionary]

    /// The places that somebody else than the effective user can write.
    private let sharedPlaces: [Int]

    /// Creates a transaction over what domains hold.
    ///
    /// - Parameters:
    ///   - places: The domains of the update, each with the index of its contents. Two domains that are one have the same index.
    ///   - contents: What the domains hold, each once.
    ///   - sharedPlaces: The indices of contents that somebody else than the effective user can have written. Records of migrations in
    ///     them are not trusted.
    /// - Precondition: Each place is an index of the contents.
    public init(places: [Domain: Int], contents: [PropertyListDictionary], sharedPlaces: [Int] = []) {
        precondition(
            places.values.allSatisfy(contents.indices.contains), "a domain's place is no index of the contents")
        self.places = places
        self.contents = contents
        self.sharedPlaces = sharedPlaces
    }

    /// What a domain holds.
    ///
    /// - Precondition: The domain is one that the update names. Any other domain stops the program, as an index out of range does.
    public subscript(domain: Domain) -> PropertyListDictionary {
        get { contents[place(of: domain)] }
        _modify { yield &contents[place(of: domain)] }
    }

    /// The reasons why domains could not be read, by the index of their contents, of an update that replaces such domains.
    var failures: [Int: PreferencesError] = [:]

    /// A number of the file that a domain is: two domains that are one file have one.
    func file(of domain: Domain) -> Int {
        place(of: domain)
    }

    /// Whether nobody but the effective user, and the superuser, can have put there what a domain held before the update.
    func isPrivate(_ domain: Domain) -> Bool {
        !sharedPlaces.contains(place(of: domain))
    }

    private func place(of domain: Domain) -> Int {
        guard let place = places[domain] else {
            preconditionFailure("the domain \(domain) is not part of this update")
        }
        return place
    }
}
