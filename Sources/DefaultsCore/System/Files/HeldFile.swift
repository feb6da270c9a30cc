import Synchronization

/// A file that this process is putting in place, and keeps open. While it is open, no other file of a local file system
/// gets its identity.
///
/// Few files are kept open at a time, so that a program with many domains does not run out of descriptors.
package final class HeldFile: Sendable {
    let identity: FileIdentity
    private let file: OpenFile
    private static let count = Atomic(0)
    private static let limit = 64

    /// Keeps a file open.
    ///
    /// - Returns: `nil` if many files are kept open already, or if the file has another identity.
    init?(_ file: OpenFile, identity: FileIdentity) {
        guard (try? file.status().identity) == identity else { return nil }
        guard Self.count.add(1, ordering: .relaxed).newValue <= Self.limit else {
            Self.count.subtract(1, ordering: .relaxed)
            return nil
        }
        (self.file, self.identity) = (file, identity)
    }

    deinit {
        Self.count.subtract(1, ordering: .relaxed)
    }
}
