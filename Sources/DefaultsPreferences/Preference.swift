/// A property wrapper that reads and writes a preference.
///
/// ```swift
/// struct Editor {
///     @Preference(.fontSize) var fontSize
///     @Preference(.theme, in: preferences) var theme
/// }
/// ```
///
/// The property is the key's default if no value is found or the value is invalid for the key. `$fontSize.reset()`
/// removes the stored value, and `$fontSize.updates()` follows it.
@propertyWrapper
public struct Preference<Value: Codable & Sendable>: Sendable {
    private let key: PreferenceKey<Value>
    private let preferences: Preferences

    /// Creates a property for a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - preferences: The preferences to read and write. Defaults to ``Preferences/standard``.
    public init(_ key: PreferenceKey<Value>, in preferences: Preferences = .standard) {
        self.key = key
        self.preferences = preferences
    }

    /// The value of the key. Setting it changes the value in memory at once.
    public var wrappedValue: Value {
        get { preferences[key] }
        nonmutating set { preferences[key] = newValue }
    }

    /// The wrapper itself, for ``isSet``, ``isDefault``, ``updates()`` and ``reset()``.
    public var projectedValue: Preference<Value> { self }

    /// Whether the written domain has a value, including a value that is not saved yet.
    public var isSet: Bool { preferences.isSet(key) }

    /// Whether the value is a default; see ``Preferences/isDefault(_:)``.
    public var isDefault: Bool { preferences.isDefault(key) }

    /// Returns the values of the key as they change; see ``Preferences/updates(of:_:)``.
    ///
    /// ```swift
    /// for await size in panel.$size.updates() {
    ///     editor.setFontSize(size)
    /// }
    /// ```
    public func updates() -> DomainChanges<Value> { preferences.updates(of: key) }

    /// Removes the value from the written domain, so that the default applies again.
    ///
    /// ```swift
    /// struct FontPanel {
    ///     @Preference(.fontSize, in: preferences) var size
    ///
    ///     func restoreDefault() {
    ///         $size.reset()
    ///     }
    /// }
    /// ```
    public func reset() {
        preferences.reset(key)
    }
}
