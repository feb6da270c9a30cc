extension FileDomainStore {
    /// Returns the first of several domains whose file is the one at a path. Symbolic links are resolved before the
    /// comparison.
    package func domain(among domains: some Sequence<Domain>, withFile path: String) -> Domain? {
        guard let place = Self.place(ofFile: path) else { return nil }
        return domains.first { Self.place(ofFile: folders.location(of: $0)) == place }
    }

    /// Returns whether two paths lead to one file, which need not exist. A hard link is another file, since a file is
    /// replaced by name.
    package static func isOneFile(_ path: String, _ other: String) -> Bool {
        guard let place = place(ofFile: path) else { return false }
        return self.place(ofFile: other) == place
    }

    /// Returns whether a file has a reserved name: that of a temporary file or of the stand-in of a lock. The next
    /// change in its folder can remove it. Both the name in the path and the name after links are followed are checked.
    package static func hasReservedName(_ path: String) -> Bool {
        AtomicFile.isReservedName(FilePaths.split(path).name)
            || (try? DomainFile(path: path).resolved()).map { AtomicFile.isReservedName($0.name) } == true
    }

    /// The place of a file, or `nil` if the path leads to a descriptor, or if its links cannot be followed.
    private static func place(ofFile path: String) -> DomainFile.Place? {
        (try? DomainFile(path: path).resolved())?.place
    }
}
