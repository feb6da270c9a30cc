/// Anything that values can be read from by typed keys: ``Preferences``, one layer of them, or what an update is changing.
///
/// What can only be read has no way to be written: that is for the compiler to say.
public protocol ReadablePreferences {
    /// What is found for the name of a key, before the preferences' ``KeyMapping``; nil where there is nothing.
    ///
    /// - Throws: the error that kept a domain from being read, where the value could have been in it.
    func storedPreference(_ name: String) throws(PreferencesError) -> StoredPreference?
}

extension ReadablePreferences {
    /// The value of a key, or nil where there is none.
    ///
    /// - Throws: ``PreferenceValueError`` where something else is stored; ``PreferencesError`` where a domain cannot be read.
    public func storedValue<Value: PreferenceStorable>(for key: PreferenceKey<Value>) throws -> Value? {
        try storedPreference(key.name)?.requirePreference(of: key.name)
    }

    /// The value of a key, or nil where there is none.
    ///
    /// - Throws: ``PreferenceValueError`` where something else is stored; ``PreferencesError`` where a domain cannot be read.
    public func storedValue<Value: Decodable>(for key: PreferenceKey<Value>) throws -> Value? {
        try storedPreference(key.name)?.decoded(of: key.name)
    }

    /// The value of a key, or nil where there is none.
    ///
    /// - Throws: ``PreferenceValueError`` where something else is stored; ``PreferencesError`` where a domain cannot be read.
    public func storedValue<Value: PreferenceStorable & Decodable>(for key: PreferenceKey<Value>) throws -> Value? {
        try storedPreference(key.name)?.requirePreference(of: key.name)
    }

    /// The value of a key, or the key's default where there is none.
    ///
    /// - Throws: ``PreferenceValueError`` where something else is stored; ``PreferencesError`` where a domain cannot be read.
    public func value<Value: PreferenceStorable>(for key: PreferenceKey<Value>) throws -> Value {
        try storedValue(for: key) ?? key.defaultValue
    }

    /// The value of a key, or the key's default where there is none.
    ///
    /// - Throws: ``PreferenceValueError`` where something else is stored; ``PreferencesError`` where a domain cannot be read.
    public func value<Value: Decodable>(for key: PreferenceKey<Value>) throws -> Value {
        try storedValue(for: key) ?? key.defaultValue
    }

    /// The value of a key, or the key's default where there is none.
    ///
    /// - Throws: ``PreferenceValueError`` where something else is stored; ``PreferencesError`` where a domain cannot be read.
    public func value<Value: PreferenceStorable & Decodable>(for key: PreferenceKey<Value>) throws -> Value {
        try storedValue(for: key) ?? key.defaultValue
    }
}
