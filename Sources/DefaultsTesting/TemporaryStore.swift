public import DefaultsCore
import Foundation
public import PropertyList

/// A store of files in a temporary folder, which is removed with the last reference to the store. If another program
/// has moved the folder, whatever has its path stays.
public final class TemporaryStore: DomainStore {
    /// The folder that replaces the user's base.
    public let folder: String
    /// The store of the files in the folder.
    let store: FileDomainStore
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

    /// Reads a domain.
    public func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        try store.snapshot(of: domain)
    }

    /// Looks up the value of one key, or returns `nil` if the domain does not have the key.
    public func entry(of domain: Domain, key: String) throws(PreferencesError) -> DomainSnapshot.Entry? {
        try store.entry(of: domain, key: key)
    }

    /// Changes domains together.
    public func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result
    {
        try store.update(domains, body)
    }

    /// Changes a domain, and replaces its file even if it cannot be read.
    public func update<Result>(
        _ domain: Domain, evenIfUnreadable body: (inout PropertyListDictionary, PreferencesError?) throws -> Result
    ) throws -> Result {
        try store.update(domain, evenIfUnreadable: body)
    }

    /// Returns the identity of a domain. Two names of one file have the same identity.
    public func identity(of domain: Domain) throws(PreferencesError) -> Domain.Identity {
        try store.identity(of: domain)
    }

    /// Returns the version of a domain's file.
    public func version(of domain: Domain) -> DomainVersion? {
        store.version(of: domain)
    }

    /// Returns the domains on a host without the global domain.
    public func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        try store.domains(on: host)
    }

    /// Returns the same domains, with an error for each entry that cannot be used.
    public func findDomains(on host: Domain.Host) throws(PreferencesError) -> FoundDomains {
        try store.findDomains(on: host)
    }

    /// Returns all domains in a scope, with the global ones.
    public func findAllDomains(_ scope: DomainScope) throws(PreferencesError) -> FoundDomains {
        try store.findAllDomains(scope)
    }

    /// Reads the domains in a scope as they were at one moment.
    public func readAllDomains(_ scope: DomainScope) throws(PreferencesError) -> DomainReadings {
        try store.readAllDomains(scope)
    }

    /// Observes the file of a domain, or the files of all domains.
    public func observe(_ domain: Domain?, onChange handler: @escaping @Sendable () -> Void) -> DomainObservation? {
        store.observe(domain, onChange: handler)
    }

    deinit {
        try? temporary.remove()
    }
}
