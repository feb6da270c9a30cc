import DefaultsCore
import PropertyList

/// The entries of a journal that can be taken back. An undo takes changes back, and a redo takes an undo back.
struct UndoStack {
    /// The changes that are in effect, in order.
    let changes: [Journal.Entry]
    /// The undos since the last change, in order. An undo has several entries if it was interrupted and then completed.
    private(set) var undos: [[Journal.Entry]] = []

    /// Creates the stack of some entries of a journal. References to other entries are ignored.
    init(_ entries: [Journal.Entry]) {
        let known = Dictionary(entries.map { ($0.number, $0) }) { $1 }
        var takenBack: Set<Int> = []
        for entry in entries {
            let targets = entry.undoes.compactMap { known[$0] }
            for undo in targets where !undo.undoes.isEmpty {
                takenBack.subtract(undo.undoes)
                undos.removeAll { $0.contains { $0.number == undo.number } }
            }
            if entry.undoes.isEmpty {
                undos.removeAll()
            } else if targets.count == entry.undoes.count, targets.allSatisfy(\.undoes.isEmpty) {
                if undos.last?.last?.undoes == entry.undoes, takenBack.isSuperset(of: entry.undoes) {
                    undos[undos.count - 1].append(entry)
                } else {
                    undos.append([entry])
                }
            }
            takenBack.formUnion(targets.filter(\.undoes.isEmpty).map(\.number))
        }
        changes = entries.filter { $0.undoes.isEmpty && !takenBack.contains($0.number) }
    }

    /// Returns whether an undo or a redo would take an entry back.
    func contains(_ entry: Journal.Entry) -> Bool {
        (entry.undoes.isEmpty ? changes : Array(undos.joined())).contains { $0.number == entry.number }
    }

    /// Returns whether an entry can be taken back alone. For a change, no later change in effect may concern the same
    /// keys. For an undo, the entry must be the only entry of the last undo.
    func isIndependent(_ entry: Journal.Entry) -> Bool {
        guard entry.undoes.isEmpty else { return undos.last.map { $0.map(\.number) == [entry.number] } ?? false }
        let keys = Set(entry.keys)
        return changes.allSatisfy { $0.number <= entry.number || keys.isDisjoint(with: $0.keys) }
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
