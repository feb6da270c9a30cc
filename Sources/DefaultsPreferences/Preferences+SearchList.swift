extension Preferences {
    /// The domains to look up values in, in order of precedence.
    ///
    /// ``Preferences`` look up a value in the arguments before these domains, and in the registered defaults after
    /// them. The standard order is that of Apple's and Foundation's preferences:
    ///
    /// 1. The application's domain on this host, then on any host
    /// 2. The suites, in their order
    /// 3. The global domain on this host, then on any host
    /// 4. The application's and the global domain of any user, in the same order
    public struct SearchList: Hashable, Sendable {
        /// The domains in order of precedence.
        public let domains: [Domain]

        /// Creates a list of domains.
        ///
        /// ```swift
        /// let list = Preferences.SearchList([office, editor])  // values of the office take precedence
        /// let preferences = Preferences(domain: editor, searchList: list, store: store)
        /// ```
        public init(_ domains: [Domain]) {
            self.domains = domains
        }

        /// Returns the standard list for a domain.
        ///
        /// If the domain is a path or belongs to a named host, the list has only the domain and the suites.
        ///
        /// - Parameters:
        ///   - domain: The application's domain.
        ///   - suites: Domains that several applications share.
        ///   - includesAnyUser: Whether to include the domains of any user.
        public static func standard(for domain: Domain, suites: [Domain] = [], includesAnyUser: Bool = true) -> Self {
            if case .path = domain.name { return SearchList([domain] + suites) }
            if case .named = domain.host { return SearchList([domain] + suites) }
            var domains = hostVariants(of: domain, user: .current) + suites
            domains += hostVariants(of: .global, user: .current)
            if includesAnyUser {
                domains += hostVariants(of: domain, user: .any) + hostVariants(of: .global, user: .any)
            }
            var seen: Set<Domain> = []
            return SearchList(domains.filter { seen.insert($0).inserted })
        }

        /// Returns the domains in which preferences that write to a domain look up values.
        static func domains(
            writing domain: Domain, suites: [Domain], _ list: SearchList?, in store: any DomainStore
        ) -> [Domain] {
            if store.holdsSecrets { return [domain] }
            let list = list ?? .standard(for: domain, suites: suites, includesAnyUser: store.hasAnyUserDomains)
            return list.domains.contains(domain) ? list.domains : [domain] + list.domains
        }

        private static func hostVariants(of domain: Domain, user: Domain.User) -> [Domain] {
            [.current, .any].map { domain.moved(to: user, host: $0) }
        }
    }
}

extension Preferences {
    /// The values in the arguments of a program, such as `-FontSize 14`. They take precedence over all stored values.
    ///
    /// A value that is a property list and begins with `{`, `(`, `<`, `"` or `[` is parsed. Any other value is text. A
    /// key of a number or a boolean converts the text.
    public struct Arguments: Sendable {
        /// The values by stored name. The ``Preferences/KeyMapping`` does not apply.
        public let contents: PropertyListDictionary

        /// Parses the arguments of a command line.
        ///
        /// ```swift
        /// let arguments = Preferences.Arguments(["-FontSize", "20", "notes.txt"])
        /// let preferences = Preferences(domain: editor, store: store, arguments: arguments)
        /// let size = preferences[.fontSize]  // 20
        /// ```
        ///
        /// - Parameter arguments: The arguments without the program's name. If a key occurs more than once, the last
        ///   value is used.
        public init(_ arguments: [String]) {
            var pairs: [(String, PropertyListValue)] = []
            var rest = arguments[...]
            while let argument = rest.popFirst() {
                guard Self.isOption(argument), let value = rest.first else { continue }
                // The first of two consecutive options has no value.
                if Self.isOption(value), Double(value) == nil { continue }
                rest.removeFirst()
                pairs.append((String(argument.unicodeScalars.dropFirst()), Self.value(of: value)))
            }
            contents = PropertyListDictionary(pairs)
        }

        private static func isOption(_ argument: String) -> Bool {
            argument.hasScalarPrefix("-") && argument.utf8.count > 1
        }

        private static func value(of text: String) -> PropertyListValue {
            guard let first = text.utf8.first, "{(<\"[".utf8.contains(first) else { return .string(text) }
            return (try? PropertyListReader.read(Array(text.utf8)).value) ?? .string(text)
        }

        /// The arguments of this process.
        public static let process = Arguments(
            Platform.arguments.map { String(decoding: $0, as: UTF8.self) })

        /// An empty list of arguments.
        public static let none = Arguments([])
    }
}
