/// The files that may have changed since they were read.
enum PathChanges: Sendable {
    /// Any of the watched files: for example, if a path may lead elsewhere, or if the kernel has lost events.
    case all
    /// The files with these paths.
    case files(Set<ExactName>)

    /// Adds other changes.
    mutating func formUnion(_ other: PathChanges) {
        switch (self, other) {
        case (.files(let own), .files(let others)): self = .files(own.union(others))
        case (.all, _), (_, .all): self = .all
        }
    }
}
