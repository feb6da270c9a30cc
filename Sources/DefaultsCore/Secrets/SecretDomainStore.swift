import PropertyList

/// Domains in the keyring of the user's session: the Secret Service that GNOME Keyring, KWallet and KeePassXC offer.
///
/// A domain is one item, whose secret is the domain's property list and whose attributes are its name, its host, and the base folder it would
/// lie in as a file, so that a root has domains of its own here too. An item is replaced in one step: whoever is killed at any
/// moment leaves the old domain or the new one.
///
/// **Reading** takes no lock. **Changing** holds the lock of the base folder, so that programs that use this library lose no change, and
/// goes through these steps:
/// 1. Read, and let the caller change the contents. Equal contents are not stored again.
/// 2. Encode, and refuse what is larger than a keyring's item can be.
/// 3. Store each item, read it back and compare. Where that fails, the items have what they had before; where the keyring stops
///    answering meanwhile, it is not known what it has (``PreferencesError/outcomeUnknown(domain:_:)``).
///
/// The keyring is reached through `secret-tool`, which gets values through pipes: they are in no argument, no variable and no file. The user
/// is never asked for a password; a keyring that is locked is an error (``PreferencesError/noKeyring(_:)``), and never is a file written
/// instead.
///
/// It protects values where the keyring is locked, and in copies of the files of the home folder. It does not protect them from
/// programs of the same user while the keyring is unlocked.
public struct SecretDomainStore: DomainStore {
    /// Where the domains would be as files; the base is locked by changes.
    public let folders: DomainFolders
    /// How long a change waits for the lock of the base.
    public let lockTimeout: Duration
    private let service: any SecretService

    /// A store of the domains in the keyring of the user's session.
    ///
    /// - Parameters:
    ///   - folders: the folders whose base tells domains of different roots apart; by default Foundation's.
    ///   - lockTimeout: how long a change waits for another one; by default ten seconds.
    ///   - environment: the variables that lead to the session.
    public init(
        folders: DomainFolders = DomainFolders(), lockTimeout: Duration = .seconds(10),
        environment: ProcessEnvironment = .current
    ) {
        self.init(folders: folders, lockTimeout: lockTimeout, service: SecretTool(environment: environment))
    }

    init(folders: DomainFolders, lockTimeout: Duration, service: some SecretService) {
        self.folders = folders
        self.lockTimeout = lockTimeout
        self.service = service
    }

    /// What a domain holds now. No lock is taken.
    ///
    /// - Throws: ``PreferencesError`` where there is no keyring, or the item is none that can be read as a domain.
    public func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        try read(try SecretItem(domain, base: base)).snapshot
    }

    /// The domains on a host that the keyring has, the global one left out, in the order of their UTF-16 code units.
    public func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        let attributes = SecretItem.attributes(host: host, base: try base)
        let names = try naming { () throws(KeyringProblem) in try service.texts(of: "domain", with: attributes) }
        return names.compactMap { SecretItem.domain(named: $0, host: host) }
            .sorted { $0.description.precedesInUTF16($1.description) }
    }

    /// Changes domains together, in the steps that the type's description gives. When it returns, the keyring has given the change back.
    public func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result
    {
        let base = try base
        let plan = try Plan(domains, base: base)
        // Without a keyring no folder is made to be locked.
        if !FilePaths.isFolder(base) { for item in plan.items { _ = try read(item) } }
        var newFolders = NewFolders()
        do {
            return try change(plan, under: try lock(base, making: &newFolders), body)
        } catch {
            newFolders.remove()
            if let error = error as? FileError { throw PreferencesError(error) }
            throw error
        }
    }

    /// Reads, changes and stores, with the base locked.
    private func change<Result>(
        _ plan: Plan, under lock: FolderLock, _ body: (inout DomainTransaction) throws -> Result
    ) throws -> Result {
        try withExtendedLifetime(lock) {
            let old = try plan.items.map { item throws(PreferencesError) in try read(item) }
            var transaction = try plan.transaction(over: old.map(\.snapshot))
            let result = try body(&transaction)
            var changes: [Change] = []
            for ((item, old), contents) in zip(zip(plan.items, old), transaction.contents)
            where contents != old.snapshot.contents {
                let new = contents.isEmpty ? nil : try item.text(of: contents, limit: service.sizeLimit)
                changes.append(Change(item: item, old: old.text, new: new))
            }
            try perform(changes, under: lock)
            return result
        }
    }

    /// What an item is before and after a change; nil where there is none.
    private struct Change {
        let item: SecretItem
        let old: [UInt8]?
        let new: [UInt8]?
    }

    /// Stores the changes one after the other, and puts the earlier ones back where one fails.
    private func perform(_ changes: [Change], under lock: FolderLock) throws(PreferencesError) {
        var done: [Change] = []
        for change in changes {
            do throws(PreferencesError) {
                try replace(change, under: lock)
                done.append(change)
            } catch {
                throw putBack(done, under: lock) ?? error
            }
        }
    }

    /// Gives the items that are changed already what they had before, the last one first.
    ///
    /// - Returns: An error if one of them could not be put back.
    private func putBack(_ changes: [Change], under lock: FolderLock) -> PreferencesError? {
        var failure: PreferencesError?
        for change in changes.reversed() {
            do throws(PreferencesError) {
                try replace(Change(item: change.item, old: change.new, new: change.old), under: lock)
            } catch {
                if case .outcomeUnknown = error {
                    failure = error
                } else {
                    failure = failure ?? .notKept(domain: change.item.title, isRestored: false)
                }
            }
        }
        return failure
    }

    /// Replaces an item and sees that it has been. What the service says of that is no evidence.
    private func replace(_ change: Change, under lock: FolderLock) throws(PreferencesError) {
        var problem: KeyringProblem?
        do throws(KeyringProblem) {
            try put(change.new, change.item, under: lock)
        } catch {
            problem = error
        }
        let found = try readBack(change.item, after: problem)
        if found == change.new { return }
        if found != change.old {
            try? put(change.old, change.item, under: lock)
            guard try readBack(change.item) == change.old else {
                throw .notKept(domain: change.item.title, isRestored: false)
            }
        }
        if let problem { throw .noKeyring(problem) }
        throw .notKept(domain: change.item.title, isRestored: true)
    }

    /// Reads an item after a change of it. A keyring that does not answer is asked again, a few times.
    ///
    /// - Parameter problem: What the keyring said of the change, if that was an error.
    /// - Throws: ``PreferencesError/outcomeUnknown(domain:_:)`` unless the keyring had refused the change.
    private func readBack(
        _ item: SecretItem, after problem: KeyringProblem? = nil
    ) throws(PreferencesError) -> [UInt8]? {
        var failure = KeyringProblem.noAnswer
        for _ in 0..<Self.verificationCount where failure == .noAnswer {
            do throws(KeyringProblem) {
                return try service.secret(with: item.attributes)
            } catch {
                failure = error
            }
        }
        if let problem, problem.isRefusal { throw .noKeyring(problem) }
        throw .outcomeUnknown(domain: item.title, problem ?? failure)
    }

    /// How often an item is read after a change until the keyring answers.
    private static let verificationCount = 3

    private func put(_ text: [UInt8]?, _ item: SecretItem, under lock: FolderLock) throws(KeyringProblem) {
        guard let text else { return try service.remove(item.attributes, under: lock) }
        try service.store(text, label: item.label, with: item.attributes, under: lock)
    }

    private func read(_ item: SecretItem) throws(PreferencesError) -> (text: [UInt8]?, snapshot: DomainSnapshot) {
        guard let text = try read(item.attributes) else { return (nil, DomainSnapshot()) }
        return (text, try item.snapshot(of: text))
    }

    private func read(_ attributes: SecretAttributes) throws(PreferencesError) -> [UInt8]? {
        try naming { () throws(KeyringProblem) in try service.secret(with: attributes) }
    }

    private func naming<Result>(_ body: () throws(KeyringProblem) -> Result) throws(PreferencesError) -> Result {
        do {
            return try body()
        } catch {
            throw .noKeyring(error)
        }
    }
}

extension SecretDomainStore {
    /// The items that an update is about, each once, and which domain is which of them.
    private struct Plan {
        private(set) var items: [SecretItem] = []
        private let domains: [Domain]
        private var indices: [Int] = []

        init(_ domains: [Domain], base: String) throws(PreferencesError) {
            self.domains = domains
            for domain in domains {
                let item = try SecretItem(domain, base: base)
                let index = items.firstIndex { $0.attributes == item.attributes } ?? items.endIndex
                if index == items.endIndex { items.append(item) }
                indices.append(index)
            }
        }

        func transaction(over snapshots: [DomainSnapshot]) throws(PreferencesError) -> DomainTransaction {
            var contents: [PropertyListDictionary] = []
            for (item, snapshot) in zip(items, snapshots) {
                guard snapshot.substitutions.isEmpty else {
                    throw .unfaithful(path: item.title, snapshot.substitutions)
                }
                contents.append(snapshot.contents)
            }
            return DomainTransaction(domains: domains, indices: indices, contents: contents)
        }
    }

    /// The base folder, links followed as far as it is there. Two spellings of it are one.
    private var base: String {
        get throws(PreferencesError) { try PreferencesError.mapping(try resolvedBase()) }
    }

    private func resolvedBase() throws(FileError) -> String {
        var (nearest, rest) = (folders.user, "")
        while true {
            do {
                let real = try FilePaths.real(nearest, for: .read(folders.user))
                return rest.isEmpty ? real : real.appendingComponent(rest)
            } catch  where error.isMissing && nearest != "/" && nearest != "." {
                let (folder, name) = FilePaths.split(nearest)
                (nearest, rest) = (folder, rest.isEmpty ? name : name.appendingComponent(rest))
            }
        }
    }

    /// Waits for the lock of the base folder, which is made where it is missing.
    private func lock(_ base: String, making newFolders: inout NewFolders) throws(FileError) -> FolderLock {
        let access = FileAccess.lock(base)
        let deadline = Deadline(after: lockTimeout)
        var retries = Retries(until: deadline)
        repeat {
            try newFolders.make(base, mode: 0o700, for: access)
            guard let folder = try Folder.unlessMissing(path: base, for: access) else { continue }
            let lock = try FolderLock(folder, for: base, until: deadline)
            // A change that failed may have taken away the folder that it had made, and its lock with it.
            if try FilePaths.status(base, for: access)?.identity == folder.identity { return lock }
        } while retries.next()
        throw access.error(.changing)
    }
}
