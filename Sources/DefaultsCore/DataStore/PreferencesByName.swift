/// ``Preferences`` by the cases of an enumeration.
public struct PreferencesByName<Name: RawRepresentable<String> & Sendable>: KeyedValues {
    private let preferences: Preferences

    init(_ preferences: Preferences) {
        self.preferences = preferences
    }

    /// The value of a key; nil where there is none.
    public func read<Value: Decodable & Sendable>(_ type: Value.Type, for name: Name) throws -> Value? {
        try preferences.storedPreference(name.rawValue)?.decoded(of: name.rawValue)
    }

    /// Sets the value of a key; nil removes it.
    public func write(_ value: some Encodable & Sendable, for name: Name) throws {
        try preferences.setEncoded(value, name: name.rawValue)
    }

    /// Removes the value of a key, if there is one.
    public func remove(_ name: Name) throws {
        preferences.reset(PreferenceKey<Int?>(name))
    }
}

extension Preferences {
    /// The same preferences by the cases of an enumeration, which is all that they can be read and written by.
    public func keyed<Name: RawRepresentable<String> & Sendable>(by type: Name.Type) -> PreferencesByName<Name> {
        PreferencesByName(self)
    }
}
