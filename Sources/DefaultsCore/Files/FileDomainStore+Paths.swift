extension FileDomainStore {
    /// Returns the first domain whose file is the file at a path. Symbolic links are resolved before the comparison.
    package func domain(among domains: some Sequence<Domain>, withFile path: String) -> Domain? {
        guard let place = FilePlace(path) else { return nil }
        return domains.first { FilePlace(folders.location(of: $0)) == place }
    }

    /// Returns the identity of a domain whose file has exactly this path. The file can be missing. The result is `nil`
    /// for a descriptor or a link that cannot be followed.
    package static func identity(ofFile path: String) -> StoreIdentity? {
        (try? DomainFile(path: path).resolved())?.identity
    }

    /// Returns whether a name in a folder is that of the temporary file of a running or interrupted update.
    package static func isTemporaryName(_ name: String) -> Bool { AtomicFile.isHiddenName(name) }

    /// The name of the file that is locked instead of a folder.
    package static var nameOfLock: String { KernelLock.standInName }

    /// Returns whether a file has a reserved name: the name of a temporary file or of the stand-in of a lock. The next
    /// change in its folder can remove the file. The name in the path is checked, and also the name after links are
    /// followed.
    package static func hasReservedName(_ path: String) -> Bool {
        AtomicFile.isReservedName(FilePaths.split(path).name)
            || (try? DomainFile(path: path).resolved().name).map(AtomicFile.isReservedName) == true
    }
}
