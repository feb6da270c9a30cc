package import DefaultsCore
package import PropertyList

extension DomainStore {
    /// Returns the contents of all domains that have keys: those of any host and of this host and, in files, those of
    /// other hosts.
    ///
    /// - Throws: `PreferencesError` if something that could be a domain cannot be read.
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
