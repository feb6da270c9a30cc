/// A key whose values are used in their stored form, so that keys of different types can be in one list.
package protocol ErasedKey: Sendable {
    associatedtype Value: Codable

    var name: String { get }
    var details: PreferenceDetails { get }
    /// The stored form of the default, or `nil` if the default is `nil`. A computed default is computed.
    var storedDefault: PropertyListValue? { get }

    /// Returns the value in effect, or `nil` if it is `nil`.
    func value(in values: some Preferences.Readable) -> PropertyListValue?
    func isSet(in preferences: Preferences) -> Bool
    func isDefault(in preferences: Preferences) -> Bool
    /// Sets a value. Throws an error if the key does not accept it.
    func set(_ value: PropertyListValue, in editor: inout Preferences.Editor) throws
    func reset(in editor: inout Preferences.Editor)
}

extension ErasedKey {
    /// The stored form of a default that is always the same, or `nil`.
    package var constantDefault: PropertyListValue? { details.hasComputedDefault ? nil : storedDefault }

    /// The first sentence of the description, or an empty text.
    package var summary: String { details.description?.firstSentence ?? "" }

    /// The stored forms and the titles of the cases of an enumeration. Empty without titles.
    package var titles: [(value: PropertyListValue, title: String)] { details.titles?() ?? [] }
}

extension PreferenceKey: ErasedKey {
    package var storedDefault: PropertyListValue? { stored(defaultValue) }

    package func value(in values: some Preferences.Readable) -> PropertyListValue? { stored(values[self]) }

    package func isSet(in preferences: Preferences) -> Bool { preferences.isSet(self) }

    package func isDefault(in preferences: Preferences) -> Bool { preferences.isDefault(self) }

    package func set(_ value: PropertyListValue, in editor: inout Preferences.Editor) throws {
        try editor.set(try decoded(value), for: self)
    }

    package func reset(in editor: inout Preferences.Editor) {
        editor.reset(self)
    }

    private func stored(_ value: Value) -> PropertyListValue? {
        (try? PropertyListValueEncoder().encodeIfPresent(value)) ?? nil
    }
}
