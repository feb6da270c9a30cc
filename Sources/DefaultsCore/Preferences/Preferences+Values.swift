public import PropertyList
import Synchronization

extension Preferences: ReadablePreferences {
    /// The value of a key, or the key's default if no value is found or the value has another type.
    ///
    /// Domains that cannot be read are skipped. Setting a value takes effect in memory at once. A value that a property
    /// list cannot hold is not set: the error goes to ``saveFailure`` and to the handler of the ``SavingPolicy``.
    public subscript<Value: Codable>(key: PreferenceKey<Value>) -> Value {
        get {
            loadIfNeeded()
            let name = storedName(key.name)
            let found = state.withLock { try? $0.find(name, reportsFailures: false) }
            return (try? found?.decoded(for: key.name)) ?? key.defaultValue
        }
        set {
            do {
                try set(newValue, for: key)
            } catch {
                report(error)
            }
        }
    }

    /// Returns the value found for a key in the arguments, the domains of the search list or the registered defaults.
    ///
    /// - Parameter key: The key to look up.
    /// - Returns: The value, or `nil` if there is none. The key's own default does not count.
    /// - Throws: ``PreferenceValueError`` if the value found is not a `Value`, or ``PreferencesError`` if the
    ///   preferences have no domain or a domain that precedes the value cannot be read.
    public func storedValue<Value: Decodable>(for key: PreferenceKey<Value>) throws -> Value? {
        _ = try target.get()
        loadIfNeeded()
        let name = storedName(key.name)
        return try state.withLock { try $0.find(name, reportsFailures: true) }?.decoded(for: key.name)
    }

    /// Returns whether the written domain has a value for a key, including a value that is not saved yet.
    public func isSet<Value>(_ key: PreferenceKey<Value>) -> Bool {
        loadIfNeeded()
        let name = storedName(key.name)
        return state.withLock { $0.isSet(name) }
    }

    /// Sets the value of a key in memory. It is saved as the ``SavingPolicy`` says.
    ///
    /// - Parameters:
    ///   - value: The value, or `nil` to remove the stored value.
    ///   - key: The key.
    /// - Throws: ``PreferenceValueError/unstorable(at:reason:)`` if a property list cannot hold the value, or
    ///   ``PreferencesError`` if the preferences have no domain. Nothing is changed.
    public func set<Value: Encodable>(_ value: Value, for key: PreferenceKey<Value>) throws {
        _ = try target.get()
        change([storedName(key.name)], to: try key.encoded(value))
    }

    /// Removes the values of keys from the written domain in one change, so that their defaults apply again.
    public func reset<each Value>(_ keys: repeat PreferenceKey<each Value>) {
        var names: [ExactName] = []
        for key in repeat each keys { names.append(storedName(key.name)) }
        change(names, to: nil)
    }

    /// Removes the values of all keys that are named by the cases of an enumeration, in one change.
    public func resetAll<Name: RawRepresentable<String> & CaseIterable>(of type: Name.Type) {
        change(type.allCases.map { storedName($0.rawValue) }, to: nil)
    }

    private func change(_ names: [ExactName], to value: PropertyListValue?) {
        let saves = saving.saves
        let (mustSchedule, observers) = state.withLock { state in
            for name in names { state.set(name, to: value) }
            let mustSchedule = saves != nil && !state.isSaveScheduled
            if mustSchedule { state.isSaveScheduled = true }
            return (mustSchedule, state.observers)
        }
        if mustSchedule { saves?.schedule(self) }
        PreferenceChanges.post(.named(Set(names)), to: observers)
    }
}

extension Preferences {
    /// Registers a default for a key. It has lower precedence than all stored values and higher precedence than the
    /// key's own default.
    ///
    /// - Parameters:
    ///   - value: The default, or `nil` to remove a registered default.
    ///   - key: The key.
    /// - Throws: ``PreferenceValueError/unstorable(at:reason:)`` if a property list cannot hold the value.
    public func register<Value: Encodable>(_ value: Value, for key: PreferenceKey<Value>) throws {
        register([(storedName(key.name), try key.encoded(value))])
    }

    /// Registers defaults by the names of their keys, to which the ``KeyMapping`` applies. Other registered defaults
    /// stay.
    public func register(_ defaults: PropertyListDictionary) {
        register(defaults.map { (storedName($0.key), $0.value) })
    }

    /// Removes all registered defaults.
    public func removeRegisteredDefaults() {
        let observers = state.withLock { state in
            state.registered = [:]
            return state.observers
        }
        PreferenceChanges.post(.anything, to: observers)
    }

    private func register(_ defaults: [(name: ExactName, value: PropertyListValue?)]) {
        let observers = state.withLock { state in
            for (name, value) in defaults { state.registered[name] = value }
            return state.observers
        }
        PreferenceChanges.post(.named(Set(defaults.map(\.name))), to: observers)
    }
}

extension PreferenceKey where Value: Encodable {
    /// Returns the stored form of a value of the key, or `nil` for `nil`.
    func encoded(_ value: Value) throws -> PropertyListValue? {
        try PreferenceValueError.encoding(name) { try PropertyListValueEncoder().encodeIfPresent(value) }
    }
}
