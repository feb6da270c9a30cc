public import PropertyList

/// Domains in property list files, in the places where Foundation's `UserDefaults` keeps them.
///
/// **Reading** takes no lock: a file is replaced as a whole, so a reader sees the old one or the new one. Foundation writes in place, and
/// a file that looks cut off is looked at again for a tenth of a second.
///
/// **Changing** goes through these steps, and an error at any of them leaves every file as it was:
/// 1. Resolve: links are followed to the real folder and file name, so that two names for one file are one domain.
/// 2. Lock the folders with `flock`, in the order of their identities; then resolve again, in case a link was changed meanwhile.
/// 3. Read, and let the caller change the contents. Equal contents are not written, only waited for until they are on the disk.
/// 4. Encode in the format of the file; new files are XML. What the format cannot hold exactly makes a file XML, or else binary.
/// 5. Write each file beside its place with mode, owner and attributes of the old one, and wait until it is on the disk.
/// 6. Rename each into its place and wait until that is on the disk, one after the other in the order in which the domains were given; if
///    one fails, put the earlier ones back.
///
/// **Several domains.** A crash or a power loss between two renames leaves each domain whole: a first part of the domains, in the given order,
/// with the new contents, and the rest with the old ones. Of a file with several names, the last one given counts. To move a value, give
/// the domain that receives it before the one that loses it; the value is then in at least one of them at any time. When an error has put the earlier domains back, a power
/// loss soon after can bring back their new contents.
///
/// A domain that loses its last key loses its file, as with Foundation, if the file lies below a base folder and is no link; elsewhere
/// an empty dictionary is written.
public struct FileDomainStore: DomainStore {
    /// The largest file that is read where nobody asks for another limit, in bytes: 1 GiB.
    public static let defaultSizeLimit = 1 << 30

    /// Where the domains are.
    public let folders: DomainFolders
    /// How long a change waits for the lock of a folder.
    public let lockTimeout: Duration
    /// The largest file that is read, in bytes.
    public let sizeLimit: Int

    /// Whether the folders include one for any user.
    public var hasAnyUserDomains: Bool { folders.anyUser != nil }

    /// A store of the domains in the given folders.
    ///
    /// - Parameters:
    ///   - folders: where the domains are; by default Foundation's places.
    ///   - lockTimeout: how long a change waits for another one; by default ten seconds.
    ///   - sizeLimit: the largest file that is read, in bytes; by default ``defaultSizeLimit``. Larger ones are neither read nor
    ///     changed. Nothing keeps a change from making a file larger than that.
    public init(
        folders: DomainFolders = DomainFolders(), lockTimeout: Duration = .seconds(10),
        sizeLimit: Int = defaultSizeLimit
    ) {
        self.folders = folders
        self.lockTimeout = lockTimeout
        self.sizeLimit = sizeLimit
    }

    /// What a domain holds now. No lock is taken.
    ///
    /// - Throws: ``PreferencesError`` where the file is there and cannot be read as a domain.
    public func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        let file = file(of: domain)
        if let snapshot = try file.readStream() { return snapshot }
        return try file.read().snapshot
    }

    /// What a domain holds now under one key. No lock is taken.
    ///
    /// - Throws: ``PreferencesError`` where the file is there and cannot be read as a domain. Of a binary file, only what leads to the value
    ///   is looked at; see `PropertyListReader.value(forKey:in:)`.
    public func snapshot(of domain: Domain, key: String) throws(PreferencesError) -> DomainSnapshot {
        let file = file(of: domain)
        if let snapshot = try file.readStream() { return snapshot.limited(to: key) }
        return try file.read(key: key)
    }

    /// Returns the identity of the domain's file, links followed: two names of one file are one domain.
    public func identity(of domain: Domain) throws(PreferencesError) -> DomainIdentity {
        let file = try file(of: domain).resolved()
        return DomainIdentity(file.folder, file.name)
    }

    private func file(of domain: Domain) -> DomainFile {
        DomainFile(path: folders.location(of: domain), sizeLimit: sizeLimit)
    }

    /// The domains on a host whose files hold a key or cannot be read, the global one left out, in the order of their UTF-16 code
    /// units. Subfolders are searched if there is a root, except its `.defaults`.
    public func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        try findDomains(on: host).domains
    }

    /// The same domains, with errors for entries that could be domains, or hold some, and are not usable as such.
    public func findDomains(on host: Domain.Host) throws(PreferencesError) -> FoundDomains {
        found(try DomainSearch(folders, host: host), on: host)
    }

    /// The domains of other hosts than this one, by the names that address their files without a host, such as `ByHost/D.H`.
    package func findDomainsOfOtherHosts() throws(PreferencesError) -> FoundDomains {
        found(try DomainSearch(otherHostsIn: folders), on: .any)
    }

    private func found(_ search: DomainSearch, on host: Domain.Host) -> FoundDomains {
        let domains = DomainListing(folders: folders, host: host).domains(ofPaths: search.files)
        return FoundDomains(domains: domains.filter(isPresent), obstacles: search.errors)
    }

    /// Whether a domain has keys. One that cannot be read has something.
    private func isPresent(_ domain: Domain) -> Bool {
        let contents = try? file(of: domain).readOnce()
        return contents?.snapshot.contents.isEmpty != true
    }

    /// The locks of an update, by what tells their folders apart.
    private typealias Locks = [FileIdentity: FolderLock]

    /// Changes domains together, in the steps that the type's description gives. When it returns, the change is on the disk.
    public func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result
    {
        try update(domains, replacesUnreadable: false, body)
    }

    /// Changes a domain as ``update(_:_:)`` does, and replaces or removes its file even if that cannot be read.
    ///
    /// A regular file that is no property list, is too large, or holds something that a value cannot, counts as one without keys. It is judged
    /// under the lock. What stood in it is lost. Every other error is thrown, and nothing is changed.
    ///
    /// - Parameters:
    ///   - domain: The domain to change.
    ///   - body: Changes the contents. Its second argument is the error that reading the file gave; `nil` if the file can be read.
    public func update<Result>(
        _ domain: Domain, evenIfUnreadable body: (inout PropertyListDictionary, PreferencesError?) throws -> Result
    ) throws -> Result {
        try update([domain], replacesUnreadable: true) { transaction in
            let failure = transaction.failures[transaction.file(of: domain)]
            return try body(&transaction[domain], failure)
        }
    }

    private func update<Result>(
        _ domains: [Domain], replacesUnreadable: Bool, _ body: (inout DomainTransaction) throws -> Result
    ) throws -> Result {
        let deadline = Deadline(after: lockTimeout)
        var newFolders = NewFolders()
        var signals = SignalDelay()
        defer { signals.end() }
        do {
            var retries = Retries(until: deadline)
            var path = ""
            repeat {
                let plan = try UpdatePlan(domains: domains, folders: folders, sizeLimit: sizeLimit)
                path = plan.files.first?.path ?? path
                if plan.needsFolders, try makeFolders(for: plan, body, in: &newFolders) { continue }
                guard let locks = try lockUnlessGone(plan, until: deadline) else { continue }
                // Between the look at the links and the lock, another program may have changed them.
                if try isCurrent(plan, locks) {
                    return try withExtendedLifetime(locks) {
                        try change(plan, locks, &signals, replacesUnreadable, body)
                    }
                }
            } while retries.next()
            throw PreferencesError.system(.lock, path: path, .changing)
        } catch {
            newFolders.remove()
            throw error
        }
    }

    /// Makes the folders that the change needs, which only the change itself can tell; none for one that leaves their domains empty.
    ///
    /// - Returns: whether any were made.
    private func makeFolders<Result>(
        for plan: UpdatePlan, _ body: (inout DomainTransaction) throws -> Result, in newFolders: inout NewFolders
    ) throws -> Bool {
        var transaction = try plan.transaction(over: plan.files.map { try $0.read() })
        try withExtendedLifetime(plan.markMissingFolders()) { _ = try body(&transaction) }
        var madeAny = false
        for (file, contents) in zip(plan.files, transaction.contents)
        where file.folderIdentity == nil && !contents.isEmpty {
            _ = try file.encoded(contents, format: .xml)  // what cannot be stored makes no folder
            let mode: UInt32 = try place(ofFolder: file.folder) == .anyUser ? 0o755 : 0o700
            do {
                try newFolders.make(file.folder, mode: mode)
            } catch {
                throw PreferencesError.system(.write, path: file.path, error)
            }
            madeAny = true
        }
        return madeAny
    }

    /// The locks; nil if a folder has gone since the links were followed, as it does when a writer that made it fails.
    private func lockUnlessGone(_ plan: UpdatePlan, until deadline: Deadline) throws(PreferencesError) -> Locks? {
        do {
            return try lock(plan, until: deadline)
        } catch .system(_, _, let error) where error.isMissing {
            return nil
        }
    }

    /// Locks the folders of the files, in one order for everybody: two changes to the same two folders cannot wait for each other.
    private func lock(_ plan: UpdatePlan, until deadline: Deadline) throws(PreferencesError) -> Locks {
        var opened: [FileIdentity: (path: String, folder: Folder)] = [:]
        for file in plan.files {
            guard let identity = file.folderIdentity, opened[identity] == nil else { continue }
            let folder = try file.openFolder()
            opened[folder.identity] = (file.path, folder)
        }
        var locks = Locks()
        for (identity, target) in opened.sorted(by: { $0.key < $1.key }) {
            locks[identity] = try FolderLock.lock(
                target.folder, for: target.path, until: deadline, timeout: lockTimeout)
        }
        return locks
    }

    /// Whether the domains are still the files of the plan, in the folders that are locked.
    private func isCurrent(_ plan: UpdatePlan, _ locks: Locks) throws(PreferencesError) -> Bool {
        guard try UpdatePlan(domains: plan.domains, folders: folders, sizeLimit: sizeLimit) == plan else {
            return false
        }
        return plan.files.allSatisfy { file in file.folderIdentity.map { locks[$0] != nil } ?? true }
    }

    /// Reads, changes and writes, with the folders locked.
    private func change<Result>(
        _ plan: UpdatePlan, _ locks: Locks, _ signals: inout SignalDelay, _ replacesUnreadable: Bool,
        _ body: (inout DomainTransaction) throws -> Result
    ) throws -> Result {
        // Without a folder there is no lock and no file; one that another program makes at this moment comes after this change.
        let old = try plan.files.map { file in
            try file.folderIdentity.flatMap { locks[$0] }.map {
                try file.readToChange(in: $0.folder, replacesUnreadable: replacesUnreadable)
            } ?? DomainFileContents()
        }
        var transaction = try plan.transaction(over: old)
        for (index, contents) in old.enumerated() { transaction.failures[index] = contents.failure }
        let result = try body(&transaction)
        var replacement = DomainReplacement()
        for ((file, old), contents) in zip(zip(plan.files, old), transaction.contents) {
            if let folder = file.folderIdentity.flatMap({ locks[$0] })?.folder {
                try replacement.add(file, in: folder, place: place(ofFolder: file.folder), from: old, to: contents)
            } else if !contents.isEmpty {
                throw PreferencesError.system(.write, path: file.path, .missing)  // the body changed its mind
            }
        }
        signals.begin()
        try replacement.perform(unless: signals)
        return result
    }

    /// Whose folder it is, links resolved.
    private func place(ofFolder folder: String) throws(PreferencesError) -> DomainFile.Place {
        if try Self.isFolder(folder, in: folders.user) { return .user }
        if let anyUser = folders.anyUser, try Self.isFolder(folder, in: anyUser) { return .anyUser }
        return .elsewhere
    }

    private static func isFolder(_ folder: String, in base: String) throws(PreferencesError) -> Bool {
        let base = try PreferencesError.naming(.read, base) { () throws(SystemError) in
            do throws(SystemError) {
                return try FilePaths.real(base)
            } catch  where error.isMissing {
                return base
            }
        }
        return folder.hasSameScalars(as: base) || folder.hasScalarPrefix(base.appendingComponent(""))
    }
}
