package import PropertyList

extension DomainStore {
    /// The store of files whose domains these are, if they are kept in files.
    package var fileStore: FileDomainStore? {
        self as? FileDomainStore ?? (self as? JournalingDomainStore)?.files
    }

    /// Reads the domains in a scope as they were at one moment, if they are kept in files; see
    /// ``FileDomainStore/readAllDomainsAtOnce(_:)``.
    package func readAllDomainsAtOnce(_ scope: DomainScope) throws(PreferencesError) -> DomainReadings {
        guard let fileStore else { return try readAllDomains(scope) }
        return try fileStore.readAllDomainsAtOnce(scope)
    }

    /// Returns the contents of all domains that have keys: those of any host and of this host and, in files, those of
    /// other hosts.
    ///
    /// - Throws: ``PreferencesError`` if something that could be a domain cannot be read.
    package func contentsOfAllDomains() throws(PreferencesError) -> [Domain: PropertyListDictionary] {
        let readings = try readAllDomainsAtOnce(.all)
        if let obstacle = readings.found.obstacles.first { throw obstacle }
        var contents: [Domain: PropertyListDictionary] = [:]
        for (domain, snapshot) in zip(readings.found.domains, readings.snapshots) {
            let values = try snapshot.get().exactContents(of: domain)
            contents[domain] = values.isEmpty ? nil : values
        }
        return contents
    }
}
