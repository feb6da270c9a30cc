/// A folder that this process has created, and the path that it has given to it.
package struct PlacedFolder: Sendable {
    /// The absolute path, without links.
    package let path: String
    let created: CreatedFolder

    /// Returns the place of the folder at this moment.
    package func whereabouts() throws(PreferencesError) -> CreatedFolder.Whereabouts {
        try PreferencesError.mapping(try created.whereabouts(from: path, for: .read(path)))
    }
}
