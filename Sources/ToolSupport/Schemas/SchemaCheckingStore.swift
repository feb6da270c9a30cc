package import DefaultsCore

/// A store that refuses changes that the schema of a domain does not allow.
///
/// An update is refused before the other store changes anything. Rehearsals of updates are refused in the same way.
package struct SchemaCheckingStore: DomainStore {
    private let base: any DomainStore
    private let check: SchemaCheck

    package init(_ base: any DomainStore, check: SchemaCheck) {
        (self.base, self.check) = (base, check)
    }

    package var underlyingStore: (any DomainStore)? { base }

    package func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        try base.snapshot(of: domain)
    }

    package func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        try base.domains(on: host)
    }

    package func update<Result>(
        _ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result
    ) throws -> Result {
        let loaded = try check.loaded(for: domains)
        if loaded.schemas.isEmpty, !loaded.hasPaths { return try base.update(domains, body) }
        return try base.update(domains) { transaction in
            let check = try check.current(loaded, for: domains)
            let old = transaction
            do {
                let result = try body(&transaction)
                try check.require(old, transaction)
                return result
            } catch let end as RehearsalEnd {
                try check.require(old, transaction)
                throw end
            }
        }
    }

    package func update<Result>(
        _ domain: Domain, evenIfUnreadable body: (inout PropertyListDictionary, PreferencesError?) throws -> Result
    ) throws -> Result {
        let loaded = try check.loaded(for: [domain])
        if loaded.schemas.isEmpty, !loaded.hasPaths { return try base.update(domain, evenIfUnreadable: body) }
        return try base.update(
            domain,
            evenIfUnreadable: { contents, failure in
                let check = try check.current(loaded, for: [domain])
                let old = contents
                let result = try body(&contents, failure)
                try check.require(.dictionary(contents), in: domain, changedFrom: .dictionary(old))
                return result
            })
    }
}
