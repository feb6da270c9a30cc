public import Foundation
import PropertyList

/// Takes values from plain domains to a domain in the keyring, once; the plain copies go.
///
/// What a step says of types, conversions, conflicts and defaults holds as it does for ``Migrator``. The record of it, which the domain in the keyring
/// keeps, has no values and no digests that they could be guessed from, so that there is no way back: ``Migrator/rollBack(_:in:from:)`` refuses it.
///
/// **Crashes.** The values and a record that says `copied` go into the keyring in one atomic change, and are read back. Then the plain
/// copies are removed, then the record says `done`. A run that finds `copied` does what is left. A plain value goes only if it is
/// what the keyring has.
public struct KeyringMigrator: Sendable {
    private let files: any DomainStore
    private let keyring: any DomainStore
    private let now: @Sendable () -> Date

    /// A migrator from plain domains to those of a keyring.
    ///
    /// - Parameters:
    ///   - files: the store of the plain domains.
    ///   - keyring: the store of the domains that the values go to.
    ///   - now: the clock that the dates of records come from.
    public init(
        from files: some DomainStore, to keyring: some DomainStore, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.files = files
        self.keyring = keyring
        self.now = now
    }

    /// Does what is left to do of a migration, whose sources are plain and whose target is in the keyring.
    ///
    /// - Throws: ``MigrationError``, or ``PreferencesError``.
    @discardableResult
    public func apply(_ migration: Migration) throws -> MigrationReport {
        let plan = try KeyringMigrationPlan(migration)
        var (report, state) = try keyring.update([migration.target]) { transaction in
            try plan.copy(from: files, to: &transaction[migration.target], date: now())
        }
        guard state == .copied else { return report }
        do {
            let values = try keyring.contents(of: migration.target)
            report.steps += try files.update(plan.sources) { transaction in
                try plan.removeCopies(from: &transaction, of: values)
            }
            try keyring.update([migration.target]) { try plan.finish(&$0[migration.target]) }
        } catch let error as PreferencesError {
            throw MigrationError.oldKeysNotRemoved(migration.identifier, error)
        }
        return report
    }

    /// What a migration would do to plain domains, and to the one in the keyring. Nothing is changed.
    ///
    /// - Throws: as ``apply(_:)`` would for what it reads.
    public func preview(
        _ migration: Migration
    ) throws -> (report: MigrationReport, plain: [Migrator.Change], secret: Migrator.Change?) {
        let plan = try KeyringMigrationPlan(migration)
        let old = try keyring.contents(of: migration.target)
        var new = old
        var (report, state) = try plan.copy(from: files, to: &new, date: now())
        var changes: [Migrator.Change] = []
        if state == .copied {
            let plain = try plan.plainTransaction(from: files)
            var changed = plain
            report.steps += try plan.removeCopies(from: &changed, of: new)
            try plan.finish(&new)
            changes = plan.sources.map { Migrator.Change(domain: $0, old: plain[$0], new: changed[$0]) }
        }
        let secret = Migrator.Change(domain: migration.target, old: old, new: new)
        return (report, changes.filter { $0.old != $0.new }, old == new ? nil : secret)
    }
}

/// A migration to the keyring, in its parts.
private struct KeyringMigrationPlan {
    /// The plain domains, each once.
    let sources: [Domain]
    /// The migration with a target that is told apart from a plain domain of the same name.
    private let migration: Migration

    /// - Throws: ``MigrationError/notIntoKeyring(_:)`` where a step leaves a plain copy, or removes what no record could bring back.
    init(_ migration: Migration) throws(MigrationError) {
        for step in migration.steps where ![.move, .setDefault].contains(step.action) {
            throw .notIntoKeyring(step.action)
        }
        let plan = try Migration(
            migration.identifier, from: migration.source, to: migration.target.inKeyring,
            onConflict: migration.policy, steps: migration.steps)
        sources = plan.domains.filter { $0 != plan.target }
        self.migration = plan
    }

    /// What the plain domains hold now, to be changed in a rehearsal.
    func plainTransaction(from files: any DomainStore) throws -> DomainTransaction {
        try transaction(from: files, and: nil)
    }

    /// Gives the new places their values and keeps a record of it.
    ///
    /// - Returns: what came of it, and what the record says; nil where there is none.
    func copy(
        from files: any DomainStore, to contents: inout PropertyListDictionary, date: Date
    ) throws -> (MigrationReport, MigrationRecord.State?) {
        var transaction = try transaction(from: files, and: contents)
        let (report, record) = try MigrationRun(migration, date: date)(&transaction)
        if report.outcome == .applied, let record {
            let value = record.withoutValues.value(target: migration.target)
            transaction[migration.target].setMigrationRecord(value, of: migration.identifier)
        }
        contents = transaction[migration.target]
        return (report, record?.state)
    }

    /// Removes the plain values that the keyring has by now.
    ///
    /// - Returns: the steps whose plain value is another one, and stays.
    func removeCopies(
        from transaction: inout DomainTransaction, of contents: PropertyListDictionary
    ) throws -> [MigrationReport.Step] {
        guard let record = try contents.migrationRecord(migration.identifier, of: migration.target) else { return [] }
        var changed: [MigrationReport.Step] = []
        var removals: [Domain: [ChangeSet.Edit]] = [:]
        for step in record.steps where step.action == .move && sources.contains(step.source) {
            guard let old = step.old, let new = step.new, let plain = transaction[step.source][old] else { continue }
            if let value = contents[new], isCopy(plain, of: value, in: step) {
                removals[step.source, default: []].append(.remove(old))
            } else {
                changed.append(MigrationReport.Step(source: step.source, old: old, new: new, outcome: .changedSince))
            }
        }
        for (domain, edits) in removals { try transaction[domain].change(edits, of: domain) }
        return changed
    }

    /// Notes that the plain copies are gone.
    func finish(_ contents: inout PropertyListDictionary) throws {
        guard var record = try contents.migrationRecord(migration.identifier, of: migration.target) else { return }
        record.state = .done
        contents.setMigrationRecord(record.value(target: migration.target), of: migration.identifier)
    }

    /// Whether a plain value is what a value of the keyring was made of.
    private func isCopy(_ plain: PropertyListValue, of value: PropertyListValue, in done: MigrationRecord.Step) -> Bool
    {
        if plain == value { return true }
        let step = migration.steps.first {
            $0.old == done.old && $0.new == done.new && migration.source(of: $0) == done.source
        }
        guard let step, let conversion = step.conversion else { return false }
        return (try? conversion(plain, to: step.type)) == value
    }

    private func transaction(
        from files: any DomainStore, and contents: PropertyListDictionary?
    ) throws -> DomainTransaction {
        let domains = sources + (contents == nil ? [] : [migration.target])
        return DomainTransaction(
            domains: domains, indices: Array(domains.indices),
            contents: try sources.map(files.contents) + (contents.map { [$0] } ?? []))
    }
}

extension MigrationRecord {
    /// The record without what was written, and without what that could be guessed from.
    fileprivate var withoutValues: MigrationRecord {
        let steps = steps.map { step in
            var step = step
            (step.digest, step.original, step.displaced) = (nil, nil, nil)
            return step
        }
        return MigrationRecord(identifier: identifier, date: date, state: state, steps: steps)
    }
}
