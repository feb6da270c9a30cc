/// Reads files completely.
package enum InputFile {
    /// The default of the size limit, in bytes: 1 GiB.
    package static let defaultSizeLimit = 1 << 30

    /// Reads a file, a device or a FIFO.
    ///
    /// - Parameters:
    ///   - path: The path. Links are followed.
    ///   - sizeLimit: The maximum size in bytes.
    ///   - isDocument: Whether the caller accepts only a property list or JSON. Of other contents, only the beginning
    ///     may be returned.
    /// - Throws: ``PreferencesError`` if the file does not exist, is a directory, or is larger than the limit.
    package static func read(
        _ path: String, sizeLimit: Int = defaultSizeLimit, isDocument: Bool = false
    ) throws(PreferencesError) -> [UInt8] {
        do throws(FileError) {
            let file = try FilePaths.openForReading(path)
            let status = try file.status()
            if status.isDirectory { throw file.access.error(.notRegularFile(.directory)) }
            return try contents(of: file, size: status.size, sizeLimit: sizeLimit, isDocument: isDocument)
        } catch {
            throw PreferencesError(error)
        }
    }

    /// Reads a regular file whose path is not from the user, or returns `nil` if it does not exist. Does not wait for
    /// the other end of a FIFO.
    ///
    /// - Parameters:
    ///   - path: The path. Links are followed.
    ///   - sizeLimit: The maximum size in bytes.
    /// - Throws: ``PreferencesError`` if the path leads to something other than a regular file, or if the file is
    ///   larger than the limit.
    package static func readRegularFile(_ path: String, sizeLimit: Int) throws(PreferencesError) -> [UInt8]? {
        try DomainFile(path: path, sizeLimit: sizeLimit).read()
    }

    /// Throws an error if a path does not lead to a regular file. Does not wait for the other end of a FIFO.
    package static func requireRegularFile(_ path: String) throws(PreferencesError) {
        let file = try PreferencesError.mapping(try FilePaths.openIfPresent(path))
        // Opening a missing file gives the error.
        guard let file else { return _ = try PreferencesError.mapping(try FilePaths.openForReading(path)) }
        _ = try PreferencesError.mapping(try file.regularFileStatus())
    }

    /// The kinds of file that a path can lead to.
    package enum Kind: Sendable {
        /// Nothing, not even a link.
        case missing
        /// A link to something that does not exist.
        case brokenLink
        case folder
        /// A regular file, or something whose status cannot be read.
        case regularFile
        /// A device, a FIFO or a socket.
        case stream
    }

    /// Returns the kind of file that a path leads to.
    package static func kind(of path: String) -> Kind {
        guard FilePaths.isTaken(path) else { return .missing }
        do {
            guard let status = try FilePaths.status(path) else { return .brokenLink }
            return status.isDirectory ? .folder : status.isStream ? .stream : .regularFile
        } catch {
            return .regularFile
        }
    }

    /// Returns the names of the entries of a folder in the order of their UTF-16 code units, or an empty array if the
    /// folder cannot be listed. Names that are not UTF-8 are omitted.
    package static func names(inFolder path: String) -> [String] {
        ((try? Folder.names(inPath: path)) ?? []).sorted { $0.precedesInUTF16($1) }
    }

    /// Reads an open file.
    ///
    /// - Parameter size: The size of the file in its status.
    static func contents(
        of file: OpenFile, size: Int, sizeLimit: Int, isDocument: Bool = true
    ) throws(FileError) -> [UInt8] {
        // A sparse file can have a large size without a block on the disk. Reading it would need as much real memory.
        guard size <= sizeLimit else { throw file.access.error(.tooLarge(limit: sizeLimit)) }
        let bytes = try file.read(atMost: sizeLimit < .max ? sizeLimit + 1 : sizeLimit, expecting: size) {
            isDocument && PropertyListReader.refusesAll(beginningWith: $0)
        }
        guard bytes.count <= sizeLimit else { throw file.access.error(.tooLarge(limit: sizeLimit)) }
        return bytes
    }
}
