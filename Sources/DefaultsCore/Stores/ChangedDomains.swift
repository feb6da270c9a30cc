/// The domains of an observation that may have changed since they were read.
package enum ChangedDomains: Sendable {
    /// Any of the observed domains.
    case all
    /// The domains with these files.
    case files([String], DomainFolders)
    /// No domain.
    case none

    /// Creates the domains of changed files.
    ///
    /// - Parameter folders: The folders of the files, or `nil` if all files belong to one domain.
    init(_ changes: PathChanges, in folders: DomainFolders?) {
        switch (changes, folders) {
        case (.files(let paths), _) where paths.isEmpty: self = .none
        case (.files(let paths), let folders?): self = .files(paths.map(\.text), folders)
        case (.all, _), (.files, nil): self = .all
        }
    }

    /// Returns the changed domains in a scope, or `nil` if any domain may have changed.
    package func domains(in scope: DomainScope) -> [Domain]? {
        switch self {
        case .all: nil
        case .files(let paths, let folders): folders.domains(in: scope, ofPaths: paths)
        case .none: []
        }
    }
}
