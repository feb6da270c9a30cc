/// The contents of the domains of an update, to read and change.
///
/// Two domains that have the same file share their contents. A store creates a transaction, passes it to the body of
/// ``DomainStore/update(_:_:)``, calls ``willPublish()`` if contents differ, stores the resulting ``contents``, and
/// calls ``didPublish(in:)``.
public struct DomainTransaction {
    private let domains: [Domain]
    /// For each domain, the index of its contents.
    private let indices: [Int]
    /// The current contents, in the order of the contents that were passed to the initializer.
    public private(set) var contents: [PropertyListDictionary]

    /// The positions of the domains, or `nil` if there are few domains. A search is then faster than the first use of a
    /// dictionary.
    private let positions: [Domain: Int]?

    /// The indices of contents that a user other than the effective user can have written.
    private let sharedIndices: [Int]

    /// The actions that precede the change.
    private var actions: [() throws -> Void] = []

    /// The actions that follow the replacement of a file.
    private var publications: [(DomainTransaction, HeldFile) -> Void] = []

    /// The contents that may not be changed, by index, each with the error that a change throws. Removing all contents
    /// is accepted if the update removes the file, or if the removal was requested; see ``acceptRemoval(of:)``.
    var refusals: [(index: Int, removesFile: Bool, error: PreferencesError)] = []

    /// Throws an error if a file cannot represent the changes between two transactions in its layout. One function for
    /// all files, because a dictionary of functions takes more time than the rest of a small update.
    var requireEncodable: ((_ new: DomainTransaction, _ old: DomainTransaction) throws -> Void)?

    /// The indices of contents whose removal was requested.
    private var removals: Set<Int> = []

    /// The parts of the update that a journal records in addition to the changes of the domains.
    package var journal = JournalContext()

    /// Creates a transaction.
    ///
    /// - Parameters:
    ///   - domains: The domains of the update.
    ///   - indices: For each domain, the index of its contents. Two domains that are one file have the same index.
    ///   - contents: The contents of the files.
    ///   - sharedIndices: The indices of contents that a user other than the effective user can have written. Migration
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
    /// - Precondition: The update includes the domain.
    public subscript(domain: Domain) -> PropertyListDictionary {
        get { contents[index(of: domain)] }
        _modify { yield &contents[index(of: domain)] }
    }

    /// Adds an action to perform once if a domain changes. It is performed after the new contents were validated and
    /// before the first domain is replaced.
    ///
    /// Actions are performed in the order in which they were added. If an action throws an error, nothing is changed,
    /// and the update throws that error.
    public mutating func beforePublishing(_ action: @escaping () throws -> Void) {
        actions.append(action)
    }

    /// Adds an action to perform after the file of the only changed domain was replaced, while its folder is locked. It
    /// gets the contents of the file and the file. The action is not performed by a store without files, or if the file
    /// cannot be kept open.
    package mutating func afterPublishing(_ action: @escaping (DomainTransaction, HeldFile) -> Void) {
        publications.append(action)
    }

    /// Whether there are actions of ``afterPublishing(_:)``.
    var hasPublications: Bool { !publications.isEmpty }

    /// Performs the actions of ``afterPublishing(_:)``.
    func performPublications(_ file: HeldFile) {
        for action in publications { action(self, file) }
    }

    /// Performs the actions of ``beforePublishing(_:)``. A store calls this function in each update that changes a
    /// domain, immediately before it replaces the domains. No other step may fail after the call. Without the call,
    /// journals record a change only after it was made.
    public func willPublish() throws {
        for action in actions { try action() }
    }

    /// Lets `Preferences` of this process read the domains of the update again. A store calls this function at the end
    /// of each update, before other updates can begin. This includes updates that change nothing, and updates that fail
    /// while they replace domains.
    public func didPublish(in store: some DomainStore) {
        DomainUpdates.note { Array(Set(distinct(domains).compactMap { try? store.identity(of: $0) })) }
    }

    /// Returns whether the update includes all of the given domains.
    public func includes(_ needed: [Domain]) -> Bool {
        needed.allSatisfy { domain in positions.map { $0[domain] != nil } ?? domains.contains(domain) }
    }

    /// Returns a number that is the same for two domains if they have the same file.
    package func file(of domain: Domain) -> Int {
        index(of: domain)
    }

    /// Returns the domains. If several domains have the same file, only the first of them is included.
    func distinct(_ domains: [Domain]) -> [Domain] {
        var seen: Set<Int> = []
        return domains.filter { seen.insert(file(of: $0)).inserted }
    }

    /// Returns the contents of domains before and after changes, in the given order. If several domains have the same
    /// file, only the first of them is included. Unchanged domains are included.
    ///
    /// - Parameter old: The transaction before the changes.
    package func changes(of domains: [Domain], since old: DomainTransaction) -> [Domain.Change] {
        distinct(domains).map { Domain.Change(domain: $0, old: old[$0], new: self[$0]) }
    }

    /// Returns whether only the effective user and the superuser can have written the contents before the update.
    package func isPrivate(_ domain: Domain) -> Bool {
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

    /// Records that the removal of the whole domain was requested, not only the removal of its last keys. The update
    /// may then also remove parts of the file that are not keys.
    package mutating func acceptRemoval(of domain: Domain) {
        removals.insert(index(of: domain))
    }

    /// Whether the removal of the contents with an index was requested.
    func acceptsRemoval(at index: Int) -> Bool { removals.contains(index) }

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
