import Glibc

extension Folder {
    /// Returns the names of the entries of an open folder, except `.` and `..`, each with a final NUL.
    static func names(inDescriptor descriptor: Int32, for access: FileAccess) throws(FileError) -> [[CChar]] {
        let copy = try access.call { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard let stream = fdopendir(copy) else {
            close(copy)
            throw access.error(.current)
        }
        defer { closedir(stream) }
        var names: [[CChar]] = []
        while true {
            errno = 0  // only `errno` distinguishes an error of `readdir` from the end
            guard let entry = readdir(stream) else { break }
            let name = entry.name
            if name != Array(".".utf8), name != Array("..".utf8) {
                names.append(name.map(CChar.init(bitPattern:)) + [0])
            }
        }
        if errno != 0 { throw access.error(.current) }
        return names
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
