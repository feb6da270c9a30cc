import PropertyList

/// Finds the domains among the files of a folder and, with a root, of its subfolders.
struct DomainListing {
    let folders: DomainFolders
    let host: Domain.Host

    /// The domains whose files are among the given paths, the global one left out, in the order of their UTF-16 code units.
    ///
    /// A domain is named if that name, given back, addresses the same file, and else by its path: `x.plist.plist` has no name, for
    /// `x.plist` addresses `x.plist`.
    func domains(ofPaths paths: [String]) -> [Domain] {
        let folder = folders.folder(user: .current, host: host).appendingComponent("")
        return paths.compactMap { path in
            guard path.hasScalarPrefix(folder) else { return nil }
            let name = String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
            if !folders.isRoot, name.unicodeScalars.contains("/") { return nil }
            return domain(ofFile: name, path: path)
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
