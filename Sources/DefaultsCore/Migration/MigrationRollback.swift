import PropertyList

/// Undoes a migration: the old places have what they had, and so have the new ones.
///
/// It is done as a whole or not at all: every value must be the one that the migration left, and no old place taken by another.
struct MigrationRollback {
    let record: MigrationRecord
    let target: Domain

    func callAsFunction(_ transaction: inout DomainTransaction) throws(MigrationError) -> [MigrationReport.Step] {
        let written = try writtenValues(in: transaction[target])
        try clearNewPlaces(in: &transaction[target])
        var edits: [Domain: [ChangeSet.Edit]] = [:]
        var restored: [MigrationReport.Step] = []
        for (step, value) in zip(record.steps, written) where step.action.empties {
            guard let old = step.old, let value = step.original ?? value else { continue }
            if let present = transaction[step.source][old] {
                // A rollback that was interrupted has restored it.
                guard present == value else { throw .occupied(old, domain: step.source) }
            } else {
                edits[step.source, default: []].append(.set(old, value))
            }
            restored.append(MigrationReport.Step(source: step.source, old: old, new: step.new, outcome: .restored))
        }
        for (domain, edits) in edits { try transaction[domain].change(edits, of: domain) }
        transaction[target].setMigrationRecord(nil, of: record.identifier)
        return restored
    }

    /// What is at the new places, each of them checked.
    private func writtenValues(in contents: PropertyListDictionary) throws(MigrationError) -> [PropertyListValue?] {
        var values: [PropertyListValue?] = []
        for step in record.steps {
            let value = step.new.flatMap { contents[$0] }
            if let new = step.new {
                guard let value, step.isNew(value) else { throw .changedSince(new, domain: target) }
            }
            values.append(value)
        }
        return values
    }

    /// Gives the new places what they had before, if anything.
    private func clearNewPlaces(in contents: inout PropertyListDictionary) throws(MigrationError) {
        let news = record.steps.compactMap { step in step.new.map { (step: step, path: $0) } }
        try contents.change(news.filter { $0.step.displaced == nil }.map { .remove($0.path) }, of: target)
        for (step, path) in news {
            guard let made = step.made else { continue }
            try contents.prune(path, downTo: made, of: target)
        }
        let displaced = news.compactMap { new in new.step.displaced.map { ChangeSet.Edit.set(new.path, $0) } }
        try contents.change(displaced, of: target)
    }
}
