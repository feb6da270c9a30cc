import DefaultsCore
import PropertyList

/// The rollback of a migration. It restores the old values, and the values that the migration replaced.
///
/// A rollback is all or nothing: every new value must be unchanged, and no old path may have another value.
struct MigrationRollback {
    let record: Migration.Record
    let target: Domain

    /// Rolls back the migration.
    ///
    /// - Returns: The steps whose old values are restored.
    func callAsFunction(_ transaction: inout DomainTransaction) throws(MigrationError) -> [Migration.Report.Step] {
        guard record.isReversible else { throw MigrationError.notReversible(record.identifier, target: target) }
        let newValues = try newValues(in: transaction[target])
        try removeNewValues(from: &transaction[target])
        var edits: [Domain: [ChangeSet.Edit]] = [:]
        var restored: [Migration.Report.Step] = []
        for (step, newValue) in zip(record.steps, newValues) where step.action.removesOldValue {
            guard let old = step.old, let value = step.original ?? newValue else { continue }
            if let present = transaction[step.source][old] {
                // An interrupted rollback has already restored an equal value.
                guard present == value else { throw MigrationError.occupied(old, domain: step.source) }
            } else {
                edits[step.source, default: []].append(.set(old, value))
            }
            restored.append(.init(source: step.source, old: old, new: step.new, effect: .restored))
        }
        for (domain, edits) in edits { try transaction[domain].change(edits, of: domain) }
        transaction[target].setMigrationRecord(nil, of: record.identifier)
        return restored
    }

    /// Returns the new value of each step. Throws an error if a value differs from the value that the migration set.
    private func newValues(in contents: PropertyListDictionary) throws(MigrationError) -> [PropertyListValue?] {
        var values: [PropertyListValue?] = []
        for step in record.steps {
            let value = step.new.flatMap { contents[$0] }
            if let new = step.new {
                guard let value, step.isNew(value) else { throw MigrationError.changedSince(new, domain: target) }
            }
            values.append(value)
        }
        return values
    }

    /// Removes the new values and restores the values that they replaced.
    private func removeNewValues(from contents: inout PropertyListDictionary) throws(MigrationError) {
        let steps = record.steps.compactMap { step in step.new.map { (step: step, new: $0) } }
        try contents.change(steps.filter { $0.step.displaced == nil }.map { .remove($0.new) }, of: target)
        for (step, new) in steps {
            guard let depth = step.createdDepth else { continue }
            try contents.removeEmptyDictionaries(on: new, downTo: depth, of: target)
        }
        let displaced = steps.compactMap { step, new in step.displaced.map { ChangeSet.Edit.set(new, $0) } }
        try contents.change(displaced, of: target)
    }
}

extension PropertyListDictionary {
    /// Removes empty dictionaries on a path, innermost first, up to the first that has entries. Dictionaries whose
    /// paths have fewer than `count` components are not removed.
    fileprivate mutating func removeEmptyDictionaries(
        on path: PropertyListPath, downTo count: Int, of domain: Domain
    ) throws(MigrationError) {
        guard count > 0 else { return }
        for outer in path.ancestors.dropFirst(count - 1).reversed() {
            guard self[outer] == .dictionary([:]) else { return }
            try change([.remove(outer)], of: domain)
        }
    }
}
