extension MigrationStep {
    /// The values of a domain during a migration, by keys and by paths.
    ///
    /// The key of the records of migrations is hidden. No `Preferences.KeyMapping` is applied to keys.
    ///
    /// The subscripts do not throw. If a stored value is invalid for its key, or a value cannot be set, the migration
    /// stops with the first such error when the body ends. Use ``storedValue(for:)`` in a `do` statement to treat an
    /// invalid value in the body.
    public struct Values: Preferences.Readable {
        /// The values by their keys.
        public private(set) var contents: PropertyListDictionary
        private let failure: FirstFailure

        init(_ contents: PropertyListDictionary, _ failure: FirstFailure) {
            (self.contents, self.failure) = (contents, failure)
            self.contents[Migrator.recordKey] = nil
        }

        /// The value of a key, or the key's default if there is no value.
        public subscript<Value>(key: PreferenceKey<Value>) -> Value {
            get { failure.catching { try value(for: key) } ?? key.defaultValue }
            set { failure.catching { try set(newValue, for: key) } }
        }

        /// The value at a path, or `nil` if there is none. Assigning `nil` removes the value. If it is an element of an
        /// array, the indexes of the later elements decrease by one.
        ///
        /// Missing containers on the way to a new value are created as dictionaries. The path cannot lead through a
        /// value that is not a container, or contain an invalid array index.
        public subscript(path: PropertyListPath) -> PropertyListValue? {
            get { contents[path] }
            set {
                failure.catching {
                    if let newValue {
                        try requireAccess(to: path)
                        try contents.set(newValue, at: path)
                    } else if contents[path] != nil {
                        try contents.remove(at: path)
                    }
                }
            }
        }

        /// Returns the value of a key, or `nil` if there is none. The key's own default is not returned.
        ///
        /// - Throws: `PreferenceValueError` if the value has the wrong type or is not allowed.
        public func storedValue<Value>(for key: PreferenceKey<Value>) throws -> Value? {
            try contents[key.name].map { try FoundValue(value: $0).decoded(for: key) }
        }

        /// Returns whether there is a value for a key.
        public func isSet<Value>(_ key: PreferenceKey<Value>) -> Bool { contents[key.name] != nil }

        /// Sets the value of a key. Setting `nil` removes the value.
        ///
        /// - Throws: `PreferenceValueError` if the key does not allow the value or a property list cannot hold it.
        public mutating func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws {
            try requireAccess(to: .key(key.name))
            contents[key.name] = try key.encoded(value)
        }

        /// Removes the values of keys.
        public mutating func reset<each Value>(_ keys: repeat PreferenceKey<each Value>) {
            for key in repeat each keys { contents[key.name] = nil }
        }

        /// An empty path is accepted here, unlike in a step, because setting a value there throws its own error.
        private func requireAccess(to path: PropertyListPath) throws(PreferenceValueError) {
            if path.components.first?.hasSameScalars(as: Migrator.recordKey) == true {
                throw .reservedKey(path)
            }
        }
    }
}

/// The first error of the subscripts that the body of an update uses.
final class FirstFailure {
    private(set) var error: (any Error)?

    /// Returns the result of a closure, or `nil` if it throws an error.
    @discardableResult
    fileprivate func catching<Result>(_ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch {
            self.error = self.error ?? error
            return nil
        }
    }
}
