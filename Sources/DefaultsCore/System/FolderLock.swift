import Glibc
import PropertyList
import Synchronization

/// The right to change the domains in one folder, shared with every program that uses this library.
///
/// It is `flock` on the folder itself: that leaves nothing behind, cannot be planted by others and goes with its holder, however that
/// ends. Where the file system refuses it (NFS wants a file open for writing), a file `.defaults.lock` in the folder stands in; a
/// change is never made without one of the two.
final class FolderLock {
    /// The folder that is locked.
    let folder: Folder
    private let standIn: OpenFile?

    /// What holds the lock: a process that inherits it keeps others out even when this one is gone.
    var descriptor: Int32 { standIn?.descriptor ?? folder.descriptor }

    /// Name of the file that stands in for the folder.
    static let standInName = ".defaults.lock"

    /// Waits for the lock until the deadline.
    init(_ folder: Folder, until deadline: Deadline) throws(LockError) {
        try HeldLocks.enter(.folder(folder.identity))
        do {
            standIn = try Self.acquire(folder, until: deadline)
            self.folder = folder
        } catch {
            HeldLocks.leave(.folder(folder.identity))
            throw error
        }
    }

    /// Waits for the lock of the folder of a file, which is called by a path in messages, until a deadline. The timeout is what the user
    /// asked for.
    static func lock(
        _ folder: Folder, for path: String, until deadline: Deadline, timeout: Duration
    ) throws(PreferencesError) -> FolderLock {
        do {
            return try FolderLock(folder, until: deadline)
        } catch {
            switch error {
            case .timedOut: throw .lockTimedOut(path: path, seconds: timeout / .seconds(1))
            case .heldByThisThread: throw .nestedUpdate(path: path)
            case .system(let error): throw .system(.lock, path: path, error)
            }
        }
    }

    deinit {
        if standIn != nil { Self.removeStandIn(in: folder) }
        HeldLocks.leave(.folder(folder.identity))
        // Closing the folder, or the file in its place, lets go of the lock; the folder may live on in the caller's hands.
        flock(folder.descriptor, LOCK_UN)
    }

    private static func acquire(_ folder: Folder, until deadline: Deadline) throws(LockError) -> OpenFile? {
        do {
            try lock(folder.descriptor, until: deadline)
            return nil
        } catch {
            guard case .system(let error) = error, [EBADF, ENOLCK, ENOSYS, ENOTSUP, EINVAL].contains(error.code) else {
                throw error
            }
            return try acquireStandIn(in: folder, until: deadline)
        }
    }

    private static func acquireStandIn(in folder: Folder, until deadline: Deadline) throws(LockError) -> OpenFile {
        while true {
            let (file, isNew) = try openStandIn(in: folder)
            do {
                try lock(file.descriptor, until: deadline)
            } catch {
                // Where locks fail they fail for everybody: nobody holds the file that was just made. After a time-out somebody does.
                if isNew, case .system = error { removeStandIn(in: folder) }
                throw error
            }
            do {
                // The last holder removes the file; a lock on one that is gone holds nobody back.
                if try isCurrent(file, in: folder) { return file }
            } catch {
                if (try? isCurrent(file, in: folder)) == true { removeStandIn(in: folder) }
                throw error
            }
        }
    }

    /// Opens the stand-in, and says whether it was made.
    private static func openStandIn(in folder: Folder) throws(LockError) -> (file: OpenFile, isNew: Bool) {
        let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC
        while true {
            do {
                if let file = try openStandIn(in: folder, flags: flags | O_CREAT | O_EXCL, unless: EEXIST) {
                    give(file, toOwnerOf: folder)
                    return (file, true)
                }
                // Its holder may remove it between the two calls.
                if let file = try openStandIn(in: folder, flags: flags, unless: ENOENT) { return (file, false) }
            } catch {
                throw .system(error)
            }
        }
    }

    private static func openStandIn(
        in folder: Folder, flags: Int32, unless expected: Int32
    ) throws(SystemError) -> OpenFile? {
        do {
            return OpenFile(descriptor: try call { openat(folder.descriptor, standInName, flags, 0o600) })
        } catch  where error.code == expected {
            return nil
        }
    }

    /// Gives what a superuser made to the owner of the folder, who could not lock it if the superuser were killed and left it there. As
    /// far as that is allowed: it is not to a superuser of another machine.
    private static func give(_ file: OpenFile, toOwnerOf folder: Folder) {
        guard geteuid() == 0, let owner = try? folder.status() else { return }
        fchown(file.descriptor, owner.owner, owner.group)
    }

    /// Removes the stand-in. One that stays keeps nobody out, and its next holder removes it.
    private static func removeStandIn(in folder: Folder) {
        try? folder.removeIfPresent(standInName)
    }

    private static func isCurrent(_ file: OpenFile, in folder: Folder) throws(LockError) -> Bool {
        do {
            return try folder.status(of: standInName)?.identity == file.status().identity
        } catch {
            throw .system(error)
        }
    }

    private static func lock(_ descriptor: Int32, until deadline: Deadline) throws(LockError) {
        var pause: useconds_t = 100
        while true {
            do {
                _ = try call { flock(descriptor, LOCK_EX | LOCK_NB) }
                return
            } catch  where error.code == EWOULDBLOCK {
                guard !deadline.hasPassed else { throw .timedOut }
            } catch {
                throw .system(error)
            }
            // Waiters at different moments get out of step with one another.
            usleep(useconds_t.random(in: pause / 2...pause))
            pause = min(pause * 2, 1000)
        }
    }
}

/// Why a lock was not had.
enum LockError: Error {
    /// Another holder kept it until the deadline.
    case timedOut
    /// This thread holds it, and would wait for itself.
    case heldByThisThread
    case system(SystemError)
}

/// A moment by which something must have happened.
struct Deadline {
    private let instant: ContinuousClock.Instant

    init(after duration: Duration) {
        instant = .now + duration
    }

    var hasPassed: Bool { ContinuousClock.now >= instant }

    /// The time that is left, in whole milliseconds rounded up; none once it has passed.
    var remainingMilliseconds: Int32 {
        let remaining = instant - ContinuousClock.now
        return remaining > .zero ? Int32(clamping: Int64(remaining / .milliseconds(1)) + 1) : 0
    }
}

/// Marks a folder that is not there, and so cannot be locked, as one that this thread is changing something in.
final class MissingFolderMark {
    private let path: String

    init(_ path: String) throws(LockError) {
        try HeldLocks.enter(.missing(ExactName(path)))
        self.path = path
    }

    deinit {
        HeldLocks.leave(.missing(ExactName(path)))
    }
}

/// Which thread of this process changes something in which folder.
private enum HeldLocks {
    enum Place: Hashable {
        case folder(FileIdentity)
        case missing(ExactName)
    }

    private static let holders = Mutex<[Place: [pthread_t]]>([:])

    static func enter(_ place: Place) throws(LockError) {
        let thread = pthread_self()
        let isNested = holders.withLock { holders in
            if holders[place, default: []].contains(thread) { return true }
            holders[place, default: []].append(thread)
            return false
        }
        if isNested { throw .heldByThisThread }
    }

    static func leave(_ place: Place) {
        let thread = pthread_self()
        holders.withLock { holders in
            holders[place]?.removeAll { $0 == thread }
            if holders[place]?.isEmpty == true { holders[place] = nil }
        }
    }
}
