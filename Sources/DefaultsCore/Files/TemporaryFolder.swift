import PropertyList

/// A new folder with a name that nothing else has, which only the effective user can enter.
package final class TemporaryFolder: Sendable {
    /// The absolute path, without links.
    package let path: String
    private let folder: Folder
    private let parent: Folder
    private let name: String

    /// Creates a folder.
    ///
    /// - Parameters:
    ///   - purpose: The first part of the name, which tells people what the folder is. The number of the process and
    ///     random characters follow.
    ///   - base: The path of the folder to create it in.
    /// - Throws: ``PreferencesError``.
    package convenience init(for purpose: String, in base: String) throws(PreferencesError) {
        try self.init(purpose, PreferencesError.mapping(try FilePaths.real(base, for: .write(base))))
    }

    private init(_ purpose: String, _ base: String) throws(PreferencesError) {
        let path = try PreferencesError.mapping(try FilePaths.makeTemporaryFolder(purpose, in: base))
        self.path = path
        name = FilePaths.split(path).name
        do {
            folder = try PreferencesError.mapping(try Folder(path: path))
            parent = try PreferencesError.mapping(try Folder(path: base))
        } catch {
            FilePaths.removeFolder(path)
            throw error
        }
    }

    /// Creates a folder in this one, and returns its path.
    package func makeFolder(_ name: String) throws(PreferencesError) -> String {
        let inner = path.appendingComponent(name)
        var new = NewFolders()
        try PreferencesError.mapping(try new.make(inner, mode: 0o700, for: .write(inner)))
        return inner
    }

    /// Removes the folder and everything in it, also if its user may not write some of it.
    ///
    /// Links and mounted file systems are not followed. A folder or link that has got the path of the folder meanwhile
    /// is removed as well.
    ///
    /// - Throws: ``PreferencesError``. Everything that can be removed is removed all the same.
    package func remove() throws(PreferencesError) {
        try PreferencesError.mapping(try removeAll())
    }

    private func removeAll() throws(FileError) {
        let access = FileAccess.remove(path)
        try FolderRemoval.removeContents(of: folder, for: access)
        guard let status = try parent.status(of: name, for: access) else { return }
        if status.identity != folder.identity, status.isDirectory {
            try FolderRemoval.removeContents(of: Folder(entry: name, of: parent, for: access), for: access)
        }
        try parent.remove(name, isFolder: status.isDirectory, for: access)
    }
}
