extension Migrator {
    /// Performs the first stage of a migration.
    ///
    /// - Returns: The report, and the record if there is one.
    func copy(
        _ migration: Migration, in operation: RecordedOperation
    ) throws -> (report: Migrator.Report, record: Migration.Record?) {
        let date = now()
        guard let sourceStore else {
            return try store.update(migration.domains) {
                $0.journal.operation = operation
                return try MigrationRun.perform(migration, in: &$0, date: date, recordsValues: true)
            }
        }
        let target = migration.target
        let migration = try migration.intoKeyring()
        return try store.update([target]) { keyring in
            let domains = migration.domains
            let contents = try domains.dropLast().map(sourceStore.contents) + [keyring[target]]
            var transaction = DomainTransaction(domains: domains, indices: Array(domains.indices), contents: contents)
            let result = try MigrationRun.perform(migration, in: &transaction, date: date, recordsValues: false)
            keyring[target] = transaction[migration.target]
            return result
        }
    }

    /// Performs the second stage of a migration, if it is still to be done.
    ///
    /// - Returns: The steps whose old values were changed after the first stage and were not removed.
    func complete(
        _ record: Migration.Record, of migration: Migration, in operation: RecordedOperation
    ) throws -> [Migrator.Report.Step] {
        if let sourceStore { return try complete(migration, from: sourceStore) }
        let target = migration.target
        let steps = try updateDomains(
            of: record.identifier, known: record, target: target, named: migration.domains
        ) { record, transaction in
            guard record.state == .copied else { return [Migrator.Report.Step]() }
            transaction.journal.operation = operation
            let steps = try record.removeOldValues(from: &transaction, target: target) { $0.isOld($1) }
            transaction[target].setMigrationRecord(record.done.value(target: target), of: record.identifier)
            return steps
        }
        return steps ?? []
    }

    /// Performs the second stage of a migration into the keyring. A plain value is removed only after its migrated
    /// value was read back from the keyring.
    private func complete(_ migration: Migration, from files: any DomainStore) throws -> [Migrator.Report.Step] {
        let plan = try migration.intoKeyring()
        let secrets = try store.contents(of: migration.target)
        guard let record = try secrets.migrationRecord(plan.identifier, of: plan.target) else { return [] }
        let steps = try files.update(Array(plan.domains.dropLast())) {
            try record.removeOldValues(from: &$0, target: plan.target) { step, value in
                step.new.flatMap { secrets[$0] }.map { plan.isOriginal(value, of: $0, in: step) } ?? false
            }
        }
        try store.update([migration.target]) { keyring in
            guard try keyring[migration.target].migrationRecord(plan.identifier, of: plan.target) != nil else { return }
            keyring[migration.target].setMigrationRecord(record.done.value(target: plan.target), of: plan.identifier)
        }
        return steps
    }

    /// Updates the domains of a record together. The body gets the record that is read while the domains are locked.
    ///
    /// Domains that the caller does not name are changed only if the record is trusted for them. The target is changed
    /// last. So a value that moves out of the target is durable in the other domain first, and the record is marked as
    /// `done` after all other changes.
    ///
    /// - Parameters:
    ///   - known: The record before the locks were taken, or `nil` if there was none.
    ///   - named: The domains that the caller names.
    /// - Returns: The result of the body, or `nil` if the record is missing.
    func updateDomains<Result>(
        of identifier: String, known: Migration.Record?, target: Domain, named: [Domain],
        _ body: (Migration.Record, inout DomainTransaction) throws -> Result
    ) throws -> Result? {
        var domains = known?.domains(target: target) ?? [target]
        if known != nil, !domains.allSatisfy(\.isInUserBase) { domains = named.filter { $0 != target } + [target] }
        return try store.update(startingWith: domains) { transaction -> UpdateAttempt<Result?> in
            guard let record = try transaction[target].migrationRecord(identifier, of: target) else {
                return .done(nil)
            }
            try record.requireNamed(named, target: target, isPrivate: transaction.isPrivate(target))
            let needed = record.domains(target: target)
            guard transaction.includes(needed) else { return .lock(needed) }
            return .done(try body(record, &transaction))
        }
    }
}

extension Migration.Record {
    /// Removes the old values from the domains of a transaction other than the target: the second stage of a migration.
    ///
    /// - Parameter isOld: Returns whether a value is the old value of a step, and not a value that was set later.
    /// - Returns: The steps whose old values were changed and are therefore not removed.
    fileprivate func removeOldValues(
        from transaction: inout DomainTransaction, target: Domain, where isOld: (Step, PropertyListValue) -> Bool
    ) throws(PreferenceValueError) -> [Migrator.Report.Step] {
        var changed: [Migrator.Report.Step] = []
        var removals: [Domain: [ChangeSet.Edit]] = [:]
        for step in steps where step.action.removesOldValue && step.source != target {
            guard transaction.includes([step.source]), let old = step.old, let value = transaction[step.source][old]
            else { continue }
            if isOld(step, value) {
                removals[step.source, default: []].append(.remove(old))
            } else {
                changed.append(.init(source: step.source, old: old, new: step.new, effect: .changedSince))
            }
        }
        for (domain, edits) in removals { try transaction[domain].change(edits, of: domain) }
        return changed
    }
}

extension Migration {
    /// Returns the migration with its target in the keyring. This target differs from the plain domain of the same
    /// name.
    ///
    /// - Throws: `PreferenceValueError.Code.invalidMigration` if a step keeps a plain copy of a value, or removes a
    ///   value irrecoverably.
    fileprivate func intoKeyring() throws(PreferenceValueError) -> Migration {
        guard steps.allSatisfy({ $0.action == .move || $0.action == .setDefault }) else {
            throw .notIntoKeyring
        }
        return try Migration(identifier, from: source, to: target.inKeyring, onConflict: policy, steps: steps)
    }

    /// Returns whether a value of the keyring is equal to a plain value or was converted from it.
    fileprivate func isOriginal(
        _ plain: PropertyListValue, of value: PropertyListValue, in done: Migration.Record.Step
    ) -> Bool {
        if plain == value { return true }
        let step = steps.first { $0.old == done.old && $0.new == done.new && source(of: $0) == done.source }
        guard let step, let conversion = step.conversion else { return false }
        return (try? conversion(plain, to: step.type)) == value
    }
}
