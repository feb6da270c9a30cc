// Which module's `stat` is seen depends on the order in which modules are loaded: CoreFoundation's headers include it
// too.
import CDefaults
import CoreFoundation
import Glibc

/// The removal of everything in a folder, whatever its depth and the modes of the folders in it.
///
/// It never follows a link, and never enters a file system that is mounted in the folder. Folders are opened by name in
/// an open folder and emptied through their descriptors, so that a program that replaces a folder by a link meanwhile
/// directs it nowhere. Inner folders are moved up before they are emptied, so no more than three descriptors are open
/// at a time.
struct FolderRemoval {
    private let folder: Folder
    private let access: FileAccess
    /// The names of the folders to empty, which are directly in the folder.
    private var waiting: [[CChar]] = []
    private var count = 0
    private var failure: FileError?

    private init(_ folder: Folder, for access: FileAccess) {
        (self.folder, self.access) = (folder, access)
    }

    /// Removes everything in a folder.
    ///
    /// Programs may still be writing there, so it is emptied again if something is left.
    ///
    /// - Throws: The first error, after everything that can be removed is removed.
    static func removeContents(of folder: Folder, for access: FileAccess) throws(FileError) {
        var removal = FolderRemoval(folder, for: access)
        for _ in 0..<16 {
            if try removal.removeEntries() { break }
        }
        if let failure = removal.failure { throw failure }
    }

    /// Removes the present entries. Returns whether there were none.
    private mutating func removeEntries() throws(FileError) -> Bool {
        failure = nil
        try access.call { fchmod(folder.descriptor, 0o700) }
        let names = try entries(of: folder.descriptor)
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

    /// Removes an entry of the folder. Folders inside the entry are moved up, and wait for their removal.
    private mutating func remove(_ name: [CChar]) throws(FileError) {
        if try removeFile(name, in: folder.descriptor) { return }
        let entry = try openPath(name, in: folder.descriptor)
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let contents = FileDescriptor(try access.call { openat(entry.number, ".", flags) })
        var firstError: FileError?
        for inner in try entries(of: contents.number) {
            do {
                try removeOrMoveUp(inner, from: contents.number)
            } catch {
                firstError = firstError ?? error
            }
        }
        if let firstError { throw firstError }
        try access.call { unlinkat(folder.descriptor, name, AT_REMOVEDIR) }
    }

    /// Removes a file from a folder, or moves a folder up to wait for its removal.
    private mutating func removeOrMoveUp(_ inner: [CChar], from parent: Int32) throws(FileError) {
        if try removeFile(inner, in: parent) { return }
        // A folder can be moved only if its user can write it. Closed at once, for there can be many.
        _ = try openPath(inner, in: parent)
        count += 1
        let free = Array(".defaults-removed-\(count)".utf8CString)
        try access.call { renameat(parent, inner, folder.descriptor, free) }
        waiting.append(free)
    }

    /// Removes an entry that is not a folder. Returns false if it is one.
    private func removeFile(_ name: [CChar], in parent: Int32) throws(FileError) -> Bool {
        do {
            try access.call { unlinkat(parent, name, 0) }
            return true
        } catch {
            if error.isMissing { return true }
            var status = stat()
            if fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0, FileStatus(status).isDirectory { return false }
            throw error
        }
    }

    /// Opens a folder so that it can be emptied and moved, whatever its mode is.
    ///
    /// - Throws: An error also if a file system is mounted there.
    private func openPath(_ name: [CChar], in parent: Int32) throws(FileError) -> FileDescriptor {
        let entry = FileDescriptor(try access.call { defaults_open_folder_path(parent, name) })
        let status = try entry.status(for: access)
        guard status.identity.device == folder.identity.device else { throw access.error(SystemError(EXDEV)) }
        if status.mode & S_IRWXU != S_IRWXU {
            // The descriptor has no permissions, so `fchmod` refuses it. This path leads to the open folder, if /proc
            // is mounted.
            do {
                try access.call { chmod("/proc/self/fd/\(entry.number)", 0o700) }
            } catch  where error.isMissing {
                throw access.error(SystemError(EACCES))
            }
        }
        return entry
    }

    /// Returns the names of the entries of an open folder, except `.` and `..`.
    private func entries(of descriptor: Int32) throws(FileError) -> [[CChar]] {
        let copy = try access.call { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard let stream = fdopendir(copy) else {
            close(copy)
            throw access.error(.current)
        }
        defer { closedir(stream) }
        var names: [[CChar]] = []
        while true {
            errno = 0  // only `errno` distinguishes an error of `readdir` from the end
            guard let entry = readdir(stream) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { text in
                    Array(UnsafeBufferPointer(start: text, count: 256))
                }
            }
            let text = Array(name.prefix { $0 != 0 })
            if text != [46], text != [46, 46] { names.append(text + [0]) }
        }
        if errno != 0 { throw access.error(.current) }
        return names
    }
}
