extension FileDomainStore {
    /// Returns the first domain whose file is the file at a path. Symbolic links are resolved before the comparison.
    package func domain(among domains: some Sequence<Domain>, withFile path: String) -> Domain? {
        guard let place = Self.place(ofFile: path) else { return nil }
        return domains.first { Self.place(ofFile: folders.location(of: $0)) == place }
    }

    /// Returns whether two paths lead to the same file. The file need not exist. Two hard links are different files,
    /// because a file is replaced by name.
    package static func isOneFile(_ path: String, _ other: String) -> Bool {
        guard let place = place(ofFile: path) else { return false }
        return self.place(ofFile: other) == place
    }

    /// Returns an identifier of the file that a path leads to, or `nil` for a descriptor or a link that cannot be
    /// followed. The file can be missing.
    package static func identifier(ofFile path: String) -> AnyHashable? { place(ofFile: path) }

    /// Returns the identity of a domain whose file has exactly this path. The file can be missing. The result is `nil`
    /// for a descriptor or a link that cannot be followed.
    package static func identity(ofFile path: String) -> Domain.Identity? {
        (try? DomainFile(path: path).resolved())?.identity
    }

    /// Returns whether a file has a reserved name: the name of a temporary file or of the stand-in of a lock. The next
    /// change in its folder can remove the file. The name in the path is checked, and also the name after links are
    /// followed.
    package static func hasReservedName(_ path: String) -> Bool {
        AtomicFile.isReservedName(FilePaths.split(path).name)
            || (try? DomainFile(path: path).resolved()).map { AtomicFile.isReservedName($0.name) } == true
    }

    /// Returns the location of a file. The result is `nil` if the path leads to a descriptor, or if its links cannot be
    /// followed.
    private static func place(ofFile path: String) -> DomainFile.Place? {
        (try? DomainFile(path: path).resolved())?.place
    }
}
