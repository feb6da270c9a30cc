/// A new folder with a unique name. Only the effective user can enter it.
package final class TemporaryFolder: Sendable {
    /// The created folder and its path.
    package let placed: PlacedFolder
    private let discarded: DiscardedFolder?
    private let marker: SandboxMarker?

    /// The absolute path, without links.
    package var path: String { placed.path }
    private var folder: Folder { placed.created.folder }

    /// Creates a folder.
    ///
    /// - Parameters:
    ///   - purpose: The first part of the name, which describes the folder to users. The number of the process and
    ///     random characters follow.
    ///   - base: The path of the folder to create it in.
    ///   - isSandbox: Whether to mark the folder, so that other processes know that it will be removed.
    /// - Throws: ``PreferencesError``.
    package init(for purpose: String, in base: String, isSandbox: Bool = false) throws(PreferencesError) {
        placed = try PreferencesError.mapping(try Self.make(purpose, in: base))
        marker = isSandbox ? try PreferencesError.mapping(try Self.marker(in: placed)) : nil
        discarded = DiscardedFolder(placed.created.folder)
        if let discarded { DiscardedFolder.add(discarded) }
    }

    deinit {
        if let discarded { DiscardedFolder.remove(discarded) }
    }

    private static func make(_ purpose: String, in base: String) throws(FileError) -> PlacedFolder {
        let base = try FilePaths.real(base, for: .write(base))
        let parent = try Folder(path: base, for: .write(base))
        let characters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        var failure = FileAccess.write(base).error(.changing)
        for _ in 0..<100 {
            // The number shows which process created a folder that remains after SIGKILL.
            let random = String((0..<6).compactMap { _ in characters.randomElement() })
            let name = "\(purpose)-\(Platform.processIdentifier)-\(random)"
            do {
                let path = base.appendingComponent(name)
                let folder = try CreatedFolder(name, in: parent, mode: 0o700, for: .write(base))
                try folder.requireEmpty(for: .write(path))
                return PlacedFolder(path: path, created: folder)
            } catch  where error.systemError == .exists {
                failure = error
            }
        }
        throw failure
    }

    private static func marker(in placed: PlacedFolder) throws(FileError) -> SandboxMarker {
        do {
            return try SandboxMarker(in: placed.created.folder, for: .write(placed.path))
        } catch {
            try? removeAll(placed)
            throw error
        }
    }

    /// Creates a folder in this one.
    package func makeFolder(_ name: String) throws(PreferencesError) -> PlacedFolder {
        let inner = path.appendingComponent(name)
        let created = try PreferencesError.mapping(
            try CreatedFolder(name, in: folder, mode: 0o700, for: .write(inner)))
        return PlacedFolder(path: inner, created: created)
    }

    /// Creates a symbolic link in this folder.
    package func makeLink(_ name: String, to destination: String) throws(PreferencesError) {
        let access = FileAccess.write(path.appendingComponent(name))
        try PreferencesError.mapping(try folder.makeLink(name, to: destination, for: access))
    }

    /// Keeps the folder, and waits until everything in it is on the disk. From then on, all processes synchronize their
    /// writes in the folder to the disk.
    package func keep() throws(PreferencesError) {
        // The marker is removed first, so that each change is synchronized either here or by the process that makes it.
        try PreferencesError.mapping(try marker?.remove(for: .write(path)))
        if let discarded { DiscardedFolder.remove(discarded) }
        try PreferencesError.mapping(try folder.synchronizeFileSystem(for: .write(path)))
    }

    /// Removes the folder and everything in it, including inner folders that the user may not write.
    ///
    /// Links and mounted file systems are not followed. If the folder was moved, it is only emptied. If something else
    /// now has its path, that is not changed.
    ///
    /// - Throws: ``PreferencesError`` if the folder was moved or replaced, or if something cannot be removed.
    ///   Everything else is removed nevertheless.
    package func remove() throws(PreferencesError) {
        try PreferencesError.mapping(try Self.removeAll(placed))
    }

    private static func removeAll(_ placed: PlacedFolder) throws(FileError) {
        let (created, access) = (placed.created, FileAccess.remove(placed.path))
        do {
            try FolderRemoval.removeContents(of: created.folder, for: access)
        } catch {
            // If the folder is no longer at its path, the path in the error may lead to something else.
            guard try created.isInPlace(for: access) else { return try created.remove(for: access) }
            throw error
        }
        try created.remove(for: access)
    }
}
