import PropertyList
import Synchronization

/// The preferences inside ``Preferences/update(_:)``: read as they are at this moment, and changed together.
public struct PreferencesEditor: ReadablePreferences {
    private(set) var contents: PropertyListDictionary
    private let preferences: Preferences

    init(contents: PropertyListDictionary, preferences: Preferences) {
        self.contents = contents
        self.preferences = preferences
    }

    /// The value of a key whose conversion is total: the key's default where nothing is found, or something of another type.
    ///
    /// A value that no property list can hold is found when the update is saved, which then changes nothing.
    public subscript<Value: PreferenceStorable>(key: PreferenceKey<Value>) -> Value {
        get { (try? storedPreference(key.name))?.preference() ?? key.defaultValue }
        set { contents[storedName(key.name)] = newValue.storedValue }
    }

    /// What is found for the name of a key, from the arguments down to the registered defaults.
    public func storedPreference(_ name: String) throws(PreferencesError) -> StoredPreference? {
        let name = preferences.storedName(name)
        return try preferences.state.withLock { state throws(PreferencesError) in
            if let found = try state.findAbove(name) { return found }
            if let value = contents[name.text] { return StoredPreference(value) }
            return try state.findBelow(name, reportsFailures: true)
        }
    }

    /// Whether the domain has a value for the key: a default does not count.
    public func isSet<Value>(_ key: PreferenceKey<Value>) -> Bool {
        contents[storedName(key.name)] != nil
    }

    /// Sets the value of a key; nil removes what is stored.
    ///
    /// - Throws: ``PreferenceValueError`` where no property list can hold the value.
    public mutating func set<Value: PreferenceStorable>(_ value: Value, for key: PreferenceKey<Value>) throws {
        try assign(value.storedValue, to: key.name)
    }

    /// Sets the value of a key to any value that encodes itself; nil removes what is stored.
    ///
    /// - Throws: ``PreferenceValueError`` with the path of what cannot be stored.
    public mutating func set<Value: Encodable>(_ value: Value, for key: PreferenceKey<Value>) throws {
        try assign(PropertyListValueEncoder().encodeIfPresent(value, for: key.name), to: key.name)
    }

    /// Sets the value of a key; nil removes what is stored.
    ///
    /// - Throws: ``PreferenceValueError`` where no property list can hold the value.
    public mutating func set<Value: PreferenceStorable & Encodable>(_ value: Value, for key: PreferenceKey<Value>)
        throws
    {
        try assign(value.storedValue, to: key.name)
    }

    /// Removes what the domain has for a key, so that its default shows again.
    public mutating func reset<Value>(_ key: PreferenceKey<Value>) {
        contents[storedName(key.name)] = nil
    }

    /// Removes what the domain has for the keys of a group; other keys stay.
    public mutating func resetAll(of group: PreferenceGroup) {
        contents.apply(group.names.map { (storedName($0), nil) })
    }

    private mutating func assign(_ value: PropertyListValue?, to name: String) throws {
        try value?.requireStorable(as: name)
        contents[storedName(name)] = value
    }

    private func storedName(_ name: String) -> String {
        preferences.keyMapping.storedName(of: name)
    }
}
