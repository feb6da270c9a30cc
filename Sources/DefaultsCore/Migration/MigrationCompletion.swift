import PropertyList

/// The second stage of a migration: empties the old places that are in other files, and notes that it is done.
struct MigrationCompletion {
    let record: MigrationRecord
    let target: Domain

    /// Does the second stage. A value that is not the one that was taken stays.
    ///
    /// - Returns: the steps whose old place has another value by now.
    func callAsFunction(_ transaction: inout DomainTransaction) throws(MigrationError) -> [MigrationReport.Step] {
        var changed: [MigrationReport.Step] = []
        var removals: [Domain: [ChangeSet.Edit]] = [:]
        for step in record.steps where step.action.empties && step.source != target {
            guard let old = step.old, let value = transaction[step.source][old] else { continue }
            if step.isOld(value) {
                removals[step.source, default: []].append(.remove(old))
            } else {
                changed.append(
                    MigrationReport.Step(source: step.source, old: old, new: step.new, outcome: .changedSince))
            }
        }
        for (domain, edits) in removals { try transaction[domain].change(edits, of: domain) }
        var done = record
        done.state = .done
        transaction[target].setMigrationRecord(done.value(target: target), of: record.identifier)
        return changed
    }
}
