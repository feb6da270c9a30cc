public import Foundation

/// A type that performs each registered migration once, in the order of registration.
///
/// ```swift
/// var migrator = Migrator(store: FileDomainStore())
/// try migrator.register("2026-rename", in: editor) {
///     MigrationStep.move(.fontSize, to: .textSize)
///     MigrationStep.move("width", to: PropertyListPath(["Window", "Width"])).expecting(.real).converting(.lossless)
///     MigrationStep.delete("Scratch")
/// }
/// try migrator.apply()
/// ```
///
/// A migrator from one store to another moves values from plain domains into the keyring; see ``init(from:to:now:)``.
///
/// **Crashes.** The first stage sets the new values, writes the record of the migration and removes old values from the
/// target, in one atomic change of the target domain. The second stage removes old values from other domains and marks
/// the record as `done`. A run that finds a record marked as `copied` performs only the second stage. An old value that
/// was changed between the stages is not removed.
public struct Migrator: Sendable {
    /// The key of the records of migrations in their target domain.
    public static let recordKey = Domain.migrationsKey

    /// The store of the targets and their records.
    private(set) var store: any DomainStore
    /// The store of the sources, or `nil` if ``store`` also contains the sources.
    private(set) var sourceStore: (any DomainStore)?
    let now: @Sendable () -> Date
    /// The registered migrations, in the order of registration.
    private(set) var migrations: [Migration] = []

    /// A view whose body can wait for a lock or a disk without blocking a thread of the cooperative pool, as in
    /// `try await migrator.async { try $0.apply() }`.
    public var async: Asynchronous<Migrator> { Asynchronous(self) }

    /// Creates a migrator without migrations.
    ///
    /// - Parameters:
    ///   - store: The store of the domains.
    ///   - now: The clock for the dates of records.
    public init(store: some DomainStore, now: @escaping @Sendable () -> Date = { Date() }) {
        (self.store, sourceStore, self.now) = (store, nil, now)
    }

    /// Creates a migrator that moves values from plain domains into a keyring.
    ///
    /// Steps can only move values and set defaults. A plain value is removed after it was read back from the keyring.
    /// The record, which the keyring keeps, has neither values nor digests of values. Such a migration cannot be rolled
    /// back.
    ///
    /// ```swift
    /// var migrator = Migrator(from: store, to: keyring)
    /// try migrator.register("2026-secrets", in: editor) { MigrationStep.move("token", to: "token") }
    /// try migrator.apply()
    /// ```
    ///
    /// - Parameters:
    ///   - files: The store of the source domains.
    ///   - keyring: The store of the target domains.
    ///   - now: The clock for the dates of records.
    public init(
        from files: some DomainStore, to keyring: some DomainStore, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (store, sourceStore, self.now) = (keyring, files, now)
    }

    /// Registers a migration after the migrations that are already registered.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the migration. It is recorded, so that the migration is performed once.
    ///   - target: The domain of the new values and the record.
    ///   - source: The domain of the old values. Defaults to the target.
    ///   - policy: The treatment of steps whose old and new values both exist.
    ///   - steps: The steps, one on each line.
    /// - Throws: ``PreferenceValueError`` if the steps conflict, or if a migration with the identifier is registered
    ///   for the target.
    public mutating func register(
        _ identifier: String, in target: Domain, from source: Domain? = nil,
        onConflict policy: MigrationStep.ConflictPolicy = .keepNew,
        @ListBuilder<MigrationStep> steps: () -> [MigrationStep]
    ) throws(PreferenceValueError) {
        let migration = try Migration(identifier, from: source, to: target, onConflict: policy, steps: steps())
        let isTaken = migrations.contains {
            $0.identifier.hasSameScalars(as: migration.identifier) && $0.target.hasSameAddress(as: migration.target)
        }
        if isTaken { throw .registeredTwice(migration.identifier) }
        migrations.append(migration)
    }

    /// Performs all registered migrations that are not done. An error stops the run, but does not undo earlier
    /// migrations.
    ///
    /// ```swift
    /// let reports = try migrator.apply()
    /// let isUpgraded = reports.contains { $0.status == .applied }
    /// ```
    ///
    /// - Returns: The reports of the migrations in their order.
    /// - Throws: ``PreferenceValueError`` or `PreferencesError`.
    @discardableResult
    public func apply() throws -> [Migrator.Report] {
        try migrations.map { try apply($0) }
    }

    /// Performs the registered migrations that are not done, up to and including one of them.
    ///
    /// - Parameter identifier: The identifier of the last migration to perform.
    /// - Returns: The reports of the migrations in their order.
    /// - Throws: `PreferenceValueError.Code.invalidMigration` if no migration has the identifier, or the errors of
    ///   `apply()`. An unknown identifier is an error before anything is changed.
    @discardableResult
    public func apply(upTo identifier: String) throws -> [Migrator.Report] {
        guard let last = migrations.lastIndex(where: { $0.identifier.hasSameScalars(as: identifier) }) else {
            throw PreferenceValueError.notRegistered(identifier)
        }
        return try migrations[...last].map { try apply($0) }
    }

    /// Performs a migration, which need not be registered. If several processes begin at once, only one process
    /// performs the migration.
    ///
    /// - Parameter migration: The migration.
    /// - Returns: The report of the migration.
    /// - Throws: ``PreferenceValueError``, `PreferencesError`, or another error of the store. Nothing has changed,
    ///   except after `PreferenceValueError.Code.oldKeysNotRemoved`.
    @discardableResult
    package func apply(_ migration: Migration) throws -> Report {
        let operation = RecordedOperation()
        var (report, record) = try copy(migration, in: operation)
        guard let record, record.state == .copied else { return report }
        do {
            report.steps += try complete(record, of: migration, in: operation)
        } catch let error as PreferenceValueError where report.status == .completed {
            // An earlier run has set the new values, so this run has changed nothing.
            throw error
        } catch {
            throw PreferenceValueError.oldKeysNotRemoved(migration.identifier, error)
        }
        return report
    }

    /// Rolls back a migration, which need not be registered.
    ///
    /// The record names the domains of the old values. If others can write the target, the record may be forged. It
    /// then applies only to domains that the caller names and, if the target is in the base of the current user, to
    /// other domains in that base.
    ///
    /// ```swift
    /// try migrator.rollBack("2026-names", in: editor)  // the values have their old names again
    /// ```
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the migration.
    ///   - target: The domain of the new values and the record.
    ///   - sources: Domains of old values. The record must name each of them. If the record names only the target, any
    ///     sources are accepted, because the migration may have found no old values.
    /// - Returns: The report of the rollback, or `nil` if there is no record.
    /// - Throws: `PreferenceValueError.Code.changedSince` if a value was changed after the migration,
    ///   `PreferenceValueError.Code.domainNotNamed` if the record is not trusted, or
    ///   `PreferenceValueError.Code.notReversible` if the record does not name a source. Nothing has changed.
    @discardableResult
    public func rollBack(
        _ identifier: String, in target: Domain, from sources: [Domain] = []
    ) throws -> Migrator.Report? {
        let record = try record(of: identifier, in: target)
        let target = target.withAbsolutePath
        let sources = sources.map(\.withAbsolutePath)
        // If the record is missing, the update waits until its removal by an interrupted run is durable.
        let steps = try updateDomains(
            of: identifier, known: record, target: target, named: sources + [target]
        ) { record, transaction in
            try record.requireTaken(from: sources, target: target)
            return try MigrationRollback(record: record, target: target)(&transaction)
        }
        return steps.map { Migrator.Report(identifier: identifier, status: .rolledBack, steps: $0, isChange: true) }
    }
}

extension Migrator {
    /// Returns the records of all migrations into a domain in the order of their dates, and the errors of records that
    /// are damaged or written by a newer version.
    ///
    /// - Throws: The errors of ``appliedIdentifiers(in:)``.
    package func records(in target: Domain) throws -> (readable: [Migration.Record], errors: [PreferenceValueError]) {
        let target = target.withAbsolutePath
        var (readable, errors): ([Migration.Record], [PreferenceValueError]) = ([], [])
        for (identifier, value) in try store.contents(of: target).storedMigrationRecords(of: target) {
            do throws(PreferenceValueError) {
                readable.append(try Migration.Record(value, identifier: identifier, target: target))
            } catch {
                errors.append(error)
            }
        }
        return (readable.sorted { $0.date < $1.date }, errors)
    }

    /// Returns the record of a migration, or `nil` if there is none.
    ///
    /// - Throws: `PreferenceValueError.Code.unreadableRecord` if the record cannot be read, or `PreferencesError` if
    ///   the domain cannot be read.
    func record(of identifier: String, in target: Domain) throws -> Migration.Record? {
        let target = target.withAbsolutePath
        return try store.contents(of: target).migrationRecord(identifier, of: target)
    }

    /// Returns the identifiers of the completed migrations, in the order of their dates. A migration whose record is
    /// damaged, or was written by a newer version, is omitted.
    ///
    /// ```swift
    /// let identifiers = try migrator.appliedIdentifiers(in: editor)  // 2026-names
    /// ```
    ///
    /// - Throws: `PreferenceValueError.Code.unreadableRecord` if the value of ``Migrator/recordKey`` is not a
    ///   dictionary, or `PreferencesError` if the domain cannot be read.
    public func appliedIdentifiers(in target: Domain) throws -> [String] {
        try records(in: target).readable.filter { $0.state == .done }.map(\.identifier)
    }

    /// Returns whether a newer version of the program has migrated a domain.
    ///
    /// A program that is older than its preferences can, for example, open them for reading only, or use another
    /// domain. Register all migrations before you call this function.
    ///
    /// The domain has been superseded if it has the record of a migration that is not registered, or a record in a form
    /// that only a newer version of this library understands. Derived identifiers do not count, unless the form is
    /// newer: they do not belong to a version of the program, because `defaults migrate` derives one if it is called
    /// without `--id`. A migration by `defaults migrate --id` counts, unless it is registered too.
    ///
    /// - Throws: The errors of ``appliedIdentifiers(in:)``.
    public func hasBeenSuperseded(in target: Domain) throws -> Bool {
        let target = target.withAbsolutePath
        let registered = Set(
            migrations.lazy.filter { $0.target.hasSameAddress(as: target) }.map { PropertyListPath.key($0.identifier) })
        return try store.contents(of: target).storedMigrationRecords(of: target).contains { identifier, record in
            Migration.Record.isNewer(record)
                || !Migration.isDerived(identifier) && !registered.contains(.key(identifier))
        }
    }
}

extension Migrator {
    /// Returns the changes that migrations or rollbacks would make, without making them.
    ///
    /// ```swift
    /// for change in try migrator.preview({ try $0.apply() }).changes {
    ///     print(change.domain, change.new)
    /// }
    /// ```
    ///
    /// - Parameter body: A closure that applies or rolls back migrations with a migrator that changes nothing.
    /// - Returns: The result of the closure, the changes of domains, and the changes in the keyring. The last list is
    ///   empty unless the migrator moves values into a keyring.
    /// - Throws: The errors of the closure.
    public func preview<Result>(
        _ body: (Migrator) throws -> Result
    ) throws -> (result: Result, changes: [Domain.Change], keyringChanges: [Domain.Change]) {
        var rehearsal = self
        func rehearse() throws -> (result: Result, changes: [Domain.Change]) {
            try store.rehearse {
                rehearsal.store = $0
                return try body(rehearsal)
            }
        }
        guard let sourceStore else {
            let (result, changes) = try rehearse()
            return (result, changes, [])
        }
        let (inner, changes) = try sourceStore.rehearse {
            rehearsal.sourceStore = $0
            return try rehearse()
        }
        return (inner.result, changes, inner.changes)
    }
}
