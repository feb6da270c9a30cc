import DefaultsCore
import PropertyList

/// The third part of the first stage of a migration: the updates, which see the results of all other steps.
///
/// A record has no steps for updates, so that older versions can complete and roll back the migration. The effect of
/// the updates is recorded as defaults that were set, with the values that they replaced, and as deletions.
extension MigrationRun {
    /// Performs the updates in their order, and records the values that they have changed.
    ///
    /// - Parameters:
    ///   - contents: The contents of the target after all other steps.
    ///   - base: The contents of the target without the values that other steps move away or delete, and before these
    ///     steps set values.
    func performUpdates(
        in contents: inout PropertyListDictionary, base: PropertyListDictionary, transaction: DomainTransaction,
        _ progress: inout Progress
    ) throws(MigrationError) {
        var start = contents
        start[Migration.recordKey] = nil
        var end = start
        for step in migration.steps {
            guard let update = step.update else { continue }
            end = try perform(update, old: transaction[migration.source(of: step)], new: end)
        }
        var differences = PropertyListDifference.between(start, end)
        if differences.isEmpty { return }
        progress.reported += differences.map { difference in
            difference.new == nil
                ? .init(source: migration.target, old: difference.path, new: nil, effect: .deleted)
                : .init(source: migration.target, old: nil, new: difference.path, effect: .updated)
        }
        if concerns(differences, progress.recorded) {
            // The record has one new value for each path. So the values that other steps have set are recorded together
            // with those of the updates, and the removal of old values by itself.
            progress.recorded = progress.recorded.compactMap { $0.removal(of: $0.new.flatMap { start[$0] }) }
            var base = base
            base[Migration.recordKey] = nil
            differences = PropertyListDifference.between(base, end)
        }
        // A rollback restores removed values in the order of the record. The dictionary that an update removed can have
        // contained the old value of a move.
        progress.recorded = differences.map { recorded($0) } + progress.recorded
        end[Migration.recordKey] = contents[Migration.recordKey]
        contents = end
    }

    /// Returns the values of the target after an update, without the records of migrations.
    private func perform(
        _ update: MigrationStep.Update, old: PropertyListDictionary, new: PropertyListDictionary
    ) throws(MigrationError) -> PropertyListDictionary {
        let failure = FirstFailure()
        var values = Migration.Values(new, failure)
        do {
            try update.body(Migration.Values(old, failure), &values)
            if let error = failure.error { throw error }
        } catch {
            throw MigrationError.updateFailed(update.name, target: migration.target, error)
        }
        return values.contents
    }

    /// Returns whether one of the differences concerns a value that another step has set, or a part of it, or a
    /// container of it.
    private func concerns(_ differences: [PropertyListDifference], _ steps: [Migration.Record.Step]) -> Bool {
        let new = Set(steps.compactMap(\.new))
        let outer = new.union(new.flatMap(\.ancestors))
        return differences.contains { outer.contains($0.path) || $0.path.ancestors.contains(where: new.contains) }
    }

    private func recorded(_ difference: PropertyListDifference) -> Migration.Record.Step {
        guard let new = difference.new else {
            return Migration.Record.Step(
                action: .delete, source: migration.target, old: difference.path, original: difference.old)
        }
        return Migration.Record.Step(
            action: .setDefault, source: migration.target, new: difference.path, digest: ValueDigest(new),
            displaced: difference.old)
    }
}

extension Migration.Record.Step {
    /// Returns the part of the step that removes the old value, or `nil` if it removes none.
    fileprivate func removal(of value: PropertyListValue?) -> Migration.Record.Step? {
        guard action.removesOldValue, let old, let original = original ?? value else { return nil }
        return Migration.Record.Step(action: .delete, source: source, old: old, original: original)
    }
}
