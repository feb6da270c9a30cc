/// Follows the paths of a watch once, and watches the folders on the way.
///
/// Each folder is watched before it is read, so that no later change is missed.
struct PathFollower {
    let watch: PathWatch
    /// The number of times that the watch has followed its paths.
    let round: UInt64
    let watchFolder: PathWatch.WatchFolder

    /// The links, folders, and files with several names that are in the listed folders. A change of such an entry can
    /// also affect other paths.
    private(set) var indirectEntries: Set<ExactName> = []
    /// Whether a folder was removed meanwhile, so that the paths must be followed again.
    private(set) var isOutdated = false

    init(of watch: PathWatch, round: UInt64, watchFolder: @escaping PathWatch.WatchFolder) {
        (self.watch, self.round, self.watchFolder) = (watch, round, watchFolder)
    }

    mutating func follow(_ target: PathWatch.Target) throws(FileError) {
        switch target {
        case .file(let path):
            _ = try follow(path, toFolder: false)
        case .folder(let path, let isRecursive, let excluded):
            try follow(folder: path, isRecursive, excluded, ancestors: [])
        }
    }

    /// Resolves a path component by component.
    ///
    /// - Returns: The path of the folder without links, or `nil` if the path does not lead to a folder.
    private mutating func follow(_ path: String, toFolder: Bool) throws(FileError) -> String? {
        var folder = "/"
        var rest = Array(try Self.absolute(path).pathComponents.reversed())
        for _ in 0..<4096 {
            guard let name = rest.popLast() else { return folder }
            if name == ".." {
                folder = FilePaths.split(folder).folder
                continue
            }
            let path = folder.appendingComponent(name)
            let isFile = rest.isEmpty && !toFolder
            if isFile {
                try watch(folder, for: [.contents, .entries], of: name)
            } else if try watchItself(path) {
                folder = path
                continue
            } else {
                try watch(folder, for: .entries, of: name)
            }
            if let destination = try FilePaths.destination(ofLink: path) {
                rest += destination.pathComponents.reversed()
                if destination.hasScalarPrefix("/") { folder = "/" }
            } else if !isFile, FilePaths.isFolder(path) {
                rest.append(name)  // it was created just now
            } else {
                // The folder may be empty, so it can be removed. Its parent reports the removal at once. The folder
                // itself reports the removal only after the last program has closed it.
                if !isFile || !FilePaths.isTaken(path) { try watchEntry(of: folder) }
                return nil
            }
        }
        throw FileAccess.list(path).error(.tooManyLinks)
    }

    private mutating func follow(
        folder path: String, _ isRecursive: Bool, _ excluded: [String], ancestors: [FileIdentity]
    ) throws(FileError) {
        guard let folder = try follow(path, toFolder: true),
            let identity = try FilePaths.status(folder)?.identity, !ancestors.contains(identity)
        else { return }
        let suffix = FolderInterest.Names.suffix(Array(".plist".utf8))
        try watchFolder(FolderInterest(folder, [.contents, .entries], suffix, reportedAs: path), watch, round)
        if isRecursive {
            try watchFolder(FolderInterest(folder, .entries, .folders, reportedAs: path), watch, round)
        }
        try watchEntry(of: folder)
        for entry in try Folder.entries(inPath: folder) where entry.isText {
            let mayBeDomain = entry.name.hasScalarSuffix(".plist")
            let inner = path.appendingComponent(entry.name)
            guard mayBeDomain || isRecursive && entry.kind != .file, FilePaths.isIndirect(inner) else { continue }
            indirectEntries.insert(ExactName(inner))
            if entry.kind == .file || excluded.contains(where: { $0.hasSameScalars(as: inner) }) { continue }
            if isRecursive, FilePaths.isFolder(inner) {
                try follow(folder: inner, isRecursive, excluded, ancestors: ancestors + [identity])
            } else if mayBeDomain {
                _ = try follow(inner, toFolder: false)
            }
        }
    }

    private func watch(_ folder: String, for events: FolderEvents, of name: String) throws(FileError) {
        try watchFolder(FolderInterest(folder, events, .one(Array(name.utf8))), watch, round)
    }

    /// Watches whether a folder is moved or removed. Returns false if the path does not lead to a folder, or is a link.
    private func watchItself(_ path: String) throws(FileError) -> Bool {
        do {
            try watchFolder(FolderInterest(path, .moved, .none), watch, round)
            return true
        } catch  where error.isMissing || error.systemError == .tooManyLinks {
            return false
        } catch  where error.systemError?.isPermission == true {
            // A folder that the user may enter but not list cannot be watched.
            return try FilePaths.destination(ofLink: path) == nil && FilePaths.isFolder(path)
        }
    }

    /// Watches the parent of a folder, so that the removal of the folder is reported. Sets ``isOutdated`` if the folder
    /// no longer exists.
    private mutating func watchEntry(of folder: String) throws(FileError) {
        if folder == "/" { return }
        let (parent, name) = FilePaths.split(folder)
        do {
            try watch(parent, for: .entries, of: name)
        } catch  where error.systemError?.isPermission == true || error.isMissing {
            // The parent cannot be watched, or was removed.
        }
        if !FilePaths.isFolder(folder) { isOutdated = true }
    }

    private static func absolute(_ path: String) throws(FileError) -> String {
        path.hasScalarPrefix("/") ? path : try FilePaths.real(".").appendingComponent(path)
    }
}
