import Glibc

/// The lock on a folder as the kernel keeps it: `flock` on the folder itself or, where the file system refuses that, on a file in it.
///
/// It lasts until ``release()``, or until this process and every other one that inherited it have ended.
final class KernelLock: Sendable {
    /// Name of the file that stands in for the folder.
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

    /// Lets go of the lock, also for processes that inherited it, and removes the stand-in.
    func release() {
        if standIn != nil { target.removeStandIn() }
        flock(descriptor, LOCK_UN)
    }

    /// A folder to be locked.
    struct Target: Sendable {
        let folder: Folder
        /// The operation that errors name. Each waiting caller knows the folder by a path of its own, so there is none here.
        var access: FileAccess { .lock("") }
        /// Whether the file system has refused to lock the folder itself.
        private(set) var usesStandIn = false

        init(_ folder: Folder) {
            self.folder = folder
        }

        /// Locks the folder.
        ///
        /// - Parameter waits: whether to wait in the kernel while somebody else has the lock. Nothing but the lock ends that.
        /// - Returns: the lock; nil if somebody else has it and the call does not wait.
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

        /// Takes the lock of an open file; false if somebody else has it and the call does not wait.
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
    /// The stand-in, locked. Without waiting, it is given up after some tries, each of which another holder made vain.
    private func standIn(waits: Bool) throws(FileError) -> FileDescriptor? {
        for _ in 0..<(waits ? Int.max : 100) {
            guard let (file, isNew) = try openStandIn() else { continue }
            do {
                guard try lock(file.number, waits: waits) else { return nil }
            } catch {
                // Where locks fail they fail for everybody: nobody holds the file that was just made.
                if isNew { removeStandIn() }
                throw error
            }
            do {
                // The last holder removes the file; a lock on one that is gone holds nobody back.
                if try isCurrent(file) { return file }
            } catch {
                if (try? isCurrent(file)) == true { removeStandIn() }
                throw error
            }
        }
        return nil
    }

    /// Opens the stand-in, and says whether it was made; nil if its holder removed it meanwhile.
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

    /// Gives what a superuser made to the owner of the folder, who could not lock it if the superuser were killed and left it there. As
    /// far as that is allowed: it is not to a superuser of another machine.
    private func giveToOwnerOfFolder(_ file: FileDescriptor) {
        guard geteuid() == 0, let owner = try? folder.status(for: access) else { return }
        fchown(file.number, owner.owner, owner.group)
    }

    /// Removes the stand-in. One that stays keeps nobody out, and its next holder removes it.
    fileprivate func removeStandIn() {
        try? folder.removeIfPresent(KernelLock.standInName, for: access)
    }

    private func isCurrent(_ file: FileDescriptor) throws(FileError) -> Bool {
        try folder.status(of: KernelLock.standInName, for: access)?.identity == file.status(for: access).identity
    }
}
