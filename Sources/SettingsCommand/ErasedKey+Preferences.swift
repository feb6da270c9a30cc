/// The value of a key in preferences.
extension ErasedKey {
    /// Returns the value in effect, or `nil` if it is `nil`.
    func value(in values: some Preferences.Readable) -> PropertyListValue? { stored(values[typed]) }

    func isSet(in preferences: Preferences) -> Bool { preferences.isSet(typed) }

    func isDefault(in preferences: Preferences) -> Bool { preferences.isDefault(typed) }

    /// Sets a value. Throws an error if the key does not accept it.
    func set(_ value: PropertyListValue, in editor: inout Preferences.Editor) throws {
        try editor.set(try typed.decoded(value), for: typed)
    }

    func reset(in editor: inout Preferences.Editor) { editor.reset(typed) }
}
