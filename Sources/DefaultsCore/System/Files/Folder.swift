import CDefaults
import Glibc

/// An open folder. Its methods work in this folder, not in another folder that may get the same path meanwhile.
///
/// Methods that throw have a parameter for the operation and the path in errors. Users often know a file by a path that
/// contains links.
package final class Folder: Sendable {
    let identity: FileIdentity
    private let file: FileDescriptor

    /// Opens a folder.
    ///
    /// - Parameters:
    ///   - path: The path of the folder. Links are followed.
    ///   - access: The operation and the path for errors. Defaults to reading this path.
    init(path: String, for access: FileAccess? = nil) throws(FileError) {
        let access = access ?? .read(path)
        file = FileDescriptor(try access.call { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
        identity = try file.status(for: access).identity
    }

    /// Opens a folder in an open folder. Links are not followed.
    init(entry name: String, of parent: Folder, for access: FileAccess) throws(FileError) {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        file = FileDescriptor(try access.call { openat(parent.descriptor, name, flags) })
        identity = try file.status(for: access).identity
    }

    /// Opens a folder, or returns `nil` if it does not exist.
    static func unlessMissing(path: String, for access: FileAccess) throws(FileError) -> Folder? {
        do {
            return try Folder(path: path, for: access)
        } catch  where error.isMissing {
            return nil
        }
    }

    var descriptor: Int32 { file.number }

    func status(for access: FileAccess) throws(FileError) -> FileStatus {
        try file.status(for: access)
    }

    /// Returns the status of an entry, or `nil` if it does not exist. Links are not followed.
    func status(of name: String, for access: FileAccess) throws(FileError) -> FileStatus? {
        try access.unlessMissing(try FileStatus(path: name, in: descriptor, followsLink: false))
    }

    /// Opens an entry for reading, or returns `nil` if it does not exist.
    ///
    /// Links are not followed. Does not wait for the other end of a FIFO.
    func openForReading(_ name: String, for access: FileAccess) throws(FileError) -> OpenFile? {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        return try access.unlessMissing(try systemCall { openat(descriptor, name, flags) })
            .map { OpenFile($0, for: access) }
    }

    /// Creates a file for writing. The file mode creation mask of the process narrows the mode.
    ///
    /// - Throws: An error also if the entry exists.
    func create(_ name: String, mode: mode_t, for access: FileAccess) throws(FileError) -> OpenFile {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        return OpenFile(try access.call { openat(descriptor, name, flags, mode) }, for: access)
    }

    /// Creates a folder. The file mode creation mask of the process narrows the mode.
    ///
    /// - Throws: An error also if the entry exists.
    func makeFolder(_ name: String, mode: mode_t, for access: FileAccess) throws(FileError) {
        try access.call { mkdirat(descriptor, name, mode) }
    }

    /// Creates a symbolic link.
    func makeLink(_ name: String, to destination: String, for access: FileAccess) throws(FileError) {
        try access.call { symlinkat(destination, descriptor, name) }
    }

    /// Returns whether the effective user may write an entry.
    func isWritable(_ name: String) -> Bool {
        faccessat(descriptor, name, W_OK, AT_EACCESS) == 0
    }

    func rename(_ old: String, to new: String, for access: FileAccess) throws(FileError) {
        try access.call { renameat(descriptor, old, descriptor, new) }
    }

    func link(_ old: String, to new: String, for access: FileAccess) throws(FileError) {
        try access.call { linkat(descriptor, old, descriptor, new, 0) }
    }

    func removeIfPresent(_ name: String, for access: FileAccess) throws(FileError) {
        _ = try access.unlessMissing(try systemCall { unlinkat(descriptor, name, 0) })
    }

    /// Removes a file or an empty folder.
    func remove(_ name: String, isFolder: Bool, for access: FileAccess) throws(FileError) {
        try access.call { unlinkat(descriptor, name, isFolder ? AT_REMOVEDIR : 0) }
    }

    /// Waits until the entries are on the disk.
    func synchronize(for access: FileAccess) throws(FileError) {
        try file.synchronize(for: access)
    }

    /// Waits until the entry of this folder in its parent folder is on the disk.
    ///
    /// Does nothing if the parent is on another file system or may not be opened, or if this folder is in a
    /// ``DiscardedFolder``.
    func synchronizeEntry(for access: FileAccess) throws(FileError) {
        if DiscardedFolder.contains(descriptor) { return }
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let above: FileDescriptor
        do {
            above = FileDescriptor(try access.call { openat(descriptor, "..", flags) })
        } catch  where error.systemError?.isPermission == true {
            return
        }
        if try above.status(for: access).identity.device == identity.device { try above.synchronize(for: access) }
    }

    /// Waits until the whole file system of the folder is on the disk.
    func synchronizeFileSystem(for access: FileAccess) throws(FileError) {
        try access.call { defaults_synchronize_file_system(descriptor) }
    }
}
