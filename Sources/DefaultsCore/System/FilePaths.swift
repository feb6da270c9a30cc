// Which module's `stat` is seen depends on the order in which modules are loaded: CoreFoundation's headers include it too.
import CoreFoundation
import Glibc
import PropertyList

/// Questions to the file system about paths.
enum FilePaths {
    /// The path without links, `.` and `..`; every component must exist. One that is no UTF-8 is refused: repaired, it would be another.
    static func real(_ path: String, for access: FileAccess? = nil) throws(FileError) -> String {
        let access = access ?? .read(path)
        guard let resolved = realpath(path, nil) else { throw access.error(.current) }
        defer { free(resolved) }
        guard let text = String(validatingCString: resolved) else { throw access.error(.notUTF8) }
        return text
    }

    /// What a symbolic link says, refused if that is no UTF-8; nil where the path is no link or not there.
    static func destination(ofLink path: String, for access: FileAccess? = nil) throws(FileError) -> String? {
        let access = access ?? .read(path)
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count: Int
        do {
            count = try access.call { readlink(path, &buffer, buffer.count) }
        } catch  where error.systemError?.code == EINVAL || error.isMissing {
            return nil
        }
        let bytes = buffer.prefix(count).map(UInt8.init(bitPattern:))
        guard let text = String(validating: bytes, as: UTF8.self) else { throw access.error(.notUTF8) }
        return text
    }

    /// The status of what a path leads to, links followed; nil where there is nothing.
    static func status(_ path: String, for access: FileAccess? = nil) throws(FileError) -> FileStatus? {
        var status = stat()
        do {
            try (access ?? .read(path)).call { stat(path, &status) }
        } catch  where error.isMissing {
            return nil
        }
        return FileStatus(status)
    }

    /// Refuses a path that does not lead to a folder.
    static func requireFolder(_ path: String) throws(FileError) {
        var status = stat()
        try FileAccess.list(path).call { stat(path, &status) }
        if !FileStatus(status).isDirectory { throw FileAccess.list(path).error(.notFolder) }
    }

    /// Whether a path leads to a folder.
    static func isFolder(_ path: String) -> Bool {
        (try? status(path))??.isDirectory == true
    }

    /// Whether there is anything at a path, be it a link that leads nowhere, or it may not be looked at.
    static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 || !SystemError.current.isMissing
    }

    /// Whether a path leads to anything.
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Whether a path leads to a file that can be run.
    static func isExecutable(_ path: String) -> Bool {
        !isFolder(path) && access(path, X_OK) == 0
    }

    /// Opens a file to be read, links followed.
    static func openForReading(_ path: String) throws(FileError) -> OpenFile {
        OpenFile(try FileAccess.read(path).call { open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC) }, for: .read(path))
    }

    /// Opens a file to be read, links followed; nil where there is none. Does not wait for the other end of a FIFO.
    static func openIfPresent(_ path: String) throws(FileError) -> OpenFile? {
        do {
            let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            return OpenFile(try FileAccess.read(path).call { open(path, flags) }, for: .read(path))
        } catch  where error.isMissing {
            return nil
        }
    }

    /// Opens a device or a FIFO, to write at its end.
    static func openForWriting(_ path: String, for access: FileAccess) throws(FileError) -> OpenFile {
        OpenFile(try access.call { open(path, O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC) }, for: access)
    }

    /// Opens a descriptor of this process once more, at the same position of the same file.
    static func duplicate(_ descriptor: Int32, for access: FileAccess) throws(FileError) -> OpenFile {
        OpenFile(try access.call { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }, for: access)
    }

    /// Whether a folder, given without links, has the descriptors of a process as links.
    static func isFolderOfDescriptors(_ folder: String) -> Bool {
        folder.hasScalarPrefix("/proc/") && folder.hasScalarSuffix("/fd")
    }

    /// A descriptor of a process, as a path such as `/dev/stdout`, `/dev/fd/63` or `/proc/self/fd/1` leads to it.
    struct Descriptor {
        /// The path without links.
        let path: String
        /// Its number, if it is one of this process.
        let number: Int32?
    }

    /// The descriptor that a path leads to, be it by links; nil where it leads elsewhere.
    static func descriptor(_ path: String, for access: FileAccess) throws(FileError) -> Descriptor? {
        var path = path
        for _ in 0..<40 {
            var (folder, name) = split(path)
            do {
                folder = try real(folder, for: access)
            } catch  where error.isMissing {
                return nil
            }
            if isFolderOfDescriptors(folder) {
                let own = [try real("/proc/self/fd", for: access), try real("/proc/thread-self/fd", for: access)]
                return Descriptor(
                    path: folder.appendingComponent(name), number: own.contains(folder) ? Int32(name) : nil)
            }
            let link = folder.appendingComponent(name)
            guard let destination = try destination(ofLink: link, for: access) else { return nil }
            path = destination.hasScalarPrefix("/") ? destination : folder.appendingComponent(destination)
        }
        throw access.error(.tooManyLinks)
    }

    /// The folder of a path and the name in it.
    static func split(_ path: String) -> (folder: String, name: String) {
        // By scalars: a slash with a combining mark after it is another character to Swift.
        let scalars = path.unicodeScalars
        guard let slash = scalars.lastIndex(of: "/") else { return (".", path) }
        let folder = scalars[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(scalars[scalars.index(after: slash)...]))
    }
}

extension String {
    /// The path without the slashes at its end. A single slash stays.
    var droppingTrailingSlashes: String {
        var path = utf8[...]
        while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
        return String(decoding: path, as: UTF8.self)
    }

    /// Returns the path of an entry of the folder at this path.
    func appendingComponent(_ component: String) -> String {
        hasScalarSuffix("/") ? self + component : "\(self)/\(component)"
    }
}
