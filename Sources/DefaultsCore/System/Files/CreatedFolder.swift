import Glibc

/// A folder that this process has created. It is known by the open folder, not by its path: another program may move
/// it, or give its path to something else.
package struct CreatedFolder: Sendable {
    /// The place of a folder that was created, at a later moment.
    package enum Whereabouts: Sendable {
        /// Its path leads to it.
        case inPlace
        /// It has another path, or `nil` if the system does not tell it.
        case moved(to: String?)
        /// Something else has its path, and it was removed, or lies below a mount.
        case replaced
        /// It was removed, and nothing has its path.
        case removed
    }

    /// The created folder. As long as it is open, no other folder has its identity.
    let folder: Folder
    private let parent: Folder
    private let name: String

    /// Creates a folder in another one.
    ///
    /// - Parameter access: The operation and the path of the folder, for errors.
    init(_ name: String, in parent: Folder, mode: mode_t, for access: FileAccess) throws(FileError) {
        (self.name, self.parent) = (name, parent)
        try parent.makeFolder(name, mode: mode, for: access)
        do {
            folder = try Folder(entry: name, of: parent, for: access)
        } catch {
            // An error of a network file system can be over at once. If not, the empty folder stays, since nothing but
            // its name would tell what is removed.
            folder = try Folder(entry: name, of: parent, for: access)
        }
    }

    /// Changes the owner of the folder to that of another one. Only the superuser may do that.
    ///
    /// - Throws: An error also if the folder can be one that another user has moved here: it has contents, or does not
    ///   belong to the effective user.
    func give(to owner: FileStatus, for access: FileAccess) throws(FileError) {
        let status = try folder.status(for: access)
        if status.owner == owner.owner, status.group == owner.group { return }
        guard status.owner == geteuid() else { throw access.error(.replaced) }
        try requireEmpty(for: access)
        try access.call { fchown(folder.descriptor, owner.owner, owner.group) }
    }

    /// Throws an error if the folder has contents: then it may be one that another user has moved here.
    func requireEmpty(for access: FileAccess) throws(FileError) {
        let names = try Folder.names(inDescriptor: folder.descriptor, for: access)
        guard names.isEmpty else { throw access.error(.replaced) }
    }

    /// Returns whether the folder still has its name.
    func isInPlace(for access: FileAccess) throws(FileError) -> Bool {
        try parent.status(of: name, for: access)?.identity == folder.identity
    }

    /// Returns what has become of the folder.
    ///
    /// - Parameter path: The path that it was created at, without links.
    func whereabouts(from path: String, for access: FileAccess) throws(FileError) -> Whereabouts {
        // By the whole path, since other programs follow that: a folder above may have been moved as well.
        let status = try FilePaths.entryStatus(path, for: access)
        if status?.identity == folder.identity { return .inPlace }
        guard try exists(for: access) else { return status == nil ? .removed : .replaced }
        // Something that is mounted over the path hides the folder.
        return place?.hasSameScalars(as: path) == true ? .replaced : .moved(to: place)
    }

    /// Removes the folder if it is empty and still has its name. Whatever else has the name stays.
    ///
    /// - Throws: An error also if the folder was moved, or something else has its name. No error if the folder was
    ///   removed already, and nothing has its name.
    func remove(for access: FileAccess) throws(FileError) {
        guard let status = try parent.status(of: name, for: access) else {
            guard try exists(for: access) else { return }
            let names = try Folder.names(inDescriptor: folder.descriptor, for: access)
            throw access.error(.moved(to: place, isEmpty: names.isEmpty))
        }
        guard status.identity == folder.identity else { throw access.error(.replaced) }
        try parent.remove(name, isFolder: true, for: access)
    }

    /// Returns whether the folder exists anywhere.
    private func exists(for access: FileAccess) throws(FileError) -> Bool {
        try folder.status(for: access).linkCount > 0 && place?.hasScalarSuffix(" (deleted)") != true
    }

    /// The present path of the folder, or `nil` if the system does not tell it.
    private var place: String? { FilePaths.path(of: folder.descriptor) }
}
