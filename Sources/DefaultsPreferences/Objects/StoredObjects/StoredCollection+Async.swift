extension StoredCollection {
    /// The functions that wait, in forms that leave the threads of the cooperative pool free.
    public var async: Asynchronous<StoredCollection> { Asynchronous(self) }
}

extension Asynchronous {
    /// Stores objects durably.
    ///
    /// Cancelling the task does not cancel the save.
    ///
    /// - Throws: The errors of the blocking form. Stored objects are unchanged.
    public func save<Element>(_ elements: Element...) async throws
    where Base == StoredCollection<Element>, Element.ID: Sendable {
        try await BlockingWork.run { try base.save(elements) }
    }

    /// Stores objects durably.
    ///
    /// Cancelling the task does not cancel the save.
    ///
    /// - Throws: The errors of the blocking form. Stored objects are unchanged.
    public func save<Element>(_ elements: [Element]) async throws
    where Base == StoredCollection<Element>, Element.ID: Sendable {
        try await BlockingWork.run { try base.save(elements) }
    }

    /// Reads, changes and stores one object in one atomic and durable step.
    ///
    /// Cancelling the task does not cancel the update. The body runs on another thread and follows the rules of the
    /// blocking form.
    ///
    /// - Throws: The errors of the blocking form. Stored objects are unchanged.
    @discardableResult
    public func update<Element, Result: Sendable>(
        _ identity: Element.ID, _ body: @escaping @Sendable (inout Element?) throws -> Result
    ) async throws -> Result where Base == StoredCollection<Element>, Element.ID: Sendable {
        try await BlockingWork.run { try base.update(identity, body) }
    }

    /// Returns the object with an identity.
    ///
    /// - Throws: The errors of the blocking form.
    public func element<Element>(_ identity: Element.ID) async throws -> Element?
    where Base == StoredCollection<Element>, Element.ID: Sendable {
        try await BlockingWork.run { try base.element(identity) }
    }

    /// Returns all objects.
    ///
    /// - Throws: The errors of the blocking form.
    public func all<Element>() async throws -> [Element]
    where Base == StoredCollection<Element>, Element.ID: Sendable {
        try await BlockingWork.run { try base.all() }
    }

    /// Returns the number of objects.
    ///
    /// - Throws: The errors of the blocking form.
    public func count<Element>() async throws -> Int
    where Base == StoredCollection<Element>, Element.ID: Sendable {
        try await BlockingWork.run { try base.count() }
    }

    /// Returns whether there is an object with an identity.
    ///
    /// - Throws: The errors of the blocking form.
    public func contains<Element>(_ identity: Element.ID) async throws -> Bool
    where Base == StoredCollection<Element>, Element.ID: Sendable {
        try await BlockingWork.run { try base.contains(identity) }
    }

    /// Removes objects durably.
    ///
    /// Cancelling the task does not cancel the removal.
    ///
    /// - Throws: The errors of the blocking form. Stored objects are unchanged.
    public func remove<Element>(_ identities: Element.ID...) async throws
    where Base == StoredCollection<Element>, Element.ID: Sendable {
        try await BlockingWork.run { try base.remove(identities) }
    }

    /// Removes objects durably.
    ///
    /// Cancelling the task does not cancel the removal.
    ///
    /// - Throws: The errors of the blocking form. Stored objects are unchanged.
    public func remove<Element>(_ identities: [Element.ID]) async throws
    where Base == StoredCollection<Element>, Element.ID: Sendable {
        try await BlockingWork.run { try base.remove(identities) }
    }

    /// Removes all objects durably.
    ///
    /// Cancelling the task does not cancel the removal.
    ///
    /// - Throws: The errors of the blocking form. Stored objects are unchanged.
    public func removeAll<Element>() async throws
    where Base == StoredCollection<Element>, Element.ID: Sendable {
        try await BlockingWork.run { try base.removeAll() }
    }
}
