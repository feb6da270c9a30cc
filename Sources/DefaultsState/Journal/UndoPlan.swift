import DefaultsCore

/// The entries of a journal that an undo takes back. They are selected before the domains are locked.
struct UndoPlan {
    /// The entries, the last one first.
    let entries: [Journal.Entry]
    /// The numbers of the undone entries to record. Empty if the undo is recorded as a change.
    let recorded: [Int]
    /// Whether to record the undo when no value changes. It is `true` if one of the entries is in effect and the undo
    /// is not recorded as a change.
    let isInEffect: Bool
    /// The last usable entry of the journal if it is of the kind that is selected, an undo or a redo. Otherwise `nil`.
    /// If this entry was interrupted, it is completed first.
    let unverified: Journal.Entry?
    /// The error if the journal does not have enough entries. It is thrown after the last entry is verified.
    let refusal: JournalError?
    /// The domains of the entries and of the unverified entry, and the domains of the entries that the entries took
    /// back.
    let domains: [Domain]

    /// Selects the entries.
    ///
    /// - Parameter isForced: Whether an entry selected by its number can be from another folder.
    init(_ selection: Journal.UndoSelection, of journal: Journal, isForced: Bool = false) throws(JournalError) {
        let reading = try journal.reading()
        let all = reading.entries
        let ofKind = all.filter { $0.isBelowRoot == journal.isBelowRoot }
        let usable = ofKind.filter(journal.hasBase)
        let stack = UndoStack(usable)
        let elsewhere = usable.isEmpty ? ofKind.last.flatMap(\.errorElsewhere) : nil
        var refusal: JournalError?
        switch selection {
        case .all:
            entries = stack.changes.reversed()
            refusal = reading.damage ?? elsewhere
        case .last(let count):
            entries = stack.changes.suffix(count).reversed()
            if entries.count < count {
                refusal =
                    reading.damage ?? elsewhere
                    ?? JournalError(.tooFew(entries.count, expected: count, path: journal.path))
            }
        case .redo:
            entries = stack.undos.last?.reversed() ?? []
            if entries.isEmpty {
                refusal = reading.damage ?? elsewhere ?? JournalError(.nothingToRedo(path: journal.path))
            }
        case .number(let number):
            entries = all.filter { $0.number == number }
            guard let entry = entries.first else {
                throw reading.damage ?? JournalError(.noEntry(number, path: journal.path))
            }
            guard entry.isBelowRoot == journal.isBelowRoot else { throw JournalError(.otherRoot(number)) }
            if !isForced, !journal.hasBase(of: entry), let error = entry.errorElsewhere { throw error }
        }
        self.refusal = refusal
        let isUndo =
            if case .number = selection {
                entries.allSatisfy { journal.hasBase(of: $0) && stack.isIndependent($0) }
            } else {
                true
            }
        recorded = isUndo ? entries.map(\.number) : []
        isInEffect = isUndo && entries.contains(where: stack.contains)
        unverified = usable.last.flatMap { $0.isLike(selection, in: usable) ? $0 : nil }
        // An undo without changes has no domains. To record its redo, the domains of the entries that it took back are
        // locked.
        let targets = Set(entries.flatMap(\.undoes))
        var seen: Set<Domain> = []
        domains = (entries + all.filter { targets.contains($0.number) } + [unverified].compactMap { $0 })
            .flatMap(\.changes).map(\.domain).filter { seen.insert($0).inserted }
    }

    /// Creates the plan that completes an interrupted undo.
    init(toComplete entry: Journal.Entry, in plan: UndoPlan) {
        (entries, recorded, domains) = ([entry.inverse], entry.undoes, plan.domains)
        (isInEffect, unverified, refusal) = (true, nil, nil)
    }
}

extension Journal.Entry {
    /// The error of undoing the entry in another folder, or `nil` if the entry can be undone in any folder.
    fileprivate var errorElsewhere: JournalError? { base.map { JournalError(.otherBase(number, path: $0)) } }

    /// Returns whether the entry and the selection are both an undo or both a redo. A selection by number is neither.
    fileprivate func isLike(_ selection: Journal.UndoSelection, in entries: [Journal.Entry]) -> Bool {
        if undoes.isEmpty { return false }
        let isRedo = entries.contains { undoes.contains($0.number) && !$0.undoes.isEmpty }
        return switch selection {
        case .last, .all: !isRedo
        case .redo: isRedo
        case .number: false
        }
    }

    /// Returns whether some values are still the old values of the entry, and all others are the new values. This
    /// happens if a crash occurs between recording the changes and making them.
    func isInterrupted(in transaction: DomainTransaction) -> Bool {
        let values = changes.map { transaction[$0.domain].value(atKeys: $0.path) }
        return zip(changes, values).contains { $0.old == $1 }
            && zip(changes, values).allSatisfy { $0.old == $1 || $0.new == $1 }
    }

    /// The entry with old and new values exchanged. Undoing it makes the changes of this entry.
    var inverse: Journal.Entry {
        var entry = self
        entry.changes = changes.map { change in
            var change = change
            swap(&change.old, &change.new)
            return change
        }
        return entry
    }
}
