import Foundation

/// A store of files in a temporary folder. The folder is removed with the last reference to the store. If another
/// program has moved the folder, a different file or folder at its path is not removed.
///
/// ```swift
/// let store = try TemporaryStore()
/// let preferences = Preferences(domain: domain, store: store, arguments: .none)
/// preferences[.fontSize] = 14
/// try preferences.synchronize()
/// try expectState([domain: ["FontSize": 14]], in: store)
/// ```
public final class TemporaryStore: DomainStore {
    /// The path of the folder that replaces the user's base folder.
    ///
    /// ```swift
    /// process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CONFIG_HOME": store.folder]) { $1 }
    /// ```
    public let folder: String
    private let store: FileDomainStore
    private let temporary: TemporaryFolder

    /// Creates an empty store in a new folder.
    ///
    /// - Parameter lockTimeout: The maximum time an update waits for another writer. Defaults to 10 seconds.
    /// - Throws: ``/DefaultsCore/PreferencesError`` if the folder cannot be created.
    public init(lockTimeout: Duration = .seconds(10)) throws {
        temporary = try TemporaryFolder(for: "defaults-test", in: FileManager.default.temporaryDirectory.path)
        folder = temporary.path
        store = FileDomainStore(folders: DomainFolders(root: folder), lockTimeout: lockTimeout)
    }

    /// The store of files that performs all operations.
    public var underlyingStore: (any DomainStore)? { store }

    /// Reads a domain from its file.
    public func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        try store.snapshot(of: domain)
    }

    /// Changes domains together.
    public func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result
    {
        try store.update(domains, body)
    }

    /// Changes a domain. If the contents of the file cannot be read, the body receives the error, and the change
    /// replaces the file.
    public func update<Result>(
        _ domain: Domain, evenIfUnreadable body: (inout PropertyListDictionary, PreferencesError?) throws -> Result
    ) throws -> Result {
        try store.update(domain, evenIfUnreadable: body)
    }

    /// Returns the domains on a host, except the global domain.
    public func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        try store.domains(on: host)
    }

    deinit {
        try? temporary.remove()
    }
}
