public import PropertyList

/// A store of domains, such as files, the keyring or memory.
///
/// Every store keeps the same contract, which the checks of `DefaultsTesting` verify. An update is atomic: it happens
/// completely or not at all. Updates from different threads are serialized. A store refuses values that it could not
/// return unchanged.
public protocol DomainStore: Sendable {
    /// Returns the contents of a domain at this moment.
    ///
    /// The snapshot of a domain that does not exist is empty. A domain without keys does not exist.
    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot

    /// Looks up the value of one key, or returns `nil` if the domain does not have the key.
    ///
    /// A store need not read the rest of the domain, so it may miss errors there. The default implementation takes a
    /// snapshot.
    func entry(of domain: Domain, key: String) throws(PreferencesError) -> DomainSnapshot.Entry?

    /// Changes domains in one atomic update.
    ///
    /// If the body or the store throws an error, nothing has changed.
    ///
    /// - Parameters:
    ///   - domains: The domains to change.
    ///   - body: Changes the contents in the transaction. It can be called again, with newer contents, if another
    ///     program changes the domains meanwhile. It should have no other effects.
    /// - Returns: The result of the body.
    /// - Throws: ``PreferencesError``, or the error of the body.
    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result

    /// Returns the identity of a domain. Two domains, of one store or of two, have the same identity if a change of one
    /// changes the other.
    ///
    /// By default, different instances of a class are different stores, and all values of a structure are one store. A
    /// store that changes domains of another one passes on their identities. Preferences then see all changes of the
    /// other store by this process at once.
    ///
    /// - Throws: ``PreferencesError`` if the identity cannot be determined.
    func identity(of domain: Domain) throws(PreferencesError) -> Domain.Identity

    /// Whether the values are secrets. ``Preferences`` then look up values in their own domain alone, and never in the
    /// arguments of the program, which other users of the machine can see. Defaults to `false`.
    var holdsSecrets: Bool { get }

    /// Whether the store has domains of any user, which ``Preferences`` then include in the standard
    /// ``Preferences/SearchList``. Defaults to `false`.
    var hasAnyUserDomains: Bool { get }

    /// Returns the domains of the current user on a host that have keys, without the global domain, in the order of
    /// their UTF-16 code units.
    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain]

    /// Returns the same domains, with an error for each entry that could be a domain but cannot be used.
    ///
    /// The default implementation returns no errors.
    func findDomains(on host: Domain.Host) throws(PreferencesError) -> FoundDomains

    /// Returns all domains in a scope, with the global ones, for a caller that reads them. Some may have no keys.
    ///
    /// A store that passes calls on to another one implements this function too. The default implementation returns the
    /// domains of any host and of this host, or those of the host of the scope.
    func findAllDomains(_ scope: DomainScope) throws(PreferencesError) -> FoundDomains
}

extension DomainStore {
    /// The default: `false`.
    public var holdsSecrets: Bool { false }

    /// The default: `false`.
    public var hasAnyUserDomains: Bool { false }

    /// Returns the domains, without errors.
    public func findDomains(on host: Domain.Host) throws(PreferencesError) -> FoundDomains {
        FoundDomains(domains: try domains(on: host))
    }

    /// Returns the domains of any host and of this host, or those of the host of the scope.
    public func findAllDomains(_ scope: DomainScope) throws(PreferencesError) -> FoundDomains {
        var all = FoundDomains(domains: [])
        for host in scope.host.map({ [$0] }) ?? [.any, .current] {
            let found = try findDomains(on: host)
            all.domains += ([Domain.global.moved(to: .current, host: host)] + found.domains).filter(scope.contains)
            all.obstacles += found.obstacles
        }
        return all
    }

    /// Looks up the value of one key in a snapshot of the domain.
    public func entry(of domain: Domain, key: String) throws(PreferencesError) -> DomainSnapshot.Entry? {
        try snapshot(of: domain).entry(key)
    }

    /// Returns the identity of a domain: the instance of a class or the type of a structure, and the domain.
    public func identity(of domain: Domain) -> Domain.Identity {
        let store = type(of: self) is AnyClass ? "\(ObjectIdentifier(self as AnyObject))" : "\(type(of: self))"
        return Domain.Identity(store, "\(domain) \(domain.user) \(domain.host)")
    }

    /// Returns the contents of a domain at this moment.
    ///
    /// - Throws: ``PreferencesError/Code/unfaithful`` if the domain contains something that a value cannot
    ///   represent, or another ``PreferencesError``.
    public func contents(of domain: Domain) throws(PreferencesError) -> PropertyListDictionary {
        try snapshot(of: domain).exactContents(of: domain)
    }

    /// Applies a change set to a domain, in one atomic update.
    ///
    /// - Throws: ``PreferencesError``, or ``ChangeSet/EditError`` if an edit of the change set cannot be applied.
    public func apply(_ changes: ChangeSet, to domain: Domain) throws {
        try update([domain]) { try changes.apply(to: &$0[domain]) }
    }
}

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

/// The contents of the domains of an update, to read and change.
///
/// Two domains that are one file share their contents here, too. A store creates a transaction, passes it to the body
/// of ``DomainStore/update(_:_:)``, and stores the resulting ``contents``.
public struct DomainTransaction {
    private let domains: [Domain]
    /// For each domain, the index of its contents.
    private let indices: [Int]
    /// The current contents, in the order in which the transaction was created with them.
    public private(set) var contents: [PropertyListDictionary]

    /// The positions of many domains. A few are searched, since the first use of a dictionary takes longer.
    private let positions: [Domain: Int]?

    /// The indices of contents that a user other than the effective one can have written.
    private let sharedIndices: [Int]

    /// Called once if a domain changes, when the new contents are validated and before the first domain is replaced. If
    /// it throws an error, nothing is changed.
    package var beforePublishing: (() throws -> Void)?

    /// The indices of contents that may not be changed, and the errors of changes. Removing all contents is accepted if
    /// the update removes the file, or if that was requested; see ``acceptRemoval(of:)``.
    var refusals: [(index: Int, removesFile: Bool, error: PreferencesError)] = []

    /// The indices of contents whose removal was requested.
    private var removals: Set<Int> = []

    /// Domains whose changes are not recorded in a journal, because they contain records of their own.
    var unrecorded: [Domain] = []

    /// The operation that the update is a part of, in a journal.
    var operation: RecordedOperation?

    /// The entries of a journal that the update takes back.
    var undone: UndoneEntries?

    /// Creates a transaction.
    ///
    /// - Parameters:
    ///   - domains: The domains of the update.
    ///   - indices: For each domain, the index of its contents. Two domains that are one file have the same index.
    ///   - contents: The contents of the files.
    ///   - sharedIndices: The indices of contents that a user other than the effective one can have written. Migration
    ///     records in them are not trusted.
    /// - Precondition: `indices` has an index of `contents` for each domain.
    public init(domains: [Domain], indices: [Int], contents: [PropertyListDictionary], sharedIndices: [Int] = []) {
        precondition(
            indices.count == domains.count && indices.allSatisfy(contents.indices.contains),
            "a domain has no index of the contents")
        (self.domains, self.indices, self.contents, self.sharedIndices) = (domains, indices, contents, sharedIndices)
        positions = domains.count > 16 ? Self.positions(of: domains) : nil
    }

    /// The contents of a domain.
    ///
    /// - Precondition: The domain is one of the update.
    public subscript(domain: Domain) -> PropertyListDictionary {
        get { contents[index(of: domain)] }
        _modify { yield &contents[index(of: domain)] }
    }

    /// Returns a number that is the same for two domains if they are one file.
    func file(of domain: Domain) -> Int {
        index(of: domain)
    }

    /// Returns the domains without those that are the same file as an earlier one.
    func distinct(_ domains: [Domain]) -> [Domain] {
        var seen: Set<Int> = []
        return domains.filter { seen.insert(file(of: $0)).inserted }
    }

    /// Returns whether only the effective user and the superuser can have written the contents from before the update.
    func isPrivate(_ domain: Domain) -> Bool {
        !sharedIndices.contains(index(of: domain))
    }

    /// Throws the first error of a change that the store refuses.
    ///
    /// - Parameter old: The transaction before the changes.
    func requireAccepted(since old: DomainTransaction) throws(PreferencesError) {
        for (index, removesFile, error) in refusals where contents[index] != old.contents[index] {
            if !contents[index].isEmpty || !removesFile && !removals.contains(index) { throw error }
        }
    }

    /// Records that the removal of everything in a domain was requested, and not only that of its last keys. Whatever
    /// else a file contains may then be removed, too.
    package mutating func acceptRemoval(of domain: Domain) {
        removals.insert(index(of: domain))
    }

    private static func positions(of domains: [Domain]) -> [Domain: Int] {
        var positions: [Domain: Int] = [:]
        for (position, domain) in domains.enumerated() where positions[domain] == nil { positions[domain] = position }
        return positions
    }

    /// Returns the index of a domain's contents.
    private func index(of domain: Domain) -> Int {
        guard let position = positions.map({ $0[domain] }) ?? domains.firstIndex(of: domain) else {
            preconditionFailure("the domain \(domain) is not part of this update")
        }
        return indices[position]
    }
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
