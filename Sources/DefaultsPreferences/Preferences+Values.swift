import Synchronization

extension Preferences: Preferences.Readable {
    /// The value of a key, or the key's default if no value is found or the value is invalid for the key.
    ///
    /// Domains that cannot be read are skipped. Setting a value takes effect in memory at once. If the key does not
    /// allow a value or a property list cannot hold it, the value is not set. The error goes to ``saveFailure`` and to
    /// the handler of the ``Preferences/SavingPolicy``.
    ///
    /// ```swift
    /// let size = preferences[.fontSize]  // 12, the default of the key
    /// preferences[.fontSize] = size + 2
    /// preferences[.lastAccount] = nil    // removes the value
    /// ```
    public subscript<Value>(key: PreferenceKey<Value>) -> Value {
        get {
            let name = storedName(key.name)
            trackAccess(to: name)
            let found = try? find(name, reportsFailures: false)
            return (try? found?.decoded(for: key)) ?? key.defaultValue
        }
        set {
            do {
                try set(newValue, for: key)
            } catch {
                reportRefusal(of: storedName(key.name), error)
            }
        }
    }

    /// Returns the value found for a key in the arguments, the domains of the search list or the registered defaults.
    ///
    /// ```swift
    /// let size = preferences[.fontSize]                         // 12, the default of the key
    /// let stored = try preferences.storedValue(for: .fontSize)  // nil
    /// ```
    ///
    /// - Returns: The value, or `nil` if there is none. The key's own default is not returned.
    /// - Throws: The errors of ``Readable/storedValue(for:)``.
    public func storedValue<Value>(for key: PreferenceKey<Value>) throws -> Value? {
        let name = storedName(key.name)
        trackAccess(to: name)
        return try find(name, reportsFailures: true)?.decoded(for: key)
    }

    /// Returns whether the written domain has a value for a key, including a value that is not saved yet.
    ///
    /// ```swift
    /// if !preferences.isSet(.theme) { preferences[.theme] = systemTheme }
    /// ```
    public func isSet<Value>(_ key: PreferenceKey<Value>) -> Bool {
        let name = storedName(key.name)
        trackAccess(to: name)
        return (try? target.value(of: name, reportsFailures: false)) != nil
    }

    /// Returns whether the value of a key is a default: the arguments and the domains of the search list have no value,
    /// or the value found there is invalid for the key.
    ///
    /// ```swift
    /// let title = preferences.isDefault(.textSize) ? "Text size (default)" : "Text size"
    /// ```
    public func isDefault<Value>(_ key: PreferenceKey<Value>) -> Bool {
        let name = storedName(key.name)
        trackAccess(to: name)
        guard let found = try? find(name, reportsFailures: false), !found.isRegistered else { return true }
        return (try? found.decoded(for: key)) == nil
    }

    /// The values of the written domain by their stored names, including changes that are not saved.
    ///
    /// ```swift
    /// for (name, value) in try preferences.contents { print(name, value) }
    /// ```
    ///
    /// Values of arguments, other domains and defaults are not included. The `Observation` framework tracks the
    /// contents as a whole: a change of any value of the written domain is a change of the contents.
    ///
    /// - Throws: `PreferencesError` if the domain cannot be read.
    public var contents: PropertyListDictionary {
        get throws(PreferencesError) {
            trackAccessToContents()
            return try target.contents
        }
    }

    /// Sets the value of a key in memory. The ``Preferences/SavingPolicy`` determines when it is saved.
    ///
    /// ```swift
    /// try preferences.set(Window(title: "Notes", frame: [0, 0, 640, 480]), for: .window)
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value, or `nil` to remove the stored value.
    ///   - key: The key.
    /// - Throws: ``PreferenceValueError`` if the key does not allow the value or a property list cannot hold it.
    ///   Nothing is changed.
    public func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws {
        change([storedName(key.name)], to: try key.encoded(value))
    }

    /// Removes the values of keys from the written domain in one change, so that their defaults apply again.
    ///
    /// ```swift
    /// preferences.reset(.fontSize, .theme)  // both have their defaults again
    /// ```
    public func reset<each Value>(_ keys: repeat PreferenceKey<each Value>) {
        var names: [ExactName] = []
        for key in repeat each keys { names.append(storedName(key.name)) }
        change(names, to: nil)
    }

    /// Removes the values of all keys that are named by the cases of an enumeration, in one change.
    ///
    /// ```swift
    /// enum UserAction: String, CaseIterable { case firstLogin, indicatorIndex }
    ///
    /// preferences.resetAll(of: UserAction.self)
    /// ```
    public func resetAll<Name: RawRepresentable<String> & CaseIterable>(of type: Name.Type) {
        change(type.allCases.map { storedName($0.rawValue) }, to: nil)
    }

    /// Removes all values of the written domain in one change, including those of keys that the program does not know.
    ///
    /// Values that another program adds before the change is saved are not removed.
    ///
    /// ```swift
    /// try preferences.removeAll()
    /// try preferences.synchronize()  // the domain no longer exists
    /// ```
    ///
    /// - Throws: `PreferencesError` if the domain cannot be read. Nothing is changed.
    public func removeAll() throws(PreferencesError) {
        change(try target.contents.keys.map { ExactName($0) }, to: nil)
    }

    /// Changes the value of a key in memory, based on its present value. As in `update(_:)`, arguments and domains that
    /// take precedence over the written domain are ignored.
    ///
    /// Changes that other tasks make at the same time are not lost. If the value has changed while the body was
    /// running, the body is called again with the new value. The body should therefore have no other effects. In
    /// contrast, `preferences[.count] += 1` is a read and a separate write. Other tasks may change the value in
    /// between.
    ///
    /// ```swift
    /// try preferences.modify(.count) { $0 += 1 }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - body: A closure that changes the value. It may use the preferences.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body, or the errors of ``set(_:for:)``. Nothing is changed.
    @discardableResult
    public func modify<Value, Result>(
        _ key: PreferenceKey<Value>, _ body: (inout Value) throws -> Result
    ) throws -> Result {
        let name = storedName(key.name)
        while true {
            let own = try? target.value(of: name, reportsFailures: false)
            let found = try own.map { FoundValue(value: $0) } ?? findBelow(name)
            var value = (try? found?.decoded(for: key)) ?? key.defaultValue
            let result = try body(&value)
            let encoded = try key.encoded(value)
            if change([name], to: encoded, if: { (try? $0.find(name, reportsFailures: false)) == own }) {
                return result
            }
        }
    }

    /// Changes values in memory if a condition holds, and schedules a save.
    ///
    /// - Returns: Whether the values were changed: `false` if the condition does not hold or the preferences have no
    ///   domain.
    @discardableResult
    func change(
        _ names: [ExactName], to value: PropertyListValue?, if condition: (DomainValues) -> Bool = { _ in true }
    ) -> Bool {
        var mustSchedule = false
        let isChanged = target.change(names) { values in
            guard condition(values) else { return false }
            for name in names { values.set(name, to: value) }
            if let saves = saving.saves, values.automaticSaves == nil {
                mustSchedule = true
                values.automaticSaves = saves
            }
            if let handler = saving.handler { values.errorHandlers[ObjectIdentifier(self)] = handler }
            return true
        }
        if mustSchedule { saving.saves?.schedule(target) }
        return isChanged
    }
}

extension Preferences {
    /// Registers a default for a key. It has lower precedence than all stored values and higher precedence than the
    /// key's own default.
    ///
    /// ```swift
    /// try preferences.register(18, for: .fontSize)
    /// let size = preferences[.fontSize]  // 18, unless a value is stored
    /// ```
    ///
    /// - Parameters:
    ///   - value: The default, or `nil` to remove a registered default.
    ///   - key: The key.
    /// - Throws: ``PreferenceValueError`` if the key does not allow the value or a property list cannot hold it.
    public func register<Value>(_ value: Value, for key: PreferenceKey<Value>) throws {
        register([(storedName(key.name), try key.encoded(value))])
    }

    /// Registers defaults by the names of their keys. The ``Preferences/KeyMapping`` applies to the names. Other
    /// registered defaults do not change. If a default is invalid for its key, the key has its own default instead.
    ///
    /// ```swift
    /// preferences.register(["FontSize": 14, "Theme": "dark"])
    /// ```
    public func register(_ defaults: PropertyListDictionary) {
        register(defaults.map { (storedName($0.key), $0.value) })
    }

    /// Removes all registered defaults.
    public func removeRegisteredDefaults() {
        register(state.withLock { $0.registered.keys }.map { ($0, nil) })
    }

    private func register(_ defaults: [(name: ExactName, value: PropertyListValue?)]) {
        let names = Set(defaults.map(\.name))
        willChange(names, inWrittenDomain: false)
        state.withLock { state in
            for (name, value) in defaults { state.registered[name] = value }
        }
        didChange(names, inWrittenDomain: false)
    }
}

extension PreferenceKey {
    /// Returns the stored form of a value, or `nil` if the value is `nil`. Throws an error if the key does not allow
    /// the value.
    func encoded(_ value: Value) throws -> PropertyListValue? {
        try validate(value)
        return try PreferenceValueError.encoding(name) { try PropertyListValueEncoder().encodeIfPresent(value) }
    }

    /// Returns the value of a stored form. Throws an error if the key does not allow the value.
    package func decoded(_ stored: PropertyListValue) throws -> Value {
        try FoundValue(value: stored).decoded(for: self)
    }
}
