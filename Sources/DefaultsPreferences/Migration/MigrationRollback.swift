/// The rollback of a migration. It restores the old values, and the values that the migration replaced.
///
/// A rollback is all or nothing: every new value must be unchanged, and no old path may have another value.
struct MigrationRollback {
    let record: Migration.Record
    let target: Domain

    /// Rolls back the migration.
    ///
    /// - Returns: The steps whose old values are restored.
    func callAsFunction(_ transaction: inout DomainTransaction) throws(PreferenceValueError) -> [Migrator.Report.Step] {
        guard record.isReversible else { throw .notReversible(record.identifier, target: target) }
        let contents = transaction[target]
        let newValues = record.steps.map { $0.new.flatMap { contents[$0] } }
        for (step, value) in zip(record.steps, newValues) {
            guard let new = step.new, value.map(step.isNew) != true else { continue }
            throw .changedSince(new, domain: target)
        }
        try removeNewValues(from: &transaction[target])
        var edits: [Domain: [ChangeSet.Edit]] = [:]
        var restored: [Migrator.Report.Step] = []
        for (step, newValue) in zip(record.steps, newValues) where step.action.removesOldValue {
            guard let old = step.old, let value = step.original ?? newValue else { continue }
            if let present = transaction[step.source][old] {
                // An interrupted rollback has already restored an equal value.
                guard present == value else { throw .occupied(old, domain: step.source) }
            } else {
                edits[step.source, default: []].append(.set(old, value))
            }
            restored.append(.init(source: step.source, old: old, new: step.new, effect: .restored))
        }
        for (domain, edits) in edits { try transaction[domain].change(edits, of: domain) }
        transaction[target].setMigrationRecord(nil, of: record.identifier)
        return restored
    }

    /// Removes the new values and restores the values that they replaced.
    private func removeNewValues(from contents: inout PropertyListDictionary) throws(PreferenceValueError) {
        let steps = record.steps.compactMap { step in step.new.map { (step: step, new: $0) } }
        try contents.change(steps.filter { $0.step.displaced == nil }.map { .remove($0.new) }, of: target)
        // Dictionaries that the migration created are removed, the innermost first. Several steps can share one.
        let created = steps.flatMap { step, new in
            step.createdDepth.map { new.ancestors.dropFirst(max(0, $0 - 1)) } ?? []
        }
        for path in created.sorted(by: { $0.components.count > $1.components.count })
        where contents[path] == .dictionary([:]) {
            try contents.change([.remove(path)], of: target)
        }
        let displaced = steps.compactMap { step, new in step.displaced.map { ChangeSet.Edit.set(new, $0) } }
        try contents.change(displaced, of: target)
    }
}
