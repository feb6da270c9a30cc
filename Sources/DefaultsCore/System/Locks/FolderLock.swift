import PropertyList
import Synchronization

/// The exclusive right to change the domains in one folder, among all processes that use this library.
///
/// The lock is `flock` on the folder itself. It leaves no file behind, other programs cannot fake it, and it ends when
/// its holder ends, even by a signal. If the file system refuses to lock a folder (NFS requires a file that is open for
/// writing), a file `.defaults.lock` in the folder is locked instead. No change is made without one of the two locks.
///
/// ``LockQueue`` keeps the callers in this process in order, and ``KernelLock`` makes the system calls. An update
/// inside another one on the same thread would wait for itself, so it is an error.
package final class FolderLock {
    /// The locked folder.
    let folder: Folder
    private let lock: KernelLock

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
    package init(_ folder: Folder, for path: String, until deadline: Deadline) throws(FileError) {
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

/// A mark that this thread changes something in a folder that does not exist and thus cannot be locked.
final class MissingFolderMark {
    let folder: ExactName

    /// Marks the folder until the mark is released.
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

/// The folders that threads of this process are changing, to detect nested updates.
private enum ChangingThreads {
    enum ChangedFolder: Equatable {
        case existing(FileIdentity)
        case missing(ExactName)
    }

    /// An array, because there are few.
    private static let all = Mutex<[Change]>([])

    private struct Change {
        let folder: ChangedFolder
        let thread: UInt
    }

    /// Records that this thread changes a folder. Returns false if that is already recorded.
    static func enter(_ folder: ChangedFolder) -> Bool {
        let thread = SystemThread.current
        return all.withLock { all in
            if all.contains(where: { $0.thread == thread && $0.folder == folder }) { return false }
            all.append(Change(folder: folder, thread: thread))
            return true
        }
    }

    static func leave(_ folder: ChangedFolder) {
        let thread = SystemThread.current
        all.withLock { all in all.removeAll { $0.thread == thread && $0.folder == folder } }
    }
}
