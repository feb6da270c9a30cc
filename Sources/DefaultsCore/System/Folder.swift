// Which module's `stat` is seen depends on the order in which modules are loaded: CoreFoundation's headers include it too.
import CoreFoundation
import Glibc

/// An open folder. What is done in it is done in this very folder, whatever happens to its path meanwhile.
final class Folder: Sendable {
    /// The path it was opened by, for messages.
    let path: String
    let identity: FileIdentity
    private let file: OpenFile

    init(path: String) throws(SystemError) {
        self.path = path
        let descriptor = try call { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        file = OpenFile(descriptor: descriptor)
        identity = try file.status().identity
    }

    /// Opens a folder; nil if there is none.
    static func unlessMissing(path: String) throws(SystemError) -> Folder? {
        do {
            return try Folder(path: path)
        } catch  where error.isMissing {
            return nil
        }
    }

    var descriptor: Int32 { file.descriptor }

    func status() throws(SystemError) -> FileStatus {
        try file.status()
    }

    /// The status of an entry, links not followed; nil where there is none.
    func status(of name: String) throws(SystemError) -> FileStatus? {
        var status = stat()
        do {
            _ = try call { fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) }
        } catch  where error.isMissing {
            return nil
        }
        return FileStatus(status)
    }

    /// Opens an entry to be read, links not followed; nil where there is none. Does not wait for the other end of a FIFO.
    func openForReading(_ name: String) throws(SystemError) -> OpenFile? {
        do {
            let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            return OpenFile(descriptor: try call { openat(descriptor, name, flags) })
        } catch  where error.isMissing {
            return nil
        }
    }

    /// Creates an entry that was not there, to be written. The mode is narrowed by the process's mask.
    func create(_ name: String, mode: mode_t) throws(SystemError) -> OpenFile {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        return OpenFile(descriptor: try call { openat(descriptor, name, flags, mode) })
    }

    /// Whether the effective user may write an entry.
    func isWritable(_ name: String) -> Bool {
        faccessat(descriptor, name, W_OK, AT_EACCESS) == 0
    }

    func rename(_ old: String, to new: String) throws(SystemError) {
        _ = try call { renameat(descriptor, old, descriptor, new) }
    }

    func link(_ old: String, to new: String) throws(SystemError) {
        _ = try call { linkat(descriptor, old, descriptor, new, 0) }
    }

    func remove(_ name: String) throws(SystemError) {
        _ = try call { unlinkat(descriptor, name, 0) }
    }

    func removeIfPresent(_ name: String) throws(SystemError) {
        do {
            try remove(name)
        } catch  where error.isMissing {
            return
        }
    }

    /// Waits until the entries are on the disk.
    func synchronize() throws(SystemError) {
        try file.synchronize()
    }

    /// Waits until the folder itself is on the disk: its entry in the folder above, if that is on the same file system and may be opened.
    func synchronizeEntry() throws(SystemError) {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let above: OpenFile
        do {
            above = OpenFile(descriptor: try call { openat(descriptor, "..", flags) })
        } catch  where error.isPermission {
            return
        }
        if try above.status().identity.device == identity.device { try above.synchronize() }
    }

    /// An entry of a folder.
    struct Entry {
        /// The name, with an octal escape for each byte that is not part of UTF-8.
        let name: String
        /// Whether the name is UTF-8. If not, ``name`` is only good for messages.
        let isText: Bool
        let kind: Kind

        enum Kind {
            case file
            case folder
            /// A link, or a file system that does not tell.
            case unknown
        }

        init(name bytes: [UInt8], type: Int) {
            let text = String(validating: bytes, as: UTF8.self)
            isText = text != nil
            name = text ?? Folder.escaped(bytes)
            kind =
                switch type {
                case DT_LNK, DT_UNKNOWN: .unknown
                case DT_DIR: .folder
                default: .file
                }
        }
    }

    /// The entries, except `.` and `..`, in no order.
    static func entries(inPath path: String) throws(SystemError) -> [Entry] {
        guard let stream = opendir(path) else { throw .current }
        defer { closedir(stream) }
        var entries: [Entry] = []
        while let entry = try next(in: stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
                    Array(UnsafeBufferPointer(start: bytes, count: 256).prefix { $0 != 0 })
                }
            }
            if name == Array(".".utf8) || name == Array("..".utf8) { continue }
            entries.append(Entry(name: name, type: Int(entry.pointee.d_type)))
        }
        return entries
    }

    /// The names of the entries, except `.` and `..`, in no order. Names that are not UTF-8 are left out.
    static func names(inPath path: String) throws(SystemError) -> [String] {
        try entries(inPath: path).filter(\.isText).map(\.name)
    }

    /// The names of the entries that are not UTF-8, sorted, with an octal escape for each invalid byte.
    static func invalidNames(inPath path: String) throws(SystemError) -> [String] {
        try entries(inPath: path).filter { !$0.isText }.map(\.name).sorted()
    }

    private static func escaped(_ name: [UInt8]) -> String {
        var text = ""
        var rest = name[...]
        while let first = rest.first {
            // The longest character that is valid here.
            let valid = (1...4).last {
                $0 <= rest.count && String(validating: rest.prefix($0), as: UTF8.self)?.unicodeScalars.count == 1
            }
            text += valid.map { String(decoding: rest.prefix($0), as: UTF8.self) } ?? "\\\(String(first, radix: 8))"
            rest = rest.dropFirst(valid ?? 1)
        }
        return text
    }

    /// The next entry, nil after the last: `readdir` tells an error from the end by `errno` alone.
    private static func next(in stream: OpaquePointer) throws(SystemError) -> UnsafeMutablePointer<dirent>? {
        errno = 0
        let entry = readdir(stream)
        if entry == nil, errno != 0 { throw .current }
        return entry
    }
}
