package import DefaultsCore

extension Journal {
    /// The selection of entries to undo. Entries that were recorded below a root are undone only below a root, and
    /// other entries only without a root. Entries of another home folder or root are skipped, or refused if they are
    /// selected by their number.
    package enum UndoSelection: Hashable, Sendable {
        /// The given number of last changes that are in effect. Undos are not counted.
        case last(Int)
        /// All changes that are in effect.
        case all
        /// The entry with the given number, which can be an undo. If later changes concern the same keys, undoing it is
        /// recorded as a change and not as an undo.
        case number(Int)
        /// The last undo, unless other changes have followed it. The changes that it took back are made again.
        case redo
    }

    /// The undone entries, the last one first, and the domains that changed.
    package typealias UndoOutcome = (entries: [Journal.Entry], changes: [Domain.Change])

    /// Takes changes back, the last one first, in one change of all their domains.
    ///
    /// A value that already equals the old value is left unchanged, because its change was never made or was undone. If
    /// the changes were made by ``StateApplier``, its record of what an identifier owns is restored, too, unless the
    /// record has changed since.
    ///
    /// An undo in a ``JournalingDomainStore`` is recorded in the journal as well, and noted as made when the domains
    /// have changed. The next undo then takes back an earlier change, and a redo takes back the undo. After an undo
    /// that was interrupted, or that was made in another store, the next undo finds the same changes.
    ///
    /// - Parameters:
    ///   - selection: The entries to undo.
    ///   - store: The store of the domains.
    ///   - isForced: Whether to replace values that differ from the recorded ones, and whether an entry selected by its
    ///     number can be from another home folder or root. Undoing such an entry is recorded as a change.
    /// - Throws: ``JournalError`` if a value is neither the recorded new value nor the old one, if the journal does not
    ///   have the entries, or if an entry cannot be undone in this store. Otherwise `PreferencesError`. Nothing has
    ///   changed, except after `PreferencesError.Code.notDurable` and `PreferencesError.Code.partlyChanged`.
    @discardableResult
    package func undo(
        _ selection: UndoSelection = .last(1), in store: any DomainStore, isForced: Bool = false
    ) throws -> UndoOutcome {
        let plan = try UndoPlan(selection, of: self, isForced: isForced)
        if plan.domains.isEmpty { return (plan.entries, []) }
        return try store.update(startingWith: plan.domains + plan.records) {
            transaction -> UpdateAttempt<UndoOutcome> in
            // Another program may have recorded entries before the domains were locked.
            let plan = try UndoPlan(selection, of: self, isForced: isForced)
            let domains = plan.domains + plan.records
            guard transaction.includes(domains) else { return .lock(domains) }
            return .done(try perform(plan, in: &transaction, isForced: isForced))
        }
    }

    private func perform(
        _ plan: UndoPlan, in transaction: inout DomainTransaction, isForced: Bool
    ) throws -> UndoOutcome {
        let before = transaction
        // Most entries change one key of a large domain.
        var pending: [Int: (domain: Domain, contents: PendingContents)] = [:]
        for entry in plan.entries {
            for change in entry.changes.reversed() {
                let file = transaction.file(of: change.domain)
                try pending[file, default: (change.domain, PendingContents(transaction[change.domain]))]
                    .contents.undo(change, of: entry.number, isForced: isForced)
            }
        }
        for (domain, contents) in pending.values { transaction[domain] = contents.contents }
        for record in plan.entries.flatMap({ $0.records.reversed() }) {
            let domain = try domain(ofRecordOf: record.identifier)
            if transaction[domain] == record.new { transaction[domain] = record.old }
        }
        transaction.journal.records = plan.records.map { ($0, before[$0]) }
        let changes = transaction.changes(of: plan.domains, since: before).filter { $0.old != $0.new }
        if !changes.isEmpty || plan.isInEffect {
            transaction.journal.undone = (path, plan.recorded)
        }
        return (plan.entries, changes)
    }
}

extension PendingContents {
    fileprivate mutating func undo(
        _ change: Journal.Entry.Change, of number: Int, isForced: Bool
    ) throws(JournalError) {
        guard let key = change.path.components.first else { return }
        var part = part([key])
        let present = part.value(atKeys: change.path)
        if present == change.old { return }
        guard isForced || present == change.new else {
            throw .changedSince(number, domain: change.domain.spelling, change.path)
        }
        part.apply([KeyEdit(change.path, change.old)])
        self[key] = part[key]
    }
}
