import DefaultsCore
import Foundation
import PropertyList

/// The first stage of a migration: sets the new values and writes the record.
///
/// Old values in the target's own file are removed in the same change. If old values in other files must be removed,
/// the record is marked as `copied`, and the second stage removes them.
struct MigrationRun {
    let migration: Migration
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

    /// The steps that were performed, for the report and the record.
    struct Progress {
        var reported: [Migration.Report.Step] = []
        var recorded: [Migration.Record.Step] = []
    }

    /// Performs the first stage.
    ///
    /// - Returns: The report, and the record if there is one.
    func callAsFunction(
        _ transaction: inout DomainTransaction
    ) throws -> (report: Migration.Report, record: Migration.Record?) {
        let target = migration.target
        var report = Migration.Report(identifier: migration.identifier, status: .nothingToDo, steps: [])
        if let record = try transaction[target].migrationRecord(migration.identifier, of: target) {
            report.status = record.state == .done ? .alreadyApplied : .completed
            report.isChange = record.state != .done
            return (report, record)
        }
        // Two domains can be one file, which is known only now.
        try migration.requireSeparateSources(transaction.file)
        var progress = Progress()
        var transfers = try transfers(from: transaction, &progress)
        let deletions = try deletions(from: transaction)
        var contents = try settle(&transfers, deletions.recorded, in: transaction)
        let base = migration.steps.contains { $0.update != nil } ? contents : [:]
        try perform(transfers, on: &contents, targetFile: transaction.file(of: target), &progress)
        progress.reported += deletions.reported
        progress.recorded += deletions.recorded
        try setDefaults(in: &contents, &progress)
        try performUpdates(in: &contents, base: base, transaction: transaction, &progress)
        report.steps = progress.reported
        if progress.recorded.isEmpty, !transfers.contains(where: \.isKept) {
            // A migration that found nothing is recorded, too. Otherwise, it would run again and migrate a value that a
            // later version stores under an old key.
            if canNeverApply(progress) { return (report, nil) }
        } else {
            report.status = .applied
        }
        let record = record(of: progress.recorded)
        contents.setMigrationRecord(record.value(target: target), of: migration.identifier)
        transaction[target] = contents
        report.isChange = true
        return (report, record)
    }

    /// Returns whether the old path of each step is also its new path.
    private func canNeverApply(_ progress: Progress) -> Bool {
        progress.reported.count == migration.steps.count && progress.reported.allSatisfy { $0.effect == .samePlace }
    }

    private func record(of steps: [Migration.Record.Step]) -> Migration.Record {
        let isCopied = steps.contains { $0.action.removesOldValue && $0.source != migration.target }
        let record = Migration.Record(
            identifier: migration.identifier, date: date, state: isCopied ? .copied : .done, steps: steps)
        return recordsValues ? record : record.withoutValues
    }

    /// Sets ``Transfer/obstacle`` of the transfers that the policy prevents.
    ///
    /// A new path is free if another step removes its value. A kept step does not remove its old value, so one conflict
    /// can cause others.
    ///
    /// - Returns: The contents of the target without the values that are moved away or deleted.
    private func settle(
        _ transfers: inout [Transfer], _ deletions: [Migration.Record.Step], in transaction: DomainTransaction
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
            var conflicts: [Int] = []
            for index in transfers.indices where !transfers[index].isKept {
                let (transfer, policy) = (transfers[index], transfers[index].step.policy ?? migration.policy)
                guard policy != .overwrite, let obstacle = base.obstacle(at: transfer.new) else { continue }
                if policy == .fail {
                    throw MigrationError.conflict(old: transfer.old.path, new: obstacle, target: migration.target)
                }
                transfers[index].obstacle = obstacle
                conflicts.append(index)
            }
            if conflicts.isEmpty { return base }
            keep(conflicts, in: &transfers, targetFile: targetFile)
        }
    }

    private func keptLocations(of transfers: [Transfer]) -> Set<FileLocation> {
        Set(transfers.lazy.filter(\.isKept).map(\.old))
    }

    /// Sets ``Transfer/obstacle`` of each transfer whose new value would replace the old value of a kept transfer.
    private func keep(_ indices: [Int], in transfers: inout [Transfer], targetFile: Int) {
        let byNew = Dictionary(
            transfers.indices.map { (FileLocation(file: targetFile, path: transfers[$0].new), $0) },
            uniquingKeysWith: { $1 })
        var kept = indices
        while let index = kept.popLast() {
            guard let next = byNew[transfers[index].old], !transfers[next].isKept else { continue }
            transfers[next].obstacle = transfers[next].new
            kept.append(next)
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
            // If a kept step uses the same old value, the value is only copied.
            let isMove = transfer.step.action == .move && (kept.isEmpty || !kept.contains(transfer.old))
            let effect: Migration.Report.Step.Effect = transfer.isKept ? .kept : isMove ? .moved : .copied
            progress.reported.append(.init(source: source, old: old, new: transfer.obstacle ?? new, effect: effect))
            if transfer.isKept { continue }
            edits.append(.set(new, transfer.value))
            progress.recorded.append(
                Migration.Record.Step(
                    action: isMove ? .move : .copy,
                    source: transfer.old.file == targetFile ? migration.target : source, old: old, new: new,
                    digest: ValueDigest(transfer.value), original: transfer.original, displaced: contents[new],
                    createdDepth: contents.depthOfCreatedDictionary(for: new)))
        }
        try contents.change(edits, of: migration.target)
    }

    /// Returns the steps that remove a value. The values are read before the first step is performed.
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
            if transaction[source].isElement(old) { throw MigrationError.elementOfArray(old, domain: source) }
            deletions.recorded.append(
                Migration.Record.Step(
                    action: .delete, source: transaction.file(of: source) == targetFile ? target : source, old: old,
                    original: value))
        }
        return deletions
    }

    /// Sets the default values of steps that have neither an old nor a new value.
    private func setDefaults(in contents: inout PropertyListDictionary, _ progress: inout Progress) throws {
        var edits: [ChangeSet.Edit] = []
        for step in migration.steps {
            guard let value = step.defaultValue, let new = step.new else { continue }
            if contents.obstacle(at: new) != nil { continue }
            edits.append(.set(new, value))
            progress.reported.append(.init(source: migration.target, old: step.old, new: new, effect: .defaultSet))
            progress.recorded.append(
                Migration.Record.Step(
                    action: .setDefault, source: migration.target, new: new, digest: ValueDigest(value),
                    createdDepth: contents.depthOfCreatedDictionary(for: new)))
        }
        try contents.change(edits, of: migration.target)
    }
}

extension PropertyListDictionary {
    /// Returns whether a path leads to an element of an array.
    func isElement(_ path: PropertyListPath) -> Bool {
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

    /// Finds the outermost missing dictionary on a path.
    ///
    /// - Returns: The number of components in its path, or `nil` if no dictionary is missing.
    fileprivate func depthOfCreatedDictionary(for path: PropertyListPath) -> Int? {
        path.ancestors.first { self[$0] == nil }?.components.count
    }

    /// Applies the edits of a migration.
    mutating func change(_ edits: [ChangeSet.Edit], of domain: Domain) throws(MigrationError) {
        do {
            try ChangeSet(edits).apply(to: &self)
        } catch {
            switch error.reason {
            case .path(let error): throw MigrationError.place(error, target: domain)
            case .noValue(let path), .notAnArray(let path), .notADictionary(let path):
                throw MigrationError.place(PropertyListPathError(.noValue(path)), target: domain)
            case .noKeys:
                throw MigrationError.place(PropertyListPathError(.noValue(PropertyListPath())), target: domain)
            }
        }
    }
}
