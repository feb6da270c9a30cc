extension FileDomainStore {
    /// Reads the domains in a scope as they were at one moment.
    ///
    /// No lock is held while domains are read. After the last domain is read, every file must be unchanged, and no
    /// update may be in progress. An update that has replaced some of its files still has temporary files for the
    /// others. The function waits for the lock of such an update. Files that have changed are read again.
    ///
    /// If a folder cannot be locked, its temporary files are treated as those of an interrupted update. A change that
    /// another library makes to several files is not recognized as one change.
    ///
    /// - Throws: ``PreferencesError`` if a folder cannot be listed. Also thrown if a lock is still held or files still
    ///   change after the ``lockTimeout``.
    public func readAllDomains(_ scope: Domain.Scope) throws(PreferencesError) -> Domain.SearchResult {
        let deadline = Deadline(after: lockTimeout)
        var retries = Retries(until: deadline)
        var found = try findAllDomains(scope)
        var versions: [Domain: ReadVersion] = [:]
        repeat {
            let read = found.domains.map { versions[$0]?.ifCurrent ?? ReadVersion($0, in: self) }
            let later = try findAllDomains(scope, afterUpdatesUntil: deadline)
            let isSameSearch = later.domains == found.domains && later.obstacles == found.obstacles
            if isSameSearch, read.allSatisfy({ $0.ifCurrent != nil }) {
                found.snapshots = read.map(\.snapshot)
                return found
            }
            versions = Dictionary(zip(found.domains, read), uniquingKeysWith: { $1 })
            found = later
        } while retries.next()
        throw PreferencesError(FileAccess.read(folders.user).error(.changing))
    }

    /// Returns the domains in a scope after the updates in progress have ended.
    private func findAllDomains(
        _ scope: Domain.Scope, afterUpdatesUntil deadline: Deadline
    ) throws(PreferencesError) -> Domain.SearchResult {
        let found = try findAllDomains(scope)
        if found.changingFolders.isEmpty { return found }
        for path in found.changingFolders {
            do {
                _ = try FolderLock(Folder(path: path, for: .lock(path)), for: path, until: deadline)
            } catch {
                if case .lockTimedOut = error.reason { throw PreferencesError(error) }
            }
        }
        return try findAllDomains(scope)
    }
}

/// The contents of a domain, and the version of the file from which they were read.
private struct ReadVersion {
    let snapshot: Result<DomainSnapshot, PreferencesError>
    private let path: String
    private let version: FileVersion?

    init(_ domain: Domain, in store: FileDomainStore) {
        path = store.folders.location(of: domain)
        version = FileVersion(of: path)
        snapshot = store.read(domain)
    }

    /// This value, or `nil` if the file has changed since it was read.
    var ifCurrent: ReadVersion? { FileVersion(of: path) == version ? self : nil }
}
