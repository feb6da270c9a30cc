/// The domains of a store in a scope, each with its contents.
package struct DomainReadings: Sendable {
    /// The domains, in the order in which they were found.
    package let found: FoundDomains
    /// For each domain, its contents or the error that occurred when reading it.
    package let snapshots: [Result<DomainSnapshot, PreferencesError>]
}

extension DomainStore {
    /// Reads the domains in a scope one after the other. An error for one of them does not end the reading.
    package func readAllDomains(_ scope: DomainScope) throws(PreferencesError) -> DomainReadings {
        let found = try findAllDomains(scope)
        return DomainReadings(found: found, snapshots: found.domains.map(read))
    }

    /// Reads a domain.
    package func read(_ domain: Domain) -> Result<DomainSnapshot, PreferencesError> {
        do {
            return .success(try snapshot(of: domain))
        } catch {
            return .failure(error)
        }
    }
}
