import DefaultsCore

/// The entries of a journal that an undo takes back. They are selected before the domains are locked.
struct UndoPlan {
    /// The entries, the last one first. They include pending undos and redos, which are taken back, too. So an undo
    /// that was interrupted is made again from the values before it.
    let entries: [Journal.Entry]
    /// The numbers of the undone entries to record. Empty if the undo is recorded as a change.
    let recorded: [Int]
    /// Whether one of the entries is in effect. The undo is then recorded even if no value changes, unless it is
    /// recorded as a change.
    let isInEffect: Bool
    /// The domains of the entries, and the domains of the entries that the entries took back.
    let domains: [Domain]
    /// The domains of the records of applied documents that the entries changed.
    let records: [Domain]

    /// Selects the entries.
    ///
    /// - Parameter isForced: Whether an entry selected by its number can be from another folder.
    /// - Throws: ``JournalError`` if the journal does not have the entries.
    init(_ selection: Journal.UndoSelection, of journal: Journal, isForced: Bool) throws(JournalError) {
        let reading = try journal.reading()
        let ofKind = reading.entries.filter { $0.isBelowRoot == journal.isBelowRoot }
        let usable = ofKind.filter { journal.otherBase(of: $0) == nil }
        let stack = UndoStack(usable)
        // A missing entry can be in an unusable line, or belong to another folder.
        let refusal = reading.damage ?? (usable.isEmpty ? ofKind.last.flatMap(journal.otherBase) : nil)
        var isUndo = true
        switch selection {
        case .all:
            if let refusal { throw refusal }
            entries = stack.inEffect.reversed()
        case .last(let count):
            entries = stack.last(count)
            let found = entries.count(where: \.undoes.isEmpty)
            if found < count { throw refusal ?? .tooFew(found, expected: count, path: journal.path) }
        case .redo:
            entries = stack.lastUndo
            if entries.isEmpty { throw refusal ?? .nothingToRedo(path: journal.path) }
        case .number(let number):
            guard let entry = reading.entries.first(where: { $0.number == number }) else {
                throw reading.damage ?? .noEntry(number, path: journal.path)
            }
            guard entry.isBelowRoot == journal.isBelowRoot else { throw .otherRoot(number) }
            let otherBase = journal.otherBase(of: entry)
            if !isForced, let otherBase { throw otherBase }
            isUndo = otherBase == nil && stack.isIndependent(entry)
            let interrupted = stack.inEffect.filter { isUndo && $0.undoes.contains(number) }
            entries = interrupted.reversed() + [entry]
        }
        recorded = isUndo ? entries.map(\.number) : []
        isInEffect = entries.contains(where: stack.contains)
        // An undo without changes has no domains. To record its redo, the domains of the entries that it took back are
        // locked.
        let targets = Set(entries.flatMap(\.undoes))
        let named = entries + reading.entries.filter { targets.contains($0.number) }
        var seen: Set<Domain> = []
        domains = named.flatMap(\.changes).map(\.domain).filter { seen.insert($0).inserted }
        records = named.flatMap(\.records).compactMap { try? journal.domain(ofRecordOf: $0.identifier) }
            .filter { seen.insert($0).inserted }
    }
}
