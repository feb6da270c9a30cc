public import DefaultsCore
import Foundation

/// A store of files in a folder of its own, which goes when the last reference to this does. The user's preferences are neither seen nor
/// touched.
public final class TemporaryStore: Sendable {
    /// The folder that stands in for the user's base.
    public let folder: String
    /// The store of the domains in it.
    public let store: FileDomainStore

    /// A new, empty store below the system's temporary folder.
    ///
    /// - Throws: what Foundation throws where the folder cannot be made.
    public init(lockTimeout: Duration = .seconds(10)) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("defaults-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        folder = path
        store = FileDomainStore(folders: DomainFolders(root: path), lockTimeout: lockTimeout)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }
}
