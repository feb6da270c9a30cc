/// The place of a file: a name in a folder. The file can be missing.
///
/// All paths that lead to a file have the same place. Two hard links have different places, because a file is replaced
/// by name.
package struct FilePlace: Hashable {
    @ExactName var name: String
    /// The identity of the folder, or `nil` if it does not exist. Two paths without links can lead to one folder, if it
    /// is mounted twice.
    let folderIdentity: FileIdentity?
    /// The path of the folder if it does not exist, or else an empty string.
    @ExactName var folder: String
}

extension FilePlace {
    /// Creates the place that a path leads to, or returns `nil` for a descriptor or a link that cannot be followed.
    package init?(_ path: String) {
        guard let file = try? DomainFile(path: path).resolved() else { return nil }
        self = file.place
        if folderIdentity == nil { folder = FilePaths.followingLinks(folder) }
    }

    /// Returns whether two paths lead to the same file.
    package static func isOneFile(_ path: String, _ other: String) -> Bool {
        guard let place = FilePlace(path) else { return false }
        return FilePlace(other) == place
    }
}
