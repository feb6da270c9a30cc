import DefaultsCore

/// The entries of a journal that can be taken back. An undo takes changes back, and a redo takes an undo back.
struct UndoStack {
    /// The entries whose values the domains can have, in order: the changes that are not taken back, and pending undos
    /// and redos, of which some values may have been set.
    let inEffect: [Journal.Entry]
    /// The undos since the last change, in order. An undo follows the pending ones that it takes back.
    private(set) var undos: [[Journal.Entry]] = []

    /// Creates the stack of some entries of a journal. References to other entries are ignored.
    init(_ entries: [Journal.Entry]) {
        let known = Dictionary(entries.map { ($0.number, $0) }) { $1 }
        var takenBack: Set<Int> = []
        for entry in entries {
            if entry.undoes.isEmpty {
                undos.removeAll()
                continue
            }
            let targets = entry.undoes.compactMap { known[$0] }
            let isTarget = { (undo: [Journal.Entry]) in undo.contains { entry.undoes.contains($0.number) } }
            if targets.contains(where: \.undoes.isEmpty) {  // an undo, which needs all its entries to be redone
                if targets.count == entry.undoes.count {
                    undos = undos.filter { !isTarget($0) } + [undos.filter(isTarget).flatMap { $0 } + [entry]]
                }
            } else if !entry.isPending {  // a redo
                for undo in targets { takenBack.subtract(undo.undoes) }
                undos.removeAll(where: isTarget)
            }
            if !entry.isPending {
                takenBack.formUnion(targets.filter { $0.undoes.isEmpty || $0.isPending }.map(\.number))
            }
        }
        inEffect = entries.filter { ($0.undoes.isEmpty || $0.isPending) && !takenBack.contains($0.number) }
    }

    /// The last changes that are in effect, and the pending entries after each of them, the last one first.
    func last(_ count: Int) -> [Journal.Entry] {
        var changes = 0
        return inEffect.reversed().prefix { entry in
            defer { if entry.undoes.isEmpty { changes += 1 } }
            return changes < count
        }
    }

    /// The last undo, and the pending redos after it, the last one first.
    var lastUndo: [Journal.Entry] {
        guard let undo = undos.last, let number = undo.last?.number else { return [] }
        return inEffect.filter { $0.number > number }.reversed() + undo.reversed()
    }

    /// Returns whether an undo or a redo would take an entry back.
    func contains(_ entry: Journal.Entry) -> Bool {
        (entry.undoes.isEmpty ? inEffect : Array(undos.joined())).contains { $0.number == entry.number }
    }

    /// Returns whether an entry can be taken back alone. For a change, no later change in effect may concern the same
    /// keys. For an undo, the entry must be the only entry of the last undo.
    func isIndependent(_ entry: Journal.Entry) -> Bool {
        guard entry.undoes.isEmpty else { return undos.last.map { $0.map(\.number) == [entry.number] } ?? false }
        let keys = Set(entry.keys)
        return inEffect.allSatisfy {
            $0.number <= entry.number || !$0.undoes.isEmpty || keys.isDisjoint(with: $0.keys)
        }
    }
}

extension Journal.Entry {
    /// A key of a domain.
    fileprivate struct Key: Hashable {
        let domain: Domain
        let key: PropertyListPath
    }

    /// The keys under which values changed.
    fileprivate var keys: [Key] {
        changes.map { Key(domain: $0.domain, key: $0.path.prefix(1)) }
    }
}
