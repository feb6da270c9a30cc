import Foundation
import PropertyList

/// The file of a domain: where it is, and how it is read and encoded.
struct DomainFile: Equatable {
    /// The path as the domain names it, for messages.
    @ExactName private(set) var path: String
    /// The largest file that is read, in bytes.
    let sizeLimit: Int
    /// The folder, without links where it exists.
    @ExactName private(set) var folder: String
    /// The name in the folder.
    @ExactName private(set) var name: String
    /// The folder itself, whatever paths lead to it; nil where it does not exist, or links have not been followed.
    private(set) var folderIdentity: FileIdentity?
    /// Whether the path leads there through a symbolic link in the file's place.
    private(set) var isLinked = false

    /// Whose folder a file lies in, which decides the mode of a new one and what becomes of one without keys.
    enum Place {
        /// Below the user's base.
        case user
        /// Below the base of any user.
        case anyUser
        /// Wherever a path leads.
        case elsewhere
    }

    init(path: String, sizeLimit: Int = FileDomainStore.defaultSizeLimit) {
        self.path = path
        self.sizeLimit = sizeLimit
        (folder, name) = FilePaths.split(path)
    }

    /// The same file with every link followed. A descriptor is none.
    func resolved() throws(PreferencesError) -> DomainFile {
        let file = try PreferencesError.naming(.read, path) { () throws(SystemError) in try followingLinks() }
        guard !FilePaths.isFolderOfDescriptors(file.folder) else { throw .notRegularFile(path: path, .other) }
        return file
    }

    private func followingLinks() throws(SystemError) -> DomainFile {
        var file = self
        for _ in 0..<40 {
            do {
                file.folder = try FilePaths.real(file.folder)
                // A file in the folder's place is as good as no folder. Reading finds nothing there, and writing cannot make one.
                let status = try FilePaths.status(file.folder)
                file.folderIdentity = status?.isDirectory == true ? status?.identity : nil
                if file.folderIdentity == nil { return file }
            } catch  where error.isMissing {
                file.folderIdentity = nil
                return file
            }
            let path = file.folder.appendingComponent(file.name)
            // What a descriptor leads to is not replaced: the file may have no name by now, or be another's.
            if FilePaths.isFolderOfDescriptors(file.folder) { return file }
            guard let destination = try FilePaths.destination(ofLink: path) else { return file }
            // Such a link leads to a folder and nothing else, whether there is one or not.
            if destination.hasScalarSuffix("/") { throw .isFolder }
            file.isLinked = true
            (file.folder, file.name) = FilePaths.split(
                destination.hasScalarPrefix("/") ? destination : file.folder.appendingComponent(destination))
        }
        throw .tooManyLinks
    }

    func openFolder() throws(PreferencesError) -> Folder {
        try PreferencesError.naming(.write, path) { () throws(SystemError) in try Folder(path: folder) }
    }

    /// Whether both are one file, links followed.
    func isSameFile(as other: DomainFile) -> Bool {
        guard _name == other._name else { return false }
        // Two paths can lead to one folder without links, where it is mounted twice.
        guard let folderIdentity else { return other.folderIdentity == nil && _folder == other._folder }
        return folderIdentity == other.folderIdentity
    }

    /// Reads the file, if there is one.
    ///
    /// - Parameter folder: the open folder to read it in, links not followed; without it the path is opened, links followed.
    func read(in folder: Folder? = nil) throws(PreferencesError) -> DomainFileContents {
        try lookingAgain { () throws(PreferencesError) in try readOnce(in: folder) }
    }

    /// Reads one key of the file, if there is one.
    func read(key: String) throws(PreferencesError) -> DomainSnapshot {
        try lookingAgain { () throws(PreferencesError) in try readOnce(key: key) }
    }

    /// Reads what is no file but a stream, such as a FIFO or `/dev/fd/63`, until its end; nil where it is none.
    ///
    /// A path with `.plist` at its end is never read so: a folder that is searched for domains could have a FIFO in it, and reading one
    /// waits for its writer.
    func readStream() throws(PreferencesError) -> DomainSnapshot? {
        guard !name.hasScalarSuffix(".plist") else { return nil }
        let status = try PreferencesError.naming(.read, path) { () throws(SystemError) in try FilePaths.status(path) }
        guard let status, status.isStream else { return nil }
        let (document, contents) = try Self.document(
            in: try InputFile.read(path, sizeLimit: sizeLimit, isDocument: true), path: path)
        return DomainSnapshot(contents: contents, substitutions: document.substitutions)
    }

    private func readOnce(key: String) throws(PreferencesError) -> DomainSnapshot {
        guard let (file, status) = try open(in: nil) else { return DomainSnapshot() }
        let document: PropertyListDocument?
        if case .value(let found) = lookUp(key, in: file, status) {
            document = found
        } else {
            let bytes = try InputFile.contents(of: file, size: status.size, path: path, sizeLimit: sizeLimit)
            do {
                document = try PropertyListReader.value(forKey: key, in: bytes)
            } catch {
                throw .unreadable(path: path, error)
            }
        }
        return document.map { DomainSnapshot(contents: [key: $0.value], substitutions: $0.substitutions) }
            ?? DomainSnapshot()
    }

    /// Looks a key up in parts of a file, where it is large enough for that to be quicker than reading it.
    private func lookUp(
        _ key: String, in file: OpenFile, _ status: FileStatus
    ) -> PropertyListReader.PartialAnswer {
        guard status.size >= 1 << 18, status.size <= sizeLimit else { return .unknown }
        let answer = PropertyListReader.value(forKey: key, inFileOf: status.size) { file.read(into: $1, at: $0) }
        // Parts of two states of the file may fit together to something that neither was.
        guard let now = try? file.status(), now.isUnchanged(since: status) else { return .unknown }
        return answer
    }

    /// Reads, and for a tenth of a second again what looks cut off; once again what takes longer to read. Foundation writes in place: an
    /// empty or cut-off file may be whole a moment later.
    private func lookingAgain<Result>(
        _ read: () throws(PreferencesError) -> Result
    ) throws(PreferencesError) -> Result {
        var deadline: Deadline?
        while true {
            do {
                return try read()
            } catch .unreadable(_, let error) where error.mayBeCutOff && deadline?.hasPassed != true {
                deadline = deadline ?? Deadline(after: .milliseconds(100))
                Platform.pause(milliseconds: 10)
            }
        }
    }

    /// Reads the file to change it. A regular file whose contents cannot be kept counts as one without keys, if that is asked for.
    func readToChange(in folder: Folder, replacesUnreadable: Bool) throws(PreferencesError) -> DomainFileContents {
        guard replacesUnreadable else { return try read(in: folder) }
        do {
            let contents = try read(in: folder)
            _ = try contents.contentsToChange(at: path)
            return contents
        } catch  where error.isAboutContents {
            let start = try PreferencesError.naming(.read, path) { () throws(SystemError) in
                try folder.openForReading(name)?.read(atMost: 6)
            }
            let isBinary = start == Array("bplist".utf8)
            return DomainFileContents(exists: true, format: isBinary ? .binary : .xml, failure: error)
        }
    }

    /// Reads the file as it is at this moment.
    func readOnce(in folder: Folder? = nil) throws(PreferencesError) -> DomainFileContents {
        guard let (status, _, document, contents) = try readDocumentOnce(in: folder) else {
            return DomainFileContents()
        }
        return DomainFileContents(
            exists: true, format: document.format,
            snapshot: DomainSnapshot(contents: contents, substitutions: document.substitutions),
            isWritableByOthers: !status.isWritableByEffectiveUserAlone)
    }

    /// The bytes of a file and what they are.
    typealias Document = (
        status: FileStatus, bytes: [UInt8], document: PropertyListDocument, contents: PropertyListDictionary
    )

    /// Reads the file, if there is one, with all that is known of it.
    func readDocument() throws(PreferencesError) -> Document? {
        try lookingAgain { () throws(PreferencesError) in try readDocumentOnce(in: nil) }
    }

    private func readDocumentOnce(in folder: Folder?) throws(PreferencesError) -> Document? {
        guard let (file, status) = try open(in: folder) else { return nil }
        let bytes = try InputFile.contents(of: file, size: status.size, path: path, sizeLimit: sizeLimit)
        let (document, contents) = try Self.document(in: bytes, path: path)
        return (status, bytes, document, contents)
    }

    private static func document(
        in bytes: [UInt8], path: String
    ) throws(PreferencesError) -> (PropertyListDocument, PropertyListDictionary) {
        let document: PropertyListDocument
        do {
            document = try PropertyListReader.read(bytes)
        } catch {
            throw .unreadable(path: path, error)
        }
        guard case .dictionary(let contents) = document.value else {
            throw .unreadable(path: path, .notDictionary(document.value.type))
        }
        return (document, contents)
    }

    private func open(in folder: Folder?) throws(PreferencesError) -> (OpenFile, FileStatus)? {
        let file = try PreferencesError.naming(.read, path) { () throws(SystemError) in
            if let folder { return try folder.openForReading(name) }
            return try FilePaths.openIfPresent(path)
        }
        guard let file else { return nil }
        let status = try PreferencesError.naming(.read, path) { () throws(SystemError) in try file.status() }
        guard status.isRegularFile else {
            throw .notRegularFile(path: path, status.isDirectory ? .directory : .other)
        }
        return (file, status)
    }

    /// The bytes that a file of the given format holds when its contents are these.
    func encoded(_ contents: PropertyListDictionary, format: PropertyListFormat) throws(PreferencesError) -> Data {
        let value = PropertyListValue.dictionary(contents)
        // The file's own format if that gives the contents back as they are, else the next that does.
        let exact = [format, .xml, .binary].first { value.isExact(in: $0) } ?? .binary
        do {
            return try PropertyListWriter.data(of: value, as: exact)
        } catch {
            throw .unstorable(path: path, error)
        }
    }
}

/// What a domain's file held.
struct DomainFileContents {
    /// Whether there is a file.
    var exists = false
    /// Its format; XML for one that is not there yet.
    var format = PropertyListFormat.xml
    var snapshot = DomainSnapshot()
    /// The reason why the contents of the file cannot be changed, if a change may replace it nevertheless.
    var failure: PreferencesError?
    /// Whether the file belongs to somebody else than the effective user, or its mode lets others write it.
    var isWritableByOthers = false

    /// The contents, if changing them loses nothing.
    func contentsToChange(at path: String) throws(PreferencesError) -> PropertyListDictionary {
        guard snapshot.substitutions.isEmpty else { throw .unfaithful(path: path, snapshot.substitutions) }
        return snapshot.contents
    }
}

extension PropertyListError {
    /// Whether a file that another program is just writing in place could give this error.
    fileprivate var mayBeCutOff: Bool {
        switch self {
        case .empty, .malformed: true
        case .unrecognized, .malformedJSON, .notDictionary, .tooDeep, .tooManyValues, .dateNotFinite, .outOfMemory,
            .notWritten:
            false
        }
    }
}
