package import Foundation

/// Writes files completely.
package enum OutputFile {
    /// Writes bytes to a file.
    ///
    /// A regular file is replaced like the file of a domain: atomically, under the lock of the folder, and on the disk
    /// when the function returns. Mode, owner, attributes and links are kept. The mask of the process narrows the mode
    /// of a new file. Devices, FIFOs and descriptors (`/dev/stdout`, `/dev/fd/63`) are written to directly. A
    /// descriptor is written at its position, and its file is not truncated.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - path: The path of the file.
    ///   - isPrivate: Whether the bytes are secrets. A file then gets mode 0600 and the effective user as its owner
    ///     before it has contents. An error is thrown if that is not possible, or if other users can read a FIFO.
    ///     Descriptors are not checked.
    ///   - source: The path of a file with the same values. Users who cannot read that file cannot read a new one.
    ///   - lockTimeout: The maximum time to wait for another writer. Defaults to 10 seconds.
    /// - Throws: ``PreferencesError``.
    package static func write(
        _ data: Data, to path: String, isPrivate: Bool = false, like source: String? = nil,
        lockTimeout: Duration = .seconds(10)
    ) throws(PreferencesError) {
        try PreferencesError.mapping(
            try replaceOrAppend(data, path, isPrivate: isPrivate, like: source, lockTimeout: lockTimeout))
    }

    private static func replaceOrAppend(
        _ data: Data, _ path: String, isPrivate: Bool, like source: String?, lockTimeout: Duration
    ) throws(FileError) {
        if let stream = try openStream(path, isPrivate: isPrivate) { return try stream.write(data) }
        let (file, lock) = try lockedFile(path, timeout: lockTimeout)
        try replace(file, in: lock.folder, path, with: data, isPrivate: isPrivate, like: source)
    }

    private static func replace(
        _ file: DomainFile, in folder: Folder, _ path: String, with data: Data, isPrivate: Bool = false,
        like source: String? = nil
    ) throws(FileError) {
        var signals = SignalDelay()
        defer { signals.end() }
        signals.begin()
        var target = AtomicFile(folder: folder, name: file.name, path: path)
        // The mode of a pipe says nothing about the file.
        let status = try source.flatMap { (source) throws(FileError) in try FilePaths.status(source) }
        let mode = status.flatMap { $0.isRegularFile ? $0.modeOfCopy : nil }
        let creation = AtomicFile.Creation(
            mode: isPrivate ? 0o600 : mode ?? 0o666, isMasked: true, isPrivate: isPrivate)
        try replace(&target, with: data, creation, unless: signals)
        try target.finish()
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
        // Another program may have replaced the FIFO or device before it was opened.
        if isPrivate, try file.status().letsOthersRead { throw access.error(.notPrivate) }
        return file
    }

    /// Returns the file that a path leads to, and the lock of its folder. If another program changes links before the
    /// folder is locked, they are followed again.
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
        _ target: inout AtomicFile, with data: Data, _ creation: AtomicFile.Creation, unless signals: SignalDelay
    ) throws(FileError) {
        try target.chooseNames()
        try target.prepare(data, creation: creation)
        do {
            try signals.check(for: target.access)
            try target.publish()
        } catch {
            target.discard()
            throw error
        }
    }
}
