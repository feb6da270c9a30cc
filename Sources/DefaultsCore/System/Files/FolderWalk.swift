/// A walk through a folder and all folders inside it.
///
/// The entries of each folder are visited in the order of their names, and a folder is entered where its name is. Links
/// are not followed, so the walk ends, and no folder is entered twice. A folder with the name `.git` is not entered.
///
/// Folders are opened by name in an open folder. Only one folder is open at a time, and only the names of its entries
/// and of the entries of the folders above it are in memory. Neither the number of descriptors nor the length of paths
/// limits the depth.
struct FolderWalk {
    /// Something that the walk meets.
    enum Encounter {
        /// A regular file, with its name and its open folder.
        case file(String, in: Folder)
        /// A file or folder whose name is not UTF-8. It is not entered.
        case nameNotUTF8(isFolder: Bool)
        /// A folder that cannot be listed, or an entry whose kind cannot be determined.
        case obstacle(FileError)
    }

    /// A folder that is being visited.
    private struct Level {
        let identity: FileIdentity
        let path: String
        /// The entries that are still to be visited, in reverse order.
        var entries: [Folder.Entry]
    }

    private var folder: Folder
    private var levels: [Level]

    /// Opens the folder at a path. A link at the path is followed.
    init(_ path: String) throws(FileError) {
        folder = try Folder(path: path, for: .list(path))
        levels = [try Self.level(of: folder, path: path)]
    }

    private static func level(of folder: Folder, path: String) throws(FileError) -> Level {
        let entries = try folder.entries(for: .list(path)).sorted { $1.name.precedesInUTF16($0.name) }
        return Level(identity: folder.identity, path: path, entries: entries)
    }

    /// Returns the next encounter and its path, or `nil` at the end.
    mutating func next() -> (path: String, Encounter)? {
        while !levels.isEmpty {
            // The entries have one owner here, so the last one is removed without a copy of the others.
            let index = levels.count - 1
            guard let entry = levels[index].entries.popLast() else {
                let path = levels.removeLast().path
                guard let failure = returnToParent() else { continue }
                levels = []
                return (path, .obstacle(failure))
            }
            let path = levels[index].path.appendingComponent(entry.name)
            do {
                if let encounter = try enter(entry, at: path) { return (path, encounter) }
            } catch {
                return (path, .obstacle(error))
            }
        }
        return nil
    }

    /// Enters an entry that is a folder. Returns the encounter for other entries, or `nil` for those that are ignored.
    private mutating func enter(_ entry: Folder.Entry, at path: String) throws(FileError) -> Encounter? {
        if entry.name == ".git" { return nil }
        guard entry.isText else { return .nameNotUTF8(isFolder: entry.kind == .folder) }
        guard let status = try folder.status(of: entry.name, for: .read(path)) else { return nil }
        guard status.isDirectory else { return status.isRegularFile ? .file(entry.name, in: folder) : nil }
        let inner = try Folder(entry: entry.name, of: folder, for: .list(path))
        levels.append(try Self.level(of: inner, path: path))
        folder = inner
        return nil
    }

    /// Opens the folder above the one whose visit has ended. Returns an error if it cannot be opened, or if the folder
    /// was moved meanwhile.
    private mutating func returnToParent() -> FileError? {
        guard let parent = levels.last else { return nil }
        do {
            folder = try Folder(entry: "..", of: folder, for: .list(parent.path))
            return folder.identity == parent.identity ? nil : FileAccess.list(parent.path).error(.replaced)
        } catch {
            return error
        }
    }
}
