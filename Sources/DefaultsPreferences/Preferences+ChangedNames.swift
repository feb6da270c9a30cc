extension Preferences {
    /// The names of values that have changed.
    public struct ChangedNames: Hashable, Sendable {
        private let exactNames: Set<ExactName>
        private let keyMapping: KeyMapping

        init(_ names: Set<ExactName>, _ keyMapping: KeyMapping) {
            (exactNames, self.keyMapping) = (names, keyMapping)
        }

        /// The stored names, in the order of their UTF-16 code units.
        public var names: [String] { exactNames.map(\.text).sorted { $0.precedesInUTF16($1) } }

        /// Returns whether the value of a key has changed.
        public func contains<Value>(_ key: PreferenceKey<Value>) -> Bool {
            exactNames.contains(ExactName(keyMapping.storedName(of: key.name)))
        }

        /// Returns whether the value under a stored name has changed.
        public func contains(_ name: String) -> Bool {
            exactNames.contains(ExactName(name))
        }

        /// Returns whether both have the same names.
        public static func == (left: Self, right: Self) -> Bool { left.exactNames == right.exactNames }

        /// Hashes the names.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(exactNames)
        }
    }
}
