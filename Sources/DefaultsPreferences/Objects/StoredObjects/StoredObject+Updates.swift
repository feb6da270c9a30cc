extension StoredObject {
    /// Returns the object as it changes in the store.
    ///
    /// The first element is the object in memory. When any program changes the stored object, the change is merged into
    /// the object in memory, as `save()` does. The merged object is the next element. Each element differs from the
    /// previous element. A slow consumer gets only the latest element. A stored object that cannot be read or decoded
    /// is skipped.
    ///
    /// ```swift
    /// for await account in object.updates() {
    ///     show(account)
    /// }
    /// ```
    ///
    /// - Returns: A sequence that ends when its task is cancelled, or after one element if the store does not report
    ///   changes. The sequence keeps the object alive.
    public func updates() -> some AsyncSequence<Value, Never> & Sendable {
        store.changes(of: location.domain) { try self.follow() }
    }

    /// Merges the stored object into the one in memory.
    private func follow() throws -> (value: Value, form: PropertyListValue?) {
        while true {
            let before = state.withLock { ($0.isSaving, $0.baseRevision) }
            let stored = try location.value(in: store.contents(of: location.domain))
            let followed = try state.withLock { state -> Value? in
                // A running save reads the stored object itself. The object that was read here may be older.
                if state.isSaving || before.0 { return state.value }
                guard state.baseRevision == before.1 else { return nil }
                try state.follow(stored, with: coder)
                return state.value
            }
            if let followed { return (followed, try coder.encode(followed)) }
        }
    }
}
