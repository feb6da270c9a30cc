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
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { text in
                    Array(UnsafeBufferPointer(start: text, count: 256))
                }
            }
            let text = Array(name.prefix { $0 != 0 })
            if text != [46], text != [46, 46] { names.append(text + [0]) }
        }
        if errno != 0 { throw access.error(.current) }
        return names
    }
}
