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
        if let stream = try PreferencesError.mapping(try openStream(path, isPrivate: isPrivate)) {
            return try PreferencesError.mapping(try stream.write(data))
        }
        let makePlan = { () throws(FileError) -> UpdatePlan in try UpdatePlan(path: path, sizeLimit: .max) }
        let makeNoFolders = { (plan: UpdatePlan, _: inout NewFolders) -> FileError? in
            do throws(FileError) {
                // The folder of a removed working directory can be opened.
                _ = try Folder(path: plan.files[0].folder, for: .write(path))
                return FileAccess.write(path).error(.missing)
            } catch {
                return error
            }
        }
        do {
            try LockedFiles.with(makePlan, timeout: lockTimeout, makingFolders: makeNoFolders) { files, signals in
                // The mode of a pipe says nothing about the file.
                let status = try source.flatMap { (source) throws(FileError) in try FilePaths.status(source) }
                let mode = status.flatMap { $0.isRegularFile ? $0.modeOfCopy : nil }
                let creation = AtomicFile.Creation(
                    mode: isPrivate ? 0o600 : mode ?? 0o666, isMasked: true, isPrivate: isPrivate)
                let file = files.plan.files[0]
                var replacement = DomainReplacement(layout: nil)
                replacement.add(file, in: try files.requiredFolder(of: file), creation, from: nil, to: data)
                signals.begin()
                try replacement.perform(unless: signals)
            }
        } catch let error as PreferencesError {
            throw error
        } catch {
            preconditionFailure("the replacement of a file threw \(error)")
        }
    }

    /// Overwrites a temporary file of another program in place, without a lock and without another file beside it.
    ///
    /// The contents are not atomic: an error, or the end of the process, can leave the beginning of the new contents
    /// and the rest of the old ones.
    ///
    /// - Throws: ``PreferencesError``.
    package static func overwrite(_ path: String, with data: Data) throws(PreferencesError) {
        do throws(FileError) {
            let file = try FilePaths.openForWriting(path, for: .write(path), appending: false)
            try file.write(data)
            try file.truncate(to: data.count)
        } catch {
            throw PreferencesError(error)
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
        // Another program may have replaced the FIFO or device before it was opened.
        if isPrivate, try file.status().letsOthersRead { throw access.error(.notPrivate) }
        return file
    }
}
