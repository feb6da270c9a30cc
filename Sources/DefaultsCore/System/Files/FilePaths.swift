import Glibc

/// Queries of paths in the file system, and files opened by path.
///
/// Errors contain the path of `access`. If `access` is `nil`, they contain the path that was queried.
package enum FilePaths {
    /// Returns the path without links, `.` and `..`. Every component must exist.
    ///
    /// - Throws: An error also if a component is not UTF-8, because its text would name another file, and for a link
    ///   that ``destination(toFollow:in:for:)`` refuses.
    package static func real(_ path: String, for access: FileAccess? = nil) throws(FileError) -> String {
        let access = access ?? .read(path)
        guard let resolved = realpath(path, nil) else { throw access.error(.current) }
        defer { free(resolved) }
        guard let text = String(validatingCString: resolved) else { throw access.error(.notUTF8) }
        // The path of most folders has no links.
        if text.utf8.elementsEqual(path.utf8) || path == "." { return text }
        return try walk(path, followsAll: false, for: access)
    }

    /// Returns the absolute path to which a path leads, without links, `.` and `..`. The file and its folders can be
    /// missing. A link to a missing file is followed, too.
    package static func followingLinks(_ path: String) -> String {
        let access = FileAccess.read(path)
        return (try? real(path, for: access)) ?? (try? walk(path, followsAll: true, for: access)) ?? path
    }

    /// Returns the path without links, `.` and `..`, like `realpath`. Missing components are unchanged.
    ///
    /// - Parameter followsAll: Whether no link is refused, and a link that cannot be read is unchanged.
    private static func walk(
        _ path: String, followsAll: Bool, for access: FileAccess
    ) throws(FileError) -> String {
        var folder = path.hasScalarPrefix("/") ? "/" : try real(".", for: access)
        var (rest, linkCount) = (Array(path.pathComponents.reversed()), 0)
        while let name = rest.popLast() {
            if name == ".." {
                folder = split(folder).folder
                continue
            }
            let entry = folder.appendingComponent(name)
            let destination =
                followsAll
                ? (try? self.destination(ofLink: entry)) ?? nil
                : try self.destination(toFollow: name, in: folder, for: access)
            guard let destination else {
                folder = entry
                continue
            }
            linkCount += 1
            if linkCount > 40 { throw access.error(.tooManyLinks) }
            rest += destination.pathComponents.reversed()
            if destination.hasScalarPrefix("/") { folder = "/" }
        }
        return folder
    }

    /// Returns a path that leads to the same file from every working directory.
    package static func absolute(_ path: String) -> String {
        if path.hasScalarPrefix("/") { return path }
        let (folder, name) = split(path)
        if let real = try? real(folder) { return real.appendingComponent(name) }
        guard let current = try? real(".") else { return path }
        return current.appendingComponent(path)
    }

    /// Returns the path of a file relative to a folder that contains it at any depth, or `nil` if the folder does not
    /// contain it.
    ///
    /// The folders on the path are compared with the folder by identity, because a folder can have several paths. A
    /// folder that does not exist is compared by its path. The path can lead through the folder itself, or through a
    /// link. The result contains no `.` and `..`.
    package static func path(of file: String, inFolder folder: String) -> String? {
        let real = followingLinks(folder)
        let identity = (try? status(real))??.identity
        let (parent, name) = split(file)
        // If a subfolder of the folder is a link, only the given path leads through the folder.
        return relativePath(of: file, toFolder: real, identity)
            ?? relativePath(of: followingLinks(parent).appendingComponent(name), toFolder: real, identity)
    }

    private static func relativePath(of file: String, toFolder folder: String, _ identity: FileIdentity?) -> String? {
        var (path, rest) = (file, "")
        while true {
            let (parent, name) = split(path)
            if name == ".." { return nil }
            if !name.isEmpty, name != "." { rest = rest.isEmpty ? name : "\(name)/\(rest)" }
            if parent.hasSameScalars(as: folder) { return rest }
            if let identity, (try? status(parent))??.identity == identity { return rest }
            if parent == "/" || parent == "." { return nil }
            path = parent
        }
    }

    /// Returns the destination of a symbolic link, or `nil` if the path does not exist or is not a link.
    ///
    /// - Throws: An error also for a destination that is not UTF-8.
    package static func destination(ofLink path: String, for access: FileAccess? = nil) throws(FileError) -> String? {
        let access = access ?? .read(path)
        var buffer: [CChar] = []
        do {
            // Only a link needs a large buffer.
            for capacity in [1, Int(PATH_MAX)] {
                buffer = [CChar](repeating: 0, count: capacity)
                buffer.removeLast(capacity - (try access.call { readlink(path, &buffer, capacity) }))
            }
        } catch  where error.systemError?.code == EINVAL || error.isMissing {
            return nil
        }
        let bytes = buffer.map(UInt8.init(bitPattern:))
        guard let text = String(validating: bytes, as: UTF8.self) else { throw access.error(.notUTF8) }
        return text
    }

    /// Returns the destination of a link in a folder, or `nil` if there is no link of that name.
    ///
    /// - Throws: An error for a link that Linux does not follow by default (`fs.protected_symlinks`): everyone can
    ///   write the folder, which is sticky, and the link belongs to neither the effective user nor the owner of the
    ///   folder. The kernel does not refuse it if only its destination is opened.
    private static func destination(
        toFollow name: String, in folder: String, for access: FileAccess
    ) throws(FileError) -> String? {
        let link = folder.appendingComponent(name)
        guard let destination = try destination(ofLink: link, for: access) else { return nil }
        guard let folder = try status(folder, for: access), folder.mode & 0o1002 == 0o1002,
            let owner = try entryStatus(link, for: access)?.owner, owner != geteuid(), owner != folder.owner
        else { return destination }
        throw access.error(.foreignLink(link))
    }

    /// The entry of a folder that a path leads to. The entry and the folder may be missing.
    struct Entry {
        /// The path of the folder, without links if the folder exists.
        var folder: String
        var name: String
        /// Whether the path leads to a link, and not to the entry itself. Links to folders do not matter.
        var isLinked = false

        var path: String { folder.appendingComponent(name) }
        /// Whether the entry is a descriptor of a process.
        var isDescriptor: Bool { isFolderOfDescriptors(folder) }
    }

    /// Returns the entry that a path leads to. Links are followed, except from a descriptor to its file.
    static func entry(_ path: String, for access: FileAccess) throws(FileError) -> Entry {
        let parts = split(path)
        var entry = Entry(folder: parts.folder, name: parts.name)
        for _ in 0..<40 {
            do {
                entry.folder = try real(entry.folder, for: access)
            } catch  where error.isMissing {
                return entry
            }
            if entry.isDescriptor { return entry }
            guard let destination = try destination(toFollow: entry.name, in: entry.folder, for: access) else {
                return entry
            }
            // A link to a path that ends in a slash can only lead to a folder.
            if destination.hasScalarSuffix("/") { throw access.error(.isFolder) }
            entry.isLinked = true
            (entry.folder, entry.name) = split(destination.relative(to: entry.folder))
        }
        throw access.error(.tooManyLinks)
    }

    /// Returns the status of the file at a path, or `nil` if it does not exist. Links are followed.
    package static func status(_ path: String, for access: FileAccess? = nil) throws(FileError) -> FileStatus? {
        try (access ?? .read(path)).unlessMissing(try FileStatus(path: path))
    }

    /// Returns the status of the entry at a path, or `nil` if it does not exist. A link at the end is not followed.
    static func entryStatus(_ path: String, for access: FileAccess? = nil) throws(FileError) -> FileStatus? {
        try (access ?? .read(path)).unlessMissing(try FileStatus(path: path, followsLink: false))
    }

    /// Throws an error if a path does not lead to a folder.
    static func requireFolder(_ path: String) throws(FileError) {
        let access = FileAccess.list(path)
        if !(try access.mapping(try FileStatus(path: path))).isDirectory { throw access.error(.notFolder) }
    }

    /// Returns whether a path leads to a folder.
    static func isFolder(_ path: String) -> Bool {
        (try? status(path))??.isDirectory == true
    }

    /// Returns whether a path names something whose changes can affect other paths: a symbolic link, a folder, or a
    /// file with several names. Returns true if that cannot be determined.
    static func isIndirect(_ path: String) -> Bool {
        do {
            guard let status = try entryStatus(path) else { return false }
            return status.isSymbolicLink || status.isDirectory || status.linkCount > 1
        } catch {
            return true
        }
    }

    /// Returns whether a path is in use, for example by a file or a broken link. Returns true if that cannot be
    /// determined.
    static func isTaken(_ path: String) -> Bool {
        do {
            return try entryStatus(path) != nil
        } catch {
            return true
        }
    }

    /// Returns whether a file or folder exists at a path. Links are followed.
    package static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Returns whether a path leads to an executable file.
    package static func isExecutable(_ path: String) -> Bool {
        !isFolder(path) && access(path, X_OK) == 0
    }

    /// Opens a file for reading. Links are followed.
    static func openForReading(_ path: String) throws(FileError) -> OpenFile {
        OpenFile(try FileAccess.read(path).call { open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC) }, for: .read(path))
    }

    /// Opens a file for reading, or returns `nil` if it does not exist. Links are followed. Does not wait for the other
    /// end of a FIFO.
    static func openIfPresent(_ path: String) throws(FileError) -> OpenFile? {
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        return try FileAccess.read(path).unlessMissing(try systemCall { open(path, flags) })
            .map { OpenFile($0, for: .read(path)) }
    }

    /// Opens a file that exists for writing. Links are followed.
    static func openForWriting(
        _ path: String, for access: FileAccess, appending: Bool = true
    ) throws(FileError) -> OpenFile {
        let flags = O_WRONLY | O_NOCTTY | O_CLOEXEC | (appending ? O_APPEND : 0)
        return OpenFile(try access.call { open(path, flags) }, for: access)
    }

    /// Duplicates a descriptor of this process. Both descriptors share the position in the file.
    static func duplicate(_ descriptor: Int32, for access: FileAccess) throws(FileError) -> OpenFile {
        OpenFile(try access.call { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }, for: access)
    }

    /// Returns the present path of an open file, or `nil` if the system does not report it. The path of a removed file
    /// ends in ` (deleted)`.
    static func path(of descriptor: Int32) -> String? {
        try? destination(ofLink: "/proc/self/fd/\(descriptor)")
    }

    /// Returns whether a folder contains the links to the descriptors of a process. The path of the folder must not
    /// contain links.
    package static func isFolderOfDescriptors(_ folder: String) -> Bool {
        folder.hasScalarPrefix("/proc/") && folder.hasScalarSuffix("/fd")
    }

    /// The descriptor of a process at a path such as `/dev/stdout`, `/dev/fd/63` or `/proc/self/fd/1`.
    struct Descriptor {
        /// The path without links.
        let path: String
        /// The number of the descriptor, or `nil` if it belongs to another process.
        let number: Int32?
    }

    /// Returns the descriptor that a path leads to, or `nil` if the path leads elsewhere. Links are followed.
    static func descriptor(_ path: String, for access: FileAccess) throws(FileError) -> Descriptor? {
        let entry = try entry(path, for: access)
        guard entry.isDescriptor else { return nil }
        let own = [try real("/proc/self/fd", for: access), try real("/proc/thread-self/fd", for: access)]
        return Descriptor(path: entry.path, number: own.contains(entry.folder) ? Int32(entry.name) : nil)
    }

    /// Returns the folder of a path and the name in the folder.
    package static func split(_ path: String) -> (folder: String, name: String) {
        // The search is by scalars: Swift considers a slash with a combining mark another character.
        let scalars = path.unicodeScalars
        guard let slash = scalars.lastIndex(of: "/") else { return (".", path) }
        let folder = scalars[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(scalars[scalars.index(after: slash)...]))
    }
}
