import Glibc

/// The exclusive right to change the domains in one folder, among all processes that use this library.
///
/// The lock is `flock` on the folder itself. It leaves no file behind, other programs cannot fake it, and the kernel
/// releases it when the last process that holds it ends. If the file system refuses to lock a folder (NFS requires a
/// file that is open for writing), a file `.defaults.lock` in the folder is locked instead. No change is made without
/// one of the two locks.
///
/// ``LockQueue`` keeps the callers in this process in order, ``KernelLock`` makes the system calls, and ``UpdateMark``
/// refuses an update inside another update.
package final class FolderLock {
    /// The locked folder.
    let folder: Folder
    private let lock: KernelLock
    private let mark: UpdateMark

    /// The descriptor that holds the lock. A process that inherits the descriptor holds the lock even after this
    /// process has ended.
    var descriptor: Int32 { lock.descriptor }

    /// Waits for the lock.
    ///
    /// - Parameters:
    ///   - folder: The folder to lock.
    ///   - path: The path of the file to change, for errors.
    ///   - deadline: The end of the wait.
    /// - Throws: ``FileError`` with the reason `lockTimedOut`, `nestedUpdate`, or the error of the system.
    init(_ folder: Folder, for path: String, until deadline: Deadline) throws(FileError) {
        let access = FileAccess.lock(path)
        mark = try UpdateMark(.folder(folder.identity), for: access)
        do throws(FileError) {
            guard let lock = try LockQueue.lock(folder, until: deadline) else {
                throw access.error(.lockTimedOut(deadline.duration, LockHolder(of: folder)))
            }
            self.lock = lock
            self.folder = folder
        } catch {
            throw access.error(error.reason)
        }
    }

    deinit {
        LockQueue.release(lock)
    }

    /// Waits for the lock of a folder, and creates the folder for the user alone if it is missing.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - newFolders: The folders that are created. They remain after an error.
    ///   - timeout: The maximum time to wait.
    package static func lock(
        _ path: String, making newFolders: inout NewFolders, timeout: Duration
    ) throws(FileError) -> FolderLock {
        let access = FileAccess.lock(path)
        let deadline = Deadline(after: timeout)
        var retries = Retries(until: deadline)
        repeat {
            try newFolders.make(path, mode: 0o700, for: access)
            guard let folder = try Folder.unlessMissing(path: path, for: access) else { continue }
            let lock = try FolderLock(folder, for: path, until: deadline)
            // A failed change of another process may have removed the folder that it had created, and its lock.
            if try FilePaths.status(path, for: access)?.identity == folder.identity { return lock }
        } while retries.next()
        throw access.error(.changing)
    }
}

/// A kernel lock on a folder. If the file system refuses to lock the folder, a file in the folder is locked instead:
/// the stand-in.
///
/// The lock lasts until ``release()``, or until this process and all processes that inherited the descriptor have
/// ended.
final class KernelLock: Sendable {
    /// The name of the stand-in.
    static let standInName = ".defaults.lock"

    /// The folder and the way in which it can be locked.
    let target: Target
    private let standIn: FileDescriptor?

    /// The descriptor that holds the lock.
    var descriptor: Int32 { standIn?.number ?? target.folder.descriptor }

    private init(_ target: Target, standIn: FileDescriptor? = nil) {
        self.target = target
        self.standIn = standIn
    }

    /// Releases the lock and removes the stand-in. Processes that inherited the lock lose it too.
    func release() {
        if let standIn { target.removeStandIn(standIn) }
        flock(descriptor, LOCK_UN)
    }

    /// A folder to be locked.
    struct Target: Sendable {
        let folder: Folder
        /// The operation for errors. The path is empty: each waiting caller adds its own.
        var access: FileAccess { .lock("") }
        /// Whether the file system has refused to lock the folder itself.
        private(set) var usesStandIn = false

        init(_ folder: Folder) {
            self.folder = folder
        }

        /// Locks the folder.
        ///
        /// - Parameter waits: Whether to wait in the kernel until the lock is free. That wait cannot be cancelled.
        /// - Returns: The lock, or `nil` if it is not free and the call does not wait.
        mutating func lock(waits: Bool) throws(FileError) -> KernelLock? {
            if !usesStandIn {
                do {
                    return try lock(folder.descriptor, waits: waits) ? KernelLock(self) : nil
                } catch {
                    let isRefusal = [EBADF, ENOLCK, ENOSYS, ENOTSUP, EINVAL].contains(error.systemError?.code)
                    guard isRefusal else { throw error }
                    usesStandIn = true
                }
            }
            return try standIn(waits: waits).map { KernelLock(self, standIn: $0) }
        }

        /// Locks an open file. Returns false if the lock is not free and the call does not wait.
        private func lock(_ descriptor: Int32, waits: Bool) throws(FileError) -> Bool {
            do {
                try access.call { flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) }
                return true
            } catch  where error.systemError?.code == EWOULDBLOCK {
                return false
            }
        }
    }
}

extension KernelLock.Target {
    /// Returns the locked stand-in, or `nil` if the stand-in is not free and the call does not wait. Such a call also
    /// returns `nil` if other holders have removed the stand-in in each of 100 tries.
    private func standIn(waits: Bool) throws(FileError) -> FileDescriptor? {
        for _ in 0..<(waits ? Int.max : 100) {
            guard let (file, isNew) = try openStandIn() else { continue }
            do {
                guard try lock(file.number, waits: waits) else { return nil }
            } catch {
                // A file system that fails to lock fails for every process. So no process has locked the file that was
                // just created.
                if isNew { removeStandIn(file) }
                throw error
            }
            do {
                // Another holder may have removed the file. A lock on a removed file excludes no other process.
                if try isCurrent(file) { return file }
            } catch {
                removeStandIn(file)
                throw error
            }
        }
        return nil
    }

    /// Opens the stand-in, or creates it. Returns `nil` if its holder removes it meanwhile.
    private func openStandIn() throws(FileError) -> (file: FileDescriptor, isNew: Bool)? {
        let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC
        if let file = try openStandIn(flags: flags | O_CREAT | O_EXCL, unless: EEXIST) {
            giveToOwnerOfFolder(file)
            return (file, true)
        }
        return try openStandIn(flags: flags, unless: ENOENT).map { ($0, false) }
    }

    private func openStandIn(flags: Int32, unless expected: Int32) throws(FileError) -> FileDescriptor? {
        do {
            let name = KernelLock.standInName
            return FileDescriptor(try access.call { openat(folder.descriptor, name, flags, 0o600) })
        } catch  where error.systemError?.code == expected {
            return nil
        }
    }

    /// Gives a stand-in that a superuser created to the owner of the folder. If the process of the superuser is killed,
    /// the stand-in is left behind. The owner can then still lock it.
    ///
    /// Errors are ignored: on a network file system, the superuser may not be allowed to change owners.
    private func giveToOwnerOfFolder(_ file: FileDescriptor) {
        guard geteuid() == 0, let owner = try? folder.status(for: access) else { return }
        fchown(file.number, owner.owner, owner.group)
    }

    /// Removes the stand-in, unless another file has its name. Errors are ignored: a file without a lock excludes no
    /// process, and the next holder removes it.
    fileprivate func removeStandIn(_ file: FileDescriptor) {
        // An error of a network file system can be temporary, so the check is repeated once.
        guard (try? isCurrent(file)) ?? (try? isCurrent(file)) == true else { return }
        try? folder.removeIfPresent(KernelLock.standInName, for: access)
    }

    private func isCurrent(_ file: FileDescriptor) throws(FileError) -> Bool {
        try folder.status(of: KernelLock.standInName, for: access)?.identity == file.status(for: access).identity
    }
}
