extension Domain {
    /// The domains that a search covers: all of them, those of one host, or those that patterns match.
    public struct Scope: Hashable, Sendable {
        /// The host, or `nil` for all hosts. With `nil`, the scope addresses a domain of another host by the name of
        /// its file, such as `ByHost/D.H`.
        package let host: Domain.Host?
        /// The patterns for the names. If the array is empty, all names match.
        let patterns: [DomainGlob]

        /// All domains of the current user: those of any host, of this host and of other hosts.
        public static let all = Domain.Scope()

        /// Creates a scope. By default, it covers all hosts. Without patterns, it covers all names.
        package init(host: Domain.Host? = nil, matching patterns: [DomainGlob] = []) {
            (self.host, self.patterns) = (host, patterns)
        }

        /// Returns whether the domains of a host are covered.
        func covers(_ host: Domain.Host) -> Bool { self.host == nil || self.host == host }

        /// Returns whether a domain is covered. A domain of another host may be addressed by the name of its file.
        package func contains(_ domain: Domain) -> Bool {
            isOnHost(domain) && (patterns.isEmpty || patterns.contains { $0.matches(domain) })
        }

        private func isOnHost(_ domain: Domain) -> Bool {
            guard let host, domain.host != host else {
                return self.host != .any || !domain.isNamedAsFile
            }
            guard case .named(let name) = host else { return false }
            return domain.isNamedAsFile && domain.description.hasScalarSuffix("." + name)
        }
    }
}

extension Domain {
    /// Whether the domain is addressed by the name of a file in the folder `ByHost`.
    fileprivate var isNamedAsFile: Bool { host == .any && description.hasScalarPrefix("ByHost/") }
}
