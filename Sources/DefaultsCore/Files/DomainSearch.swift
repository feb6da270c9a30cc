/// A search for the files of domains in the base folder and in its folder `ByHost`. Subfolders of `ByHost` are always
/// searched. Subfolders of the base folder are searched if there is a root, or if a pattern of the scope names them.
///
/// Links are followed, except links to a folder that contains them.
struct DomainSearch {
    /// The maximum number of folders to visit. With links between folders, the number of paths can grow exponentially.
    private static let limit = 100_000

    /// The paths of the files.
    private(set) var files: [String] = []
    /// The paths of the visited folders, including those that could not be listed.
    private(set) var folders: [String] = []
    private var obstacles: [FileError] = []
    private var folderCount = 0
    /// Whether the base folder has subfolders that are not searched. The ``excluded`` folders do not count.
    private(set) var hasUnsearchedFolders = false
    /// The visited folders with temporary files.
    private(set) var changingFolders: [String] = []
    /// The suffix that the name of a domain's file must have.
    private var suffix = ".plist"
    private var isRecursive: Bool
    /// The folders that are not visited.
    private let excluded: [String]

    /// Searches the folder that contains the domains of a host.
    ///
    /// - Throws: An error if the folder exists and cannot be listed.
    init(_ folders: DomainFolders, host: Domain.Host) throws(PreferencesError) {
        suffix = Domain.hostSuffix(user: .current, host: host) + ".plist"
        isRecursive = folders.isRoot || host != .any
        excluded = folders.unsearchedFolders
        try search(folders.folder(user: .current, host: host))
    }

    /// Searches the folders of all hosts in a scope. If the folder for domains of hosts cannot be listed, the error is
    /// added to ``errors``.
    ///
    /// - Throws: An error if the base folder exists and cannot be listed.
    init(_ folders: DomainFolders, scope: Domain.Scope) throws(PreferencesError) {
        isRecursive = folders.isRoot
        excluded = folders.unsearchedFolders
        let base = folders.folder(user: .current, host: .any)
        let named = isRecursive ? [] : subfolders(for: scope)
        if scope.covers(.any) { try search(base) }
        isRecursive = true
        for name in named where scope.covers(.any) { descend(base.appendingComponent(name), ancestors: []) }
        guard scope.host != .any else { return }
        if let host = scope.host { suffix = Domain.hostSuffix(user: .current, host: host) + ".plist" }
        do {
            try visit(folders.hostFolder, ancestors: [])
        } catch {
            if error.systemError != .missing { obstacles.append(error) }
        }
    }

    /// Returns the subfolders of the base that the patterns of a scope name. If a pattern covers all subfolders, the
    /// search becomes recursive instead, and the result is empty.
    private mutating func subfolders(for scope: Domain.Scope) -> [String] {
        var names: [String] = []
        for pattern in scope.patterns {
            switch pattern.subfolders {
            case .all: isRecursive = true
            case .named(let found): names += found.filter { name in !names.contains { $0.hasSameScalars(as: name) } }
            }
        }
        return isRecursive ? [] : names
    }

    /// The errors of entries that could be domains, in the order of their paths.
    var errors: [PreferencesError] {
        obstacles.sorted { $0.path.precedesInUTF16($1.path) }.map(PreferencesError.init)
    }

    private mutating func search(_ folder: String) throws(PreferencesError) {
        do {
            try visit(folder, ancestors: [])
        } catch {
            // A file with the path of the folder is an error. A missing folder has no domains.
            if error.systemError != .missing { throw PreferencesError(error) }
        }
    }

    private mutating func visit(_ folder: String, ancestors: [FileIdentity]) throws(FileError) {
        guard let identity = try FilePaths.status(folder, for: .list(folder))?.identity else {
            return try Folder.entries(inPath: folder).forEach { _ in }  // throws the error
        }
        if ancestors.contains(identity) { return }
        folderCount += 1
        if folderCount > Self.limit { throw FileAccess.list(folder).error(.tooManyLinks) }
        folders.append(folder)
        for entry in try Folder.entries(inPath: folder) {
            if AtomicFile.isHiddenName(entry.name), changingFolders.last?.hasSameScalars(as: folder) != true {
                changingFolders.append(folder)
            }
            note(entry, at: folder.appendingComponent(entry.name), ancestors: ancestors + [identity])
        }
    }

    private mutating func note(_ entry: Folder.Entry, at path: String, ancestors: [FileIdentity]) {
        let mayBeDomain = entry.name.hasScalarSuffix(suffix)
        if entry.kind == .file, mayBeDomain, entry.isText { return files.append(path) }
        if !isRecursive, !hasUnsearchedFolders, isFolder(entry, at: path), !isExcluded(path) {
            hasUnsearchedFolders = true
        }
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
            // A circular link may be a domain. A link whose destination the user may not access may lead to a folder of
            // domains.
            if mayBeDomain { return files.append(path) }
            if error.systemError?.isPermission == true { obstacles.append(error) }
        }
    }

    private func isFolder(_ entry: Folder.Entry, at path: String) -> Bool {
        switch entry.kind {
        case .file: false
        case .folder: true
        case .unknown: FilePaths.isFolder(path)
        }
    }

    private func isExcluded(_ path: String) -> Bool { excluded.contains { $0.hasSameScalars(as: path) } }

    private mutating func descend(_ path: String, ancestors: [FileIdentity]) {
        guard isRecursive, !isExcluded(path) else { return }
        do {
            try visit(path, ancestors: ancestors)
        } catch {
            // A missing folder was removed meanwhile.
            if error.systemError != .missing { obstacles.append(error) }
        }
    }
}
