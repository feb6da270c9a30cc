extension StoredObject {
    /// The functions that wait, in forms that leave the threads of the cooperative pool free.
    ///
    /// ```swift
    /// try await account.async.update { $0.theme = "dark" }  // other tasks run meanwhile
    /// ```
    public var async: Asynchronous<StoredObject> { Asynchronous(self) }
}

extension Asynchronous {
    /// Stores the object durably, merged with the changes of other programs.
    ///
    /// Cancelling the task does not cancel the save.
    ///
    /// - Throws: The errors of the blocking form. Stored values are unchanged.
    public func save<Value>() async throws where Base == StoredObject<Value> {
        try await BlockingWork.run { try base.save() }
    }

    /// Reads, changes and stores the object in one atomic and durable step.
    ///
    /// Cancelling the task does not cancel the update. The body runs on another thread and follows the rules of the
    /// blocking form.
    ///
    /// - Parameter body: A closure that changes the object. It may be called more than once, so it should have no other
    ///   effects.
    /// - Returns: The result of the body.
    /// - Throws: The errors of the blocking form. Stored values are unchanged.
    @discardableResult
    public func update<Value, Result: Sendable>(
        _ body: @escaping @Sendable (inout Value) throws -> Result
    ) async throws -> Result where Base == StoredObject<Value> {
        try await BlockingWork.run { try base.update(body) }
    }

    /// Replaces the object in memory by the stored one.
    ///
    /// - Throws: The errors of the blocking form. The object is unchanged.
    public func reload<Value>() async throws where Base == StoredObject<Value> {
        try await BlockingWork.run { try base.reload() }
    }

    /// Removes the stored object durably and replaces the object in memory by a new one.
    ///
    /// Cancelling the task does not cancel the reset.
    ///
    /// - Throws: The errors of the blocking form. Both objects are unchanged.
    public func reset<Value>() async throws where Base == StoredObject<Value> {
        try await BlockingWork.run { try base.reset() }
    }
}
