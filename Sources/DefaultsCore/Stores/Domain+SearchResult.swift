extension Domain {
    /// The result of a search for domains.
    public struct SearchResult: Sendable {
        /// The domains of each host in the order of their UTF-16 code units, after its global domain if that was
        /// searched.
        public var domains: [Domain]
        /// Errors for entries that could be domains, in the order of their paths: a broken link, a folder with the name
        /// of a domain's file, a name that is not UTF-8, or a folder that cannot be listed.
        public var obstacles: [PreferencesError]
        /// The folder whose subfolders were not searched, or `nil` if it has none.
        package var unsearchedFolder: String?
        /// The folders with temporary files, which an update in progress has left, or an interrupted one.
        var changingFolders: [String] = []

        /// Creates a result.
        public init(domains: [Domain], obstacles: [PreferencesError] = []) {
            self.domains = domains
            self.obstacles = obstacles
        }
    }
}
