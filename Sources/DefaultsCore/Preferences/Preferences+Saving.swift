import PropertyList
import Synchronization

extension Preferences {
    /// Saves what was set, and sees what others have saved. When it returns, what was set is on the disk.
    ///
    /// - Throws: ``PreferencesError`` where the domain could not be written, the changes staying to be saved, or not be read.
    public func synchronize() throws {
        _ = try target.get()
        // What was saved was merged into the domain as it is, which need not be read again.
        reload(readsOwn: try !save())
        let own = state.withLock { $0.own }
        if case .failed(let error) = own { throw error }
    }

    /// Reads and changes the domain as it is at this moment, in one step: no other program that uses this library changes it between. What was
    /// set before is part of it. When it returns, the change is on the disk.
    ///
    /// The body may be called again, where another program is faster; it should have no effect but on what it is given.
    ///
    /// - Throws: ``PreferencesError``, or what the body throws; the domain is then as it was.
    @discardableResult
    public func update<Result>(_ body: (inout PreferencesEditor) throws -> Result) throws -> Result {
        loadIfNeeded()
        return try transact { contents in
            var editor = PreferencesEditor(contents: contents, preferences: self)
            let result = try body(&editor)
            contents = editor.contents
            return result
        }
    }

    /// Saves what was set, if anything was.
    ///
    /// - Returns: whether anything was.
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

    /// Takes over what was saved. Where something else was taken over meanwhile, which may be older or newer, the domain is read again.
    private func install(_ save: PreferencesState.Save) {
        let (isInstalled, observers) = state.withLock { ($0.install(save), $0.observers) }
        if !isInstalled { reload(saved: save.lastChange) }
        PreferenceChanges.post(.anything, to: observers)
    }

    /// Reads all domains.
    ///
    /// - Parameters:
    ///   - readsOwn: whether the domain that is written to is among them.
    ///   - saved: the last change that is in the domain by now.
    func reload(readsOwn: Bool = true, saved: UInt64 = 0) {
        guard case .success(let domain) = target else { return }
        while true {
            let beginning = state.withLock { $0.installation }
            let layers = PreferenceLayers(searchList, around: domain, readsOwn: readsOwn, in: store)
            let observers = state.withLock { state in
                state.install(layers, since: beginning, saved: saved) ? state.observers : nil
            }
            // Else what was read may be older than what another thread has taken over.
            if let observers { return PreferenceChanges.post(.anything, to: observers) }
        }
    }

    func loadIfNeeded() {
        if !state.withLock({ $0.isLoaded }) { reload() }
    }

    /// Saves as ``SavingPolicy/automatic`` promises.
    ///
    /// - Returns: whether all is saved.
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

    /// Tells an error that nobody can catch.
    func report(_ error: any Error) {
        state.withLock { $0.saveFailure = error }
        saving.handler?(error)
    }
}
