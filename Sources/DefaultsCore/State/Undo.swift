import PropertyList

/// Takes back changes that a journal has recorded.
///
/// An undo through a ``JournalingDomainStore`` is recorded as well, and can be undone.
public struct Undo: Sendable {
    /// The entries to undo.
    public enum Selection: Hashable, Sendable {
        /// The given number of last entries.
        case last(Int)
        /// All entries.
        case all
        /// The entry of a number.
        case number(Int)
    }

    /// The effect of an undo.
    public struct Outcome: Hashable, Sendable {
        /// The entries, the last one first.
        public let entries: [Journal.Entry]
        /// Whether a value changed.
        public let isChanged: Bool
    }

    private let store: any DomainStore
    private let journal: Journal

    /// Creates an undo.
    ///
    /// - Parameters:
    ///   - store: The store of the domains.
    ///   - journal: The journal with the changes. It was recorded below the same root, if any.
    public init(store: any DomainStore, journal: Journal) {
        (self.store, self.journal) = (store, journal)
    }

    /// Takes changes back, the last one first, in one change of all their domains.
    ///
    /// A value that is the old one already is left alone: its change never happened, or was undone.
    ///
    /// - Parameters:
    ///   - selection: The entries to undo.
    ///   - isForced: Whether to set values that are not the recorded ones.
    /// - Returns: The effect.
    /// - Throws: ``JournalError`` if a value is neither the recorded one nor the old one, or an entry cannot be undone
    ///   here; or ``PreferencesError``. Nothing has changed, except as ``DomainStore/update(_:_:)`` says.
    @discardableResult
    public func perform(_ selection: Selection = .last(1), isForced: Bool = false) throws -> Outcome {
        while true {
            let entries = try journal.entries(selection)
            if entries.isEmpty { return Outcome(entries: [], isChanged: false) }
            let outcome: Outcome? = try store.update(Self.domains(of: entries)) { transaction in
                // Until the domains were locked, another program may have recorded more.
                guard try journal.entries(selection) == entries else { return nil }
                let old = transaction.contents
                try Self.undo(entries, in: &transaction, isForced: isForced)
                return Outcome(entries: entries, isChanged: transaction.contents != old)
            }
            if let outcome { return outcome }
        }
    }

    private static func domains(of entries: [Journal.Entry]) -> [Domain] {
        var seen: Set<Domain> = []
        return entries.flatMap(\.changes).map(\.domain).filter { seen.insert($0).inserted }
    }

    /// Takes the changes of entries back, in the given order.
    static func undo(
        _ entries: [Journal.Entry], in transaction: inout DomainTransaction, isForced: Bool
    ) throws(JournalError) {
        // Most entries change one key of a large domain.
        var pending: [Int: PendingContents] = [:]
        var domains: [Int: Domain] = [:]
        for entry in entries {
            for change in entry.changes {
                let file = transaction.file(of: change.domain)
                domains[file] = change.domain
                try pending[file, default: PendingContents(transaction[change.domain])].undo(
                    change, of: entry.number, isForced: isForced)
            }
        }
        for (file, domain) in domains {
            if let contents = pending[file]?.contents { transaction[domain] = contents }
        }
    }
}

extension Journal {
    /// Returns the entries to undo, the last one first.
    fileprivate func entries(_ selection: Undo.Selection) throws(JournalError) -> [Journal.Entry] {
        let all = try entries()
        let selected: [Journal.Entry]
        switch selection {
        case .all: selected = all.reversed()
        case .last(let count): selected = all.suffix(count).reversed()
        case .number(let number):
            guard let entry = all.first(where: { $0.number == number }) else {
                throw JournalError(.noEntry(number, path: path))
            }
            selected = [entry]
        }
        if let other = selected.first(where: { $0.isBelowRoot != isBelowRoot }) {
            throw JournalError(.otherRoot(other.number))
        }
        return selected
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
            throw JournalError(.changedSince(number, domain: change.domain.spelling, change.path))
        }
        part.apply([KeyEdit(path: change.path, value: change.old)])
        self[key] = part[key]
    }
}
