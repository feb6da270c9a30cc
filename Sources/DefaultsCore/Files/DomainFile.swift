import Foundation

/// The file of a domain: its location, and how it is read and encoded.
package struct DomainFile: Equatable {
    /// The path as the domain names it, for errors.
    @ExactName private(set) var path: String
    /// The maximum size, in bytes, of a file to read.
    let sizeLimit: Int
    /// Whether the file is given by its path, and not by the name of a domain.
    private(set) var isGivenByPath: Bool
    /// Whether the file is one of the library's own records. It has any format, and is never blank.
    let isRecord: Bool
    /// How a JSON file is read to change it, if changes keep its layout. If it is `nil`, JSON is refused.
    let json: JSONForm.Kind?
    /// The time for which the file is read again while it looks truncated.
    let retryTime: Duration
    /// The age from which an empty file has no keys. Before it, Foundation may have truncated the file of a domain with
    /// a name in order to write it.
    var settlingTime: Duration { max(retryTime, isGivenByPath ? Self.defaultRetryTime : .seconds(2)) }
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

    /// Returns whether a change keeps the layout of the file. Foundation writes the files of domains with names whole.
    func keepsLayout(in base: Base) -> Bool { isGivenByPath && (base == .elsewhere || !hasNameOfDomain) }

    /// Whether the name is that of a domain's file. In a base folder, only such a file belongs to a domain. It is not
    /// read as a stream, because a search for domains would wait for the writer of a FIFO.
    var hasNameOfDomain: Bool { name.hasScalarSuffix(".plist") }

    /// The default of ``retryTime``.
    static let defaultRetryTime = Duration.milliseconds(100)

    package init(
        path: String, sizeLimit: Int = InputFile.defaultSizeLimit, isGivenByPath: Bool = false,
        isRecord: Bool = false, json: JSONForm.Kind? = nil, retryTime: Duration? = nil
    ) {
        (self.isGivenByPath, self.isRecord, self.json) = (isGivenByPath, isRecord, json)
        self.retryTime = retryTime ?? Self.defaultRetryTime
        self.path = path
        self.sizeLimit = sizeLimit
        (folder, name) = FilePaths.split(path)
    }

    /// Returns the same file with every link followed.
    ///
    /// - Throws: An error if a link cannot be followed, or if the path leads to a descriptor of a process.
    func resolved() throws(FileError) -> DomainFile {
        let access = FileAccess.read(path)
        let entry = try FilePaths.entry(folder.appendingComponent(name), for: access)
        // The file of a descriptor is not replaced. It may have been removed, or belong to another program.
        if entry.isDescriptor { throw access.error(.notRegularFile(.other)) }
        var file = self
        (file.folder, file.name, file.isLinked) = (entry.folder, entry.name, isLinked || entry.isLinked)
        // If the path of the folder leads to something else, the folder is treated as missing. Reading then finds
        // nothing, and creating the folder fails.
        let status = try FilePaths.status(entry.folder, for: access)
        file.folderIdentity = status?.isDirectory == true ? status?.identity : nil
        return file
    }

    /// Returns the same file with every link followed, for a change.
    ///
    /// - Throws: Among others, an error if the name of the file or of the link is reserved.
    func resolvedToChange() throws(FileError) -> DomainFile {
        let file = try resolved()
        if AtomicFile.isReservedName(name) || AtomicFile.isReservedName(file.name) {
            throw FileAccess.write(path).error(.reservedName)
        }
        return file
    }

    /// Returns the same file, as that of a domain with a name if one of the folders contains it.
    func named(inFolders folders: [String]) -> DomainFile {
        var file = self
        if hasNameOfDomain, folders.contains(where: { FilePaths.path(of: path, inFolder: $0) != nil }) {
            file.isGivenByPath = false
        }
        return file
    }

    /// The identity of the domain in a file that is ``resolved()``. Creating the missing folder does not change it.
    var identity: StoreIdentity {
        StoreIdentity(folderIdentity == nil ? FilePaths.followingLinks(folder) : folder).adding(name)
    }

    /// The place of a file that is ``resolved()``. Two domains with the same file have the same place.
    var place: FilePlace {
        FilePlace(name: name, folderIdentity: folderIdentity, folder: folderIdentity == nil ? folder : "")
    }

    /// Returns the bytes of a file with the given root.
    ///
    /// - Parameters:
    ///   - format: The format of the file. If it cannot represent the value exactly, a record or the file of a domain
    ///     with a name becomes XML or, if XML cannot represent the value either, binary.
    ///   - loss: The part of the old file that the bytes lack.
    /// - Throws: An error if the value cannot be stored. Also if the file is given by its path and is not a record, and
    ///   the format cannot represent the value exactly.
    func encoded(
        _ value: PropertyListValue, format: PropertyListFormat, losing loss: LayoutPolicy.Loss? = nil
    ) throws(PreferencesError) -> Encoded {
        do {
            return (try PropertyListWriter.data(of: value, as: format), loss)
        } catch {
            if error.code == .inexact, !isGivenByPath || isRecord {
                let other = format == .openStep ? PropertyListFormat.xml : .binary
                return try encoded(value, format: other, losing: isRecord ? nil : .format(other))
            }
            throw PreferencesError(.unstorable(path: path, error))
        }
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
    /// The bytes of a file that keeps its layout, or `nil` for another file.
    var text: FileText?
    /// The error that occurred when reading the file. It is set only if a change may replace the file nevertheless.
    var failure: PreferencesError?

    /// Returns the contents, or throws an error if changing them would lose something.
    func contentsToChange(at path: String) throws(PreferencesError) -> PropertyListDictionary {
        guard snapshot.substitutions.isEmpty else {
            throw PreferencesError(.unfaithful(path: path, snapshot.substitutions))
        }
        return snapshot.contents
    }
}
