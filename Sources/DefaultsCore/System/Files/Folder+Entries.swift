import Glibc

extension Folder {
    /// An entry of a folder.
    struct Entry {
        /// The name. An octal escape replaces each byte that is not valid UTF-8.
        let name: String
        /// Whether the name is UTF-8. If not, ``name`` is only for messages.
        let isText: Bool
        let kind: Kind

        enum Kind {
            case file
            case folder
            /// A link, or an entry on a file system that does not report kinds.
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

    /// Returns the entries of the folder at a path, except `.` and `..`, in no particular order.
    static func entries(inPath path: String) throws(FileError) -> [Entry] {
        let access = FileAccess.list(path)
        var entries: [Entry] = []
        let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC
        try list(try access.call { open(path, flags) }, for: access) { entries.append(Entry(name: $0, type: $1)) }
        return entries
    }

    /// Returns the entries of the open folder, except `.` and `..`, in no particular order.
    func entries(for access: FileAccess) throws(FileError) -> [Entry] {
        var entries: [Entry] = []
        let copy = try access.call { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        try Self.list(copy, for: access) { entries.append(Entry(name: $0, type: $1)) }
        return entries
    }

    /// Returns the names of the entries, except `.` and `..`, in no particular order. Names that are not UTF-8 are
    /// omitted.
    package static func names(inPath path: String) throws(FileError) -> [String] {
        try entries(inPath: path).filter(\.isText).map(\.name)
    }

    /// Returns the names of the entries of the folder at a path, except `.` and `..`, in no particular order. If a name
    /// is not UTF-8, an octal escape replaces each invalid byte. A missing folder has no entries.
    package static func namesWithEscapes(inPath path: String) throws(FileError) -> [(name: String, isText: Bool)] {
        do {
            return try entries(inPath: path).map { ($0.name, $0.isText) }
        } catch {
            if error.isMissing { return [] }
            throw error
        }
    }

    private static func escaped(_ name: [UInt8]) -> String {
        var text = ""
        var rest = name[...]
        while let first = rest.first {
            // The longest prefix that is one valid character.
            let valid = (1...4).last {
                $0 <= rest.count && String(validating: rest.prefix($0), as: UTF8.self)?.unicodeScalars.count == 1
            }
            text += valid.map { String(decoding: rest.prefix($0), as: UTF8.self) } ?? "\\\(String(first, radix: 8))"
            rest = rest.dropFirst(valid ?? 1)
        }
        return text
    }
}

extension Folder {
    /// Returns the names of the entries of an open folder, except `.` and `..`, each with a final NUL.
    static func names(inDescriptor descriptor: Int32, for access: FileAccess) throws(FileError) -> [[CChar]] {
        var names: [[CChar]] = []
        let copy = try access.call { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        try list(copy, for: access) { name, _ in names.append(name.map(CChar.init(bitPattern:)) + [0]) }
        return names
    }

    /// Lists a folder, except `.` and `..`.
    ///
    /// - Parameters:
    ///   - descriptor: The open folder. The function closes it.
    ///   - body: Called with the name and the `d_type` of each entry.
    private static func list(
        _ descriptor: Int32, for access: FileAccess, _ body: (_ name: [UInt8], _ type: Int) -> Void
    ) throws(FileError) {
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            throw access.error(.current)
        }
        defer { closedir(stream) }
        while true {
            errno = 0  // only `errno` distinguishes an error of `readdir` from the end
            guard let entry = readdir(stream) else { break }
            let name = entry.name
            if name != Array(".".utf8), name != Array("..".utf8) { body(name, Int(entry.pointee.d_type)) }
        }
        if errno != 0 { throw access.error(.current) }
    }
}

extension UnsafeMutablePointer where Pointee == dirent {
    /// The name of the entry, without the final NUL. Bytes after the NUL are not read: the memory of the entry can end
    /// before the declared end of `d_name`.
    var name: [UInt8] {
        withUnsafePointer(to: &pointee.d_name) { name in
            name.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
                Array(UnsafeBufferPointer(start: bytes, count: 256).prefix { $0 != 0 })
            }
        }
    }
}
