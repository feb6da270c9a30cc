import PropertyList
import Synchronization

/// The right to change the domains in one folder, shared with every program that uses this library.
///
/// The lock is `flock` on the folder itself. It leaves nothing behind, others cannot plant it, and it ends with its holder, however that
/// ends. If the file system refuses it (NFS wants a file open for writing), a file `.defaults.lock` in the folder stands in. A change is
/// never made without one of the two.
///
/// Inside the process, ``LockQueue`` keeps the callers in order and ``KernelLock`` makes the system calls.
final class FolderLock {
    /// The folder that is locked.
    let folder: Folder
    private let lock: KernelLock

    /// The descriptor that holds the lock. A process that inherits it keeps others out even when this one is gone.
    var descriptor: Int32 { lock.descriptor }

    /// Waits for the lock.
    ///
    /// - Parameters:
    ///   - folder: The folder to lock.
    ///   - path: The path that errors name.
    ///   - deadline: The end of the wait.
    init(_ folder: Folder, for path: String, until deadline: Deadline) throws(FileError) {
        let access = FileAccess.lock(path)
        guard ChangingThreads.enter(.existing(folder.identity)) else { throw access.error(.nestedUpdate) }
        do throws(FileError) {
            guard let lock = try LockQueue.lock(folder, until: deadline) else {
                throw access.error(.lockTimedOut(deadline.duration, LockHolder(of: folder)))
            }
            self.lock = lock
            self.folder = folder
        } catch {
            ChangingThreads.leave(.existing(folder.identity))
            throw access.error(error.reason)
        }
    }

    deinit {
        ChangingThreads.leave(.existing(folder.identity))
        LockQueue.release(lock)
    }
}

/// Marks a folder that does not exist, and so cannot be locked, as one that this thread is changing something in.
final class MissingFolderMark {
    let folder: ExactName

    /// Marks the folder until the mark goes.
    ///
    /// - Throws: ``FileError/Reason/nestedUpdate`` if this thread has marked it already.
    init(_ folder: ExactName, for access: FileAccess) throws(FileError) {
        guard ChangingThreads.enter(.missing(folder)) else { throw access.error(.nestedUpdate) }
        self.folder = folder
    }

    deinit {
        ChangingThreads.leave(.missing(folder))
    }
}

/// The threads of this process that change something, each with the folder, to find an update inside another one.
private enum ChangingThreads {
    enum ChangedFolder: Equatable {
        case existing(FileIdentity)
        case missing(ExactName)
    }

    /// An array, because there are few.
    private static let all = Mutex<[(folder: ChangedFolder, thread: UInt)]>([])

    /// Notes that this thread changes something in a folder. Returns false if it does so already.
    static func enter(_ folder: ChangedFolder) -> Bool {
        let thread = SystemThread.current
        return all.withLock { all in
            if all.contains(where: { $0.thread == thread && $0.folder == folder }) { return false }
            all.append((folder, thread))
            return true
        }
    }

    static func leave(_ folder: ChangedFolder) {
        let thread = SystemThread.current
        all.withLock { all in all.removeAll { $0.thread == thread && $0.folder == folder } }
    }
}
