import PropertyList
import Synchronization

/// One of the layers that ``Preferences`` are looked up in, to be read alone. It has no way to be written.
public struct PreferenceLayer: ReadablePreferences, Sendable {
    private let find: @Sendable (ExactName) throws(PreferencesError) -> StoredPreference?
    private let keyMapping: KeyMapping

    init(
        keyMapping: KeyMapping,
        find: @escaping @Sendable (ExactName) throws(PreferencesError) -> StoredPreference?
    ) {
        self.find = find
        self.keyMapping = keyMapping
    }

    /// The value that the layer has for a key whose conversion is total; the key's default where it has none.
    public subscript<Value: PreferenceStorable>(key: PreferenceKey<Value>) -> Value {
        (try? storedPreference(key.name))?.preference() ?? key.defaultValue
    }

    /// What the layer has for the name of a key.
    ///
    /// - Throws: ``PreferencesError`` where the layer is a domain that cannot be read.
    public func storedPreference(_ name: String) throws(PreferencesError) -> StoredPreference? {
        try find(ExactName(keyMapping.storedName(of: name)))
    }

    /// Whether the layer has a value for the key.
    public func isSet<Value>(_ key: PreferenceKey<Value>) -> Bool {
        (try? storedPreference(key.name)) != nil
    }
}

extension Preferences {
    /// The arguments of the program, which come before all that is stored.
    public var arguments: PreferenceLayer {
        let arguments = state.withLock { $0.arguments }
        return PreferenceLayer(keyMapping: keyMapping) { name throws(PreferencesError) in
            arguments[name.text].map { StoredPreference($0, isArgument: true) }
        }
    }

    /// The registered defaults, as they are now.
    public var registered: PreferenceLayer {
        let registered = state.withLock { $0.registered }
        return PreferenceLayer(keyMapping: keyMapping) { name throws(PreferencesError) in
            registered[name].map { StoredPreference($0) }
        }
    }

    /// A domain by itself, as it is on the disk.
    public func layer(_ domain: Domain) -> PreferenceLayer {
        let store = store
        return PreferenceLayer(keyMapping: keyMapping) { name throws(PreferencesError) in
            try store.snapshot(of: domain).contents[name.text].map { StoredPreference($0) }
        }
    }
}
