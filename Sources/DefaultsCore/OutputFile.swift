package import Foundation

/// Files that are written as a whole.
package enum OutputFile {
    /// Writes the bytes to a file.
    ///
    /// A regular file is replaced as a domain is: under the folder's lock, atomically, on the disk when this returns, with mode, owner,
    /// attributes and link kept; a new one has the mode that the process's mask leaves, or is its owner's alone. What exists and is no
    /// regular file (a device, a FIFO) is written to as it is. So is a descriptor (`/dev/stdout`, `/dev/fd/63`), at its position, whatever it
    /// leads to: nothing there is replaced or cut off.
    package static func write(
        _ data: Data, to path: String, isPrivate: Bool = false, lockTimeout: Duration = .seconds(10)
    ) throws(PreferencesError) {
        let stream = try PreferencesError.naming(.write, path) { () throws(SystemError) in try openStream(path) }
        if let stream {
            return try PreferencesError.naming(.write, path) { () throws(SystemError) in try stream.write(data) }
        }
        let (file, lock) = try lockedFile(path, timeout: lockTimeout)
        var signals = SignalDelay()
        defer { signals.end() }
        signals.begin()
        var target = AtomicFile(folder: lock.folder, name: file.name, path: path)
        try replace(&target, with: data, isPrivate: isPrivate, unless: signals)
        do {
            try lock.folder.synchronize()
        } catch {
            throw .notDurable(path: path, error)
        }
    }

    /// What is written to where it stands; nil for a regular file and where there is nothing.
    private static func openStream(_ path: String) throws(SystemError) -> OpenFile? {
        if let descriptor = try FilePaths.descriptor(path) {
            guard let number = descriptor.number else { return try FilePaths.openForWriting(descriptor.path) }
            return try FilePaths.duplicate(number)
        }
        guard let status = try FilePaths.status(path), !status.isRegularFile else { return nil }
        return try FilePaths.openForWriting(path)
    }

    /// The file that a path leads to, with its folder locked. Links that another program changed before the lock was had are followed
    /// again.
    private static func lockedFile(
        _ path: String, timeout: Duration
    ) throws(PreferencesError) -> (DomainFile, FolderLock) {
        let deadline = Deadline(after: timeout)
        var retries = Retries(until: deadline)
        repeat {
            let file = try DomainFile(path: path).resolved()
            let lock = try FolderLock.lock(file.openFolder(), for: path, until: deadline, timeout: timeout)
            let identity = try PreferencesError.naming(.lock, path) { () throws(SystemError) in
                try FilePaths.status(file.folder)?.identity
            }
            if try DomainFile(path: path).resolved() == file, identity == lock.folder.identity { return (file, lock) }
        } while retries.next()
        throw .system(.lock, path: path, .changing)
    }

    private static func replace(
        _ target: inout AtomicFile, with data: Data, isPrivate: Bool, unless signals: SignalDelay
    ) throws(PreferencesError) {
        try target.chooseNames()
        try target.prepare(data, creation: AtomicFile.Creation(mode: isPrivate ? 0o600 : 0o666, isMasked: true))
        do {
            try signals.check(path: target.path)
            try target.publish()
        } catch {
            target.discard()
            throw error
        }
    }
}
