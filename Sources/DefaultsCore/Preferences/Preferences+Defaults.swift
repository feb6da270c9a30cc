public import PropertyList
import Synchronization

extension Preferences {
    /// Registers a default for a key, which comes after all that is stored and before the key's own default. It may be registered anew at any
    /// time, as when another user signs in.
    ///
    /// - Throws: ``PreferenceValueError`` where the value is none that could be stored.
    public func register<Value: PreferenceStorable>(_ value: Value, for key: PreferenceKey<Value>) throws {
        try register(value.storedValue, name: key.name)
    }

    /// Registers a default for a key, of any type that encodes itself.
    ///
    /// - Throws: ``PreferenceValueError`` with the path of what cannot be stored.
    public func register<Value: Encodable>(_ value: Value, for key: PreferenceKey<Value>) throws {
        try register(PropertyListValueEncoder().encodeIfPresent(value, for: key.name), name: key.name)
    }

    /// Registers a default for a key, which comes after all that is stored and before the key's own default.
    ///
    /// - Throws: ``PreferenceValueError`` where the value is none that could be stored.
    public func register<Value: PreferenceStorable & Encodable>(_ value: Value, for key: PreferenceKey<Value>) throws {
        try register(value.storedValue, name: key.name)
    }

    /// Registers defaults by the names of their keys, which are mapped as all names are; others registered before stay.
    public func register(_ defaults: PropertyListDictionary) {
        let mapped = defaults.map { (storedName($0.key), $0.value) }
        let observers = state.withLock { state in
            for (name, value) in mapped { state.register(name, value) }
            return state.observers
        }
        PreferenceChanges.post(.named(Set(mapped.map(\.0))), to: observers)
    }

    /// Forgets all registered defaults.
    public func removeRegisteredDefaults() {
        let observers = state.withLock { state in
            state.removeRegistered()
            return state.observers
        }
        PreferenceChanges.post(.anything, to: observers)
    }

    private func register(_ value: PropertyListValue?, name: String) throws {
        try value?.requireStorable(as: name)
        let name = storedName(name)
        let observers = state.withLock { state in
            state.register(name, value)
            return state.observers
        }
        PreferenceChanges.post(.named([name]), to: observers)
    }
}
