/// A store in the keyring of the user's session, the Secret Service of GNOME Keyring, KWallet and KeePassXC.
///
/// Each domain is one keyring item. The secret of the item is the property list of the domain. Its attributes are the
/// name of the domain, the host, and the base folder of the corresponding file, so that each root has its own domains.
/// An item is replaced atomically. If a process is killed, the item has either its old or its new contents.
///
/// **Reading** takes no lock. **Changing** holds the lock of the base folder, so that programs that use this library
/// lose no changes. A change has these steps:
/// 1. Read the contents and let the caller change them. Equal contents are not stored again.
/// 2. Encode the contents. Contents that exceed the size of a keyring item are an error.
/// 3. Store each item, read it back and compare. If that fails, restore the items. If the keyring stops answering,
///    their contents are unknown (`PreferencesError.Code.outcomeUnknown`).
///
/// If the variable `DEFAULTS_KEYRING` names a folder, as in a sandbox, the items are in a file of mode 0600 in that
/// folder. No keyring is then used. This is for tests: the file is not encrypted.
///
/// Otherwise, the store runs `secret-tool` and passes values through pipes, never in arguments, variables or files. A
/// locked keyring is an error (`PreferencesError.Code.noKeyring`). Where possible, no password prompt is shown. Values
/// are never written to a file instead.
///
/// The keyring protects values while it is locked, and in copies of the home folder. It does not protect them from
/// programs of the same user while it is unlocked.
///
/// ```swift
/// let secrets = Preferences(domain: "com.example.Editor", store: SecretDomainStore())
/// try secrets.update { $0[.token] = token }
/// ```
public struct SecretDomainStore: DomainStore {
    private let folders: DomainFolders
    private let lockTimeout: Duration
    private let service: any SecretService
    /// The maximum time to wait for a keyring that stopped answering during a change.
    private let patience: Duration

    /// Always `true`: `Preferences` in this store ignore command-line arguments and other domains.
    public var holdsSecrets: Bool { true }

    /// Creates a store in the keyring of the user's session.
    ///
    /// - Parameters:
    ///   - folders: The folders of the preferences. Their base folder distinguishes domains of different roots, and is
    ///     locked by changes. Defaults to the locations that `UserDefaults` uses.
    ///   - lockTimeout: The maximum time an update waits for another writer. Defaults to 10 seconds.
    ///   - environment: The environment variables of the session.
    public init(
        folders: DomainFolders = DomainFolders(), lockTimeout: Duration = .seconds(10),
        environment: ProcessEnvironment = .current
    ) {
        let service: any SecretService
        if let folder = environment.variable("DEFAULTS_KEYRING"), !folder.isEmpty {
            service = SecretFile(inFolder: folder, lockTimeout: lockTimeout, environment: environment)
        } else {
            service = SecretTool(environment: environment)
        }
        self.init(folders: folders, lockTimeout: lockTimeout, service: service)
    }

    init(
        folders: DomainFolders, lockTimeout: Duration, service: any SecretService, patience: Duration = .seconds(5)
    ) {
        self.folders = folders
        self.lockTimeout = lockTimeout
        self.service = service
        self.patience = patience
    }

    /// Reads a domain without taking a lock.
    ///
    /// - Throws: `PreferencesError` if the keyring is not available or the item is not a valid domain.
    public func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        try read(try SecretItem(domain, base: base)).snapshot
    }

    /// Returns the domains on a host, except the global domain, sorted by UTF-16 code units.
    public func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        let attributes = SecretItem.attributes(host: host, base: base)
        do throws(KeyringProblem) {
            return try service.texts(of: "domain", with: attributes)
                .compactMap { SecretItem.domain(named: $0, host: host) }
                .sorted { $0.description.precedesInUTF16($1.description) }
        } catch {
            throw PreferencesError(.noKeyring(error))
        }
    }

    /// Changes domains together. When the function returns, the stored items have been read back and compared.
    ///
    /// - Throws: `PreferencesError`, or the error of the body.
    public func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result
    {
        let base = base
        let plan = try Plan(domains, base: base)
        // If the keyring is not available, no folder is created for the lock.
        if InputFile.kind(of: base) != .folder { for item in plan.items { _ = try read(item) } }
        var newFolders = NewFolders()
        do {
            let lock = try FolderLock.lock(base, making: &newFolders, timeout: lockTimeout)
            return try change(domains, plan, under: lock, body)
        } catch {
            newFolders.remove()
            if let error = error as? FileError { throw PreferencesError(error) }
            throw error
        }
    }

    private func change<Result>(
        _ domains: [Domain], _ plan: Plan, under lock: FolderLock,
        _ body: (inout DomainTransaction) throws -> Result
    ) throws -> Result {
        try withExtendedLifetime(lock) {
            let old = try plan.items.map { item throws(PreferencesError) in try read(item) }
            var transaction = try plan.transaction(over: old.map(\.snapshot))
            let result = try body(&transaction)
            var replacements: [ItemReplacement] = []
            for ((item, old), contents) in zip(zip(plan.items, old), transaction.contents)
            where contents != old.snapshot.contents {
                let new = contents.isEmpty ? nil : try item.text(of: contents, limit: service.sizeLimit)
                replacements.append(ItemReplacement(item: item, old: old.text, new: new))
            }
            if !replacements.isEmpty { try transaction.willPublish() }
            // Performed also after an error, because items may have been replaced before it.
            defer { transaction.didPublish(in: self) }
            try perform(replacements, under: lock)
            return result
        }
    }

    /// The text of an item before and after a change, or `nil` for a missing item.
    private struct ItemReplacement {
        let item: SecretItem
        let old: [UInt8]?
        let new: [UInt8]?
    }

    /// Replaces items one after the other. If a replacement fails, the items that were replaced before are restored.
    ///
    /// Unlike the failed rename of a file, a failed replacement of an item may have changed the item. Its contents are
    /// only known after they are read back.
    private func perform(_ replacements: [ItemReplacement], under lock: FolderLock) throws(PreferencesError) {
        for (index, replacement) in replacements.enumerated() {
            do throws(PreferencesError) {
                try perform(replacement, under: lock)
            } catch {
                throw revert(replacements.prefix(index), under: lock) ?? error
            }
        }
    }

    /// Restores items, the last one first.
    ///
    /// - Returns: An error if an item could not be restored.
    private func revert(_ replacements: ArraySlice<ItemReplacement>, under lock: FolderLock) -> PreferencesError? {
        var failure: PreferencesError?
        for done in replacements.reversed() {
            do throws(PreferencesError) {
                try perform(ItemReplacement(item: done.item, old: done.new, new: done.old), under: lock)
            } catch {
                if case .outcomeUnknown = error.reason {
                    failure = error
                } else {
                    failure = failure ?? PreferencesError(.notKept(domain: done.item.title, isRestored: false))
                }
            }
        }
        return failure
    }

    /// Replaces an item and reads it back, because the answer of the service alone is not reliable.
    private func perform(_ replacement: ItemReplacement, under lock: FolderLock) throws(PreferencesError) {
        let item = replacement.item
        var problem: KeyringProblem?
        do throws(KeyringProblem) {
            try put(replacement.new, item, under: lock)
        } catch {
            problem = error
        }
        let found = try readBack(item, after: problem)
        if found == replacement.new { return }
        if found != replacement.old {
            try? put(replacement.old, item, under: lock)
            guard try readBack(item) == replacement.old else {
                throw PreferencesError(.notKept(domain: item.title, isRestored: false))
            }
        }
        if let problem { throw PreferencesError(.noKeyring(problem)) }
        throw PreferencesError(.notKept(domain: item.title, isRestored: true))
    }

    /// Reads an item after a change. A keyring that stopped during the change may answer again soon, for example
    /// because it is started again, so reading is repeated for a few seconds.
    ///
    /// - Parameter problem: The error of the change, if any.
    /// - Throws: `PreferencesError.Code.outcomeUnknown`, or `PreferencesError.Code.noKeyring` if the keyring
    ///   refused the change.
    private func readBack(
        _ item: SecretItem, after problem: KeyringProblem? = nil
    ) throws(PreferencesError) -> [UInt8]? {
        let deadline = Deadline(after: patience)
        var failure: KeyringProblem
        repeat {
            do throws(KeyringProblem) {
                return try service.secret(with: item.attributes)
            } catch {
                failure = error
            }
            if let problem, problem.isRefusal { throw PreferencesError(.noKeyring(problem)) }
            if failure.mayPass { Platform.pause(milliseconds: 100) }
        } while failure.mayPass && !deadline.hasPassed
        throw PreferencesError(.outcomeUnknown(domain: item.title, problem ?? failure))
    }

    private func put(_ text: [UInt8]?, _ item: SecretItem, under lock: FolderLock) throws(KeyringProblem) {
        guard let text else { return try service.remove(item.attributes, under: lock) }
        try service.store(text, label: item.label, with: item.attributes, under: lock)
    }

    private func read(_ item: SecretItem) throws(PreferencesError) -> (text: [UInt8]?, snapshot: DomainSnapshot) {
        let text: [UInt8]?
        do throws(KeyringProblem) {
            text = try service.secret(with: item.attributes)
        } catch {
            throw PreferencesError(.noKeyring(error))
        }
        guard let text else { return (nil, DomainSnapshot()) }
        return (text, try item.snapshot(of: text))
    }
}

extension SecretDomainStore {
    /// The items of an update. Several domains can have the same item.
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
                    throw PreferencesError(.unfaithful(path: item.title, snapshot.substitutions))
                }
                contents.append(snapshot.contents)
            }
            return DomainTransaction(domains: domains, indices: indices, contents: contents)
        }
    }

    /// The real path of the base folder. All spellings of the path have the same real path.
    private var base: String { FilePaths.followingLinks(folders.user) }
}

extension KeyringProblem {
    /// Whether a change that failed with this problem certainly left the keyring unchanged.
    fileprivate var isRefusal: Bool {
        switch self {
        case .toolMissing, .noSession, .noService, .locked, .notSetUp, .damagedFile: true
        case .noAnswer, .refused: false
        }
    }

    /// Whether the problem may be temporary: a keyring that has just answered may answer again without action by the
    /// user.
    fileprivate var mayPass: Bool {
        switch self {
        case .noService, .noAnswer, .refused: true
        case .toolMissing, .noSession, .locked, .notSetUp, .damagedFile: false
        }
    }
}
