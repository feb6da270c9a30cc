import Glibc

/// A folder that this process has created. It is identified by its open descriptor, not by its path: another program
/// may move the folder, or give its path to something else.
package struct CreatedFolder: Sendable {
    /// The location of a created folder at a later time.
    package enum Whereabouts: Sendable {
        /// The path still leads to the folder.
        case inPlace
        /// The folder was moved. The new path is `nil` if the system does not report it.
        case moved(to: String?)
        /// Something else has the path. The folder was removed, or is hidden by a mount.
        case replaced
        /// The folder was removed, and nothing has the path.
        case removed
    }

    /// The created folder. As long as it is open, no other folder has its identity.
    let folder: Folder
    private let parent: Folder
    private let name: String

    /// Creates a folder in a parent folder.
    ///
    /// - Parameter access: The operation and the path of the folder, for errors.
    init(_ name: String, in parent: Folder, mode: mode_t, for access: FileAccess) throws(FileError) {
        (self.name, self.parent) = (name, parent)
        try parent.makeFolder(name, mode: mode, for: access)
        do {
            folder = try Folder(entry: name, of: parent, for: access)
        } catch {
            // An error of a network file system can be temporary, so the folder is opened again. If that fails too, the
            // empty folder is not removed: it could only be removed by name, and another folder may have that name now.
            folder = try Folder(entry: name, of: parent, for: access)
        }
    }

    /// Gives the folder the owner and group of another folder. Only the superuser may do that.
    ///
    /// - Throws: An error also if the folder has contents or does not belong to the effective user. Another user may
    ///   then have moved another folder here.
    func give(to owner: FileStatus, for access: FileAccess) throws(FileError) {
        let status = try folder.status(for: access)
        if status.owner == owner.owner, status.group == owner.group { return }
        guard status.owner == geteuid() else { throw access.error(.replaced) }
        try requireEmpty(for: access)
        try access.call { fchown(folder.descriptor, owner.owner, owner.group) }
    }

    /// Throws an error if the folder has contents. Another user may then have moved another folder here.
    func requireEmpty(for access: FileAccess) throws(FileError) {
        let names = try Folder.names(inDescriptor: folder.descriptor, for: access)
        guard names.isEmpty else { throw access.error(.replaced) }
    }

    /// Returns whether the folder still has its name.
    func isInPlace(for access: FileAccess) throws(FileError) -> Bool {
        try parent.status(of: name, for: access)?.identity == folder.identity
    }

    /// Returns the present location of the folder.
    ///
    /// - Parameter path: The path at which the folder was created, without links.
    func whereabouts(from path: String, for access: FileAccess) throws(FileError) -> Whereabouts {
        // The whole path is followed, as other programs do: a parent folder may have been moved too.
        let status = try FilePaths.entryStatus(path, for: access)
        if status?.identity == folder.identity { return .inPlace }
        let place = place
        guard try exists(at: place, for: access) else { return status == nil ? .removed : .replaced }
        // Something that is mounted over the path hides the folder.
        return place?.hasSameScalars(as: path) == true ? .replaced : .moved(to: place)
    }

    /// Removes the folder if it is empty and still has its name. Nothing else with that name is removed.
    ///
    /// - Throws: An error also if the folder was moved, or something else has its name. There is no error if the folder
    ///   was already removed and nothing has its name.
    func remove(for access: FileAccess) throws(FileError) {
        guard let status = try parent.status(of: name, for: access) else {
            let place = place
            guard try exists(at: place, for: access) else { return }
            let names = try Folder.names(inDescriptor: folder.descriptor, for: access)
            throw access.error(.moved(to: place, isEmpty: names.isEmpty))
        }
        guard status.identity == folder.identity else { throw access.error(.replaced) }
        try parent.remove(name, isFolder: true, for: access)
    }

    /// Returns whether the folder exists anywhere.
    ///
    /// - Parameter place: The present path of the folder, or `nil` if the system does not report it.
    private func exists(at place: String?, for access: FileAccess) throws(FileError) -> Bool {
        try folder.status(for: access).linkCount > 0 && place?.hasScalarSuffix(" (deleted)") != true
    }

    /// The present path of the folder, or `nil` if the system does not report it.
    private var place: String? { FilePaths.path(of: folder.descriptor) }
}
