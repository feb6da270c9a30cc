import DefaultsCore

extension StoredCollection where Element.ID: Sendable {
    /// Stores objects durably, without blocking a thread of the cooperative pool.
    ///
    /// Cancelling the task does not cancel the save.
    ///
    /// - Throws: The errors of the synchronous form. Stored objects are unchanged.
    public func save(_ elements: Element...) async throws {
        try await BlockingWork.run { try save(elements) }
    }

    /// Stores objects durably, without blocking a thread of the cooperative pool.
    ///
    /// Cancelling the task does not cancel the save.
    ///
    /// - Throws: The errors of the synchronous form. Stored objects are unchanged.
    public func save(_ elements: [Element]) async throws {
        try await BlockingWork.run { try save(elements) }
    }

    /// Reads, changes and stores one object in one atomic and durable step, without blocking a thread of the
    /// cooperative pool.
    ///
    /// Cancelling the task does not cancel the update. The body runs on another thread and follows the rules of the
    /// synchronous form.
    ///
    /// - Throws: The errors of the synchronous form. Stored objects are unchanged.
    @discardableResult
    public func update<Result: Sendable>(
        _ identity: Element.ID, _ body: @escaping @Sendable (inout Element?) throws -> Result
    ) async throws -> Result {
        try await BlockingWork.run { try update(identity, body) }
    }

    /// Returns the object with an identity, without blocking a thread of the cooperative pool.
    ///
    /// - Throws: The errors of the synchronous form.
    public func element(_ identity: Element.ID) async throws -> Element? {
        try await BlockingWork.run { try element(identity) }
    }

    /// Returns all objects, without blocking a thread of the cooperative pool.
    ///
    /// - Throws: The errors of the synchronous form.
    public func all() async throws -> [Element] {
        try await BlockingWork.run { try all() }
    }

    /// Returns the number of objects, without blocking a thread of the cooperative pool.
    ///
    /// - Throws: The errors of the synchronous form.
    public func count() async throws -> Int {
        try await BlockingWork.run { try count() }
    }

    /// Returns whether there is an object with an identity, without blocking a thread of the cooperative pool.
    ///
    /// - Throws: The errors of the synchronous form.
    public func contains(_ identity: Element.ID) async throws -> Bool {
        try await BlockingWork.run { try contains(identity) }
    }

    /// Removes objects durably, without blocking a thread of the cooperative pool.
    ///
    /// Cancelling the task does not cancel the removal.
    ///
    /// - Throws: The errors of the synchronous form. Stored objects are unchanged.
    public func remove(_ identities: Element.ID...) async throws {
        try await BlockingWork.run { try remove(identities) }
    }

    /// Removes objects durably, without blocking a thread of the cooperative pool.
    ///
    /// Cancelling the task does not cancel the removal.
    ///
    /// - Throws: The errors of the synchronous form. Stored objects are unchanged.
    public func remove(_ identities: [Element.ID]) async throws {
        try await BlockingWork.run { try remove(identities) }
    }

    /// Removes all objects durably, without blocking a thread of the cooperative pool.
    ///
    /// Cancelling the task does not cancel the removal.
    ///
    /// - Throws: The errors of the synchronous form. Stored objects are unchanged.
    public func removeAll() async throws {
        try await BlockingWork.run { try removeAll() }
    }
}
