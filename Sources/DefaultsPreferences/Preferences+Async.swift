extension Preferences {
    /// The functions that wait, in forms that leave the threads of the cooperative pool free.
    ///
    /// ```swift
    /// preferences[.fontSize] = 18
    /// try await preferences.async.synchronize()  // other tasks run meanwhile
    /// ```
    public var async: Asynchronous<Preferences> { Asynchronous(self) }
}

extension Asynchronous<Preferences> {
    /// Saves all changes durably, then reads the changes of others.
    ///
    /// Cancelling the task does not end the save.
    ///
    /// - Throws: `PreferencesError` if the domain cannot be written or read. Changes that cannot be written stay
    ///   pending.
    public func synchronize() async throws {
        try await base.target.perform { try base.synchronize() }
    }

    /// Reads and changes the domain in one atomic and durable step.
    ///
    /// Cancelling the task does not end the update. The rules for the body are those of `Preferences.update(_:)`. The
    /// body runs on another thread.
    ///
    /// - Parameter body: A closure that changes the preferences. It may be called more than once, so it should have no
    ///   other effects.
    /// - Returns: The result of the body.
    /// - Throws: `PreferencesError`, or the error of the body. The domain is then unchanged.
    @discardableResult
    public func update<Result: Sendable>(
        _ body: @escaping @Sendable (inout Preferences.Editor) throws -> Result
    ) async throws -> Result {
        try await base.target.perform { try base.update(body) }
    }
}
