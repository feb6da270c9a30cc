import Glibc

/// Folders made for a change, which go again if the change does not happen.
struct NewFolders {
    private var made: [String] = []

    /// Makes a folder and those above it that are missing, each on the disk before the next. A superuser gives them to the owner of
    /// the nearest folder that was there.
    ///
    /// - Throws: an error also if something else stands in the place of a folder, or if the path begins in a folder that is gone.
    mutating func make(_ path: String, mode: mode_t, for access: FileAccess) throws(FileError) {
        for _ in 0..<10 {
            do {
                return try makeMissing(path, mode: mode, for: access)
            } catch  where error.isMissing {
                continue  // a writer that failed has taken away the nearest folder, which it had made
            }
        }
        try makeMissing(path, mode: mode, for: access)
    }

    private mutating func makeMissing(_ path: String, mode: mode_t, for access: FileAccess) throws(FileError) {
        var missing: [String] = []
        var nearest = path
        while try FilePaths.status(nearest, for: access) == nil {
            missing.append(nearest)
            let above = FilePaths.split(nearest.droppingTrailingSlashes).folder
            if above.utf8.elementsEqual(nearest.utf8) { throw access.error(.missing) }
            nearest = above
        }
        // A killed writer may have made the nearest folder, and not waited for that.
        if !missing.isEmpty { try Folder(path: nearest, for: access).synchronizeEntry(for: access) }
        let owner = try FilePaths.status(nearest, for: access)
        if let owner, !owner.isDirectory { throw access.error(.notFolder) }
        for path in missing.reversed() {
            try make(path, mode: mode, owner: owner, for: access)
        }
        // A working directory that was removed can be looked at, but no path leads there, and nothing can be made in it.
        _ = try FilePaths.real(path, for: access)
    }

    private mutating func make(
        _ path: String, mode: mode_t, owner: FileStatus?, for access: FileAccess
    ) throws(FileError) {
        do {
            try access.call { mkdir(path, mode) }
        } catch  where error.systemError?.code == EEXIST {
            // Another program was faster, unless a link stands there that leads nowhere.
            if try FilePaths.status(path, for: access) == nil,
                try FilePaths.destination(ofLink: path, for: access) != nil
            {
                throw access.error(.missing)
            }
            return
        }
        made.append(path)
        if geteuid() == 0, let owner { try give(path, to: owner, for: access) }
        try Folder(path: FilePaths.split(path).folder, for: access).synchronize(for: access)
    }

    /// Changes the owner of a new folder. Opened without following links: the owner of the folder above could meanwhile have put a link
    /// in its place, to be given what it leads to.
    private func give(_ path: String, to owner: FileStatus, for access: FileAccess) throws(FileError) {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let folder = FileDescriptor(try access.call { open(path, flags) })
        try access.call { fchown(folder.number, owner.owner, owner.group) }
    }

    /// Takes the folders away again, as far as nothing was put into them and nobody has locked them to do so.
    func remove() {
        for path in made.reversed() {
            guard let folder = try? Folder(path: path) else { continue }
            // Kept until the folder is gone: who waits for the lock then looks for the folder again. Where there are no such locks,
            // another writer may be left without its folder, which is an error and loses nothing.
            if flock(folder.descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { continue }
            rmdir(path)
        }
    }
}
