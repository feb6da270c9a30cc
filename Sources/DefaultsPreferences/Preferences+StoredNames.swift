/// Values by the names under which they are stored, for programs that know their keys only at run time. The
/// ``KeyMapping`` does not apply.
extension Preferences {
    /// Returns the value found under a stored name in the arguments, the domains of the search list or the registered
    /// defaults.
    ///
    /// Domains that cannot be read are skipped. The `Observation` framework does not track this access.
    ///
    /// ```swift
    /// let names = ["FontSize", "Theme", "Title"]
    /// let values = names.map { preferences.value(named: $0) }  // 14, "dark", nil
    /// ```
    ///
    /// - Parameter name: The stored name.
    /// - Returns: The value, or `nil` if there is none.
    public func value(named name: String) -> PropertyListValue? {
        (try? find(ExactName(name), reportsFailures: false))?.value
    }

    /// Sets the value under a stored name in memory. The ``Preferences/SavingPolicy`` determines when it is saved.
    ///
    /// ```swift
    /// for (name, value) in imported { try preferences.set(value, named: name) }
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value, or `nil` to remove the stored value.
    ///   - name: The stored name.
    /// - Throws: ``PreferenceValueError`` if a property list cannot hold the value. Nothing is changed.
    public func set(_ value: PropertyListValue?, named name: String) throws {
        change([ExactName(name)], to: try PreferenceValueError.encoding(name) { value })
    }

    /// Replaces all values of the written domain, including unsaved changes, in one atomic and durable step.
    ///
    /// It waits for the lock of the domain and for the disk.
    ///
    /// ```swift
    /// try preferences.replaceContents(with: profile)  // removes all keys that the profile does not have
    /// ```
    ///
    /// - Parameter contents: The new values by their stored names.
    /// - Throws: ``PreferenceValueError`` if a property list cannot hold a value, or `PreferencesError`. Nothing is
    ///   changed.
    public func replaceContents(with contents: PropertyListDictionary) throws {
        for (name, value) in contents { _ = try PreferenceValueError.encoding(name) { value } }
        try UpdateNesting.refuse(target.domain)
        try target.update { $0 = contents }
    }

    /// Calls a handler after each change of a value, for programs that have no tasks to iterate over ``changes()``.
    ///
    /// Domains that have not been read are read first. A change through preferences of this process is reported on the
    /// thread of the change, before the call returns. Any other change is reported on another thread. Later changes of
    /// the same domain wait until the handler returns, and are then reported together.
    ///
    /// ```swift
    /// let observation = preferences.observe { editor.layOut() }
    /// preferences[.fontSize] = 18  // calls the handler
    /// observation.cancel()
    /// ```
    ///
    /// - Parameter handler: A closure that may read and set values.
    /// - Returns: The observation, which lasts until it is cancelled or released.
    public func observe(onChange handler: @escaping @Sendable () -> Void) -> DomainObservation {
        // The first reading of a domain is not a change, so it comes before the observation.
        for layer in layers { layer.loadIfNeeded() }
        let number = state.withLock { $0.addObserver(handler) }
        startListening()
        return DomainObservation { [self] in
            // Released without locks: the `deinit` of an object that the handler captured may use the preferences.
            let removed = state.withLock { $0.observers.removeValue(forKey: number) }
            withExtendedLifetime(removed) {}
            stopListeningIfUnused()
        }
    }
}
