public import DefaultsCore
import Foundation

/// A store of files in a folder of its own, which goes when the last reference to this does. The user's preferences are neither seen nor
/// touched.
public final class TemporaryStore: DomainStore {
    /// The folder that stands in for the user's base.
    public let folder: String
    private let store: FileDomainStore

    /// A new, empty store below the system's temporary folder.
    ///
    /// - Throws: what Foundation throws where the folder cannot be made.
    public init(lockTimeout: Duration = .seconds(10)) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("defaults-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        folder = path
        store = FileDomainStore(folders: DomainFolders(root: path), lockTimeout: lockTimeout)
    }

    /// What a domain holds now.
    public func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        try store.snapshot(of: domain)
    }

    /// Looks up the value of one key, or returns `nil` if the domain does not have the key.
    public func entry(of domain: Domain, key: String) throws(PreferencesError) -> DomainSnapshot.Entry? {
        try store.entry(of: domain, key: key)
    }

    /// Changes domains together, as ``/DefaultsCore/FileDomainStore`` does.
    public func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result
    {
        try store.update(domains, body)
    }

    /// The domains on a host that have keys, the global one left out.
    public func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        try store.domains(on: host)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }
}
