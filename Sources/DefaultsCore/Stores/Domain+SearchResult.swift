extension Domain {
    /// The result of a search for domains, with their contents if they were read.
    public struct SearchResult: Sendable {
        /// The domains, grouped by host. The global domain of a host comes first if it was searched. The other domains
        /// are in the order of their UTF-16 code units.
        public var domains: [Domain]
        /// Errors for entries that could be domains, in the order of their paths: a broken link, a folder with the name
        /// of a domain's file, a name that is not UTF-8, or a folder that cannot be listed.
        public var obstacles: [PreferencesError]
        /// For each domain, its contents or the error that occurred when reading it. Empty if the domains were not
        /// read.
        public var snapshots: [Result<DomainSnapshot, PreferencesError>] = []
        /// The base folder if some of its subfolders were not searched, or `nil` if all were searched.
        package var unsearchedFolder: String?
        /// The folders that contain temporary files of a running or interrupted update.
        var changingFolders: [String] = []

        /// Creates a result.
        public init(domains: [Domain], obstacles: [PreferencesError] = []) {
            self.domains = domains
            self.obstacles = obstacles
        }
    }
}
