extension Preferences {
    /// The preferences inside the body of `update(_:)`. They have the current contents of the written domain.
    public struct Editor: Readable {
        /// The values of the written domain by their stored names.
        public private(set) var contents: PropertyListDictionary
        /// The first error of a subscript assignment. The update throws it at its end.
        private(set) var failure: (any Error)?
        let preferences: Preferences

        /// The value of a key, or the key's default if no value is found or the value is invalid for the key.
        ///
        /// If the key does not allow an assigned value or a property list cannot hold it, the update changes nothing
        /// and throws the error at its end.
        ///
        /// ```swift
        /// try preferences.update { editor in
        ///     (editor[.width], editor[.height]) = (editor[.height], editor[.width])
        /// }
        /// ```
        public subscript<Value>(key: PreferenceKey<Value>) -> Value {
            get { (try? storedValue(for: key)) ?? key.defaultValue }
            set {
                do {
                    try set(newValue, for: key)
                } catch {
                    failure = failure ?? error
                }
            }
        }

        /// Returns the value of a key. Searches the written domain, then the domains that follow it in the search list,
        /// then the registered defaults.
        ///
        /// - Returns: The value, or `nil` if there is none. The key's own default is not returned.
        /// - Throws: The errors of ``Preferences/Readable/storedValue(for:)``.
        public func storedValue<Value>(for key: PreferenceKey<Value>) throws -> Value? {
            let name = preferences.storedName(key.name)
            let found = try contents[name.text].map { FoundValue(value: $0) } ?? preferences.findBelow(name)
            return try found?.decoded(for: key)
        }

        /// Returns whether the written domain has a value for a key.
        public func isSet<Value>(_ key: PreferenceKey<Value>) -> Bool {
            contents[preferences.storedName(key.name).text] != nil
        }

        /// Sets the value of a key.
        ///
        /// ```swift
        /// try preferences.update { editor in
        ///     try editor.set(volume, for: .volume)  // an invalid volume is an error here, not at the end
        ///     editor.reset(.width, .height)
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - value: The value, or `nil` to remove the stored value.
        ///   - key: The key.
        /// - Throws: ``PreferenceValueError`` if the key does not allow the value or a property list cannot hold it.
        public mutating func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws {
            contents[preferences.storedName(key.name).text] = try key.encoded(value)
        }

        /// Removes the values of keys from the written domain, so that their defaults apply again.
        public mutating func reset<each Value>(_ keys: repeat PreferenceKey<each Value>) {
            for key in repeat each keys { contents[preferences.storedName(key.name).text] = nil }
        }

        /// Removes the values of all keys that are named by the cases of an enumeration.
        public mutating func resetAll<Name: RawRepresentable<String> & CaseIterable>(of type: Name.Type) {
            contents.apply(type.allCases.map { (preferences.storedName($0.rawValue).text, nil) })
        }

        /// Removes all values of the written domain, including those of keys that the program does not know.
        ///
        /// ```swift
        /// try preferences.update { editor in
        ///     let account = editor[.lastAccount]
        ///     editor.removeAll()
        ///     editor[.lastAccount] = account
        /// }
        /// ```
        public mutating func removeAll() {
            contents = [:]
        }
    }
}
