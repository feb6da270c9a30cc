extension FileDomainStore {
    /// Returns the first of several domains whose file has a path, after links are followed.
    package func domain(among domains: some Sequence<Domain>, withFile path: String) -> Domain? {
        guard let place = Self.place(ofFile: path) else { return nil }
        return domains.first { Self.place(ofFile: folders.location(of: $0)) == place }
    }

    /// Returns whether two paths lead to one file, which need not exist. A hard link is another file, since files are
    /// replaced by their names.
    package static func isOneFile(_ path: String, _ other: String) -> Bool {
        guard let place = place(ofFile: path) else { return false }
        return self.place(ofFile: other) == place
    }

    /// The place of a file, or `nil` if the path leads to a descriptor, or if its links cannot be followed.
    private static func place(ofFile path: String) -> DomainFile.Place? {
        (try? DomainFile(path: path).resolved())?.place
    }
}
