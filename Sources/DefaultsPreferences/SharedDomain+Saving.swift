import PropertyList

extension SharedDomain {
    /// Changes values in memory.
    ///
    /// - Parameters:
    ///   - names: The names that may be changed.
    ///   - body: Changes the values, and returns whether it has.
    func change(_ names: [ExactName], _ body: (inout DomainValues) -> Bool) -> Bool {
        let listeners = values.withLock { $0.currentListeners }
        let namesForListeners = listeners.isEmpty ? [] : Set(names)
        for listener in listeners { listener.willChange(namesForListeners) }
        let (hasChanged, isFirst) = values.withLock { values in
            let wasSaved = values.pending.isEmpty
            let hasChanged = body(&values)
            if wasSaved { isEmpty.store(false, ordering: .releasing) }
            return (hasChanged, wasSaved)
        }
        if hasChanged, isFirst { updateLifetime() }
        for listener in listeners { listener.didChange(namesForListeners) }
        return hasChanged
    }

    var failedSaveCount: Int { values.withLock { $0.failedSaveCount } }

    /// Whether there are changes that are not saved.
    var hasUnsavedChanges: Bool { values.withLock { !$0.pending.isEmpty } }

    /// Saves the pending changes.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    func save() throws -> Bool {
        guard hasUnsavedChanges else { return false }
        // The pending changes are known. Only changes by others are new.
        let (_, names, listeners) = try performUpdate { _ in }
        notifyLater(listeners, of: names)
        return true
    }

    /// Changes the contents in one atomic and durable step, together with the pending changes.
    func update<Result>(_ body: (inout PropertyListDictionary) throws -> Result) throws -> Result {
        let (result, names, listeners) = try performUpdate(body)
        Self.notify(listeners, of: names)
        return result
    }

    /// Updates the domain, and returns the names that have changed and their listeners.
    private func performUpdate<Result>(
        _ body: (inout PropertyListDictionary) throws -> Result
    ) throws -> (result: Result, names: Set<ExactName>, listeners: [DomainValues.Listener]) {
        var save: DomainValues.Save?
        do {
            let result = try store.update([domain]) { transaction in
                var beginning = values.withLock { $0.beginSave(of: &transaction[domain]) }
                let result = try UpdateNesting.run { try body(&transaction[domain]) }
                beginning.contents = transaction[domain]
                // Under the lock of the domain, so the next update is this one.
                beginning.updates = updates?.count ?? 0
                save = beginning
                transaction.beforePublishing { self.expect(beginning) }
                return result
            }
            let (names, listeners) = save.map(install) ?? ([], [])
            return (result, names, listeners)
        } catch {
            if let save { abandon(save) }
            throw error
        }
    }

    /// Expects the update of a save, which is counted before its contents are installed. A lookup on another thread
    /// need not read the domain meanwhile, since the pending changes are known.
    private func expect(_ save: DomainValues.Save) {
        if updates != nil { seenUpdates.store(save.updates + 1, ordering: .releasing) }
    }

    /// Lets the next lookup read the domain, because a save that failed can have changed it nevertheless.
    private func abandon(_ save: DomainValues.Save) {
        _ = seenUpdates.compareExchange(
            expected: save.updates + 1, desired: save.updates, ordering: .acquiringAndReleasing)
    }

    /// Installs saved contents. If other contents were installed during the save, they may be older or newer, so the
    /// domain is read again.
    private func install(_ save: DomainValues.Save) -> (Set<ExactName>, [DomainValues.Listener]) {
        let (isInstalled, names, listeners, unneeded) = values.withLock { values in
            values.saveFailure = nil
            values.failedSaveCount = 0
            guard values.installation == save.installation else {
                return (false, Set<ExactName>(), [DomainValues.Listener](), [:])
            }
            let names = values.namesChanged { $0.install(.contents(save.contents), nil, saved: save.lastChange) }
            // Not the present number: there may have been a later update. A store need not count its updates.
            if let updates { seenUpdates.store(min(updates.count, save.updates + 1), ordering: .releasing) }
            isEmpty.store(values.isEmpty, ordering: .releasing)
            return (true, names, values.currentListeners, values.removeUnneededHandlers())
        }
        withExtendedLifetime(unneeded) {}
        defer { updateLifetime() }
        if !isInstalled { reload(saved: save.lastChange) }
        return (names, listeners)
    }

    /// Saves the pending changes, and records an error.
    ///
    /// - Returns: Whether the save succeeded.
    func saveAutomatically() -> Bool {
        values.withLock { $0.isSaveScheduled = false }
        do {
            try save()
            return true
        } catch {
            let handlers = values.withLock { values in
                values.saveFailure = error
                values.failedSaveCount += 1
                values.isSaveScheduled = true  // by the retry
                return Array(values.errorHandlers.values)
            }
            for handler in handlers { handler(error) }
            return false
        }
    }
}
