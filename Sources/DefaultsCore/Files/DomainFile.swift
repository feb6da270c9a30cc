import Foundation
import PropertyList

/// The file of a domain: its location, and how it is read and encoded.
struct DomainFile: Equatable {
    /// The path as the domain names it, for errors.
    @ExactName private(set) var path: String
    /// The maximum size, in bytes, of a file to read.
    let sizeLimit: Int
    /// The folder. After ``resolved()``, its path has no links if the folder exists.
    @ExactName private(set) var folder: String
    /// The name in the folder.
    @ExactName private(set) var name: String
    /// The identity of the folder, or `nil` before ``resolved()`` or if the folder does not exist.
    private(set) var folderIdentity: FileIdentity?
    /// Whether the file itself is reached through a symbolic link. Links to its folders do not matter.
    private(set) var isLinked = false

    /// The base folder that contains a file. It determines the mode of a new file, and whether a file without keys is
    /// removed.
    enum Base {
        /// The base of the user.
        case user
        /// The base of any user.
        case anyUser
        /// No base folder contains the file.
        case elsewhere
    }

    /// Returns whether the file is removed when its dictionary becomes empty. Requires a file that is ``resolved()``.
    func isRemovedWithoutKeys(in base: Base) -> Bool { base != .elsewhere && !isLinked }

    init(path: String, sizeLimit: Int = InputFile.defaultSizeLimit) {
        self.path = path
        self.sizeLimit = sizeLimit
        (folder, name) = FilePaths.split(path)
    }

    /// Returns the same file with every link followed.
    ///
    /// - Throws: An error if a link cannot be followed, or if the path leads to a descriptor of a process.
    func resolved() throws(FileError) -> DomainFile {
        let access = FileAccess.read(path)
        var file = self
        for _ in 0..<40 {
            do {
                file.folder = try FilePaths.real(file.folder, for: access)
                // If the path of the folder leads to something else, the folder is treated as missing. Reading then
                // finds nothing, and creating the folder fails.
                let status = try FilePaths.status(file.folder, for: access)
                file.folderIdentity = status?.isDirectory == true ? status?.identity : nil
                if file.folderIdentity == nil { return file }
            } catch  where error.isMissing {
                file.folderIdentity = nil
                return file
            }
            // The file of a descriptor is not replaced. It may have been removed, or belong to another program.
            if FilePaths.isFolderOfDescriptors(file.folder) { throw access.error(.notRegularFile(.other)) }
            let link = file.folder.appendingComponent(file.name)
            guard let destination = try FilePaths.destination(ofLink: link, for: access) else { return file }
            // A link to a path that ends in a slash can only lead to a folder.
            if destination.hasScalarSuffix("/") { throw access.error(.isFolder) }
            file.isLinked = true
            (file.folder, file.name) = FilePaths.split(
                destination.hasScalarPrefix("/") ? destination : file.folder.appendingComponent(destination))
        }
        throw access.error(.tooManyLinks)
    }

    /// The identity of the domain in a file that is ``resolved()``. Creating the missing folder does not change it.
    var identity: Domain.Identity {
        Domain.Identity(folderIdentity == nil ? FilePaths.followingLinks(folder) : folder, name)
    }

    func openFolder() throws(FileError) -> Folder {
        try Folder(path: folder, for: .write(path))
    }

    /// The location of a file, for comparisons: a name in a folder.
    struct Place: Hashable {
        @ExactName fileprivate var name: String
        /// The identity of the folder, or `nil` if it does not exist. Two paths without links can lead to one folder,
        /// if it is mounted twice.
        fileprivate let folderIdentity: FileIdentity?
        /// The path of the folder if it does not exist, or else an empty string.
        @ExactName fileprivate var folder: String
    }

    /// The location of a file that is ``resolved()``. Two domains with the same file have the same location.
    var place: Place { Place(name: name, folderIdentity: folderIdentity, folder: folderIdentity == nil ? folder : "") }

    /// Returns the bytes of a file with the given root.
    ///
    /// - Parameter format: The format of the file. If it cannot represent the value exactly, XML is used. If XML cannot
    ///   represent the value exactly either, binary is used.
    func encoded(_ value: PropertyListValue, format: PropertyListFormat) throws(PreferencesError) -> Data {
        let exact = value.isExact(in: format) ? format : value.isExact(in: .xml) ? PropertyListFormat.xml : .binary
        do {
            return try PropertyListWriter.data(of: value, as: exact)
        } catch {
            throw PreferencesError(.unstorable(path: path, error))
        }
    }
}

extension DomainFile {
    /// Reads the file, if it exists.
    ///
    /// - Parameter folder: The open folder that contains the file. If it is `nil`, the path is opened, and links are
    ///   followed. Otherwise, links are not followed.
    func read(in folder: Folder? = nil) throws(PreferencesError) -> DomainFileContents {
        try retryingIfTruncated { () throws(PreferencesError) in try readOnce(in: folder) }
    }

    /// Reads the value of one key, or returns `nil` if the file or the key does not exist.
    func value(forKey key: String) throws(PreferencesError) -> PropertyListDocument? {
        try retryingIfTruncated { () throws(PreferencesError) in try valueOnce(forKey: key) }
    }

    /// Reads a stream, such as a FIFO or `/dev/fd/63`, until its end. Returns `nil` if the path leads to something
    /// else.
    ///
    /// A path that ends in `.plist` is not read as a stream. A folder that is searched for domains could contain a FIFO
    /// with such a name, and reading a FIFO waits for its writer.
    func readStream() throws(PreferencesError) -> DomainSnapshot? {
        guard !name.hasScalarSuffix(".plist"), let bytes = try readStreamBytes() else { return nil }
        return try snapshot(of: try document(in: bytes))
    }

    private func readStreamBytes() throws(PreferencesError) -> [UInt8]? {
        guard let status = try PreferencesError.mapping(try FilePaths.status(path)), status.isStream else {
            return nil
        }
        return try InputFile.read(path, sizeLimit: sizeLimit, isDocument: true)
    }

    /// Reads a property list from the file or the stream at the path. Its root can have any type. Returns `nil` if
    /// nothing exists there.
    ///
    /// - Parameter folder: The open folder that contains the file. If it is `nil`, the path is opened, and links are
    ///   followed. Otherwise, links are not followed, and a stream is an error.
    func readPropertyList(in folder: Folder? = nil) throws(PreferencesError) -> PropertyListDocument? {
        if folder == nil, let bytes = try readStreamBytes() { return try document(in: bytes) }
        return try retryingIfTruncated { () throws(PreferencesError) in
            guard let (file, status) = try opened(in: folder) else { return nil }
            return try document(in: try bytes(of: file, status))
        }
    }

    /// Reads the file to change it.
    ///
    /// - Parameter replacesUnreadable: Whether to treat a regular file as a file without keys if a change cannot keep
    ///   its contents.
    func readToChange(in folder: Folder, replacesUnreadable: Bool) throws(PreferencesError) -> DomainFileContents {
        guard replacesUnreadable else { return try read(in: folder) }
        do {
            let contents = try read(in: folder)
            _ = try contents.contentsToChange(at: path)
            return contents
        } catch  where error.isAboutContents {
            let start = try PreferencesError.mapping(
                try folder.openForReading(name, for: .read(path))?.read(atMost: 6))
            let isBinary = start == Array("bplist".utf8)
            return DomainFileContents(exists: true, format: isBinary ? .binary : .xml, failure: error)
        }
    }

    /// Reads the file once. A file that looks truncated is not read again.
    func readOnce(in folder: Folder? = nil) throws(PreferencesError) -> DomainFileContents {
        guard let file = try readDocumentOnce(in: folder) else { return DomainFileContents() }
        return DomainFileContents(
            exists: true, format: file.document.format, snapshot: file.snapshot,
            commentFormat: file.document.commentFormat, isWritableByOthers: !file.status.isWritableByEffectiveUserAlone)
    }

    /// The status and bytes of a file, the property list in the bytes, and the contents of the domain in it.
    struct Document {
        let status: FileStatus
        let bytes: [UInt8]
        let document: PropertyListDocument
        let snapshot: DomainSnapshot
    }

    /// Reads the file, if it exists, with its status and bytes.
    func readDocument() throws(PreferencesError) -> Document? {
        try retryingIfTruncated { () throws(PreferencesError) in try readDocumentOnce(in: nil) }
    }

    private func readDocumentOnce(in folder: Folder?) throws(PreferencesError) -> Document? {
        guard let (file, status) = try opened(in: folder) else { return nil }
        let bytes = try bytes(of: file, status)
        let document = try document(in: bytes)
        return Document(status: status, bytes: bytes, document: document, snapshot: try snapshot(of: document))
    }

    private func bytes(of file: OpenFile, _ status: FileStatus) throws(PreferencesError) -> [UInt8] {
        try PreferencesError.mapping(try InputFile.contents(of: file, size: status.size, sizeLimit: sizeLimit))
    }

    private func document(in bytes: [UInt8]) throws(PreferencesError) -> PropertyListDocument {
        do {
            return try PropertyListReader.read(bytes)
        } catch {
            throw PreferencesError(.unreadable(path: path, error))
        }
    }

    private func snapshot(of document: PropertyListDocument) throws(PreferencesError) -> DomainSnapshot {
        do {
            return try DomainSnapshot(document)
        } catch {
            throw PreferencesError(.unreadable(path: path, error))
        }
    }

    private func valueOnce(forKey key: String) throws(PreferencesError) -> PropertyListDocument? {
        guard let (file, status) = try opened(in: nil) else { return nil }
        let bytes = try bytes(of: file, status)
        do {
            return try PropertyListReader.value(forKey: key, in: bytes)
        } catch {
            throw PreferencesError(.unreadable(path: path, error))
        }
    }

    /// Reads again, for up to 100 ms and at least once, while the file looks truncated.
    ///
    /// Foundation writes in place, so an empty or truncated file may be complete a moment later.
    private func retryingIfTruncated<Result>(
        _ read: () throws(PreferencesError) -> Result
    ) throws(PreferencesError) -> Result {
        do {
            return try read()
        } catch  where error.mayBeTruncated {
            return try retry(until: Deadline(after: .milliseconds(100)), read)
        }
    }

    private func retry<Result>(
        until deadline: Deadline, _ read: () throws(PreferencesError) -> Result
    ) throws(PreferencesError) -> Result {
        while true {
            Platform.pause(milliseconds: 10)
            do {
                return try read()
            } catch  where error.mayBeTruncated && !deadline.hasPassed {
                continue
            }
        }
    }

    /// Opens the file, or returns `nil` if it does not exist.
    private func opened(in folder: Folder?) throws(PreferencesError) -> (OpenFile, FileStatus)? {
        try PreferencesError.mapping(try open(in: folder))
    }

    private func open(in folder: Folder?) throws(FileError) -> (OpenFile, FileStatus)? {
        if let folder {
            guard let file = try folder.openForReading(name, for: .read(path)) else { return nil }
            return (file, try file.regularFileStatus())
        }
        return try InputFile.openIfPresent(path)
    }
}

/// The contents of a domain's file at one moment.
struct DomainFileContents {
    /// Whether the file exists.
    var exists = false
    /// The format of the file; XML if it does not exist.
    var format = PropertyListFormat.xml
    var snapshot = DomainSnapshot()
    /// The format of the file if it has comments.
    var commentFormat: PropertyListFormat?
    /// The error that occurred when reading the file. It is set only if a change may replace the file nevertheless.
    var failure: PreferencesError?
    /// Whether the file belongs to a user other than the effective user, or its mode lets other users write it.
    var isWritableByOthers = false

    /// Returns the contents, or throws an error if changing them would lose something.
    func contentsToChange(at path: String) throws(PreferencesError) -> PropertyListDictionary {
        guard snapshot.substitutions.isEmpty else {
            throw PreferencesError(.unfaithful(path: path, snapshot.substitutions))
        }
        return snapshot.contents
    }
}

extension PropertyListError {
    /// Whether the error can come from a file that another program is writing in place.
    fileprivate var mayBeTruncated: Bool {
        switch reason {
        case .empty, .malformed: true
        case .unrecognized, .malformedJSON, .notDictionary, .tooDeep, .tooManyValues, .dateNotFinite, .outOfMemory,
            .notWritten:
            false
        }
    }
}

extension PreferencesError {
    /// Whether a file cannot be read, perhaps because another program is writing it in place.
    fileprivate var mayBeTruncated: Bool {
        if case .unreadable(_, let error) = reason { error.mayBeTruncated } else { false }
    }
}
