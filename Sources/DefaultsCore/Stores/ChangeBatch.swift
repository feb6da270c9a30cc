/// Changes to one or more domains. They are made together, and each change sees the effects of earlier changes.
///
/// ```swift
/// var batch = ChangeBatch()
/// batch.append(ChangeSet([.set("Theme", "dark")]), to: editor)
/// batch.append(ChangeSet([.remove("Theme")]), to: archive)
/// try store.apply(batch)  // one update of both domains
/// ```
public struct ChangeBatch: Sendable {
    /// The changes with their domains, in order.
    public private(set) var entries: [(domain: Domain, changes: ChangeSet)] = []

    /// The domains, each once, in the order of their first changes.
    public private(set) var domains: [Domain] = []

    private var indices: [Domain: Int] = [:]
    /// The index of the domain of each entry.
    private var domainIndices: [Int] = []

    /// Creates an empty batch.
    public init() {}

    /// Adds changes at the end of the batch.
    public mutating func append(_ changes: ChangeSet, to domain: Domain) {
        entries.append((domain, changes))
        domainIndices.append(index(of: domain))
    }

    private mutating func index(of domain: Domain) -> Int {
        // The lookup is not needed if the previous change is of the same domain, which is usual.
        if let last = domainIndices.last, domains[last] == domain { return last }
        if let index = indices[domain] { return index }
        indices[domain] = domains.count
        domains.append(domain)
        return domains.count - 1
    }

    /// Makes the changes in a transaction over the domains.
    ///
    /// - Parameters:
    ///   - transaction: The contents of the domains. After an error, they are as before.
    ///   - accepts: Receives the index of an entry that cannot be made, and the error. Returns whether to continue
    ///     without the changes of that entry.
    /// - Throws: ``ChangeBatch/EntryError`` with the first entry that cannot be made and is not accepted.
    public func apply(
        to transaction: inout DomainTransaction, unless accepts: (Int, PreferencesError) -> Bool = { _, _ in false }
    ) throws(ChangeBatch.EntryError) {
        let files = domains.map { transaction.file(of: $0) }
        var pending: [Int: PendingContents] = [:]
        for (file, domain) in zip(files, domains) where pending[file] == nil {
            pending[file] = PendingContents(transaction[domain])
        }
        for (index, domainIndex) in domainIndices.enumerated() {
            do {
                try pending[files[domainIndex]]?.apply(entries[index].changes)
                if entries[index].changes.removesAll { transaction.acceptRemoval(of: domains[domainIndex]) }
            } catch {
                if !accepts(index, error) { throw EntryError(entry: index, error: error) }
            }
        }
        for (file, domain) in zip(files, domains) {
            if let contents = pending[file] { transaction[domain] = contents.contents }
        }
    }
}

extension ChangeBatch {
    /// An error that occurs when the changes of an entry cannot be made.
    public struct EntryError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The index of the entry in ``ChangeBatch/entries``.
        public let entry: Int
        /// The error of the entry's changes.
        public let error: PreferencesError

        /// The error with the number of its entry, as a clause. Entries are counted from 1.
        public var description: String { "change \(entry + 1): \(error)" }
    }
}

extension DomainStore {
    /// Applies a batch in one change of all its domains.
    ///
    /// - Throws: `PreferencesError`, or ``ChangeBatch/EntryError`` if an entry cannot be made. Nothing has changed,
    ///   except after `PreferencesError.Code.notDurable` and `PreferencesError.Code.partlyChanged`.
    public func apply(_ batch: ChangeBatch) throws {
        try update(batch.domains) { try batch.apply(to: &$0) }
    }
}

extension ChangeSet {
    /// The keys that the edits read and change, or `nil` if the edits depend on all keys.
    var keys: [String]? {
        var keys: [String] = []
        for edit in edits {
            guard let more = edit.keys else { return nil }
            keys += more
        }
        return keys
    }
}

extension ChangeSet.Edit {
    fileprivate var keys: [String]? {
        switch self {
        case .set(let path, _), .insert(_, let path), .remove(let path), .append(_, let path),
            .appendMissing(_, let path), .removeElements(_, let path), .mergeInto(let path, _), .require(let path):
            path.components.first.map { [$0] }
        case .rename(let old, let new):
            [old, new].allSatisfy { !$0.components.isEmpty } ? [old, new].compactMap(\.components.first) : nil
        case .merge(let dictionary), .mergeDeeply(let dictionary):
            dictionary.keys
        case .removeAll, .requireAnyKey:
            nil
        }
    }
}
