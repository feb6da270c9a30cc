import PropertyList

extension FileDomainStore: ObservableDomainStore {
    /// Observes the file of a domain, or the files of all domains, by watching their folders.
    ///
    /// A file that is replaced, written in its place, removed or created is reported, and so is a symbolic link on the
    /// way to it that is changed. A change by way of another hard link in another folder is not. A relative path keeps
    /// the meaning that it has now.
    ///
    /// - Throws: ``PreferencesError/system(_:path:_:)`` if a folder cannot be watched, as when the user's limit on such
    ///   watches is reached.
    public func observe(
        _ domain: Domain?, onChange handler: @escaping @Sendable () -> Void
    ) throws(PreferencesError) -> DomainObservation {
        let targets = domain.map(targets) ?? allTargets
        return try DomainObservation(of: PathWatch(targets, handler: handler))
    }

    /// The files that a domain can be; see ``DomainFolders/location(of:)``.
    private func targets(of domain: Domain) -> [PathWatch.Target] {
        let path = folders.path(of: domain)
        guard case .path(let text) = domain.name, !text.hasScalarSuffix(".plist") else { return [.file(path)] }
        return [.file(path), .file(path.droppingScalarSuffix(".plist"))]
    }

    private var allTargets: [PathWatch.Target] {
        let base = folders.folder(user: .current, host: .any)
        let byHost = folders.folder(user: .current, host: .current)
        let excluded = [byHost, base.appendingComponent(".defaults")]
        return [
            .folder(base, isRecursive: folders.isRoot, excluded: excluded),
            .folder(byHost, isRecursive: folders.isRoot, excluded: []),
        ]
    }
}
