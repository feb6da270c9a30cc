public import DefaultsCore

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
        public init(_ domains: [Domain]) {
            self.domains = domains
        }

        /// Returns a list of a single domain.
        public static func only(_ domain: Domain) -> SearchList {
            SearchList([domain])
        }

        /// Returns the standard list for a domain.
        ///
        /// The list of a path, or of a domain of a named host, has only the domain and the suites.
        ///
        /// - Parameters:
        ///   - domain: The application's domain.
        ///   - suites: Domains that several applications share.
        ///   - includesAnyUser: Whether to include the domains of any user.
        public static func standard(for domain: Domain, suites: [Domain] = [], includesAnyUser: Bool = true)
            -> SearchList
        {
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

        private static func hostVariants(of domain: Domain, user: Domain.User) -> [Domain] {
            [.current, .any].map { domain.moved(to: user, host: $0) }
        }
    }
}
