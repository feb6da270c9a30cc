import PropertyList

/// The versions of a domain's file, by which a reader knows that the domain has not changed since it was read.
struct DomainVersions: Sendable {
    private let path: String

    /// Creates the versions of a domain. Returns `nil` if they cannot be determined from the status of one path: if the
    /// store does not keep files, or if the domain is a path without `.plist`, which can mean one of two files.
    init?(of domain: Domain, in store: any DomainStore) {
        guard let store = store as? FileDomainStore else { return nil }
        if case .path(let text) = domain.name, !text.hasScalarSuffix(".plist") { return nil }
        path = store.folders.path(of: domain)
    }

    /// Returns the version to remember, which must be determined before the file is read. Returns `nil` if a later
    /// change could have the same version.
    func beforeReading() -> FileVersion? {
        guard let version = FileVersion(of: path), version.isSettled(at: path) else { return nil }
        return version
    }

    /// Returns whether the file has a version that was remembered.
    func isCurrent(_ version: FileVersion) -> Bool {
        FileVersion(of: path) == version
    }
}
