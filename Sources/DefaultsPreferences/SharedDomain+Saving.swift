extension SharedDomain {
    /// Changes values in memory.
    ///
    /// - Parameters:
    ///   - names: The names that may be changed.
    ///   - body: Changes the values, and returns whether it changed any.
    func change(_ names: [ExactName], _ body: (inout DomainValues) -> Bool) -> Bool {
        lazy var nameSet = Set(names)
        for listener in values.withLock({ $0.currentListeners }) { listener.willChange(nameSet) }
        // Includes listeners that were added after the first lock: they may have read the old values.
        let (hasChanged, listeners) = values.withLock { values in
            let wasSaved = values.pending.isEmpty
            let hasChanged = body(&values)
            if wasSaved {
                isEmpty.store(false, ordering: .releasing)
                if keepsItself, !values.pending.isEmpty { values.keptDomain = self }
            }
            return (hasChanged, values.currentListeners)
        }
        for listener in listeners { listener.didChange(nameSet) }
        return hasChanged
    }

    /// Whether there are changes that are not saved.
    var hasUnsavedChanges: Bool { values.withLock { !$0.pending.isEmpty } }

    /// Saves the pending changes.
    ///
    /// - Returns: Whether there were pending changes.
    @discardableResult
    func save() throws -> Bool {
        guard hasUnsavedChanges else { return false }
        // Listeners already know the pending changes. Only changes by others are new to them.
        notifyLater(try performUpdate { _ in }.installed)
        return true
    }

    /// Changes the contents in one atomic and durable step, together with the pending changes.
    func update<Result>(_ body: (inout PropertyListDictionary) throws -> Result) throws -> Result {
        let (result, installed) = try performUpdate(body)
        installed.notify()
        return result
    }

    /// Updates the domain, and installs its new contents.
    private func performUpdate<Result>(
        _ body: (inout PropertyListDictionary) throws -> Result
    ) throws -> (result: Result, installed: DomainValues.Installed) {
        var save: DomainValues.Save?
        var isPublishing = false
        values.withLock { $0.runningUpdates += 1 }
        defer { endUpdate(isPublishing: isPublishing) }
        do {
            let result = try store.update([domain]) { transaction in
                var beginning = values.withLock { $0.beginSave(of: &transaction[domain]) }
                let result = try UpdateNesting.run { try body(&transaction[domain]) }
                beginning.contents = transaction[domain]
                // The lock of the domain is held, so no other update is counted before this update.
                beginning.updates = updates?.count ?? 0
                save = beginning
                transaction.beforePublishing {
                    self.expect(beginning)
                    if isPublishing { return }
                    isPublishing = true
                    save?.observed = self.beginPublishing()
                }
                if values.withLock({ $0.observation != nil }) {
                    transaction.afterPublishing { transaction, file in
                        if let published = save, published.contents == transaction[self.domain] {
                            save?.file = self.savedFile(file, of: published)
                        }
                    }
                }
                return result
            }
            return (result, save.map(install) ?? DomainValues.Installed())
        } catch {
            if let save { abandon(save) }
            throw error
        }
    }

    /// Defers the reading of changes until the update has installed its contents. The report of its own change then
    /// needs no reading.
    ///
    /// - Returns: The observation, and the number of writes in place so far, if writes are counted.
    private func beginPublishing() -> (observation: DomainObservation, writes: UInt64)? {
        let observation = values.withLock { values in
            values.publishingUpdates += 1
            return values.observation
        }
        guard let observation, let writes = observation.writeCount else { return nil }
        return (observation, writes)
    }

    private func endUpdate(isPublishing: Bool) {
        let mustRead = values.withLock { values in
            values.runningUpdates -= 1
            if isPublishing { values.publishingUpdates -= 1 }
            guard values.publishingUpdates == 0, values.mustReadAfterPublishing else { return false }
            values.mustReadAfterPublishing = false
            return true
        }
        if mustRead { noteStoreChange() }
    }

    /// Returns the file of a save, or `nil` if reports of changes cannot be recognized as those of the save.
    private func savedFile(_ file: HeldFile, of save: DomainValues.Save) -> DomainValues.SavedFile? {
        guard let (observation, writes) = save.observed, let version = store.version(of: domain),
            version.belongs(to: file)
        else { return nil }
        return DomainValues.SavedFile(file: file, version: version, observation: observation, writes: writes)
    }

    /// Marks the update of a save as seen before the update is counted. Lookups on other threads then use the pending
    /// changes, and do not read the domain before the saved contents are installed.
    private func expect(_ save: DomainValues.Save) {
        if updates != nil { seenUpdates.store(save.updates + 1, ordering: .releasing) }
    }

    /// Lets the next lookup read the domain, because a failed save may still have changed it.
    private func abandon(_ save: DomainValues.Save) {
        _ = seenUpdates.compareExchange(
            expected: save.updates + 1, desired: save.updates, ordering: .acquiringAndReleasing)
    }

    /// Installs saved contents. If other contents were installed during the save, the domain is read again, because
    /// those contents may be older or newer.
    private func install(_ save: DomainValues.Save) -> DomainValues.Installed {
        let installed = values.withLock { values -> DomainValues.Installed? in
            values.saveFailure = nil
            values.failedSaveCount = 0
            guard values.installation == save.installation else { return nil }
            // The current count may include a later update. If the store does not count updates, the count lacks this
            // update.
            if let updates { seenUpdates.store(min(updates.count, save.updates + 1), ordering: .releasing) }
            defer { isEmpty.store(values.isEmpty, ordering: .releasing) }
            let installed = values.install(.contents(save.contents), nil, saved: save.lastChange)
            values.keep(save.file)
            return installed
        }
        withExtendedLifetime(installed) {}
        if installed == nil { reload(saved: save.lastChange) }
        return installed ?? DomainValues.Installed()
    }

    /// Saves the pending changes, and records an error.
    ///
    /// The save remains scheduled until it has ended, so changes during a long wait for the lock schedule no other
    /// save.
    ///
    /// - Parameter isLast: Whether there will be no later save.
    /// - Returns: The time until the next save, or `nil` if no save is needed. The next save includes changes made
    ///   during this save, or repeats a failed save.
    func saveAutomatically(isLast: Bool = false) -> Duration? {
        // The changes may be part of a running update. If they are not, they are saved later.
        if !isLast, values.withLock({ $0.runningUpdates > 0 }) { return AutomaticSaves.delay }
        do {
            try save()
            return values.withLock { values in
                if !values.pending.isEmpty { return AutomaticSaves.delay }
                values.automaticSaves = nil
                return nil
            }
        } catch {
            let (handlers, failures) = values.withLock { values in
                values.saveFailure = error
                values.failedSaveCount += 1
                return (Array(values.errorHandlers.values), values.failedSaveCount)
            }
            for handler in handlers { handler(error) }
            return AutomaticSaves.delayOfRetry(failures)
        }
    }
}
