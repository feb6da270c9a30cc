import PropertyList
import Synchronization

/// A store over another store that keeps all changes to itself, for previews.
///
/// The updates of the other store are begun and cancelled. It therefore determines which domains are the same file, and
/// no other writer interferes with an update.
final class RehearsalStore: DomainStore {
    private let base: any DomainStore
    private let state = Mutex(State())

    private struct State {
        var new: [Domain: PropertyListDictionary] = [:]
        var changes: [Migrator.DomainChange] = []
    }

    private struct Cancellation: Error {}

    init(_ base: any DomainStore) {
        self.base = base
    }

    /// The changed domains. If several names stand for one file, the first is used.
    var changes: [Migrator.DomainChange] { state.withLock(\.changes).filter { $0.old != $0.new } }

    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        if let contents = state.withLock({ $0.new[domain] }) { return DomainSnapshot(contents: contents) }
        return try base.snapshot(of: domain)
    }

    func identity(of domain: Domain) throws(PreferencesError) -> Domain.Identity {
        try base.identity(of: domain)
    }

    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        try base.domains(on: host)
    }

    func findDomains(on host: Domain.Host) throws(PreferencesError) -> FoundDomains {
        try base.findDomains(on: host)
    }

    func findAllDomains(_ scope: DomainScope) throws(PreferencesError) -> FoundDomains {
        try base.findAllDomains(scope)
    }

    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result {
        let known = state.withLock(\.new)
        var rehearsed: (result: Result, changes: [Migrator.DomainChange])?
        do {
            try base.update(domains) { transaction in
                let before = transaction
                for domain in domains { if let contents = known[domain] { transaction[domain] = contents } }
                let result = try body(&transaction)
                try transaction.requireAccepted(since: before)
                rehearsed = (result, Self.changes(domains, from: before, to: transaction))
                throw Cancellation()
            }
        } catch is Cancellation {}
        guard let rehearsed else { preconditionFailure("an update whose body throws returned") }
        try validate(rehearsed.changes)
        state.withLock { state in
            let changed = Set(rehearsed.changes.map(\.domain))
            state.changes.removeAll { changed.contains($0.domain) }
            state.changes += rehearsed.changes
            for change in rehearsed.changes { state.new[change.domain] = change.new }
        }
        return rehearsed.result
    }

    private static func changes(
        _ domains: [Domain], from before: DomainTransaction, to after: DomainTransaction
    ) -> [Migrator.DomainChange] {
        after.distinct(domains).map { Migrator.DomainChange(domain: $0, old: before[$0], new: after[$0]) }
    }

    private func validate(_ changes: [Migrator.DomainChange]) throws(PreferencesError) {
        for change in changes {
            do {
                try PropertyListWriter.validate(.dictionary(change.new))
            } catch {
                throw PreferencesError(.unstorable(path: change.domain.description, error))
            }
        }
    }
}
