import Foundation
import PropertyList

/// The first stage of a migration: finds out what every step does, gives the new places their values and keeps the record of it.
///
/// Old places in the target's own file are emptied together with that. The others follow in the second stage (``completion``), for which the
/// record says `copied`.
struct MigrationRun {
    private let migration: Migration
    private let date: Date

    init(_ migration: Migration, date: Date) {
        self.migration = migration
        self.date = date
    }

    /// A value on its way.
    private struct Transfer {
        let step: MigrationStep
        let source: Domain
        let old: PropertyListPath
        let new: PropertyListPath
        let value: PropertyListValue
        /// The file of the old place.
        let file: Int
        /// What it was before a conversion.
        let original: PropertyListValue?
        var isKept = false

        var place: Place { Place(file: file, path: old) }
    }

    /// A step that removes a value.
    private struct Deletion {
        let reported: MigrationReport.Step
        /// Nil where there is no value. The source is the target where both are one file.
        let recorded: MigrationRecord.Step?
    }

    /// A place in a file, whatever the domain is called.
    private struct Place: Hashable {
        let file: Int
        let path: PropertyListPath
    }

    /// Does the first stage.
    ///
    /// - Returns: what came of it, and the record that was written or was there, if any.
    func callAsFunction(
        _ transaction: inout DomainTransaction
    ) throws -> (report: MigrationReport, record: MigrationRecord?) {
        let target = migration.target
        if let record = try transaction[target].migrationRecord(migration.identifier, of: target) {
            let outcome = record.state == .done ? MigrationReport.Outcome.alreadyApplied : .completed
            return (MigrationReport(identifier: migration.identifier, outcome: outcome, steps: []), record)
        }
        var steps: [MigrationReport.Step] = []
        var transfers = try collect(from: transaction, into: &steps)
        let deletions = try deletions(from: transaction)
        let base = try settle(&transfers, deletions, in: transaction)
        var (contents, done) = try write(transfers, over: base, in: transaction, into: &steps)
        for deletion in deletions {
            steps.append(deletion.reported)
            if let step = deletion.recorded { done.append(step) }
        }
        try setDefaults(in: &contents, into: &done, &steps)
        let isDone = !done.isEmpty || transfers.contains(where: \.isKept)
        var report = MigrationReport(identifier: migration.identifier, outcome: .nothingToDo, steps: steps)
        guard isDone else { return (report, nil) }
        report.outcome = .applied
        let needsRemoval = done.contains { $0.action.empties && $0.source != target }
        let record = MigrationRecord(
            identifier: migration.identifier, date: date, state: needsRemoval ? .copied : .done, steps: done)
        contents.setMigrationRecord(record.value(target: target), of: migration.identifier)
        transaction[target] = contents
        return (report, record)
    }

    private func isTarget(_ domain: Domain, in transaction: DomainTransaction) -> Bool {
        transaction.file(of: domain) == transaction.file(of: migration.target)
    }

    /// The values that have a way to go, as they are before any step.
    private func collect(
        from transaction: DomainTransaction, into report: inout [MigrationReport.Step]
    ) throws(MigrationError) -> [Transfer] {
        var transfers: [Transfer] = []
        let targetFile = transaction.file(of: migration.target)
        let (sourceFile, sourceContents) = (transaction.file(of: migration.source), transaction[migration.source])
        transfers.reserveCapacity(migration.steps.count)
        for step in migration.steps {
            guard let old = step.old, let new = step.new else { continue }
            let source = migration.source(of: step)
            let file = step.source == nil ? sourceFile : transaction.file(of: source)
            let isSamePlace = file == targetFile && old == new
            guard !isSamePlace else {
                report.append(MigrationReport.Step(source: source, old: old, new: new, outcome: .samePlace))
                continue
            }
            let contents = step.source == nil ? sourceContents : transaction[source]
            guard let found = contents[old] else {
                if step.defaultValue == nil {
                    report.append(MigrationReport.Step(source: source, old: old, new: new, outcome: .absent))
                }
                continue
            }
            if step.action == .move, contents.isElement(old) {
                throw .elementOfArray(old, domain: source)
            }
            let value = try converted(found, by: step, at: old, in: source)
            transfers.append(
                Transfer(
                    step: step, source: source, old: old, new: new, value: value, file: file,
                    original: value == found ? nil : found))
        }
        return transfers
    }

    private func converted(
        _ value: PropertyListValue, by step: MigrationStep, at path: PropertyListPath, in source: Domain
    ) throws(MigrationError) -> PropertyListValue {
        guard let conversion = step.conversion else {
            if let type = step.type, value.type != type {
                throw .wrongType(path, domain: source, expected: type, found: value.type)
            }
            return value
        }
        // A closure's own error says no more than that there is no counterpart.
        guard let converted = try? conversion(value, to: step.type) else {
            throw .notConvertible(
                path, domain: source, conversion: conversion.name, expected: step.type, value.type)
        }
        if let type = step.type, converted.type != type {
            throw .wrongType(path, domain: source, expected: type, found: converted.type)
        }
        return converted
    }

    /// Finds the transfers that the policy keeps from happening.
    ///
    /// A place that another step empties is free. One that a kept step leaves as it is is not, so that one conflict can lead to others.
    ///
    /// - Returns: the target without the values that move away or are deleted.
    private func settle(
        _ transfers: inout [Transfer], _ deletions: [Deletion], in transaction: DomainTransaction
    ) throws -> PropertyListDictionary {
        let targetFile = transaction.file(of: migration.target)
        let deleted = deletions.compactMap {
            $0.recorded?.source.hasSameAddress(as: migration.target) == true ? $0.recorded?.old : nil
        }
        while true {
            let stays = placesThatStay(transfers)
            var base = transaction[migration.target]
            var removals = deleted.map(ChangeSet.Edit.remove)
            for transfer in transfers where transfer.step.action == .move && transfer.file == targetFile {
                if stays.isEmpty || !stays.contains(transfer.place) { removals.append(.remove(transfer.old)) }
            }
            try base.change(removals, of: migration.target)
            guard migration.policy != .overwrite else { return base }
            let kept = transfers.indices.filter { !transfers[$0].isKept && base[transfers[$0].new] != nil }
            guard let first = kept.first else { return base }
            if migration.policy == .fail {
                throw MigrationError.conflict(
                    old: transfers[first].old, new: transfers[first].new, target: migration.target)
            }
            keep(kept, in: &transfers, targetFile: targetFile)
        }
    }

    /// The old places that a kept step leaves as they are; another step does not empty them.
    private func placesThatStay(_ transfers: [Transfer]) -> Set<Place> {
        Set(transfers.lazy.filter(\.isKept).map(\.place))
    }

    /// Keeps steps from happening, and those that lead to their old places.
    private func keep(_ indices: [Int], in transfers: inout [Transfer], targetFile: Int) {
        let byNew = Dictionary(
            transfers.indices.map { (Place(file: targetFile, path: transfers[$0].new), $0) }, uniquingKeysWith: { $1 })
        var kept = indices
        while let index = kept.popLast() {
            transfers[index].isKept = true
            if let next = byNew[transfers[index].place], !transfers[next].isKept { kept.append(next) }
        }
    }

    /// Gives the new places their values.
    private func write(
        _ transfers: [Transfer], over base: PropertyListDictionary, in transaction: DomainTransaction,
        into report: inout [MigrationReport.Step]
    ) throws -> (PropertyListDictionary, [MigrationRecord.Step]) {
        var done: [MigrationRecord.Step] = []
        var edits: [ChangeSet.Edit] = []
        edits.reserveCapacity(transfers.count)
        done.reserveCapacity(transfers.count)
        report.reserveCapacity(report.count + transfers.count)
        let stays = placesThatStay(transfers)
        let targetFile = transaction.file(of: migration.target)
        for transfer in transfers {
            let (source, old, new) = (transfer.source, transfer.old, transfer.new)
            let isKept = !stays.isEmpty && stays.contains(transfer.place)
            let action = transfer.step.action == .move && isKept ? .copy : transfer.step.action
            let outcome: MigrationReport.StepOutcome = transfer.isKept ? .kept : action == .move ? .moved : .copied
            report.append(MigrationReport.Step(source: source, old: old, new: new, outcome: outcome))
            if transfer.isKept { continue }
            edits.append(.set(new, transfer.value))
            done.append(
                MigrationRecord.Step(
                    action: action, source: transfer.file == targetFile ? migration.target : source, old: old,
                    new: new, digest: ValueDigest(transfer.value), original: transfer.original, displaced: base[new],
                    made: base.depthOfMade(new)))
        }
        var contents = base
        try contents.change(edits, of: migration.target)
        return (contents, done)
    }

    /// The steps that remove a value, all of which see the values as they are before any step.
    private func deletions(from transaction: DomainTransaction) throws(MigrationError) -> [Deletion] {
        var deletions: [Deletion] = []
        for step in migration.steps where step.action == .delete {
            guard let old = step.old else { continue }
            let source = migration.source(of: step)
            let value = transaction[source][old]
            if value != nil, transaction[source].isElement(old) { throw .elementOfArray(old, domain: source) }
            let place = isTarget(source, in: transaction) ? migration.target : source
            deletions.append(
                Deletion(
                    reported: MigrationReport.Step(
                        source: source, old: old, new: nil, outcome: value == nil ? .absent : .deleted),
                    recorded: value.map {
                        MigrationRecord.Step(action: .delete, source: place, old: old, original: $0)
                    }))
        }
        return deletions
    }

    /// Sets values at new places that are empty, and whose old ones are too.
    private func setDefaults(
        in contents: inout PropertyListDictionary, into done: inout [MigrationRecord.Step],
        _ report: inout [MigrationReport.Step]
    ) throws {
        var edits: [ChangeSet.Edit] = []
        for step in migration.steps {
            guard let value = step.defaultValue, let new = step.new, contents[new] == nil else { continue }
            edits.append(.set(new, value))
            report.append(
                MigrationReport.Step(source: migration.target, old: step.old, new: new, outcome: .defaultSet))
            done.append(
                MigrationRecord.Step(
                    action: .setDefault, source: migration.target, new: new, digest: ValueDigest(value),
                    made: contents.depthOfMade(new)))
        }
        try contents.change(edits, of: migration.target)
    }
}
