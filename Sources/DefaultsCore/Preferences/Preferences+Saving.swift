import PropertyList
import Synchronization

extension Preferences {
    /// Saves all changes durably, then reads the changes of others.
    ///
    /// - Throws: ``PreferencesError`` if the domain cannot be written or read. Changes that cannot be written stay
    ///   pending.
    public func synchronize() throws {
        _ = try target.get()
        // Saving merges the changes into the domain as it is on disk, so its contents are known.
        reload(readsOwn: try !save())
        let own = state.withLock { $0.own }
        if case .failed(let error) = own { throw error }
    }

    /// Reads and changes the domain in one atomic and durable step.
    ///
    /// No other program that uses this library changes the domain in between. Pending changes are part of the update.
    ///
    /// - Parameter body: A closure that changes the preferences. It may be called more than once, so it should have no
    ///   other effects.
    /// - Returns: The result of the body.
    /// - Throws: ``PreferencesError``, or the error of the body. The domain is then unchanged.
    @discardableResult
    public func update<Result>(_ body: (inout PreferencesEditor) throws -> Result) throws -> Result {
        loadIfNeeded()
        return try transact { contents in
            var editor = PreferencesEditor(contents: contents, preferences: self)
            let result = try body(&editor)
            if let failure = editor.failure { throw failure }
            contents = editor.contents
            return result
        }
    }

    /// Saves the pending changes.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    func save() throws -> Bool {
        guard hasUnsavedChanges else { return false }
        try transact { _ in }
        return true
    }

    private func transact<Result>(_ body: (inout PropertyListDictionary) throws -> Result) throws -> Result {
        let domain = try target.get()
        var save: PreferencesState.Save?
        let result = try store.update([domain]) { transaction in
            var beginning = state.withLock { $0.beginSave(of: &transaction[domain]) }
            let result = try body(&transaction[domain])
            beginning.contents = transaction[domain]
            save = beginning
            return result
        }
        if let save { install(save) }
        return result
    }

    /// Installs saved contents. If other contents were installed during the save, they may be older or newer, so the
    /// domain is read again.
    private func install(_ save: PreferencesState.Save) {
        let (isInstalled, observers) = state.withLock { ($0.install(save), $0.observers) }
        if !isInstalled { reload(saved: save.lastChange) }
        PreferenceChanges.post(.anything, to: observers)
    }

    /// Reads the domains of the search list.
    ///
    /// - Parameters:
    ///   - readsOwn: Whether to read the written domain too.
    ///   - saved: The number of the last saved change.
    func reload(readsOwn: Bool = true, saved: UInt64 = 0) {
        guard case .success(let domain) = target else { return }
        while true {
            let beginning = state.withLock { $0.installation }
            let layers = PreferenceLayers(searchList, around: domain, readsOwn: readsOwn, in: store)
            let observers = state.withLock { state in
                state.install(layers, since: beginning, saved: saved) ? state.observers : nil
            }
            // Another thread has installed contents that may be newer.
            if let observers { return PreferenceChanges.post(.anything, to: observers) }
        }
    }

    func loadIfNeeded() {
        if !state.withLock({ $0.isLoaded }) { reload() }
    }

    /// Saves the pending changes and records an error in ``saveFailure``.
    ///
    /// - Returns: Whether the save succeeded.
    func saveAutomatically() -> Bool {
        state.withLock { $0.isSaveScheduled = false }
        do {
            try save()
            state.withLock { $0.saveFailure = nil }
            return true
        } catch {
            report(error)
            return false
        }
    }

    /// Records an error that no caller can catch, and passes it to the handler of the saving policy.
    func report(_ error: any Error) {
        state.withLock { $0.saveFailure = error }
        saving.handler?(error)
    }
}
