/// The keys of a domain with their descriptions.
///
/// ```swift
/// let schema = PreferenceSchema("com.example.Editor", title: "Editor settings") {
///     PreferenceSchema.Keys("Appearance", .fontSize, .theme)
///     PreferenceSchema.Keys("Accounts", .account, .token)
/// }
/// ```
///
/// A key is described where it is declared. The schema makes the JSON Schema and the reference page from the keys.
/// `SettingsCommand` makes a command from them.
public struct PreferenceSchema: Sendable {
    /// The domain.
    public let domain: Domain
    /// The title of the schema.
    package let title: String
    /// The description of the schema, or `nil`.
    package let description: String?
    /// Whether the domain may contain other keys.
    let allowsOtherKeys: Bool
    package let groups: [Keys]

    /// Creates the schema of a domain.
    ///
    /// - Parameters:
    ///   - domain: The domain.
    ///   - title: The title. Defaults to the name of the domain.
    ///   - description: A description.
    ///   - allowsOtherKeys: Whether the JSON Schema accepts other keys in the domain. Defaults to `true`, because other
    ///     programs and other versions of the program may store values.
    ///   - keys: The keys in the order of the reference page. Each name must occur only once.
    public init(
        _ domain: Domain, title: String? = nil, description: String? = nil, allowsOtherKeys: Bool = true,
        @ListBuilder<Keys> keys: () -> [Keys]
    ) {
        (self.domain, self.title, self.description) = (domain, title ?? domain.description, description)
        (self.allowsOtherKeys, groups) = (allowsOtherKeys, keys())
        var names: Set<ExactName> = []
        for key in groups.flatMap(\.keys) {
            precondition(names.insert(ExactName(key.name)).inserted, "the schema lists key '\(key.name)' twice")
        }
    }

    /// All keys in the order of the schema.
    package var keys: [any ErasedKey] { groups.flatMap(\.keys) }

    /// A group of keys.
    public struct Keys: Sendable {
        package let title: String?
        package let keys: [any ErasedKey]

        /// Creates a group without a title.
        public init<each Value>(_ keys: repeat PreferenceKey<each Value>) {
            self.init(title: nil, repeat each keys)
        }

        /// Creates a group with a title.
        public init<each Value>(_ title: String, _ keys: repeat PreferenceKey<each Value>) {
            self.init(title: title, repeat each keys)
        }

        private init<each Value>(title: String?, _ keys: repeat PreferenceKey<each Value>) {
            self.title = title
            var list: [any ErasedKey] = []
            for key in repeat each keys { list.append(key) }
            self.keys = list
        }
    }
}
