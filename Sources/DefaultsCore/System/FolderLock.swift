/// The right to change the domains in one folder, shared with every program that uses this library.
///
/// The lock is `flock` on the folder itself. It leaves nothing behind, others cannot plant it, and it ends with its holder, however that
/// ends. If the file system refuses it (NFS wants a file open for writing), a file `.defaults.lock` in the folder stands in. A change is
/// never made without one of the two.
final class FolderLock {
    /// The folder that is locked.
    let folder: Folder
    private let lock: KernelLock

    /// The descriptor that holds the lock. A process that inherits it keeps others out even when this one is gone.
    var descriptor: Int32 { lock.descriptor }

    /// Waits for the lock until the deadline.
    init(_ folder: Folder, until deadline: Deadline) throws(LockError) {
        try HeldLocks.enter(.folder(folder.identity))
        do {
            lock = try LockQueue.lock(folder, until: deadline)
            self.folder = folder
        } catch {
            HeldLocks.leave(.folder(folder.identity))
            throw error
        }
    }

    /// Waits for the lock of the folder of a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, for messages.
    ///   - timeout: The time that the user allows, for messages.
    static func lock(
        _ folder: Folder, for path: String, until deadline: Deadline, timeout: Duration
    ) throws(PreferencesError) -> FolderLock {
        do {
            return try FolderLock(folder, until: deadline)
        } catch {
            switch error {
            case .timedOut:
                throw .lockTimedOut(path: path, seconds: timeout / .seconds(1), holder: LockHolder(of: folder))
            case .heldByThisThread: throw .nestedUpdate(path: path)
            case .system(let error): throw .system(.lock, path: path, error)
            }
        }
    }

    deinit {
        HeldLocks.leave(.folder(folder.identity))
        LockQueue.release(lock)
    }
}

/// An error that occurs when locking a folder.
enum LockError: Error {
    /// Another holder kept the lock until the deadline.
    case timedOut
    /// This thread holds the lock, and would wait for itself.
    case heldByThisThread
    case system(SystemError)
}
