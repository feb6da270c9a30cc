import PropertyList
import Synchronization

extension Preferences: ReadablePreferences {
    /// The value of a key whose conversion is total: the key's default where nothing is found, or something of another type.
    ///
    /// A value that no property list can hold (a date that is no instant) is not set; the ``SavingPolicy``'s handler is told.
    public subscript<Value: PreferenceStorable>(key: PreferenceKey<Value>) -> Value {
        get {
            loadIfNeeded()
            let name = storedName(key.name)
            // Without reporting failures nothing is thrown.
            let found = state.withLock { try? $0.find(name, reportsFailures: false) }
            return found?.preference() ?? key.defaultValue
        }
        set {
            do {
                try set(newValue, for: key)
            } catch {
                report(error)
            }
        }
    }

    /// What is found for the name of a key, from the arguments down to the registered defaults.
    ///
    /// - Throws: ``PreferencesError`` where there is no domain, or one that comes before a value cannot be read.
    public func storedPreference(_ name: String) throws(PreferencesError) -> StoredPreference? {
        _ = try target.get()
        loadIfNeeded()
        let name = storedName(name)
        return try state.withLock { state throws(PreferencesError) in try state.find(name, reportsFailures: true) }
    }

    /// Whether the domain has a value for the key: a default does not count.
    public func isSet<Value>(_ key: PreferenceKey<Value>) -> Bool {
        loadIfNeeded()
        let name = storedName(key.name)
        return state.withLock { $0.isSet(name) }
    }

    /// Sets the value of a key; nil removes what is stored.
    ///
    /// - Throws: ``PreferenceValueError`` where no property list can hold the value.
    public func set<Value: PreferenceStorable>(_ value: Value, for key: PreferenceKey<Value>) throws {
        try assign(value.storedValue, to: key.name)
    }

    /// Sets the value of a key to any value that encodes itself, stored as values that can be read one by one; nil removes what is stored.
    ///
    /// - Throws: ``PreferenceValueError`` with the path of what cannot be stored; nothing is changed.
    public func set<Value: Encodable>(_ value: Value, for key: PreferenceKey<Value>) throws {
        try setEncoded(value, name: key.name)
    }

    /// Sets the value of a key; nil removes what is stored.
    ///
    /// - Throws: ``PreferenceValueError`` where no property list can hold the value.
    public func set<Value: PreferenceStorable & Encodable>(_ value: Value, for key: PreferenceKey<Value>) throws {
        try assign(value.storedValue, to: key.name)
    }

    /// Removes what the domain has for a key, so that its default shows again. As all that is set, it is saved later.
    public func reset<Value>(_ key: PreferenceKey<Value>) {
        change([storedName(key.name)], to: nil)
    }

    /// Removes what the domain has for the keys of a group, in one change; other keys stay.
    public func resetAll(of group: PreferenceGroup) {
        change(group.names.map(storedName), to: nil)
    }

    func setEncoded(_ value: some Encodable, name: String) throws {
        try assign(PropertyListValueEncoder().encodeIfPresent(value, for: name), to: name)
    }

    private func assign(_ value: PropertyListValue?, to name: String) throws {
        _ = try target.get()
        if let value { try value.requireStorable(as: name) }
        change([storedName(name)], to: value)
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

extension PropertyListValueEncoder {
    /// Encodes the value of a key, which is where the path of an error begins.
    func encodeIfPresent(_ value: some Encodable, for key: String) throws -> PropertyListValue? {
        try PreferenceValueError.encoding(key) { try encodeIfPresent(value) }
    }
}
