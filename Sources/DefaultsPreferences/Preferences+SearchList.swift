extension Preferences {
    /// Returns the domains to look up the values of a domain in, in order of precedence.
    ///
    /// ``Preferences`` look up a value in the arguments before these domains, and in the registered defaults after
    /// them. The order is that of Apple's and Foundation's preferences:
    ///
    /// 1. The application's domain on this host, then on any host
    /// 2. The suites, in their order
    /// 3. The global domain on this host, then on any host
    /// 4. The application's and the global domain of any user, in the same order
    ///
    /// If the domain is a path or belongs to a named host, the list has only the domain and the suites.
    ///
    /// - Parameters:
    ///   - domain: The application's domain.
    ///   - suites: Domains that several applications share.
    ///   - includesAnyUser: Whether to include the domains of any user.
    public static func standardSearchList(
        for domain: Domain, suites: [Domain] = [], includesAnyUser: Bool = true
    ) -> [Domain] {
        if case .path = domain.name { return [domain] + suites }
        if case .named = domain.host { return [domain] + suites }
        func hostVariants(of domain: Domain, user: Domain.User) -> [Domain] {
            [.current, .any].map { domain.moved(to: user, host: $0) }
        }
        var domains = hostVariants(of: domain, user: .current) + suites
        domains += hostVariants(of: .global, user: .current)
        if includesAnyUser {
            domains += hostVariants(of: domain, user: .any) + hostVariants(of: .global, user: .any)
        }
        var seen: Set<Domain> = []
        return domains.filter { seen.insert($0).inserted }
    }

    /// Returns the domains in which preferences that write to a domain look up values.
    static func searchedDomains(
        writing domain: Domain, suites: [Domain], _ list: [Domain]?, in store: any DomainStore
    ) -> [Domain] {
        if store.holdsSecrets { return [domain] }
        let list = list ?? standardSearchList(for: domain, suites: suites, includesAnyUser: store.hasAnyUserDomains)
        return list.contains(domain) ? list : [domain] + list
    }
}
