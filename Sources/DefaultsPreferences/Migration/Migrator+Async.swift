extension Migrator {
    /// The functions that wait, in forms that leave the threads of the cooperative pool free.
    public var async: Asynchronous<Migrator> { Asynchronous(self) }
}

extension Asynchronous<Migrator> {
    /// Performs all registered migrations that are not done. Cancelling the task does not end the migrations.
    ///
    /// - Returns: The reports of the migrations in their order.
    /// - Throws: ``PreferenceValueError`` or `PreferencesError`.
    @discardableResult
    public func apply() async throws -> [Migration.Report] {
        try await BlockingWork.run { try base.apply() }
    }

    /// Returns whether a newer version of the program has migrated a domain, like ``Migrator/hasBeenSuperseded(in:)``.
    ///
    /// - Throws: The same errors as that function.
    public func hasBeenSuperseded(in target: Domain) async throws -> Bool {
        try await BlockingWork.run { try base.hasBeenSuperseded(in: target) }
    }
}
