import PropertyList

/// A new folder with a name that nothing else has, which only the effective user can enter.
package final class TemporaryFolder: Sendable {
    /// The absolute path, without links.
    package let path: String
    private let created: CreatedFolder
    private let discarded: DiscardedFolder?
    private let marker: SandboxMarker?

    private var folder: Folder { created.folder }

    /// Creates a folder.
    ///
    /// - Parameters:
    ///   - purpose: The first part of the name, which tells people what the folder is. The number of the process and
    ///     random characters follow.
    ///   - base: The path of the folder to create it in.
    ///   - isSandbox: Whether other processes know by a file in the folder that it will be removed.
    /// - Throws: ``PreferencesError``.
    package init(for purpose: String, in base: String, isSandbox: Bool = false) throws(PreferencesError) {
        (path, created) = try PreferencesError.mapping(try Self.make(purpose, in: base))
        marker = isSandbox ? try PreferencesError.mapping(try Self.marker(in: created, path)) : nil
        discarded = DiscardedFolder(created.folder)
        if let discarded { DiscardedFolder.add(discarded) }
    }

    deinit {
        if let discarded { DiscardedFolder.remove(discarded) }
    }

    private static func make(_ purpose: String, in base: String) throws(FileError) -> (String, CreatedFolder) {
        let base = try FilePaths.real(base, for: .write(base))
        let parent = try Folder(path: base, for: .write(base))
        let characters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        var failure = FileAccess.write(base).error(.changing)
        for _ in 0..<100 {
            // The number tells people which process made a folder that SIGKILL left behind.
            let random = String((0..<6).compactMap { _ in characters.randomElement() })
            let name = "\(purpose)-\(Platform.processIdentifier)-\(random)"
            do {
                let path = base.appendingComponent(name)
                let folder = try CreatedFolder(name, in: parent, mode: 0o700, for: .write(base))
                try folder.requireEmpty(for: .write(path))
                return (path, folder)
            } catch  where error.systemError == .exists {
                failure = error
            }
        }
        throw failure
    }

    private static func marker(in created: CreatedFolder, _ path: String) throws(FileError) -> SandboxMarker {
        do {
            return try SandboxMarker(in: created.folder, for: .write(path))
        } catch {
            try? removeAll(created, for: .remove(path))
            throw error
        }
    }

    /// Creates a folder in this one, and returns its path.
    package func makeFolder(_ name: String) throws(PreferencesError) -> String {
        let inner = path.appendingComponent(name)
        try PreferencesError.mapping(try folder.makeFolder(name, mode: 0o700, for: .write(inner)))
        return inner
    }

    /// Creates a symbolic link in this folder.
    package func makeLink(_ name: String, to destination: String) throws(PreferencesError) {
        let access = FileAccess.write(path.appendingComponent(name))
        try PreferencesError.mapping(try folder.makeLink(name, to: destination, for: access))
    }

    /// Waits until everything in the folder is on the disk, since the folder is not removed. From then on, all
    /// processes synchronize what they write in the folder.
    package func keep() throws(PreferencesError) {
        // First, so that each change is either synchronized here or by the process that makes it.
        try PreferencesError.mapping(try marker?.remove(for: .write(path)))
        if let discarded { DiscardedFolder.remove(discarded) }
        try PreferencesError.mapping(try folder.synchronizeFileSystem(for: .write(path)))
    }

    /// Removes the folder and everything in it, also if its user may not write some of it.
    ///
    /// Links and mounted file systems are not followed. Only the folder that was created is removed: if it was moved,
    /// it is emptied and stays, and whatever else has its path stays as it is.
    ///
    /// - Throws: ``PreferencesError``, also if something stays. Everything that can be removed is removed all the same.
    package func remove() throws(PreferencesError) {
        try PreferencesError.mapping(try Self.removeAll(created, for: .remove(path)))
    }

    private static func removeAll(_ created: CreatedFolder, for access: FileAccess) throws(FileError) {
        do {
            try FolderRemoval.removeContents(of: created.folder, for: access)
        } catch {
            // The path in that error may be that of something else.
            guard try created.isInPlace(for: access) else { return try created.remove(for: access) }
            throw error
        }
        try created.remove(for: access)
    }
}
