/// The domains in which a value is looked for, the first that has it winning.
///
/// Before them all comes the argument domain, after them the registered defaults; both belong to ``Preferences``. The order is the one of
/// Apple's and Foundation's preferences:
///
/// 1. the application's domain on this host, then on any host
/// 2. the suites that were added, in their order
/// 3. the global domain on this host, then on any host
/// 4. the application's and the global domain of any user, in the same order
public struct SearchList: Hashable, Sendable {
    /// The domains, the first of which wins.
    public let domains: [Domain]

    /// A list of the given domains.
    public init(_ domains: [Domain]) {
        self.domains = domains
    }

    /// Nothing but the domain.
    public static func only(_ domain: Domain) -> SearchList {
        SearchList([domain])
    }

    /// The standard list of a domain.
    ///
    /// A domain for a path, or one of another host, is looked for in its own place alone: it is no application's.
    ///
    /// - Parameters:
    ///   - domain: the application's domain.
    ///   - suites: domains that several applications share.
    ///   - includesAnyUser: whether there are preferences of any user.
    public static func standard(for domain: Domain, suites: [Domain] = [], includesAnyUser: Bool = true) -> SearchList {
        if case .path = domain.name { return SearchList([domain] + suites) }
        if case .named = domain.host { return SearchList([domain] + suites) }
        var domains = places(of: domain, user: .current) + suites
        domains += places(of: .global, user: .current)
        if includesAnyUser {
            domains += places(of: domain, user: .any) + places(of: .global, user: .any)
        }
        var seen: Set<Domain> = []
        return SearchList(domains.filter { seen.insert($0).inserted })
    }

    private static func places(of domain: Domain, user: Domain.User) -> [Domain] {
        [.current, .any].map { domain.moved(to: user, host: $0) }
    }
}
