// What stores need not implement. Most defaults are those of the underlying store.

extension DomainStore where Self: AnyObject {
    /// The identity of the instance.
    public var identity: StoreIdentity? { StoreIdentity(ofInstance: self) }
}

extension DomainStore where Self: Hashable {
    /// The identity of the value.
    public var identity: StoreIdentity? { StoreIdentity(self) }
}

extension DomainStore {
    /// The default: `nil`.
    public var identity: StoreIdentity? { nil }

    /// The default: `nil`.
    public var underlyingStore: (any DomainStore)? { nil }

    /// Changes a domain. If the domain cannot be read, the error is thrown.
    public func update<Result>(
        _ domain: Domain, evenIfUnreadable body: (inout PropertyListDictionary, PreferencesError?) throws -> Result
    ) throws -> Result {
        try update([domain]) { transaction in
            transaction.acceptRemoval(of: domain)
            return try body(&transaction[domain], nil)
        }
    }

    /// Returns the version in the underlying store. Without one, the result is `nil`.
    public func version(of domain: Domain) -> Domain.Version? {
        underlyingStore?.version(of: domain)
    }

    /// Returns the version without regard to the earlier one.
    public func version(of domain: Domain, after earlier: Domain.Version?) -> Domain.Version? {
        version(of: domain)
    }

    /// Searches the underlying store. Without one, the domains are returned without errors.
    public func findDomains(on host: Domain.Host) throws(PreferencesError) -> Domain.SearchResult {
        if let underlyingStore { return try underlyingStore.findDomains(on: host) }
        return Domain.SearchResult(domains: try domains(on: host))
    }

    /// Searches the underlying store. Without one, the result has the domains of the scope's host. If the scope has no
    /// host, the result has the domains of the hosts `.any` and `.current`.
    public func findAllDomains(_ scope: Domain.Scope) throws(PreferencesError) -> Domain.SearchResult {
        if let underlyingStore { return try underlyingStore.findAllDomains(scope) }
        var all = Domain.SearchResult(domains: [])
        for host in scope.host.map({ [$0] }) ?? [.any, .current] {
            let found = try findDomains(on: host)
            all.domains += ([Domain.global.moved(to: .current, host: host)] + found.domains).filter(scope.contains)
            all.obstacles += found.obstacles
        }
        return all
    }

    /// Reads the domains of the underlying store. Without one, they are read one after the other.
    public func readAllDomains(_ scope: Domain.Scope) throws(PreferencesError) -> Domain.SearchResult {
        if let underlyingStore { return try underlyingStore.readAllDomains(scope) }
        return try readEachDomain(scope)
    }

    /// Reads the domains one after the other, without waiting for updates in progress.
    package func readEachDomain(_ scope: Domain.Scope) throws(PreferencesError) -> Domain.SearchResult {
        var found = try findAllDomains(scope)
        found.snapshots = found.domains.map(read)
        return found
    }

    /// Observes the underlying store. Without one, the result is `nil`.
    public func observe(
        _ domain: Domain?, onChange handler: @escaping @Sendable () -> Void
    ) throws(PreferencesError) -> DomainObservation? {
        try underlyingStore?.observe(domain, onChange: handler)
    }

    /// Whether the underlying store holds secrets. Without one, the default is `false`.
    public var holdsSecrets: Bool { underlyingStore?.holdsSecrets ?? false }

    /// Whether the underlying store has domains of any user. Without one, the default is `false`.
    public var hasAnyUserDomains: Bool { underlyingStore?.hasAnyUserDomains ?? false }

    /// Returns the root of a domain in the underlying store or, without one, in a snapshot of the domain.
    public func root(of domain: Domain) throws(PreferencesError) -> DomainSnapshot.Entry? {
        if let underlyingStore { return try underlyingStore.root(of: domain) }
        return try snapshot(of: domain).root
    }

    /// Looks up the value of one key in the underlying store or, without one, in a snapshot of the domain.
    public func entry(of domain: Domain, key: String) throws(PreferencesError) -> DomainSnapshot.Entry? {
        if let underlyingStore { return try underlyingStore.entry(of: domain, key: key) }
        return try snapshot(of: domain).entry(key)
    }

    /// Returns the identity that the underlying store gives a domain. Without an underlying store, the identity
    /// consists of the domain and the store. The store's part is the instance for a class, and the type for a
    /// structure.
    public func identity(of domain: Domain) throws(PreferencesError) -> StoreIdentity {
        if let underlyingStore { return try underlyingStore.identity(of: domain) }
        let store =
            type(of: self) is AnyClass
            ? StoreIdentity(ofInstance: self as AnyObject) : StoreIdentity("\(type(of: self))")
        return store.adding("\(domain) \(domain.user) \(domain.host)")
    }
}
