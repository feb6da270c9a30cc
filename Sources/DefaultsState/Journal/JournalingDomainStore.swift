package import DefaultsCore
package import Foundation

/// A store that records in a journal every change that it makes to another store.
package struct JournalingDomainStore: DomainStore {
    private let base: any DomainStore
    private let journal: Journal
    private let command: [String]
    private let now: @Sendable () throws -> Date
    private let operation: RecordedOperation?

    /// Creates a store that records the changes of another store.
    ///
    /// - Parameters:
    ///   - base: The store that is changed.
    ///   - journal: The journal.
    ///   - command: The arguments that are recorded as the command of each entry.
    ///   - operation: The operation that all updates belong to, or `nil` if each update is its own operation.
    ///   - now: The clock that dates entries.
    package init(
        _ base: any DomainStore, journal: Journal, command: [String], operation: RecordedOperation? = nil,
        now: @escaping @Sendable () throws -> Date = { Date() }
    ) {
        (self.base, self.journal, self.command) = (base, journal, command)
        (self.operation, self.now) = (operation, now)
    }

    /// The store whose changes are recorded.
    package var underlyingStore: (any DomainStore)? { base }

    /// Returns the contents of a domain of the other store.
    package func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        try base.snapshot(of: domain)
    }

    /// The identity of the other store, to which the journal, the recorded command and the operation are added. It is
    /// `nil` if the other store has no identity.
    package var identity: StoreIdentity? {
        base.identity?.adding(
            Recording(journal: journal.path, command: command, operation: operation.map(ObjectIdentifier.init)))
    }

    /// The properties that distinguish journaling stores over the same store.
    private struct Recording: Hashable {
        let journal: String
        let command: [String]
        let operation: ObjectIdentifier?
    }

    /// Returns the domains of the other store on a host.
    package func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        try base.domains(on: host)
    }

    /// Changes domains together, after recording the changes.
    ///
    /// - Throws: The errors of the other store, or ``JournalError`` if the changes cannot be recorded. After a
    ///   ``JournalError``, nothing has changed. A store of secrets is refused, since a journal is a file.
    package func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws
        -> Result
    {
        if base.holdsSecrets { throw JournalError.holdsSecrets(path: journal.path) }
        // The action that records the changes, until it is performed. A store must perform it before the change. If a
        // store does not, a late entry is better than none.
        var pendingRecord: (() throws -> Void)?
        var undo: RecordedOperation?
        let result = try base.update(domains) { transaction in
            // The store may call the body again.
            (pendingRecord, undo) = (nil, nil)
            // This is checked under the lock, because the folders exist then.
            try journal.requireOtherFile(than: domains)
            let before = transaction
            let result = try body(&transaction)
            let context = transaction.journal
            let recorded = domains.filter { domain in !context.records.contains { $0.domain == domain } }
            let changes = transaction.changes(of: recorded, since: before).flatMap(Journal.Entry.Change.changes)
            let records = context.records.compactMap { domain, old in
                journal.recordChange(of: Domain.Change(domain: domain, old: old, new: transaction[domain]))
            }
            let undone = context.undone?.journal == journal.path ? context.undone?.numbers ?? [] : []
            if !undone.isEmpty { undo = RecordedOperation() }
            let operation = undo ?? operation ?? context.operation
            let record = {
                try journal.append(
                    changes, records: records, undoing: undone, in: operation, command: command, date: now())
            }
            if !changes.isEmpty {
                pendingRecord = record
                transaction.beforePublishing {
                    try record()
                    pendingRecord = nil
                }
            } else if !undone.isEmpty {
                // Without an entry, the next undo would find the same changes.
                try record()
            }
            return result
        }
        try pendingRecord?()
        // Without this line, the next undo takes the same entries back again, which changes nothing.
        if let undo { try? journal.append([], in: undo, command: command, date: now()) }
        return result
    }
}
