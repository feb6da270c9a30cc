public import Foundation
public import PropertyList

/// Does migrations, in the order in which they are registered, each once.
///
/// ```swift
/// var migrator = Migrator(store: FileDomainStore())
/// try migrator.register("2026-rename", in: editor) {
///     MigrationStep.move(.fontSize, to: .textSize)
///     MigrationStep.move("width", to: PropertyListPath(["Window", "Width"]), as: .real, converting: .lossless)
///     MigrationStep.delete("Scratch")
/// }
/// try migrator.apply()
/// ```
///
/// **Crashes.** The values and the record of the migration go into the target domain in one atomic change, together with the removal of old
/// keys from that domain. Old keys of other domains go in a second one, with which the record says `done`. A run that finds a record that
/// says `copied` does the second change alone, and removes an old value only if it is still the one that was taken.
public struct Migrator: Sendable {
    let store: any DomainStore
    private let now: @Sendable () -> Date
    /// The migrations, in the order in which they are done.
    public private(set) var migrations: [Migration] = []

    /// A migrator without migrations.
    ///
    /// - Parameters:
    ///   - store: where the domains are.
    ///   - now: the clock that the dates of records come from.
    public init(store: some DomainStore, now: @escaping @Sendable () -> Date = { Date() }) {
        self.store = store
        self.now = now
    }

    /// Adds a migration after those that are there.
    ///
    /// - Parameters:
    ///   - identifier: what the migration is known by. Once it was done, another one of that identifier is not.
    ///   - target: the domain of the new places and the record.
    ///   - source: the domain of the old places; nil for the target.
    ///   - policy: what becomes of steps whose old and new places both hold a value.
    ///   - steps: what is to be done, one step on a line.
    /// - Throws: ``MigrationError`` where the steps get in each other's way, or there is one of that identifier.
    public mutating func register(
        _ identifier: String, in target: Domain, from source: Domain? = nil,
        onConflict policy: Migration.ConflictPolicy = .keepNew, @MigrationBuilder steps: () -> [MigrationStep]
    ) throws(MigrationError) {
        try register(Migration(identifier, from: source, to: target, onConflict: policy, steps: steps()))
    }

    /// Adds a migration after those that are there.
    ///
    /// - Throws: ``MigrationError/registeredTwice(_:)`` where there is one of that identifier and target.
    public mutating func register(_ migration: Migration) throws(MigrationError) {
        let isTaken = migrations.contains {
            $0.identifier.hasSameScalars(as: migration.identifier) && $0.target.hasSameAddress(as: migration.target)
        }
        if isTaken { throw .registeredTwice(migration.identifier) }
        migrations.append(migration)
    }

    /// Does what is left to do of every migration. One that fails ends it; those before it stay done.
    ///
    /// - Throws: ``MigrationError``, or ``PreferencesError``.
    @discardableResult
    public func apply() throws -> [MigrationReport] {
        try migrations.map { try apply($0) }
    }

    /// Does what is left to do of one migration, registered or not. Of several processes that begin at once one does it, and the others find it
    /// done.
    ///
    /// - Throws: ``MigrationError``, or ``PreferencesError``; nothing has changed, but after ``MigrationError/oldKeysNotRemoved(_:_:)``.
    public func apply(_ migration: Migration) throws -> MigrationReport {
        let run = MigrationRun(migration, date: now())
        var (report, record) = try store.update(migration.domains) { try run(&$0) }
        guard let record, record.state == .copied else { return report }
        do {
            report.steps += try complete(record, of: migration)
        } catch let error as PreferencesError {
            throw MigrationError.oldKeysNotRemoved(migration.identifier, error)
        }
        return report
    }

    /// Does the second stage of a migration, if that is still to be done.
    private func complete(_ record: MigrationRecord, of migration: Migration) throws -> [MigrationReport.Step] {
        let target = migration.target
        return try updateDomains(
            of: record.identifier, known: record, target: target, named: migration.domains
        ) { record, transaction in
            guard record.state == .copied else { return [] }
            return try MigrationCompletion(record: record, target: target)(&transaction)
        } ?? []
    }

    /// Undoes a migration, registered or not.
    ///
    /// The record says which domains the values came from. If others can write the target, the record may be forged: then it counts
    /// only for domains that are named here and, if the target is in the base of the current user, for others in that base.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the migration.
    ///   - target: The domain of the new places and the record.
    ///   - sources: Domains of old places. Each must be one that the record names.
    /// - Returns: what was done; nil where there is no record of it.
    /// - Throws: ``MigrationError/changedSince(_:domain:)`` or ``MigrationError/occupied(_:domain:)`` where values are not as the migration
    ///   left them, ``MigrationError/domainNotNamed(_:identifier:target:)`` for a record that cannot be trusted, or
    ///   ``MigrationError/notTakenFrom(_:identifier:target:)``; nothing has changed then.
    @discardableResult
    public func rollBack(
        _ identifier: String, in target: Domain, from sources: [Domain] = []
    ) throws -> MigrationReport? {
        let record = try record(of: identifier, in: target)
        let target = target.withAbsolutePath
        let sources = sources.map(\.withAbsolutePath)
        // Without a record the domain is looked at under its lock all the same: a killed run may have removed the record, and not
        // waited for the disk.
        let steps = try updateDomains(
            of: identifier, known: record, target: target, named: sources + [target]
        ) { record, transaction in
            let domains = record.domains(target: target)
            if let source = sources.first(where: { !domains.contains($0) }) {
                throw MigrationError.notTakenFrom(source, identifier: identifier, target: target)
            }
            return try MigrationRollback(record: record, target: target)(&transaction)
        }
        return steps.map { MigrationReport(identifier: identifier, outcome: .rolledBack, steps: $0) }
    }

    /// Changes the domains of a record together, with the record as it is by then.
    ///
    /// No other domain than those that are named is touched before the record is seen to count for it.
    ///
    /// - Parameters:
    ///   - known: The record as it was before the locks; `nil` if there was none. Its domains have the target last: no value leaves
    ///     it before the others have theirs on the disk, and no record there says `done` before the others are rid of theirs.
    ///   - named: The domains that the caller names.
    /// - Returns: what the body returns; nil where the record is gone.
    private func updateDomains<Result>(
        of identifier: String, known: MigrationRecord?, target: Domain, named: [Domain],
        _ body: (MigrationRecord, inout DomainTransaction) throws -> Result
    ) throws -> Result? {
        var domains = known == nil ? [target] : named.filter { $0 != target } + [target]
        if let needed = known?.domains(target: target), needed.allSatisfy(\.isInUserBase) { domains = needed }
        while true {
            let outcome = try store.update(domains) { transaction -> Attempt<Result> in
                guard let record = try transaction[target].migrationRecord(identifier, of: target) else {
                    return .done(nil)
                }
                try record.requireNamed(named, target: target, isPrivate: transaction.isPrivate(target))
                let needed = record.domains(target: target)
                guard Set(needed).isSubset(of: domains) else { return .again(needed) }
                return .done(try body(record, &transaction))
            }
            switch outcome {
            case .done(let result): return result
            case .again(let needed): domains = needed
            }
        }
    }

    /// What came of an update whose domains were known from a record that could be another one by then.
    private enum Attempt<Result> {
        case done(Result?)
        case again([Domain])
    }
}

extension Migrator {
    /// What a domain knows of the migrations that were done, in the order of their dates.
    ///
    /// - Throws: ``MigrationError/damagedRecord(_:target:)``, or ``PreferencesError`` where the domain cannot be read.
    public func records(in target: Domain) throws -> [MigrationRecord] {
        let target = target.withAbsolutePath
        return try store.contents(of: target).migrationRecords(of: target).sorted { $0.date < $1.date }
    }

    /// What a domain knows of a migration; nil where it was not done.
    ///
    /// - Throws: ``MigrationError/damagedRecord(_:target:)``, or ``PreferencesError`` where the domain cannot be read.
    public func record(of identifier: String, in target: Domain) throws -> MigrationRecord? {
        let target = target.withAbsolutePath
        return try store.contents(of: target).migrationRecord(identifier, of: target)
    }

    /// How far a migration came; nil where it was not begun.
    ///
    /// - Throws: as ``record(of:in:)``.
    public func state(of identifier: String, in target: Domain) throws -> MigrationRecord.State? {
        try record(of: identifier, in: target)?.state
    }

    /// The identifiers of the migrations that are done, in the order of their dates.
    ///
    /// - Throws: as ``records(in:)``.
    public func appliedIdentifiers(in target: Domain) throws -> [String] {
        try records(in: target).filter { $0.state == .done }.map(\.identifier)
    }
}

extension Migrator {
    /// What a domain holds before a migration or rollback, and would after it.
    public struct Change: Sendable {
        /// The domain.
        public let domain: Domain
        /// What it holds before.
        public let old: PropertyListDictionary
        /// What it would hold after.
        public let new: PropertyListDictionary
    }

    /// What a migration would do. Nothing is changed.
    ///
    /// - Throws: what ``apply(_:)`` would.
    public func preview(_ migration: Migration) throws -> (report: MigrationReport, changes: [Change]) {
        let rehearsal = Migrator(store: RehearsalStore(store), now: now)
        let report = try rehearsal.apply(migration)
        return (report, try rehearsal.changes())
    }

    /// What a rollback would do. Nothing is changed.
    ///
    /// - Throws: what ``rollBack(_:in:from:)`` would.
    public func previewRollBack(
        _ identifier: String, in target: Domain, from sources: [Domain] = []
    ) throws -> (report: MigrationReport?, changes: [Change]) {
        let rehearsal = Migrator(store: RehearsalStore(store), now: now)
        let report = try rehearsal.rollBack(identifier, in: target, from: sources)
        return (report, try rehearsal.changes())
    }

    private func changes() throws -> [Change] {
        (store as? RehearsalStore)?.changes ?? []
    }
}
