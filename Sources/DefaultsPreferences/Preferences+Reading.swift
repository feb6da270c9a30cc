import Synchronization

extension Preferences {
    /// A type that provides values for typed keys: ``Preferences``, ``Preferences/Layer`` or ``Preferences/Editor``.
    ///
    /// ```swift
    /// func title(in preferences: some Preferences.Readable) -> String {
    ///     "Text, \(preferences[.fontSize]) pt"
    /// }
    ///
    /// let shown = title(in: preferences)
    /// let saved = try preferences.update { title(in: $0) }
    /// ```
    public protocol Readable {
        /// The value of a key, or the key's default if no value is found or the value is invalid for the key.
        subscript<Value>(key: PreferenceKey<Value>) -> Value { get }

        /// Returns the value found for a key.
        ///
        /// - Parameter key: The key to look up.
        /// - Returns: The value, or `nil` if there is none. The key's own default is not returned.
        /// - Throws: ``PreferenceValueError`` if the value found has the wrong type or is not allowed, or
        ///   `PreferencesError` if the search reaches a domain that cannot be read.
        func storedValue<Value>(for key: PreferenceKey<Value>) throws -> Value?

        /// Returns whether the written domain, or the layer, has a value for a key.
        func isSet<Value>(_ key: PreferenceKey<Value>) -> Bool
    }
}

extension Preferences.Readable {
    /// Returns the value of a key.
    ///
    /// ```swift
    /// let preferences = Preferences.inMemory(["Theme": "sepia"])
    /// let theme = preferences[.theme]  // .light, the default of the key
    /// let checked = try preferences.value(for: .theme)  // throws an error, because there is no such theme
    /// ```
    ///
    /// - Parameter key: The key to look up.
    /// - Returns: The value found, or the key's default if there is none.
    /// - Throws: The same errors as ``storedValue(for:)``.
    public func value<Value>(for key: PreferenceKey<Value>) throws -> Value {
        try storedValue(for: key) ?? key.defaultValue
    }
}

extension Preferences {
    /// A read-only view of one of the layers in which ``Preferences`` look up values.
    public struct Layer: Readable, Sendable {
        fileprivate let keyMapping: KeyMapping
        fileprivate let find: @Sendable (ExactName) throws(PreferencesError) -> FoundValue?

        /// The layer's value for a key. If the value is missing or invalid, or the layer cannot be read, the result is
        /// the key's default.
        public subscript<Value>(key: PreferenceKey<Value>) -> Value {
            (try? storedValue(for: key)) ?? key.defaultValue
        }

        /// Returns the layer's value for a key, or `nil` if the layer has none.
        ///
        /// - Throws: The errors of ``Preferences/Readable/storedValue(for:)``.
        public func storedValue<Value>(for key: PreferenceKey<Value>) throws -> Value? {
            try find(key)?.decoded(for: key)
        }

        /// Returns whether the layer has a value for a key.
        public func isSet<Value>(_ key: PreferenceKey<Value>) -> Bool {
            (try? find(key)) != nil
        }

        private func find<Value>(_ key: PreferenceKey<Value>) throws(PreferencesError) -> FoundValue? {
            try find(ExactName(keyMapping.storedName(of: key.name)))
        }
    }
}

extension Preferences {
    /// The arguments of the program, which take precedence over all stored values.
    ///
    /// ```swift
    /// if preferences.arguments.isSet(.fontSize) { show("-FontSize overrides the saved font size") }
    /// ```
    public var arguments: Layer {
        let arguments = argumentValues
        return Layer(keyMapping: keyMapping) { arguments[$0.text].map { FoundValue(value: $0, isArgument: true) } }
    }

    /// The registered defaults at the time of the call.
    ///
    /// ```swift
    /// preferences.register(["FontSize": 14])
    /// preferences[.fontSize] = 20
    /// let factorySetting = preferences.registered[.fontSize]  // 14
    /// ```
    public var registered: Layer {
        let registered = state.withLock { $0.registered }
        return Layer(keyMapping: keyMapping) { registered[$0].map { FoundValue(value: $0) } }
    }

    /// Returns a view of one domain. Each access reads the domain from the store.
    ///
    /// ```swift
    /// let global = preferences.layer(.global)
    /// let hidesGlobalTheme = preferences.isSet(.theme) && global.isSet(.theme)
    /// ```
    public func layer(_ domain: Domain) -> Layer {
        let store = store
        return Layer(keyMapping: keyMapping) { name throws(PreferencesError) in
            try store.snapshot(of: domain).contents[name.text].map { FoundValue(value: $0) }
        }
    }
}
