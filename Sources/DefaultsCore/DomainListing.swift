import PropertyList

/// Finds the domains among the files of a folder.
struct DomainListing {
    let folders: DomainFolders
    let host: Domain.Host

    /// The domains whose files are among the given paths, the global one left out, in the order of their UTF-16 code units.
    ///
    /// A domain is named if that name, given back, addresses the same file, and else by its path: `x.plist.plist` has no name, for
    /// `x.plist` addresses `x.plist`.
    func domains(ofPaths paths: [String]) -> [Domain] {
        let folder = folders.folder(user: .current, host: host)
        return paths.compactMap { path in
            let (parent, fileName) = FilePaths.split(path)
            return parent.hasSameScalars(as: folder) ? domain(ofFile: fileName, path: path) : nil
        }
        .sorted { $0.description.precedesInUTF16($1.description) }
    }

    /// The domain that a file of the folder is; nil where it is none, or the global one.
    private func domain(ofFile fileName: String, path: String) -> Domain? {
        let suffix = DomainFolders.hostSuffix(user: .current, host: host) + ".plist"
        guard fileName.hasScalarSuffix(suffix), fileName.utf8.count > suffix.utf8.count else { return nil }
        let name = fileName.droppingScalarSuffix(suffix)
        if name == ".GlobalPreferences" { return nil }
        // A name that begins with a dash is taken for an option.
        if !name.hasScalarPrefix("-"), let domain = try? Domain(name, host: host),
            folders.path(of: domain).hasSameScalars(as: path)
        {
            return domain
        }
        return try? Domain(path)
    }
}
