extension Domain {
    /// The domains of a store in a scope, each with its contents.
    public struct Readings: Sendable {
        /// The domains, in the order in which they were found.
        public let found: Domain.SearchResult
        /// For each domain, its contents or the error that occurred when reading it.
        public let snapshots: [Result<DomainSnapshot, PreferencesError>]

        /// Creates readings.
        ///
        /// - Precondition: There is a snapshot for each domain.
        public init(found: Domain.SearchResult, snapshots: [Result<DomainSnapshot, PreferencesError>]) {
            precondition(found.domains.count == snapshots.count, "a domain has no snapshot")
            (self.found, self.snapshots) = (found, snapshots)
        }
    }
}
