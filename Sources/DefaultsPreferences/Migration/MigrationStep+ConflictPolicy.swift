extension MigrationStep {
    /// The treatment of a step whose old and new values both exist.
    ///
    /// A value in the way of the new path that is not a container, such as a string at `Window` for `Window.Width`,
    /// counts as the new value. It is never overwritten: with ``overwrite``, it stops the migration.
    public enum ConflictPolicy: String, CaseIterable, Sendable {
        /// Keeps both values.
        case keepNew = "keep-new"
        /// Replaces the new value by the old one. The record keeps the replaced value.
        case overwrite
        /// Stops the migration.
        case fail
    }
}
