/// The domains of an observation that may have changed since they were read.
struct ChangedDomains: Sendable {
    let files: PathChanges
    /// The folders of the files, or `nil` if all files belong to one domain.
    let folders: DomainFolders?

    /// Whether no domain has changed.
    private var isEmpty: Bool {
        if case .files(let paths) = files { paths.isEmpty } else { false }
    }

    /// Returns the changed domains in a scope, or `nil` if any domain may have changed.
    ///
    /// - Parameter domain: The observed domain, or `nil` for all domains.
    func domains(in scope: Domain.Scope, observed domain: Domain?) -> [Domain]? {
        if isEmpty { return [] }
        if let domain { return [domain] }
        guard case .files(let paths) = files else { return nil }
        return folders?.domains(in: scope, ofPaths: paths.map(\.text))
    }
}
