/// ``Preferences`` by the cases of an enumeration.
public struct PreferencesByName<Name: RawRepresentable<String> & Sendable>: KeyedValues {
    private let preferences: Preferences

    init(_ preferences: Preferences) {
        self.preferences = preferences
    }

    /// The value of a key; nil where there is none.
    ///
    /// - Throws: ``PreferenceValueError`` where what is stored does not decode; ``PreferencesError`` where a domain cannot be read.
    public func read<Value: Decodable & Sendable>(_ type: Value.Type, for name: Name) throws -> Value? {
        try preferences.storedPreference(name.rawValue)?.decoded(of: name.rawValue)
    }

    /// Sets the value of a key; nil removes it. It is saved as all that is set in the preferences.
    ///
    /// - Throws: ``PreferenceValueError`` with the path of what cannot be stored; nothing is changed.
    public func write(_ value: some Encodable & Sendable, for name: Name) throws {
        try preferences.setEncoded(value, name: name.rawValue)
    }

    /// Removes the value of a key, if there is one.
    ///
    /// - Throws: ``PreferencesError/invalidName(_:_:)`` where the preferences have no domain to be written to.
    public func remove(_ name: Name) throws {
        _ = try preferences.domain
        preferences.reset(PreferenceKey<Int?>(name))
    }
}

extension Preferences {
    /// The same preferences by the cases of an enumeration, which is all that they can be read and written by.
    public func keyed<Name: RawRepresentable<String> & Sendable>(by type: Name.Type) -> PreferencesByName<Name> {
        PreferencesByName(self)
    }
}
