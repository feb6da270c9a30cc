extension DomainFolders {
    /// The folders that a search for domains of any host leaves out.
    var unsearchedFolders: [String] {
        ["ByHost", ".defaults"].map(folder(user: .current, host: .any).appendingComponent)
    }

    /// Returns the domains in a scope whose files have the given paths, including the global domains.
    ///
    /// If the scope has no host, domains of any host come first, then those of other hosts, then those of this host.
    /// Otherwise, all domains are of the scope's host.
    package func domains(in scope: Domain.Scope, ofPaths paths: [String]) -> [Domain] {
        let domains = domains(onHostOf: scope, ofPaths: paths)
        return scope.patterns.isEmpty ? domains : domains.filter(scope.contains)
    }

    private func domains(onHostOf scope: Domain.Scope, ofPaths paths: [String]) -> [Domain] {
        let unsearched = unsearchedFolders.map { $0.appendingComponent("") }
        let inBase = paths.filter { path in !unsearched.contains(where: path.hasScalarPrefix) }
        var domains = scope.covers(.any) ? withGlobal(on: .any, ofPaths: inBase) : []
        if let host = scope.host {
            return host == .any ? domains : withGlobal(on: host, ofPaths: paths)
        }
        let byHost = hostFolder.appendingComponent("")
        let ownSuffix = Domain.hostSuffix(user: .current, host: .current) + ".plist"
        let others = paths.filter { $0.hasScalarPrefix(byHost) && !$0.hasScalarSuffix(ownSuffix) }
        domains += self.domains(on: .any, ofPaths: others)
        return domains + withGlobal(on: .current, ofPaths: paths)
    }

    private func withGlobal(on host: Domain.Host, ofPaths paths: [String]) -> [Domain] {
        let global = Domain.global.moved(to: .current, host: host)
        let globalPath = path(of: global)
        let hasGlobal = paths.contains { $0.hasSameScalars(as: globalPath) }
        return (hasGlobal ? [global] : []) + domains(on: host, ofPaths: paths)
    }

    /// Returns the domains of a host whose files have the given paths, without the global domain, in the order of their
    /// UTF-16 code units.
    ///
    /// If the name of a domain does not address the same file, the domain is given by its path. For example, the file
    /// `x.plist.plist` is given by its path, because the name `x.plist` addresses the file `x.plist`.
    func domains(on host: Domain.Host, ofPaths paths: [String]) -> [Domain] {
        let folder = folder(user: .current, host: host).appendingComponent("")
        return paths.compactMap { path in
            guard path.hasScalarPrefix(folder) else { return nil }
            let name = String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
            return domain(on: host, ofFile: name, path: path)
        }
        .sorted { $0.description.precedesInUTF16($1.description) }
    }

    /// Returns the domain of a file in the folder of a host, or `nil` if the file belongs to the global domain or to no
    /// domain.
    private func domain(on host: Domain.Host, ofFile fileName: String, path: String) -> Domain? {
        let suffix = Domain.hostSuffix(user: .current, host: host) + ".plist"
        guard fileName.hasScalarSuffix(suffix), fileName.utf8.count > suffix.utf8.count else { return nil }
        let name = fileName.droppingScalarSuffix(suffix)
        if name == ".GlobalPreferences" { return nil }
        if !Domain.isOption(name), let domain = try? Domain(name, host: host),
            self.path(of: domain).hasSameScalars(as: path)
        {
            return domain
        }
        return try? Domain(ofFile: path)
    }
}

extension DomainFolders {
    /// Returns whether a path leads into the base folder of the user, whose files are private.
    package func isPrivate(_ path: String) -> Bool { FilePaths.path(of: path, inFolder: privateBase) != nil }

    /// Returns whether a file is in `ByHost`, but has the name of a domain of another host.
    package func isOfForeignHost(_ path: String) -> Bool {
        let suffix = Domain.hostSuffix(user: .current, host: .current) + ".plist"
        return path.hasScalarPrefix(hostFolder.appendingComponent("")) && !path.hasScalarSuffix(suffix)
    }
}
