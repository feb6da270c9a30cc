import Synchronization

/// A store for previews, which reads another store and keeps all changes in memory.
///
/// Each update begins an update of the other store and cancels it. The other store therefore determines which domains
/// are the same file, and its locks keep other writers out. Changes are not observed.
final class RehearsalStore: DomainStore {
    private let base: any DomainStore
    private let rehearsed = Mutex<[Rehearsed]>([])

    /// A domain that an update has named, with its contents in the other store and after the last update.
    private struct Rehearsed {
        let identity: StoreIdentity
        let change: Domain.Change
    }

    init(_ base: any DomainStore) {
        self.base = base
    }

    /// The changed domains. If several names stand for one file, the first is used.
    var changes: [Domain.Change] {
        rehearsed.withLock { $0.map(\.change) }.filter { $0.old != $0.new }
    }

    var holdsSecrets: Bool { base.holdsSecrets }
    var hasAnyUserDomains: Bool { base.hasAnyUserDomains }

    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        if let contents = try newContents(of: domain) { return DomainSnapshot(contents: contents) }
        return try base.snapshot(of: domain)
    }

    /// Returns the contents of a domain after the rehearsed updates, or `nil` if no update has named the domain.
    private func newContents(of domain: Domain) throws(PreferencesError) -> PropertyListDictionary? {
        if rehearsed.withLock({ $0.isEmpty }) { return nil }
        let identity = try base.identity(of: domain)
        return rehearsed.withLock { $0.first { $0.identity == identity }?.change.new }
    }

    func identity(of domain: Domain) throws(PreferencesError) -> StoreIdentity {
        try base.identity(of: domain)
    }

    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        try findDomains(on: host).domains
    }

    func findDomains(on host: Domain.Host) throws(PreferencesError) -> Domain.SearchResult {
        var found = try base.findDomains(on: host)
        found.domains = try rehearsing(found.domains) { domain in
            domain.host == host && domain.user == .current && domain.name != .global
        }
        found.domains.sort { $0.description.precedesInUTF16($1.description) }
        return found
    }

    func findAllDomains(_ scope: Domain.Scope) throws(PreferencesError) -> Domain.SearchResult {
        var found = try base.findAllDomains(scope)
        found.domains = try rehearsing(found.domains, isIncluded: scope.contains)
        return found
    }

    /// Returns the given domains as rehearsed updates change them: removed domains are omitted, created domains are
    /// added.
    private func rehearsing(
        _ domains: [Domain], isIncluded: (Domain) -> Bool
    ) throws(PreferencesError) -> [Domain] {
        let states = rehearsed.withLock { $0 }
        if states.isEmpty { return domains }
        let identities = try domains.map { domain throws(PreferencesError) in try base.identity(of: domain) }
        let removed = Set(states.filter(\.change.new.isEmpty).map(\.identity))
        let created = states.filter { state in
            if case .path = state.change.domain.name { return false }
            return !state.change.new.isEmpty && !identities.contains(state.identity) && isIncluded(state.change.domain)
        }
        return zip(domains, identities).filter { !removed.contains($1) }.map(\.0) + created.map(\.change.domain)
    }

    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws
        -> Result
    {
        var result: Result?
        do {
            try base.update(domains) { transaction in
                result = try rehearse(domains, in: &transaction, body)
                throw RehearsalEnd()
            }
        } catch is RehearsalEnd {}
        guard let result else { preconditionFailure("an update whose body throws returned") }
        return result
    }

    /// Performs an update in a transaction of the other store, while the other store holds its locks.
    private func rehearse<Result>(
        _ domains: [Domain], in transaction: inout DomainTransaction,
        _ body: (inout DomainTransaction) throws -> Result
    ) throws -> Result {
        let before = transaction
        for domain in transaction.distinct(domains) {
            if let contents = try newContents(of: domain) { transaction[domain] = contents }
        }
        let start = transaction
        let result = try body(&transaction)
        try transaction.requireAccepted(since: before)
        try transaction.requireEncodable?(transaction, before)
        let changes = transaction.changes(of: domains, since: before)
        for change in changes { try change.new.requireStorable(at: change.domain.description, over: change.old) }
        if transaction.contents != start.contents { try transaction.willPublish() }
        let states = try changes.map { change throws(PreferencesError) in
            Rehearsed(identity: try base.identity(of: change.domain), change: change)
        }
        let identities = Set(states.map(\.identity))
        rehearsed.withLock { rehearsed in
            rehearsed.removeAll { identities.contains($0.identity) }
            rehearsed += states
        }
        transaction.didPublish(in: self)
        return result
    }
}

/// The error with which a rehearsed update of another store ends.
package struct RehearsalEnd: Error {}

extension PropertyListDictionary {
    /// Throws an error if no file can store the contents of a domain at a path.
    ///
    /// - Parameter old: The contents before the change.
    func requireStorable(at path: String, over old: PropertyListDictionary = [:]) throws(PreferencesError) {
        do {
            try PropertyListWriter.validate(.dictionary(self), over: .dictionary(old))
        } catch {
            throw PreferencesError(.unstorable(path: path, error))
        }
    }
}

extension DomainStore {
    /// A store with the same domains that keeps all changes in memory.
    package var rehearsal: any DomainStore { RehearsalStore(self) }

    /// Calls a function with a store that has the same domains and keeps all changes in memory.
    ///
    /// - Parameter body: A function that reads and changes domains. Its updates take the locks of this store.
    /// - Returns: The result of the function, and the changes that it would have made.
    /// - Throws: The error of the function.
    public func rehearse<Result>(
        _ body: (any DomainStore) throws -> Result
    ) throws -> (result: Result, changes: [Domain.Change]) {
        let rehearsal = RehearsalStore(self)
        return (try body(rehearsal), rehearsal.changes)
    }
}
