package import DefaultsCore

/// Changes to one or more domains. They are made together, and each change sees the effects of earlier changes.
package struct ChangeBatch {
    private let changes: [ChangeSet]
    /// The domains, each once, in the order of their first changes.
    package private(set) var domains: [Domain] = []
    /// The index of the domain of each change.
    private var indices: [Int] = []

    package init(_ changes: [(domain: Domain, changes: ChangeSet)]) {
        self.changes = changes.map(\.changes)
        var known: [Domain: Int] = [:]
        for (domain, _) in changes {
            // The lookup is not needed if the previous change is of the same domain, which is usual.
            if let last = indices.last, domains[last] == domain {
                indices.append(last)
                continue
            }
            let index = known[domain] ?? domains.count
            if index == domains.count { domains.append(domain) }
            known[domain] = index
            indices.append(index)
        }
    }

    /// Makes the changes in a transaction over the domains.
    ///
    /// - Parameter leaveOut: Receives the index of each change that cannot be made, and the error. The change has no
    ///   effect.
    package func apply(
        to transaction: inout DomainTransaction, leavingOut leaveOut: (Int, PreferencesError) -> Void
    ) {
        let files = domains.map { transaction.file(of: $0) }
        var pending: [Int: PendingContents] = [:]
        for (file, domain) in zip(files, domains) where pending[file] == nil {
            pending[file] = PendingContents(transaction[domain])
        }
        for (index, (domain, changes)) in zip(indices, changes).enumerated() {
            do {
                try pending[files[domain]]?.apply(changes)
                if changes.removesAll { transaction.acceptRemoval(of: domains[domain]) }
            } catch {
                leaveOut(index, error)
            }
        }
        for (file, domain) in zip(files, domains) {
            if let contents = pending[file] { transaction[domain] = contents.contents }
        }
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
