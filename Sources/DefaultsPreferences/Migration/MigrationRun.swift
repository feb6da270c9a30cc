import Foundation

/// The first stage of a migration: sets the new values and writes the record.
///
/// Old values in the target's own file are removed in the same change. If old values in other files must be removed,
/// the record is marked as `copied`, and the second stage removes them.
struct MigrationRun {
    let migration: Migration
    /// The domains before the migration, from which all old values are read.
    let transaction: DomainTransaction
    /// The contents of the target without the values that steps move away or delete, before other values are set.
    private(set) var base: PropertyListDictionary = [:]
    /// The contents of the target after the steps that were performed.
    var contents: PropertyListDictionary = [:]
    var reported: [Migrator.Report.Step] = []
    var recorded: [Migration.Record.Step] = []

    /// Performs the first stage.
    ///
    /// - Parameters:
    ///   - date: The date of the record.
    ///   - recordsValues: Whether the record may contain values and their digests.
    /// - Returns: The report, and the record if there is one.
    static func perform(
        _ migration: Migration, in transaction: inout DomainTransaction, date: Date, recordsValues: Bool
    ) throws -> (report: Migrator.Report, record: Migration.Record?) {
        let (identifier, target) = (migration.identifier, migration.target)
        var report = Migrator.Report(identifier: identifier, status: .nothingToDo, steps: [])
        if let record = try transaction[target].migrationRecord(identifier, of: target) {
            report.status = record.state == .done ? .alreadyApplied : .completed
            report.isChange = record.state != .done
            return (report, record)
        }
        // Two domains can be one file, which is known only now.
        try migration.requireSeparateSources(transaction.file)
        var run = MigrationRun(migration: migration, transaction: transaction)
        try run.transferValues()
        try run.setDefaults()
        try run.performUpdates()
        report.steps = run.reported
        if !run.recorded.isEmpty || run.reported.contains(where: { $0.effect == .kept }) {
            report.status = .applied
        } else if run.reported.count == migration.steps.count, run.reported.allSatisfy({ $0.effect == .samePlace }) {
            // Each old path is also its new path. Any other migration that found nothing is recorded. Otherwise, it
            // would run again and migrate a value that a later version stores under an old key.
            return (report, nil)
        }
        let isCopied = run.recorded.contains { $0.action.removesOldValue && $0.source != target }
        let record = Migration.Record(
            identifier: identifier, date: date, state: isCopied ? .copied : .done,
            steps: recordsValues ? run.recorded : run.recorded.map(\.withoutValues))
        run.contents.setMigrationRecord(record.value(target: target), of: identifier)
        transaction[target] = run.contents
        report.isChange = true
        return (report, record)
    }

    /// A value that a step moves, copies or deletes.
    private struct Transfer {
        let step: MigrationStep
        let source: Domain
        let old: FileLocation
        let value: PropertyListValue
        /// The old value, if it was converted or is deleted.
        let original: PropertyListValue?
        /// The path of the value because of which the conflict policy prevents the step.
        var obstacle: PropertyListPath?

        var isKept: Bool { obstacle != nil }

        /// Returns whether the old value is removed. If a kept step uses the same old value, it is only copied.
        func removesOldValue(unlessIn kept: Set<FileLocation>) -> Bool {
            step.action == .delete || step.action == .move && (kept.isEmpty || !kept.contains(old))
        }
    }

    /// A path in a file. Domains with different names can be the same file.
    private struct FileLocation: Hashable {
        let file: Int
        let path: PropertyListPath
    }

    private var targetFile: Int { transaction.file(of: migration.target) }

    /// Moves, copies and deletes values.
    private mutating func transferValues() throws(PreferenceValueError) {
        var transfers = try findTransfers()
        let kept = try settle(&transfers)
        let targetFile = targetFile
        var edits: [ChangeSet.Edit] = []
        edits.reserveCapacity(transfers.count)
        recorded.reserveCapacity(transfers.count)
        reported.reserveCapacity(reported.count + transfers.count)
        for transfer in transfers {
            let (source, old, new) = (transfer.source, transfer.old.path, transfer.step.new)
            let action = transfer.removesOldValue(unlessIn: kept) ? transfer.step.action : .copy
            let effect: Migrator.Report.Step.Effect =
                transfer.isKept ? .kept : action == .delete ? .deleted : action == .move ? .moved : .copied
            reported.append(.init(source: source, old: old, new: transfer.obstacle ?? new, effect: effect))
            if transfer.isKept { continue }
            if let new { edits.append(.set(new, transfer.value)) }
            recorded.append(
                Migration.Record.Step(
                    action: action, source: transfer.old.file == targetFile ? migration.target : source, old: old,
                    new: new, digest: new.map { _ in ValueDigest(transfer.value) }, original: transfer.original,
                    displaced: new.flatMap { base[$0] },
                    createdDepth: new.flatMap { base.depthOfCreatedDictionary(for: $0) }))
        }
        contents = base
        try contents.change(edits, of: migration.target)
    }

    /// Returns the transfers of all old values that exist, and reports the steps without one.
    private mutating func findTransfers() throws(PreferenceValueError) -> [Transfer] {
        var transfers: [Transfer] = []
        transfers.reserveCapacity(migration.steps.count)
        let targetFile = targetFile
        let (sourceFile, sourceContents) = (transaction.file(of: migration.source), transaction[migration.source])
        for step in migration.steps {
            guard let old = step.old else { continue }
            let source = migration.source(of: step)
            let file = step.source == nil ? sourceFile : transaction.file(of: source)
            let contents = step.source == nil ? sourceContents : transaction[source]
            if file == targetFile, old == step.new {
                reported.append(.init(source: source, old: old, new: old, effect: .samePlace))
            } else if let found = contents[old] {
                if step.action.removesOldValue, contents.isElement(old) {
                    throw .elementOfArray(old, domain: source)
                }
                let isDeletion = step.action == .delete
                let value = isDeletion ? found : try converted(found, by: step, at: old, in: source)
                transfers.append(
                    Transfer(
                        step: step, source: source, old: FileLocation(file: file, path: old), value: value,
                        original: isDeletion || value != found ? found : nil))
            } else if step.defaultValue == nil {
                reported.append(.init(source: source, old: old, new: step.new, effect: .absent))
            }
        }
        return transfers
    }

    private func converted(
        _ value: PropertyListValue, by step: MigrationStep, at path: PropertyListPath, in source: Domain
    ) throws(PreferenceValueError) -> PropertyListValue {
        var converted = value
        if let conversion = step.conversion {
            // An error of the closure means the same as `nil`: the value cannot be converted.
            guard let result = try? conversion(value, to: step.type) else {
                throw .notConvertible(
                    path, domain: source, conversion: conversion.name, expected: step.type, value.type)
            }
            converted = result
        }
        if let type = step.type, converted.type != type {
            throw .wrongType(path, domain: source, expected: type, found: converted.type)
        }
        return converted
    }

    /// Sets ``Transfer/obstacle`` of the transfers that the policy prevents, and the ``base`` of the others.
    ///
    /// A new path is free if another step removes its value. A kept step does not remove its old value, so one conflict
    /// can cause others.
    ///
    /// - Returns: The old values of kept transfers.
    private mutating func settle(_ transfers: inout [Transfer]) throws(PreferenceValueError) -> Set<FileLocation> {
        let targetFile = targetFile
        while true {
            let kept = Set(transfers.lazy.filter(\.isKept).map(\.old))
            base = transaction[migration.target]
            let removals = transfers.compactMap { transfer -> ChangeSet.Edit? in
                let isRemoval = transfer.old.file == targetFile && transfer.removesOldValue(unlessIn: kept)
                return isRemoval ? .remove(transfer.old.path) : nil
            }
            try base.change(removals, of: migration.target)
            var conflicts: [Int] = []
            for index in transfers.indices where !transfers[index].isKept {
                let step = transfers[index].step
                let policy = step.policy ?? migration.policy
                guard policy != .overwrite, let obstacle = step.new.flatMap(base.obstacle) else { continue }
                if policy == .fail {
                    let old = transfers[index].old.path
                    throw .conflict(old: old, new: obstacle, target: migration.target)
                }
                transfers[index].obstacle = obstacle
                conflicts.append(index)
            }
            if conflicts.isEmpty { return kept }
            keep(conflicts, in: &transfers)
        }
    }

    /// Sets ``Transfer/obstacle`` of each transfer whose new value would replace the old value of a kept transfer.
    private func keep(_ indices: [Int], in transfers: inout [Transfer]) {
        var byNew: [FileLocation: Int] = [:]
        for (index, transfer) in transfers.enumerated() {
            if let new = transfer.step.new { byNew[FileLocation(file: targetFile, path: new)] = index }
        }
        var kept = indices
        while let index = kept.popLast() {
            guard let next = byNew[transfers[index].old], !transfers[next].isKept else { continue }
            transfers[next].obstacle = transfers[next].step.new
            kept.append(next)
        }
    }

    /// Sets the default values of steps that have neither an old nor a new value.
    private mutating func setDefaults() throws(PreferenceValueError) {
        var edits: [ChangeSet.Edit] = []
        for step in migration.steps {
            guard let value = step.defaultValue, let new = step.new, contents.obstacle(at: new) == nil else { continue }
            edits.append(.set(new, value))
            reported.append(.init(source: migration.target, old: step.old, new: new, effect: .defaultSet))
            recorded.append(
                Migration.Record.Step(
                    action: .setDefault, source: migration.target, new: new, digest: ValueDigest(value),
                    createdDepth: contents.depthOfCreatedDictionary(for: new)))
        }
        try contents.change(edits, of: migration.target)
    }
}

extension PropertyListDictionary {
    /// Returns whether a path leads to an element of an array.
    fileprivate func isElement(_ path: PropertyListPath) -> Bool {
        if case .array? = self[path.parent] { true } else { false }
    }

    /// Returns the path of the value that prevents setting a new value at a path: a value there, or a value in the way
    /// that is not a container.
    fileprivate func obstacle(at path: PropertyListPath) -> PropertyListPath? {
        if self[path] != nil { return path }
        return path.ancestors.first { outer in
            switch self[outer] {
            case nil, .array, .dictionary: false
            default: true
            }
        }
    }

    /// Returns the number of components in the path of the outermost missing dictionary on a path, or `nil` if no
    /// dictionary is missing.
    fileprivate func depthOfCreatedDictionary(for path: PropertyListPath) -> Int? {
        path.ancestors.first { self[$0] == nil }?.components.count
    }

    /// Applies the edits of a migration, which set and remove values.
    mutating func change(_ edits: [ChangeSet.Edit], of domain: Domain) throws(PreferenceValueError) {
        do {
            try ChangeSet(edits).apply(to: &self)
        } catch {
            throw .place(error, target: domain)
        }
    }
}
