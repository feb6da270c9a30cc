extension FileDomainStore {
    /// Observes the file of a domain, or the files of all domains, by watching their folders.
    ///
    /// A change is reported if a file is created, replaced, written in place or removed, or if a symbolic link on its
    /// path changes. A change through a hard link in another folder is not reported. A program that changes its working
    /// directory should observe absolute paths. A relative path is read from the present working directory, but may
    /// still be observed in the previous one.
    ///
    /// If a folder cannot be watched, the files are polled: a change is reported within a second. This happens if the
    /// user may not list the folder, if the user's limit on watches is reached, or if the system has no inotify. Each
    /// poll tries again to watch the folder. A parent folder that the user may not list is assumed not to move. On a
    /// network file system, changes by other machines are not reported.
    public func observe(_ domain: Domain?, onChange handler: @escaping @Sendable () -> Void) -> DomainObservation? {
        guard let domain else {
            let base = folders.folder(user: .current, host: .any)
            let all: [PathWatch.Target] = [
                .folder(base, isRecursive: folders.isRoot, excluded: folders.unsearchedFolders),
                .folder(folders.hostFolder, isRecursive: true, excluded: []),
            ]
            return DomainObservation(of: PathWatch(all, handler: handler), in: folders)
        }
        return DomainObservation(of: PathWatch(targets(of: domain), handler: handler))
    }

    /// Returns the files that a domain can have; see ``DomainFolders/location(of:)``.
    private func targets(of domain: Domain) -> [PathWatch.Target] {
        let path = folders.path(of: domain)
        guard case .path(let text) = domain.name, !text.hasScalarSuffix(".plist") else { return [.file(path)] }
        return [.file(path), .file(path.droppingScalarSuffix(".plist"))]
    }
}
