/// Domains found in the folders of a user, and what keeps others from being found.
public struct FoundDomains: Sendable {
    /// The domains, without the global one, in the order of their UTF-16 code units.
    public var domains: [Domain]
    /// Errors for entries that could be domains, or hold some: a broken link or a folder in a domain's place, a name that is not UTF-8, a
    /// folder that cannot be listed. In the order of their paths.
    public var obstacles: [PreferencesError]

    /// Creates a result.
    public init(domains: [Domain], obstacles: [PreferencesError] = []) {
        self.domains = domains
        self.obstacles = obstacles
    }
}
