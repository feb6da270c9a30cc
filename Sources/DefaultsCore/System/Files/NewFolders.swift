import Glibc

/// The folders created for a change. They are removed again if the change fails.
package struct NewFolders {
    private var made: [CreatedFolder] = []

    /// Creates an empty record.
    package init() {}

    /// Creates a folder and the missing folders above it. Each is on the disk before the next is created.
    ///
    /// If the effective user is the superuser, the folders get the owner of the nearest existing folder.
    ///
    /// - Throws: An error also if a file has the path of a folder, or if the path begins in a folder that has been
    ///   removed.
    package mutating func make(_ path: String, mode: UInt32, for access: FileAccess) throws(FileError) {
        for _ in 0..<10 {
            do {
                return try makeMissing(path, mode: mode, for: access)
            } catch  where error.isMissing {
                continue  // another writer has failed, and has removed the nearest folder
            }
        }
        try makeMissing(path, mode: mode, for: access)
    }

    /// Adds the folders created for another file of the same change.
    mutating func add(_ other: NewFolders) {
        made += other.made
    }

    private mutating func makeMissing(_ path: String, mode: UInt32, for access: FileAccess) throws(FileError) {
        var missing: [String] = []
        var nearest = path
        while try FilePaths.status(nearest, for: access) == nil {
            missing.append(nearest)
            let above = FilePaths.split(nearest.droppingTrailingSlashes).folder
            if above.utf8.elementsEqual(nearest.utf8) { throw access.error(.missing) }
            nearest = above
        }
        // An interrupted writer may have created the nearest folder without waiting for the disk.
        if !missing.isEmpty { try Folder(path: nearest, for: access).synchronizeEntry(for: access) }
        let owner = try FilePaths.status(nearest, for: access)
        if let owner, !owner.isDirectory { throw access.error(.notFolder) }
        for path in missing.reversed() {
            try make(path, mode: mode, owner: owner, for: access)
        }
        // A removed working directory has a status, but no path, and nothing can be created in it.
        _ = try FilePaths.real(path, for: access)
    }

    private mutating func make(
        _ path: String, mode: UInt32, owner: FileStatus?, for access: FileAccess
    ) throws(FileError) {
        let (above, name) = FilePaths.split(path.droppingTrailingSlashes)
        let parent = try Folder(path: above, for: access)
        let folder: CreatedFolder
        do {
            folder = try CreatedFolder(name, in: parent, mode: mode, for: access)
        } catch  where error.systemError == .exists {
            // Another program was faster, or there is a link to a missing file.
            if try FilePaths.status(path, for: access) == nil,
                try FilePaths.destination(ofLink: path, for: access) != nil
            {
                throw access.error(.missing)
            }
            return
        }
        made.append(folder)
        if geteuid() == 0, let owner { try folder.give(to: owner, for: access) }
        try parent.synchronize(for: access)
    }

    /// Removes the created folders, except those that have contents, were moved, or are locked by a writer that is
    /// about to use them.
    package func remove() {
        for created in made.reversed() {
            // The lock is held until the folder is removed. A writer that waits for the lock then creates the folder
            // again. On a file system without such locks, the folder of another writer may be removed. That writer gets
            // an error, and no data is lost.
            let descriptor = created.folder.descriptor
            if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { continue }
            try? created.remove(for: .remove(""))
            flock(descriptor, LOCK_UN)
        }
    }
}
