/// A folder that this process has created, and the path at which it was created.
package struct PlacedFolder: Sendable {
    /// The absolute path, without links.
    package let path: String
    let created: CreatedFolder

    /// Returns the present location of the folder.
    package func whereabouts() throws(PreferencesError) -> CreatedFolder.Whereabouts {
        try PreferencesError.mapping(try created.whereabouts(from: path, for: .read(path)))
    }
}
