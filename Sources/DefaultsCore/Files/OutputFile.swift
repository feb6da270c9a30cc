package import Foundation

/// Writes files completely.
package enum OutputFile {
    /// Writes the bytes to a file.
    ///
    /// A regular file is replaced as a domain is: under the folder's lock, atomically, on the disk when this returns,
    /// with mode, owner, attributes and link kept; a new one has the mode that the process's mask leaves. What exists
    /// and is no regular file (a device, a FIFO) is written to as it is. So is a descriptor (`/dev/stdout`,
    /// `/dev/fd/63`), at its position, whatever it leads to: nothing there is replaced or cut off.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - path: The path of the file.
    ///   - isPrivate: Whether the bytes are secrets. A file then has mode 0600 and belongs to the effective user before
    ///     it has contents, whatever was there. Where that cannot be, and for a FIFO that others can read, it is an
    ///     error. A descriptor is as its opener left it, as standard output is.
    ///   - lockTimeout: The maximum time to wait for another writer.
    package static func write(
        _ data: Data, to path: String, isPrivate: Bool = false, lockTimeout: Duration = .seconds(10)
    ) throws(PreferencesError) {
        try PreferencesError.mapping(try replaceOrAppend(data, path, isPrivate: isPrivate, lockTimeout: lockTimeout))
    }

    private static func replaceOrAppend(
        _ data: Data, _ path: String, isPrivate: Bool, lockTimeout: Duration
    ) throws(FileError) {
        if let stream = try openStream(path, isPrivate: isPrivate) { return try stream.write(data) }
        let (file, lock) = try lockedFile(path, timeout: lockTimeout)
        var signals = SignalDelay()
        defer { signals.end() }
        signals.begin()
        var target = AtomicFile(folder: lock.folder, name: file.name, path: path)
        try replace(&target, with: data, isPrivate: isPrivate, unless: signals)
        do throws(FileError) {
            try target.synchronizeFolder()
        } catch {
            throw error.notDurable
        }
    }

    /// Opens the device, FIFO or descriptor that a path leads to. Returns `nil` for a regular file, or if nothing has
    /// the path.
    private static func openStream(_ path: String, isPrivate: Bool) throws(FileError) -> OpenFile? {
        let access = FileAccess.write(path)
        if let descriptor = try FilePaths.descriptor(path, for: access) {
            guard let number = descriptor.number else {
                return try FilePaths.openForWriting(descriptor.path, for: access)
            }
            return try FilePaths.duplicate(number, for: access)
        }
        guard let status = try FilePaths.status(path, for: access), !status.isRegularFile else { return nil }
        if isPrivate, status.letsOthersRead { throw access.error(.notPrivate) }
        let file = try FilePaths.openForWriting(path, for: access)
        // It may have been replaced before it was opened.
        if isPrivate, try file.status().letsOthersRead { throw access.error(.notPrivate) }
        return file
    }

    /// The file that a path leads to, with its folder locked. Links that another program changed before the lock was
    /// had are followed again.
    private static func lockedFile(_ path: String, timeout: Duration) throws(FileError) -> (DomainFile, FolderLock) {
        let deadline = Deadline(after: timeout)
        var retries = Retries(until: deadline)
        repeat {
            let file = try DomainFile(path: path).resolved()
            let lock = try FolderLock(file.openFolder(), for: path, until: deadline)
            let identity = try FilePaths.status(file.folder, for: .lock(path))?.identity
            if try DomainFile(path: path).resolved() == file, identity == lock.folder.identity { return (file, lock) }
        } while retries.next()
        throw FileAccess.lock(path).error(.changing)
    }

    private static func replace(
        _ target: inout AtomicFile, with data: Data, isPrivate: Bool, unless signals: SignalDelay
    ) throws(FileError) {
        try target.chooseNames()
        try target.prepare(
            data, creation: AtomicFile.Creation(mode: isPrivate ? 0o600 : 0o666, isMasked: true, isPrivate: isPrivate))
        do {
            try signals.check(for: target.access)
            try target.publish()
        } catch {
            target.discard()
            throw error
        }
    }
}
