/// A store that knows more of its domains than every ``DomainStore`` does. Only stores of this package are searchable.
///
/// Another store is searched by its ``DomainStore/underlyingStore`` or, without one, by ``DomainStore/domains(on:)``.
package protocol SearchableDomainStore: DomainStore {
    /// Returns the domains of ``DomainStore/domains(on:)``, with an error for each entry that could be a domain but
    /// cannot be used.
    func findDomains(on host: Domain.Host) throws(PreferencesError) -> FoundDomains

    /// Returns all domains in a scope, with the global ones, for a caller that reads them. Some may have no keys.
    func findAllDomains(_ scope: DomainScope) throws(PreferencesError) -> FoundDomains

    /// Reads the domains in a scope. An error for one of them does not end the reading.
    ///
    /// A store that can do so reads all of them as they were at one moment. By default, they are read one after the
    /// other.
    ///
    /// - Throws: ``PreferencesError`` if the domains cannot be found, or change until the time to wait is over.
    func readAllDomains(_ scope: DomainScope) throws(PreferencesError) -> DomainReadings

    /// Returns the version of a domain, by which a reader can tell later that the domain has not changed, or `nil` if
    /// the store cannot tell. Defaults to `nil`.
    func version(of domain: Domain) -> DomainVersion?
}

extension SearchableDomainStore {
    package func findDomains(on host: Domain.Host) throws(PreferencesError) -> FoundDomains {
        FoundDomains(domains: try domains(on: host))
    }

    package func readAllDomains(_ scope: DomainScope) throws(PreferencesError) -> DomainReadings {
        try readEachDomain(scope)
    }

    package func version(of domain: Domain) -> DomainVersion? { nil }
}

extension DomainStore {
    /// The store that is searched, or `nil` if none can be. This is a cast, since a requirement of a public protocol
    /// cannot have types of the package.
    private var searchable: (any SearchableDomainStore)? {
        if let store = self as? any SearchableDomainStore { return store }
        return underlyingStore?.searchable
    }

    /// Returns the domains on a host, with the errors of a searchable store.
    package func findDomains(on host: Domain.Host) throws(PreferencesError) -> FoundDomains {
        if let searchable { return try searchable.findDomains(on: host) }
        return FoundDomains(domains: try domains(on: host))
    }

    /// Returns all domains in a scope. If a store is not searchable and the scope has no host, these are domains of the
    /// hosts `.any` and `.current`.
    package func findAllDomains(_ scope: DomainScope) throws(PreferencesError) -> FoundDomains {
        if let searchable { return try searchable.findAllDomains(scope) }
        var domains: [Domain] = []
        for host in scope.host.map({ [$0] }) ?? [.any, .current] {
            domains += [Domain.global.moved(to: .current, host: host)] + (try self.domains(on: host))
        }
        return FoundDomains(domains: domains.filter(scope.contains))
    }

    /// Reads the domains in a scope, of a searchable store as they were at one moment, if it can do so.
    package func readAllDomains(_ scope: DomainScope) throws(PreferencesError) -> DomainReadings {
        if let searchable { return try searchable.readAllDomains(scope) }
        return try readEachDomain(scope)
    }

    /// Reads the domains one after the other, so that changes are not waited for.
    package func readEachDomain(_ scope: DomainScope) throws(PreferencesError) -> DomainReadings {
        let found = try findAllDomains(scope)
        return DomainReadings(found: found, snapshots: found.domains.map(read))
    }

    /// Returns the version of a domain, or `nil` if the store is not searchable or cannot tell.
    package func version(of domain: Domain) -> DomainVersion? {
        searchable?.version(of: domain)
    }
}
