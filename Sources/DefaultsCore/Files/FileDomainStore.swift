public import PropertyList

/// A store that keeps each domain in a property list file, at the location that Foundation's `UserDefaults` uses.
///
/// **Reading** takes no lock. A change replaces a file atomically, so a reader sees either the old file or the new one.
/// Foundation writes in place, so a file that looks truncated is read again for up to 100 ms.
///
/// **Changing** takes these steps. An error in any of them leaves every file unchanged.
/// 1. Resolve: Links are followed to the real folder and file name, so that two names of one file are one domain.
/// 2. Lock the folders with `flock`, in the order of their identities. Then resolve again, in case a link has changed
///    meanwhile.
/// 3. Read the files, and let the caller change the contents. If the contents stay equal, the file is only synchronized
///    to the disk.
/// 4. Encode in the format of the file. New files are XML. If the format cannot represent the contents exactly, the
///    file becomes XML or, if XML cannot either, binary.
/// 5. Write a temporary file for each file, with the mode, owner and attributes of the file, and synchronize it to the
///    disk.
/// 6. Rename the temporary files in the order of the domains, and synchronize the folder after each. If an error
///    occurs, restore the files that were already replaced.
///
/// **Several domains.** A crash or a power failure between two renames leaves each file complete. In the order of the
/// domains, the first files have the new contents and the others the old ones. A file with several names takes the
/// position of the last one. To move a value between domains, pass the domain that receives it first: the value is then
/// in at least one of them at any time. If files were restored after an error, a power failure soon afterwards can
/// bring back their new contents.
///
/// **Empty domains.** When a domain loses its last key, its file is removed, as in Foundation, if the file is in a base
/// folder and is not reached through a link. Otherwise, an empty dictionary is written.
public struct FileDomainStore: DomainStore, Hashable {
    /// The default of the size limit, in bytes: 1 GiB.
    public static let defaultSizeLimit = InputFile.defaultSizeLimit

    /// The folders that contain the files.
    public let folders: DomainFolders
    /// The maximum time that an update waits for the lock of a folder.
    public let lockTimeout: Duration
    /// The maximum size, in bytes, of a file to read.
    public let sizeLimit: Int

    /// Whether the folders include one for any user.
    public var hasAnyUserDomains: Bool { folders.anyUser != nil }

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - folders: The folders that contain the files. Defaults to the locations that `UserDefaults` uses.
    ///   - lockTimeout: The maximum time that an update waits for another writer. Defaults to 10 seconds.
    ///   - sizeLimit: The maximum size, in bytes, of a file to read. Larger files can be neither read nor changed. An
    ///     update may still produce a larger file. Defaults to ``defaultSizeLimit``.
    public init(
        folders: DomainFolders = DomainFolders(), lockTimeout: Duration = .seconds(10),
        sizeLimit: Int = defaultSizeLimit
    ) {
        self.folders = folders
        self.lockTimeout = lockTimeout
        self.sizeLimit = sizeLimit
    }

    /// Returns the contents of a domain at this moment. Takes no lock.
    ///
    /// - Throws: ``PreferencesError`` if the file exists and cannot be read as a domain.
    public func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        let file = file(of: domain)
        if let snapshot = try file.readStream() { return snapshot }
        return try file.read().snapshot
    }

    /// Looks up the value of one key, or returns `nil` if the domain does not have the key. Takes no lock.
    ///
    /// - Throws: ``PreferencesError`` if the file exists and cannot be read as a domain. Of a binary file, only the
    ///   parts that lead to the value are read; see `PropertyListReader.value(forKey:in:)`.
    public func entry(of domain: Domain, key: String) throws(PreferencesError) -> DomainSnapshot.Entry? {
        let file = file(of: domain)
        if let snapshot = try file.readStream() { return snapshot.entry(key) }
        guard let document = try file.value(forKey: key) else { return nil }
        return DomainSnapshot.Entry(document.value, substitutions: document.substitutions)
    }

    /// Returns the identity of a domain. Two names of one file have the same identity.
    ///
    /// - Throws: ``PreferencesError`` if the links to the file cannot be followed.
    public func identity(of domain: Domain) throws(PreferencesError) -> DomainIdentity {
        let file = try PreferencesError.mapping(try file(of: domain).resolved())
        return DomainIdentity(file.folder, file.name)
    }

    private func file(of domain: Domain) -> DomainFile {
        DomainFile(path: folders.location(of: domain), sizeLimit: sizeLimit)
    }

    /// Returns the domains on a host whose files contain a key or cannot be read, without the global domain.
    ///
    /// They are in the order of their UTF-16 code units. If there is a root, subfolders are searched too, except
    /// `.defaults`.
    ///
    /// - Throws: ``PreferencesError`` if the folder exists and cannot be listed.
    public func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        try findDomains(on: host).domains
    }

    /// Returns the same domains, with an error for each entry that could be a domain or contain one, but cannot be
    /// used.
    public func findDomains(on host: Domain.Host) throws(PreferencesError) -> FoundDomains {
        found(try DomainSearch(folders, host: host), on: host)
    }

    /// Returns the domains of other hosts, by names that address their files without a host, such as `ByHost/D.H`.
    package func findDomainsOfOtherHosts() throws(PreferencesError) -> FoundDomains {
        found(try DomainSearch(otherHostsIn: folders), on: .any)
    }

    /// Returns the domains on a host that have a file, without reading it: some may have no keys.
    package func findFiles(on host: Domain.Host) throws(PreferencesError) -> FoundDomains {
        let search = try DomainSearch(folders, host: host)
        return FoundDomains(domains: folders.domains(on: host, ofPaths: search.files), obstacles: search.errors)
    }

    private func found(_ search: DomainSearch, on host: Domain.Host) -> FoundDomains {
        let domains = folders.domains(on: host, ofPaths: search.files)
        return FoundDomains(domains: domains.filter(isPresent), obstacles: search.errors)
    }

    /// Returns whether a domain has keys, or cannot be read.
    private func isPresent(_ domain: Domain) -> Bool {
        let contents = try? file(of: domain).readOnce()
        return contents?.snapshot.contents.isEmpty != true
    }

    /// Changes domains in one atomic update, in the steps that ``FileDomainStore`` describes. When it returns, the
    /// change is on the disk.
    ///
    /// - Parameters:
    ///   - domains: The domains to change, in the order in which their files are replaced.
    ///   - body: Changes the contents in the transaction. It can be called again, with newer contents, if another
    ///     program changes the files meanwhile. It should have no other effects.
    /// - Returns: The result of the body.
    /// - Throws: ``PreferencesError``, or the error of the body.
    public func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result
    {
        try update(domains, replacesUnreadable: false) { transaction, _ in try body(&transaction) }
    }

    /// Changes a domain as ``update(_:_:)`` does, and replaces or removes its file even if it cannot be read.
    ///
    /// A regular file is treated as a file without keys if it is not a property list, is too large, or contains
    /// something that a value cannot represent. Its old contents are lost. The file is checked under the lock.
    ///
    /// - Parameters:
    ///   - domain: The domain to change.
    ///   - body: Changes the contents. Its second argument is the error that occurred when reading the file, or `nil`
    ///     if there was none.
    /// - Returns: The result of the body.
    /// - Throws: ``PreferencesError`` for any other error, or the error of the body. Nothing is then changed.
    public func update<Result>(
        _ domain: Domain, evenIfUnreadable body: (inout PropertyListDictionary, PreferencesError?) throws -> Result
    ) throws -> Result {
        try update([domain], replacesUnreadable: true) { transaction, failure in
            try body(&transaction[domain], failure)
        }
    }

    /// Changes the contents of an update. The error is that of reading the first file, if the update may replace it
    /// nevertheless.
    private typealias Body<Result> = (inout DomainTransaction, PreferencesError?) throws -> Result

    private func update<Result>(_ domains: [Domain], replacesUnreadable: Bool, _ body: Body<Result>) throws -> Result {
        let deadline = Deadline(after: lockTimeout)
        var newFolders = NewFolders()
        var signals = SignalDelay()
        defer { signals.end() }
        do {
            var retries = Retries(until: deadline)
            var path = ""
            var folderFailure: FileError?
            repeat {
                let plan = try UpdatePlan(domains: domains, folders: folders, sizeLimit: sizeLimit)
                path = plan.files.first?.path ?? path
                if plan.needsFolders, folderFailure == nil {
                    folderFailure = makeFolders(for: plan, in: &newFolders)
                    continue
                }
                let marks = try plan.markMissingFolders()
                let result = try withExtendedLifetime(marks) {
                    try change(plan, until: deadline, &signals, replacesUnreadable, folderFailure, body)
                }
                guard let result else { continue }
                newFolders.remove()  // unless a file is in them
                return result
            } while retries.next()
            throw FileAccess.lock(path).error(.changing)
        } catch {
            newFolders.remove()
            if let error = error as? FileError { throw PreferencesError(error) }
            throw error
        }
    }

    /// Creates the missing folders of domains, and removes a folder again that is not certain to be on the disk.
    ///
    /// - Returns: The first error. It does not matter if the body leaves the domain without keys.
    private func makeFolders(for plan: UpdatePlan, in newFolders: inout NewFolders) -> FileError? {
        var failure: FileError?
        for file in plan.files where file.folderIdentity == nil {
            var made = NewFolders()
            do throws(FileError) {
                let mode: UInt32 = try base(ofFolder: file.folder) == .anyUser ? 0o755 : 0o700
                try made.make(file.folder, mode: mode, for: .write(file.path))
                newFolders.add(made)
            } catch {
                made.remove()
                failure = failure ?? error
            }
        }
        return failure
    }

    /// Locks the folders and changes the domains. Returns `nil` if another program has changed the plan meanwhile.
    private func change<Result>(
        _ plan: UpdatePlan, until deadline: Deadline, _ signals: inout SignalDelay, _ replacesUnreadable: Bool,
        _ folderFailure: FileError?, _ body: Body<Result>
    ) throws -> Result? {
        // Another program may have changed links before the folders were locked.
        guard let locks = try lockUnlessGone(plan, until: deadline), try isCurrent(plan, locks) else { return nil }
        return try withExtendedLifetime(locks) {
            try change(plan, locks, &signals, replacesUnreadable, folderFailure, body)
        }
    }

    /// Returns the locks, or `nil` if a folder no longer exists. A writer that created it has failed and removed it.
    private func lockUnlessGone(_ plan: UpdatePlan, until deadline: Deadline) throws(FileError) -> [FolderLock]? {
        do {
            return try lock(plan, until: deadline)
        } catch  where error.isMissing {
            return nil
        }
    }

    /// Locks the folders of the files. All programs use the same order, so that two updates never wait for each other.
    private func lock(_ plan: UpdatePlan, until deadline: Deadline) throws(FileError) -> [FolderLock] {
        // Arrays, since there are few folders: the first use of a dictionary takes longer than all searches.
        var opened: [(path: String, folder: Folder)] = []
        for file in plan.files {
            guard let identity = file.folderIdentity, !opened.contains(where: { $0.folder.identity == identity }) else {
                continue
            }
            let folder = try file.openFolder()
            if opened.contains(where: { $0.folder.identity == folder.identity }) { continue }
            opened.append((file.path, folder))
        }
        var locks: [FolderLock] = []
        for (path, folder) in opened.sorted(by: { $0.folder.identity < $1.folder.identity }) {
            locks.append(try FolderLock(folder, for: path, until: deadline))
        }
        return locks
    }

    /// Returns whether the domains still have the files of the plan, in the locked folders.
    private func isCurrent(_ plan: UpdatePlan, _ locks: [FolderLock]) throws(FileError) -> Bool {
        guard try UpdatePlan(domains: plan.domains, folders: folders, sizeLimit: sizeLimit) == plan else {
            return false
        }
        return plan.files.allSatisfy { $0.folderIdentity == nil || Self.folder(of: $0, in: locks) != nil }
    }

    /// Returns the locked folder of a file.
    private static func folder(of file: DomainFile, in locks: [FolderLock]) -> Folder? {
        locks.first { $0.folder.identity == file.folderIdentity }?.folder
    }

    /// Reads, changes and writes, with the folders locked.
    private func change<Result>(
        _ plan: UpdatePlan, _ locks: [FolderLock], _ signals: inout SignalDelay, _ replacesUnreadable: Bool,
        _ folderFailure: FileError?, _ body: Body<Result>
    ) throws -> Result {
        // Without a folder there is no lock and no file. A file that another program creates now comes after this
        // change.
        let old = try plan.files.map { file in
            try Self.folder(of: file, in: locks).map {
                try file.readToChange(in: $0, replacesUnreadable: replacesUnreadable)
            } ?? DomainFileContents()
        }
        var transaction = try plan.transaction(over: old)
        let result = try body(&transaction, old.first?.failure)
        var replacement = DomainReplacement()
        // By index: a generic sequence that a program uses once costs more at run time than the rest of the loop.
        for index in plan.files.indices {
            let (file, old, contents) = (plan.files[index], old[index], transaction.contents[index])
            if let folder = Self.folder(of: file, in: locks) {
                try replacement.add(file, in: folder, base: base(ofFolder: file.folder), from: old, to: contents)
            } else if !contents.isEmpty {
                throw folderFailure ?? FileAccess.write(file.path).error(.missing)
            }
        }
        signals.begin()
        try replacement.perform(unless: signals)
        return result
    }

    /// Returns the base that a folder lies in. Links in the path of the folder have been followed.
    private func base(ofFolder folder: String) throws(FileError) -> DomainFile.Base {
        if try Self.isFolder(folder, in: folders.user) { return .user }
        if let anyUser = folders.anyUser, try Self.isFolder(folder, in: anyUser) { return .anyUser }
        return .elsewhere
    }

    private static func isFolder(_ folder: String, in base: String) throws(FileError) -> Bool {
        var real = base
        do {
            real = try FilePaths.real(base)
        } catch {
            guard error.isMissing else { throw error }
        }
        return folder.hasSameScalars(as: real) || folder.hasScalarPrefix(real.appendingComponent(""))
    }
}
