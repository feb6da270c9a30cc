import CDefaults
import Glibc

/// The recursive removal of everything in an open folder. Neither the depth nor the modes of the inner folders limit
/// it.
///
/// It follows no links, and enters no folder on which a file system is mounted or may be mounted. Folders are opened by
/// name in an open folder and emptied through their descriptors. If a program replaces a folder by a link meanwhile,
/// the link is not followed. Inner folders are moved up into the outermost folder before they are emptied, so the
/// removal has no more than three descriptors open at a time.
struct FolderRemoval {
    private let folder: Folder
    private let access: FileAccess
    private let mount: MountIdentifier?
    /// The names of the entries of the outermost folder that are still to be removed.
    private var waiting: [[CChar]] = []
    private var count = 0
    private var failure: FileError?

    private init(_ folder: Folder, for access: FileAccess) {
        (self.folder, self.access) = (folder, access)
        mount = MountIdentifier(of: folder.descriptor)
    }

    /// Removes everything in a folder.
    ///
    /// Other programs may still be writing in the folder. It is emptied again, up to 16 times, until nothing is left.
    ///
    /// - Throws: The first error, with the path of its entry. Everything that can be removed has been removed by then.
    static func removeContents(of folder: Folder, for access: FileAccess) throws(FileError) {
        var removal = FolderRemoval(folder, for: access)
        for _ in 0..<16 {
            if try removal.removeEntries() { break }
        }
        if let failure = removal.failure { throw failure }
    }

    /// Removes the present entries. Returns true if the folder was already empty.
    private mutating func removeEntries() throws(FileError) -> Bool {
        failure = nil
        try access.call { fchmod(folder.descriptor, 0o700) }
        let names = try Folder.names(inDescriptor: folder.descriptor, for: access)
        if names.isEmpty { return true }
        failure = access.error(SystemError(ENOTEMPTY))
        var errors: [FileError] = []
        waiting = names
        while let name = waiting.popLast() {
            do {
                try remove(name)
            } catch {
                errors.append(error)
            }
        }
        if let first = errors.first { failure = first }
        return false
    }

    /// Removes an entry of the outermost folder. Folders inside the entry are moved up into the outermost folder and
    /// removed later.
    private mutating func remove(_ name: [CChar]) throws(FileError) {
        if try removeFile([name], in: folder.descriptor) { return }
        let entry = try openPath([name], in: folder.descriptor)
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let contents = FileDescriptor(try access.call { openat(entry.number, ".", flags) })
        var firstError: FileError?
        for inner in try Folder.names(inDescriptor: contents.number, for: access) {
            do {
                try removeOrMoveUp([name, inner], from: contents.number)
            } catch {
                firstError = firstError ?? error
            }
        }
        if let firstError { throw firstError }
        try access.call { unlinkat(folder.descriptor, name, AT_REMOVEDIR) }
    }

    /// Removes an entry of an inner folder if the entry is a file. Moves a folder up into the outermost folder, to be
    /// removed later.
    private mutating func removeOrMoveUp(_ path: [[CChar]], from parent: Int32) throws(FileError) {
        if try removeFile(path, in: parent) { return }
        // The user can move a folder only if its mode lets the user write it. `openPath` sets such a mode. The
        // descriptor is closed at once, since there can be many folders.
        _ = try openPath(path, in: parent)
        count += 1
        let free = Array(".defaults-removed-\(count)".utf8CString)
        try access(to: path).call { renameat(parent, path[path.endIndex - 1], folder.descriptor, free) }
        waiting.append(free)
    }

    /// Removes an entry that is not a folder. Returns false if the entry is a folder.
    ///
    /// - Parameter path: The names that lead to the entry. The last one is its name in the parent.
    private func removeFile(_ path: [[CChar]], in parent: Int32) throws(FileError) -> Bool {
        let name = path[path.endIndex - 1]
        do {
            try systemCall { unlinkat(parent, name, 0) }
            return true
        } catch {
            if error.isMissing { return true }
            let status = try? FileStatus(path: name, in: parent, followsLink: false)
            if status?.isDirectory == true { return false }
            throw access(to: path).error(error)
        }
    }

    /// Opens a folder, and gives its owner all permissions so that it can be emptied and moved.
    ///
    /// - Throws: An error also if a file system is mounted there, or if the system cannot determine that.
    private func openPath(_ path: [[CChar]], in parent: Int32) throws(FileError) -> FileDescriptor {
        let access = access(to: path)
        var isCertain: Int32 = 0
        let entry = FileDescriptor(
            try access.call { defaults_open_folder_path(parent, path[path.endIndex - 1], &isCertain) })
        if isCertain == 0 {
            guard let mount, MountIdentifier(of: entry.number) == mount else { throw access.error(.mounted) }
        }
        if try entry.status(for: access).mode & S_IRWXU != S_IRWXU {
            // `fchmod` refuses a descriptor that was opened with `O_PATH`. This path leads to the open folder, if /proc
            // is mounted.
            do {
                try access.call { chmod("/proc/self/fd/\(entry.number)", 0o700) }
            } catch  where error.isMissing {
                throw access.error(SystemError(EACCES))
            }
        }
        return entry
    }

    /// Returns the operation and the path of an entry, for errors.
    private func access(to path: [[CChar]]) -> FileAccess {
        let names = path.map { String(decoding: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) }
        return .remove(names.reduce(access.path) { $0.appendingComponent($1) })
    }
}
