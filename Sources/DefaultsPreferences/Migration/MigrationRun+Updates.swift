/// The last part of the first stage of a migration: the updates, which see the results of all other steps.
///
/// A record has no steps for updates, so that older versions can complete and roll back the migration. The effect of
/// the updates is recorded as defaults that were set, with the values that they replaced, and as deletions.
extension MigrationRun {
    /// Performs the updates in their order, and records the values that they have changed.
    mutating func performUpdates() throws(PreferenceValueError) {
        let target = migration.target
        var start = contents
        start[Migrator.recordKey] = nil
        var end = start
        for step in migration.steps {
            guard let update = step.update else { continue }
            let failure = FirstFailure()
            var new = MigrationStep.Values(end, failure)
            do {
                try update.body(MigrationStep.Values(transaction[migration.source(of: step)], failure), &new)
                if let error = failure.error { throw error }
            } catch {
                throw PreferenceValueError.updateFailed(update.name, target: target, error)
            }
            end = new.contents
        }
        var differences = PropertyListDifference.between(start, end)
        if differences.isEmpty { return }
        reported += differences.map { difference in
            difference.new == nil
                ? .init(source: target, old: difference.path, new: nil, effect: .deleted)
                : .init(source: target, old: nil, new: difference.path, effect: .updated)
        }
        if concernsRecorded(differences) {
            // The record has one new value for each path. So the values that other steps have set are recorded together
            // with those of the updates, and the removal of old values by itself.
            recorded = recorded.compactMap { $0.removal(of: $0.new.flatMap { start[$0] }) }
            var base = base
            base[Migrator.recordKey] = nil
            differences = PropertyListDifference.between(base, end)
        }
        // A rollback restores removed values in the order of the record. The dictionary that an update removed can have
        // contained the old value of a move.
        recorded = differences.map { .init($0, in: target) } + recorded
        end[Migrator.recordKey] = contents[Migrator.recordKey]
        contents = end
    }

    /// Returns whether one of the differences concerns a value that another step has set, a part of it, or a container
    /// of it.
    private func concernsRecorded(_ differences: [PropertyListDifference]) -> Bool {
        let new = Set(recorded.compactMap(\.new))
        let outer = new.union(new.flatMap(\.ancestors))
        return differences.contains { outer.contains($0.path) || $0.path.ancestors.contains(where: new.contains) }
    }
}

extension Migration.Record.Step {
    /// Creates the step with the effect of a difference.
    fileprivate init(_ difference: PropertyListDifference, in target: Domain) {
        let (path, old) = (difference.path, difference.old)
        if let new = difference.new {
            self.init(action: .setDefault, source: target, new: path, digest: ValueDigest(new), displaced: old)
        } else {
            self.init(action: .delete, source: target, old: path, original: old)
        }
    }

    /// Returns the part of the step that removes the old value, or `nil` if it removes none.
    fileprivate func removal(of value: PropertyListValue?) -> Migration.Record.Step? {
        guard action.removesOldValue, let old, let original = original ?? value else { return nil }
        return Migration.Record.Step(action: .delete, source: source, old: old, original: original)
    }
}
