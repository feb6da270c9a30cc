// Which module's `stat` is seen depends on the order in which modules are loaded: CoreFoundation's headers include it too.
import CoreFoundation
import Glibc

/// Questions to the file system about paths.
enum FilePaths {
    /// The path without links, `.` and `..`; every component must exist. One that is no UTF-8 is refused: repaired, it would be another.
    static func real(_ path: String) throws(SystemError) -> String {
        guard let resolved = realpath(path, nil) else { throw .current }
        defer { free(resolved) }
        guard let text = String(validatingCString: resolved) else { throw .notUTF8 }
        return text
    }

    /// What a symbolic link says, refused if that is no UTF-8; nil where the path is no link or not there.
    static func destination(ofLink path: String) throws(SystemError) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count: Int
        do {
            count = try call { readlink(path, &buffer, buffer.count) }
        } catch  where error.code == EINVAL || error.isMissing {
            return nil
        }
        let bytes = buffer.prefix(count).map(UInt8.init(bitPattern:))
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        return text
    }

    /// The status of what a path leads to, links followed; nil where there is nothing.
    static func status(_ path: String) throws(SystemError) -> FileStatus? {
        var status = stat()
        do {
            _ = try call { stat(path, &status) }
        } catch  where error.isMissing {
            return nil
        }
        return FileStatus(status)
    }

    /// Whether a path leads to a folder.
    static func isFolder(_ path: String) -> Bool {
        (try? status(path))??.isDirectory == true
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
    static func openForReading(_ path: String) throws(SystemError) -> OpenFile {
        OpenFile(descriptor: try call { open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC) })
    }

    /// Opens a file to be read, links followed; nil where there is none. Does not wait for the other end of a FIFO.
    static func openIfPresent(_ path: String) throws(SystemError) -> OpenFile? {
        do {
            return OpenFile(descriptor: try call { open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) })
        } catch  where error.isMissing {
            return nil
        }
    }

    /// Opens what is no regular file (a device, a FIFO) to be written as it is.
    static func openForWriting(_ path: String) throws(SystemError) -> OpenFile {
        OpenFile(descriptor: try call { open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC) })
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
