import PropertyList

/// Files that are read as a whole.
package enum InputFile {
    /// The contents of a file, a device or a FIFO.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - sizeLimit: the largest file that is read, in bytes.
    ///   - isDocument: Whether only a property list or JSON is of use. The result may then be the beginning of what is neither.
    /// - Throws: ``PreferencesError`` where there is no such file, it is a directory, or it is larger than the limit.
    package static func read(
        _ path: String, sizeLimit: Int = FileDomainStore.defaultSizeLimit, isDocument: Bool = false
    ) throws(PreferencesError) -> [UInt8] {
        let opened = try PreferencesError.naming(.read, path) { () throws(SystemError) in
            let file = try FilePaths.openForReading(path)
            return (file: file, status: try file.status())
        }
        if opened.status.isDirectory { throw .notRegularFile(path: path, .directory) }
        return try contents(
            of: opened.file, size: opened.status.size, path: path, sizeLimit: sizeLimit, isDocument: isDocument)
    }

    /// Returns the contents of a regular file that nobody has named, or `nil` if there is none. Does not wait for the other end of a FIFO.
    ///
    /// - Parameters:
    ///   - path: The path. Links are followed.
    ///   - sizeLimit: The largest file that is read, in bytes.
    /// - Throws: ``PreferencesError`` if something else is there, or the file is larger than the limit.
    static func readRegularFile(_ path: String, sizeLimit: Int) throws(PreferencesError) -> [UInt8]? {
        let opened = try PreferencesError.naming(.read, path) { () throws(SystemError) in
            guard let file = try FilePaths.openIfPresent(path) else {
                return nil as (file: OpenFile, status: FileStatus)?
            }
            return (file: file, status: try file.status())
        }
        guard let opened else { return nil }
        guard opened.status.isRegularFile else {
            throw .notRegularFile(path: path, opened.status.isDirectory ? .directory : .other)
        }
        return try contents(of: opened.file, size: opened.status.size, path: path, sizeLimit: sizeLimit)
    }

    /// What a path leads to.
    package enum Kind: Sendable {
        /// Nothing, and there is no link either.
        case missing
        /// Nothing, by a link.
        case brokenLink
        case folder
        /// A file, or something that may not be looked at.
        case regularFile
        /// A device, a FIFO or a socket.
        case stream
    }

    /// Looks what a path leads to.
    package static func kind(of path: String) -> Kind {
        guard FilePaths.isTaken(path) else { return .missing }
        do {
            guard let status = try FilePaths.status(path) else { return .brokenLink }
            return status.isDirectory ? .folder : status.isStream ? .stream : .regularFile
        } catch {
            return .regularFile
        }
    }

    /// The contents of an open file that is said to have a size, and is called by a path in messages.
    static func contents(
        of file: OpenFile, size: Int, path: String, sizeLimit: Int, isDocument: Bool = true
    ) throws(PreferencesError) -> [UInt8] {
        // A file can say that it is large without a block on the disk; memory for it would be real.
        guard size <= sizeLimit else { throw .tooLarge(path: path, limit: sizeLimit) }
        let bytes = try PreferencesError.naming(.read, path) { () throws(SystemError) in
            try file.read(atMost: sizeLimit < .max ? sizeLimit + 1 : sizeLimit, expecting: size) {
                isDocument && PropertyListReader.refusesAll(beginningWith: $0)
            }
        }
        guard bytes.count <= sizeLimit else { throw .tooLarge(path: path, limit: sizeLimit) }
        return bytes
    }
}
