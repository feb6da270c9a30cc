package import DefaultsCore
package import PropertyList

extension DomainStore {
    /// Returns the contents of all domains that have keys, for the hosts `.any` and `.current`. A store of files also
    /// includes the domains of other hosts.
    ///
    /// - Throws: `PreferencesError` if a possible domain cannot be read.
    package func contentsOfAllDomains() throws(PreferencesError) -> [Domain: PropertyListDictionary] {
        let readings = try readAllDomains(.all)
        if let obstacle = readings.found.obstacles.first { throw obstacle }
        var contents: [Domain: PropertyListDictionary] = [:]
        for (domain, snapshot) in zip(readings.found.domains, readings.snapshots) {
            let values = try snapshot.get().exactContents(of: domain)
            contents[domain] = values.isEmpty ? nil : values
        }
        return contents
    }
}
