extension Preferences {
    /// A function from the names of keys to the names under which values are stored. It applies to reading, writing and
    /// registered defaults.
    public struct KeyMapping: Sendable {
        private let transform: @Sendable (String) -> String

        /// Creates a mapping.
        ///
        /// ```swift
        /// let lowercased = Preferences.KeyMapping { $0.lowercased() }
        /// let preferences = Preferences(domain: editor, store: store, keyMapping: lowercased, saving: .explicit)
        /// preferences[.fontSize] = 14  // stored under "fontsize"
        /// ```
        ///
        /// - Parameter transform: A function that always returns the same result for the same name.
        public init(_ transform: @escaping @Sendable (String) -> String) {
            self.transform = transform
        }

        /// A mapping that leaves names unchanged.
        public static let identity = KeyMapping { $0 }

        /// Returns a mapping that adds a prefix.
        ///
        /// ```swift
        /// let preferences = Preferences(domain: office, store: store, keyMapping: .prefix("Editor."))
        /// preferences[.fontSize] = 14  // stored under "Editor.FontSize"
        /// ```
        public static func prefix(_ prefix: String) -> KeyMapping {
            KeyMapping { prefix + $0 }
        }

        /// A mapping that capitalizes the first letter, for example `fontSize` to `FontSize`.
        public static let capitalized = KeyMapping { $0.prefix(1).uppercased() + $0.dropFirst() }

        /// Returns the name under which the value of a key is stored.
        public func storedName(of name: String) -> String {
            transform(name)
        }
    }
}
