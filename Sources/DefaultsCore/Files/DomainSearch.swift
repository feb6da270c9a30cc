import PropertyList

/// A search for the files of domains in a folder and, with a root, in its subfolders.
///
/// Links are followed, except those to a folder that they are in.
struct DomainSearch {
    /// The number of folders that are looked into. Links between many folders lead to each of them in very many ways.
    private static let limit = 100_000

    /// The paths of the files.
    private(set) var files: [String] = []
    /// The paths of the folders that were looked into, or could not be.
    private(set) var folders: [String] = []
    private var obstacles: [FileError] = []
    private var folderCount = 0
    /// How the name of a domain's file ends.
    private let suffix: String
    private let isRecursive: Bool
    /// Folders that are not looked into.
    private let excluded: [String]

    /// Searches the folder of a host.
    ///
    /// - Throws: An error if there is such a folder and it cannot be listed.
    init(_ folders: DomainFolders, host: Domain.Host) throws(PreferencesError) {
        let base = folders.folder(user: .current, host: .any)
        suffix = Domain.hostSuffix(user: .current, host: host) + ".plist"
        isRecursive = folders.isRoot
        excluded = ["ByHost", ".defaults"].map(base.appendingComponent)
        try search(folders.folder(user: .current, host: host))
    }

    /// Searches the folder of this host's domains for the files that are none: those of other hosts.
    init(otherHostsIn folders: DomainFolders) throws(PreferencesError) {
        suffix = ".plist"
        isRecursive = true
        excluded = []
        try search(folders.folder(user: .current, host: .current))
        let ownSuffix = Domain.hostSuffix(user: .current, host: .current) + ".plist"
        files.removeAll { $0.hasScalarSuffix(ownSuffix) }
    }

    /// What could not be looked at.
    var errors: [PreferencesError] {
        obstacles.sorted { $0.path.precedesInUTF16($1.path) }.map(PreferencesError.init)
    }

    private mutating func search(_ folder: String) throws(PreferencesError) {
        do {
            try visit(folder, ancestors: [])
        } catch {
            // In a folder's place, a file is an error; where nothing is, there are no domains.
            if error.systemError != .missing { throw PreferencesError(error) }
        }
    }

    private mutating func visit(_ folder: String, ancestors: [FileIdentity]) throws(FileError) {
        guard let identity = try FilePaths.status(folder, for: .list(folder))?.identity else {
            return try Folder.entries(inPath: folder).forEach { _ in }  // for its error
        }
        if ancestors.contains(identity) { return }
        folderCount += 1
        if folderCount > Self.limit { throw FileAccess.list(folder).error(.tooManyLinks) }
        folders.append(folder)
        for entry in try Folder.entries(inPath: folder) {
            note(entry, at: folder.appendingComponent(entry.name), ancestors: ancestors + [identity])
        }
    }

    private mutating func note(_ entry: Folder.Entry, at path: String, ancestors: [FileIdentity]) {
        let mayBeDomain = entry.name.hasScalarSuffix(suffix)
        if entry.kind == .file, mayBeDomain, entry.isText { return files.append(path) }
        guard mayBeDomain || isRecursive && entry.kind != .file else { return }
        if !entry.isText { return obstacles.append(FileAccess.read(path).error(.notUTF8)) }
        do {
            switch try FilePaths.status(path, for: .list(path)) {
            case nil where mayBeDomain && FilePaths.isTaken(path):
                obstacles.append(FileAccess.read(path).error(.missing))
            case let status? where status.isDirectory:
                if mayBeDomain { obstacles.append(FileAccess.read(path).error(.notRegularFile(.directory))) }
                descend(path, ancestors: ancestors)
            case .some where mayBeDomain:
                files.append(path)
            default:
                break
            }
        } catch {
            // A link in a circle may be a domain; one that leads to where one may not look, a folder of them.
            if mayBeDomain { return files.append(path) }
            if error.systemError?.isPermission == true { obstacles.append(error) }
        }
    }

    private mutating func descend(_ path: String, ancestors: [FileIdentity]) {
        guard isRecursive, !excluded.contains(where: { $0.hasSameScalars(as: path) }) else { return }
        do {
            try visit(path, ancestors: ancestors)
        } catch {
            // A folder that is missing has gone meanwhile.
            if error.systemError != .missing { obstacles.append(error) }
        }
    }
}
