package import Foundation

/// Files that are written as a whole.
package enum OutputFile {
    /// Writes the bytes to a file.
    ///
    /// A regular file is replaced as a domain is: under the folder's lock, atomically, on the disk when this returns, with mode, owner,
    /// attributes and link kept; a new one has the mode that the process's mask leaves, or is its owner's alone. What exists and is no regular file (a device,
    /// a FIFO, `/dev/stdout`) is written to as it is.
    package static func write(
        _ data: Data, to path: String, isPrivate: Bool = false, lockTimeout: Duration = .seconds(10)
    ) throws(PreferencesError) {
        let status = try PreferencesError.naming(.write, path) { () throws(SystemError) in
            try FilePaths.status(path)
        }
        if let status, !status.isRegularFile {
            return try PreferencesError.naming(.write, path) { () throws(SystemError) in
                let file = try FilePaths.openForWriting(path)
                try file.write(data)
            }
        }
        let (file, lock) = try lockedFile(path, timeout: lockTimeout)
        try replace(AtomicFile(folder: lock.folder, name: file.name, path: path), with: data, isPrivate: isPrivate)
        do {
            try lock.folder.synchronize()
        } catch {
            throw .notDurable(path: path, error)
        }
    }

    /// The file that a path leads to, with its folder locked. Links that another program changed before the lock was had are followed
    /// again.
    private static func lockedFile(
        _ path: String, timeout: Duration
    ) throws(PreferencesError) -> (DomainFile, FolderLock) {
        let deadline = Deadline(after: timeout)
        while true {
            let file = try DomainFile(path: path).resolved()
            let lock = try FolderLock.lock(file.openFolder(), for: path, until: deadline, timeout: timeout)
            let identity = try PreferencesError.naming(.lock, path) { () throws(SystemError) in
                try FilePaths.status(file.folder)?.identity
            }
            if try DomainFile(path: path).resolved() == file, identity == lock.folder.identity { return (file, lock) }
        }
    }

    private static func replace(_ target: AtomicFile, with data: Data, isPrivate: Bool) throws(PreferencesError) {
        try target.removeLeftovers()
        try target.prepare(data, creation: AtomicFile.Creation(mode: isPrivate ? 0o600 : 0o666, isMasked: true))
        do {
            try target.publish()
        } catch {
            target.discard()
            throw error
        }
    }
}
