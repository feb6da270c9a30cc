import DefaultsCore

/// The entries of a journal that an undo takes back, selected before the domains are locked.
struct UndoPlan: Equatable {
    /// The entries, the last one first.
    let entries: [Journal.Entry]
    /// The numbers of the undone entries to record. Empty if the undo is recorded as a change.
    let recorded: [Int]
    /// Whether the undo is recorded even if no value changes, since one of the entries is in effect.
    let isInEffect: Bool
    /// The last entry if it is an undo of the same kind, otherwise `nil`. If it was interrupted, it is completed first.
    let unverified: Journal.Entry?
    /// The error if the journal does not have enough entries. It is thrown after the last entry is verified.
    let refusal: JournalError?
    /// The domains of all these entries, and of the entries that they took back.
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
        // An undo without changes is recorded while the domains of its entries are locked.
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
    /// The error of an undo in another folder, or `nil` if the entry can be undone in any.
    fileprivate var errorElsewhere: JournalError? { base.map { JournalError(.otherBase(number, path: $0)) } }

    /// Returns whether the entry records an undo of the same kind as an undo of the selection.
    fileprivate func isLike(_ selection: Journal.UndoSelection, in entries: [Journal.Entry]) -> Bool {
        if undoes.isEmpty { return false }
        let isRedo = entries.contains { undoes.contains($0.number) && !$0.undoes.isEmpty }
        return switch selection {
        case .last, .all: !isRedo
        case .redo: isRedo
        case .number: false
        }
    }

    /// Returns whether some of the changes were not made, as after a crash between recording and making them.
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
