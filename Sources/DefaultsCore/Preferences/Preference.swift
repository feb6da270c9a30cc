/// A property that is a preference.
///
/// ```swift
/// struct Editor {
///     @Preference(.fontSize) var fontSize
///     @Preference(.theme, in: preferences) var theme
/// }
/// ```
///
/// It answers the key's default where nothing is stored, or something of another type; setting it sets the preference.
/// `$fontSize.reset()` removes what is stored.
@propertyWrapper
public struct Preference<Value: PreferenceStorable>: Sendable {
    private let key: PreferenceKey<Value>
    private let preferences: Preferences

    /// The preference of a key, by default among ``Preferences/standard``.
    public init(_ key: PreferenceKey<Value>, in preferences: Preferences = .standard) {
        self.key = key
        self.preferences = preferences
    }

    /// The value of the preference.
    public var wrappedValue: Value {
        get { preferences[key] }
        nonmutating set { preferences[key] = newValue }
    }

    /// The preference itself.
    public var projectedValue: Preference<Value> { self }

    /// Whether a value is stored.
    public var isSet: Bool { preferences.isSet(key) }

    /// Removes what is stored, so that the default shows again.
    public func reset() {
        preferences.reset(key)
    }
}
