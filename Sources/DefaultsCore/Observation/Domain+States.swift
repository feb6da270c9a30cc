extension Domain {
    /// The contents of the domains of a store at one moment.
    public struct States: Hashable, Sendable {
        /// The contents of each domain that has keys or whose file has text behind the end, or the error that occurred
        /// when reading it.
        public var domains: [Domain: Result<DomainSnapshot, PreferencesError>]
        /// Errors for entries that could be domains or contain domains.
        public var obstacles: [PreferencesError]

        /// Creates the contents of domains. Defaults to no domains.
        public init(
            domains: [Domain: Result<DomainSnapshot, PreferencesError>] = [:], obstacles: [PreferencesError] = []
        ) {
            (self.domains, self.obstacles) = (domains, obstacles)
        }
    }
}
