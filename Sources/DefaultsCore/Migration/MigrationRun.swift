import Foundation
import PropertyList

/// The first stage of a migration: sets the new values and writes the record.
///
/// Old values in the target's own file are removed in the same change. If there are others, the record is marked as
/// `copied`, and the second stage removes them.
struct MigrationRun {
    private let migration: Migration
    private let date: Date
    private let recordsValues: Bool

    /// Creates the first stage.
    ///
    /// - Parameters:
    ///   - migration: The migration.
    ///   - date: The date of the record.
    ///   - recordsValues: Whether the record may contain values and their digests.
    init(_ migration: Migration, date: Date, recordsValues: Bool = true) {
        self.migration = migration
        self.date = date
        self.recordsValues = recordsValues
    }

    /// A value that a step moves or copies.
    private struct Transfer {
        let step: MigrationStep
        let source: Domain
        let old: FileLocation
        let new: PropertyListPath
        let value: PropertyListValue
        /// The value before its conversion, if it was converted.
        let original: PropertyListValue?
        /// Whether the conflict policy keeps the step from being performed.
        var isKept = false
    }

    /// A path in a file. Domains with different names can be the same file.
    private struct FileLocation: Hashable {
        let file: Int
        let path: PropertyListPath
    }

    /// The steps that were performed, for the report and the record.
    private struct Progress {
        var reported: [MigrationReport.Step] = []
        var recorded: [MigrationRecord.Step] = []
    }

    /// Performs the first stage.
    ///
    /// - Returns: The report, and the record if there is one.
    func callAsFunction(
        _ transaction: inout DomainTransaction
    ) throws -> (report: MigrationReport, record: MigrationRecord?) {
        let target = migration.target
        var report = MigrationReport(identifier: migration.identifier, status: .nothingToDo, steps: [])
        if let record = try transaction[target].migrationRecord(migration.identifier, of: target) {
            report.status = record.state == .done ? .alreadyApplied : .completed
            return (report, record)
        }
        var progress = Progress()
        var transfers = try transfers(from: transaction, &progress)
        let deletions = try deletions(from: transaction)
        var contents = try settle(&transfers, deletions.recorded, in: transaction)
        try perform(transfers, on: &contents, targetFile: transaction.file(of: target), &progress)
        progress.reported += deletions.reported
        progress.recorded += deletions.recorded
        try setDefaults(in: &contents, &progress)
        report.steps = progress.reported
        guard !progress.recorded.isEmpty || transfers.contains(where: \.isKept) else { return (report, nil) }
        report.status = .applied
        let record = record(of: progress.recorded)
        contents.setMigrationRecord(try record.value(target: target), of: migration.identifier)
        transaction[target] = contents
        return (report, record)
    }

    private func record(of steps: [MigrationRecord.Step]) -> MigrationRecord {
        let isCopied = steps.contains { $0.action.removesOldValue && $0.source != migration.target }
        let record = MigrationRecord(
            identifier: migration.identifier, date: date, state: isCopied ? .copied : .done, steps: steps)
        return recordsValues ? record : record.withoutValues
    }

    /// Returns the transfers of all old values, as they are before the first step.
    private func transfers(
        from transaction: DomainTransaction, _ progress: inout Progress
    ) throws(MigrationError) -> [Transfer] {
        var transfers: [Transfer] = []
        transfers.reserveCapacity(migration.steps.count)
        let targetFile = transaction.file(of: migration.target)
        let (sourceFile, sourceContents) = (transaction.file(of: migration.source), transaction[migration.source])
        for step in migration.steps {
            guard let old = step.old, let new = step.new else { continue }
            let source = migration.source(of: step)
            let file = step.source == nil ? sourceFile : transaction.file(of: source)
            let contents = step.source == nil ? sourceContents : transaction[source]
            if file == targetFile, old == new {
                progress.reported.append(.init(source: source, old: old, new: new, effect: .samePlace))
            } else if let found = contents[old] {
                if step.action == .move, contents.isElement(old) { throw .elementOfArray(old, domain: source) }
                let value = try converted(found, by: step, at: old, in: source)
                transfers.append(
                    Transfer(
                        step: step, source: source, old: FileLocation(file: file, path: old), new: new, value: value,
                        original: value == found ? nil : found))
            } else if step.defaultValue == nil {
                progress.reported.append(.init(source: source, old: old, new: new, effect: .absent))
            }
        }
        return transfers
    }

    private func converted(
        _ value: PropertyListValue, by step: MigrationStep, at path: PropertyListPath, in source: Domain
    ) throws(MigrationError) -> PropertyListValue {
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

    /// Determines the transfers that the policy prevents.
    ///
    /// A new path is free if another step removes its value. A value of a kept step is not removed, so one conflict can
    /// cause others.
    ///
    /// - Returns: The contents of the target without the values that are moved away or deleted.
    private func settle(
        _ transfers: inout [Transfer], _ deletions: [MigrationRecord.Step], in transaction: DomainTransaction
    ) throws -> PropertyListDictionary {
        let targetFile = transaction.file(of: migration.target)
        let deleted = deletions.filter { $0.source.hasSameAddress(as: migration.target) }.compactMap(\.old)
        while true {
            let kept = keptLocations(of: transfers)
            var base = transaction[migration.target]
            var removals = deleted.map(ChangeSet.Edit.remove)
            for transfer in transfers where transfer.step.action == .move && transfer.old.file == targetFile {
                if kept.isEmpty || !kept.contains(transfer.old) { removals.append(.remove(transfer.old.path)) }
            }
            try base.change(removals, of: migration.target)
            guard migration.policy != .overwrite else { return base }
            let conflicts = transfers.indices.filter { !transfers[$0].isKept && base[transfers[$0].new] != nil }
            guard let first = conflicts.first else { return base }
            if migration.policy == .fail {
                throw MigrationError.conflict(
                    old: transfers[first].old.path, new: transfers[first].new, target: migration.target)
            }
            keep(conflicts, in: &transfers, targetFile: targetFile)
        }
    }

    private func keptLocations(of transfers: [Transfer]) -> Set<FileLocation> {
        Set(transfers.lazy.filter(\.isKept).map(\.old))
    }

    /// Keeps steps, and the steps whose new values would replace the old values of kept ones.
    private func keep(_ indices: [Int], in transfers: inout [Transfer], targetFile: Int) {
        let byNew = Dictionary(
            transfers.indices.map { (FileLocation(file: targetFile, path: transfers[$0].new), $0) },
            uniquingKeysWith: { $1 })
        var kept = indices
        while let index = kept.popLast() {
            transfers[index].isKept = true
            if let next = byNew[transfers[index].old], !transfers[next].isKept { kept.append(next) }
        }
    }

    /// Sets the new values of transfers.
    private func perform(
        _ transfers: [Transfer], on contents: inout PropertyListDictionary, targetFile: Int, _ progress: inout Progress
    ) throws {
        var edits: [ChangeSet.Edit] = []
        edits.reserveCapacity(transfers.count)
        progress.recorded.reserveCapacity(transfers.count)
        progress.reported.reserveCapacity(progress.reported.count + transfers.count)
        let kept = keptLocations(of: transfers)
        for transfer in transfers {
            let (source, old, new) = (transfer.source, transfer.old.path, transfer.new)
            // Another step may keep the old value.
            let isMove = transfer.step.action == .move && (kept.isEmpty || !kept.contains(transfer.old))
            let effect: MigrationReport.Step.Effect = transfer.isKept ? .kept : isMove ? .moved : .copied
            progress.reported.append(.init(source: source, old: old, new: new, effect: effect))
            if transfer.isKept { continue }
            edits.append(.set(new, transfer.value))
            progress.recorded.append(
                MigrationRecord.Step(
                    action: isMove ? .move : .copy,
                    source: transfer.old.file == targetFile ? migration.target : source, old: old, new: new,
                    digest: ValueDigest(transfer.value), original: transfer.original, displaced: contents[new],
                    createdDepth: contents.depthOfCreatedDictionary(for: new)))
        }
        try contents.change(edits, of: migration.target)
    }

    /// Returns the steps that remove a value, as it is before the first step.
    private func deletions(from transaction: DomainTransaction) throws(MigrationError) -> Progress {
        var deletions = Progress()
        let (target, targetFile) = (migration.target, transaction.file(of: migration.target))
        for step in migration.steps where step.action == .delete {
            guard let old = step.old else { continue }
            let source = migration.source(of: step)
            let value = transaction[source][old]
            deletions.reported.append(
                .init(source: source, old: old, new: nil, effect: value == nil ? .absent : .deleted))
            guard let value else { continue }
            if transaction[source].isElement(old) { throw .elementOfArray(old, domain: source) }
            deletions.recorded.append(
                MigrationRecord.Step(
                    action: .delete, source: transaction.file(of: source) == targetFile ? target : source, old: old,
                    original: value))
        }
        return deletions
    }

    /// Sets the default values of steps that have neither an old nor a new value.
    private func setDefaults(in contents: inout PropertyListDictionary, _ progress: inout Progress) throws {
        var edits: [ChangeSet.Edit] = []
        for step in migration.steps {
            guard let value = step.defaultValue, let new = step.new, contents[new] == nil else { continue }
            edits.append(.set(new, value))
            progress.reported.append(.init(source: migration.target, old: step.old, new: new, effect: .defaultSet))
            progress.recorded.append(
                MigrationRecord.Step(
                    action: .setDefault, source: migration.target, new: new, digest: ValueDigest(value),
                    createdDepth: contents.depthOfCreatedDictionary(for: new)))
        }
        try contents.change(edits, of: migration.target)
    }
}

extension PropertyListDictionary {
    /// Returns whether a path is that of an array's element.
    fileprivate func isElement(_ path: PropertyListPath) -> Bool {
        guard path.components.count > 1 else { return false }
        if case .array = self[PropertyListPath(Array(path.components.dropLast()))] { return true }
        return false
    }

    /// Returns the number of components in the path of the outermost dictionary that setting a value creates, or `nil`
    /// if it creates none.
    fileprivate func depthOfCreatedDictionary(for path: PropertyListPath) -> Int? {
        guard path.components.count > 1 else { return nil }
        return (1..<path.components.count).first { self[PropertyListPath(Array(path.components.prefix($0)))] == nil }
    }

    /// Applies the edits of a migration.
    mutating func change(_ edits: [ChangeSet.Edit], of domain: Domain) throws(MigrationError) {
        do {
            try ChangeSet(edits).apply(to: &self)
        } catch {
            switch error {
            case .path(let error): throw .place(error, target: domain)
            case .noValue(let path), .notAnArray(let path), .notADictionary(let path):
                throw .place(.noValue(path), target: domain)
            case .noKeys: throw .place(.noValue(PropertyListPath()), target: domain)
            }
        }
    }
}
