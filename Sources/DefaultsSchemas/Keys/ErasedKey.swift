/// A key whose values are used in their stored form, so that keys of different types can be in one list.
package protocol ErasedKey: Sendable {
    associatedtype Value: Codable & Sendable

    var name: String { get }
    var details: PreferenceDetails { get }
    /// The key with the type of its values.
    var typed: PreferenceKey<Value> { get }
}

extension ErasedKey {
    /// The stored form of the default, or `nil` if the default is `nil`. A computed default is computed.
    package var storedDefault: PropertyListValue? { stored(typed.defaultValue) }

    /// The stored form of a default that is always the same, or `nil`.
    package var constantDefault: PropertyListValue? { details.hasComputedDefault ? nil : storedDefault }

    /// The first sentence of the description, or an empty text.
    package var summary: String { details.description?.firstSentence ?? "" }

    /// The stored forms and the titles of the cases of an enumeration. Empty without titles.
    package var titles: [(value: PropertyListValue, title: String)] { details.titles?() ?? [] }

    /// Returns the stored form of a value, or `nil` if the value is `nil`.
    package func stored(_ value: Value) -> PropertyListValue? {
        (try? PropertyListValueEncoder().encodeIfPresent(value)) ?? nil
    }
}

extension PreferenceKey: ErasedKey {
    package var typed: PreferenceKey { self }
}
