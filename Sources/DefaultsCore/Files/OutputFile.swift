package import Foundation

/// Files that are written as a whole.
package enum OutputFile {
    /// Writes the bytes to a file.
    ///
    /// A regular file is replaced as a domain is: under the folder's lock, atomically, on the disk when this returns, with mode, owner,
    /// attributes and link kept; a new one has the mode that the process's mask leaves. What exists and is no regular file (a device, a
    /// FIFO) is written to as it is. So is a descriptor (`/dev/stdout`, `/dev/fd/63`), at its position, whatever it leads to: nothing there
    /// is replaced or cut off.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - path: The path of the file.
    ///   - isPrivate: Whether the bytes are secrets. A file then has mode 0600 and belongs to the effective user before it has contents,
    ///     whatever was there. Where that cannot be, and for a FIFO that others can read, it is an error. A descriptor is as its opener
    ///     left it, as standard output is.
    ///   - lockTimeout: The maximum time to wait for another writer.
    package static func write(
        _ data: Data, to path: String, isPrivate: Bool = false, lockTimeout: Duration = .seconds(10)
    ) throws(PreferencesError) {
        if let stream = try openStream(path, isPrivate: isPrivate) {
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
    private static func openStream(_ path: String, isPrivate: Bool) throws(PreferencesError) -> OpenFile? {
        let found = try PreferencesError.naming(.write, path) { () throws(SystemError) in
            (stream: try openDescriptor(path), status: try FilePaths.status(path))
        }
        if let stream = found.stream { return stream }
        guard let status = found.status, !status.isRegularFile else { return nil }
        if isPrivate, status.letsOthersRead { throw .notPrivate(path: path) }
        let opened = try PreferencesError.naming(.write, path) { () throws(SystemError) in
            let file = try FilePaths.openForWriting(path)
            return (file: file, status: try file.status())
        }
        // It may have been replaced before it was open.
        if isPrivate, opened.status.letsOthersRead { throw .notPrivate(path: path) }
        return opened.file
    }

    /// The descriptor of a process that a path names; nil for another path.
    private static func openDescriptor(_ path: String) throws(SystemError) -> OpenFile? {
        guard let descriptor = try FilePaths.descriptor(path) else { return nil }
        guard let number = descriptor.number else { return try FilePaths.openForWriting(descriptor.path) }
        return try FilePaths.duplicate(number)
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
        try target.prepare(
            data, creation: AtomicFile.Creation(mode: isPrivate ? 0o600 : 0o666, isMasked: true, isPrivate: isPrivate))
        do {
            try signals.check(path: target.path)
            try target.publish()
        } catch {
            target.discard()
            throw error
        }
    }
}
