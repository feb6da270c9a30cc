import PropertyList
import Synchronization

/// A store over another one that keeps every change to itself, for looking at what would become of domains.
///
/// The other store's updates are begun and given up, so that it decides which domains are one file, and keeps writers out meanwhile.
final class RehearsalStore: DomainStore {
    private let base: any DomainStore
    private let state = Mutex(State())

    private struct State {
        var new: [Domain: PropertyListDictionary] = [:]
        var changes: [Migrator.Change] = []
    }

    /// Ends an update that is given up.
    private struct GivenUp: Error {}

    init(_ base: any DomainStore) {
        self.base = base
    }

    /// The domains that are, or would be, others than before; of several names for one file the first.
    var changes: [Migrator.Change] { state.withLock(\.changes).filter { $0.old != $0.new } }

    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        if let contents = state.withLock({ $0.new[domain] }) { return DomainSnapshot(contents: contents) }
        return try base.snapshot(of: domain)
    }

    func entry(of domain: Domain, key: String) throws(PreferencesError) -> DomainSnapshot.Entry? {
        if let contents = state.withLock({ $0.new[domain] }) { return DomainSnapshot(contents: contents).entry(key) }
        return try base.entry(of: domain, key: key)
    }

    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        try base.domains(on: host)
    }

    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result {
        let known = state.withLock(\.new)
        var rehearsed: (result: Result, changes: [Migrator.Change])?
        do {
            try base.update(domains) { transaction in
                let before = transaction
                for domain in domains { if let contents = known[domain] { transaction[domain] = contents } }
                let result = try body(&transaction)
                rehearsed = (result, Self.changes(domains, from: before, to: transaction))
                throw GivenUp()
            }
        } catch is GivenUp {}
        guard let rehearsed else { preconditionFailure("an update whose body throws returned") }
        try validate(rehearsed.changes)
        state.withLock { state in
            for change in rehearsed.changes {
                state.new[change.domain] = change.new
                state.changes.removeAll { $0.domain == change.domain }
                state.changes.append(change)
            }
        }
        return rehearsed.result
    }

    private static func changes(
        _ domains: [Domain], from before: DomainTransaction, to after: DomainTransaction
    ) -> [Migrator.Change] {
        var seen: Set<Int> = []
        return domains.filter { seen.insert(after.file(of: $0)).inserted }
            .map { Migrator.Change(domain: $0, old: before[$0], new: after[$0]) }
    }

    private func validate(_ changes: [Migrator.Change]) throws(PreferencesError) {
        for change in changes {
            do {
                try PropertyListWriter.validate(.dictionary(change.new))
            } catch {
                throw .unstorable(path: change.domain.description, error)
            }
        }
    }
}
