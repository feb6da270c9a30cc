extension DomainFolders {
    /// The base folder of the user, and the other folders that can contain domains: its subfolders if there is a root,
    /// its folder `ByHost` with all subfolders, and the folders of any user.
    package var foldersOfDomains: (base: String, others: [String]) {
        var others = subfolders(of: .any) + [hostFolder] + subfolders(of: .current)
        if anyUser != nil { others += [Domain.Host.any, .current].map { folder(user: .any, host: $0) } }
        return (folder(user: .current, host: .any), others)
    }

    /// Returns the subfolders that can contain domains of a host, in the order of their paths.
    private func subfolders(of host: Domain.Host) -> [String] {
        let folder = folder(user: .current, host: host)
        // A folder that cannot be listed causes an error later.
        guard let search = try? DomainSearch(self, host: host) else { return [] }
        return search.folders.filter { !$0.hasSameScalars(as: folder) }.sorted { $0.precedesInUTF16($1) }
    }
}
