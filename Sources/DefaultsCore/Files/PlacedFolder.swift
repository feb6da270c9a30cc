/// A folder that this process has created, and the path that it has given to it.
package struct PlacedFolder: Sendable {
    /// The absolute path, without links.
    package let path: String
    let created: CreatedFolder

    /// What has become of the folder.
    package func whereabouts() throws(PreferencesError) -> CreatedFolder.Whereabouts {
        try PreferencesError.mapping(try created.whereabouts(from: path, for: .read(path)))
    }
}
