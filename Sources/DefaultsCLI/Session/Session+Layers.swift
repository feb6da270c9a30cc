import DefaultsPreferences
import ToolSupport

/// The layers of a domain: the domains in which a program that uses `UserDefaults` looks up a key, in order.
extension Session {
    /// Returns the domains in which a program that uses `UserDefaults` looks up a key, in order of precedence. They
    /// include the given domain, as in ``stored(_:)``.
    func layers(of domain: Domain) -> [Domain] {
        Preferences.standardSearchList(for: stored(domain), includesAnyUser: store.hasAnyUserDomains)
    }

    /// Returns the domain of the base folder in whose file a domain is stored, whatever path or name it is given by. A
    /// domain of a named host, and one that is not in the base folder, are returned unchanged.
    func stored(_ domain: Domain) -> Domain {
        guard options.storage.hasFiles else { return domain }
        if case .named = domain.host { return domain }
        return domain.isPath ? folders.domainInBase(domain) ?? domain : domain.canonical
    }

    /// Returns the first layer that has the first key of a path, and the value at the path in it, which may be missing.
    func effectiveEntry(
        of domain: Domain, at key: KeyArgument, decode: (PropertyListValue) -> PropertyListValue = { $0 }
    ) throws(CommandError) -> (layer: Domain, entry: DomainSnapshot.Entry?)? {
        for layer in layers(of: domain) {
            if let entry = try entry(of: layer, at: key, decode: decode) { return (layer, entry) }
            // This layer has the first key of the path. The rest of the path is not looked up in later layers.
            if let first = key.path.components.first, try entry(of: layer, at: KeyArgument(key: first)) != nil {
                return (layer, nil)
            }
        }
        return nil
    }

    /// Returns the keys of all layers, each with the value that takes precedence.
    func effectiveSnapshot(of domain: Domain) throws(CommandError) -> DomainSnapshot {
        var pairs: [(String, PropertyListValue)] = []
        var substitutions: [PropertyListSubstitution] = []
        for layer in layers(of: domain).reversed() {
            let snapshot = try CommandError.mapping(try store.snapshot(of: layer))
            substitutions.removeAll { $0.path.components.first.flatMap { snapshot.contents[$0] } != nil }
            substitutions += snapshot.substitutions
            pairs += snapshot.contents.map { ($0.key, $0.value) }
        }
        return DomainSnapshot(contents: PropertyListDictionary(pairs), substitutions: substitutions)
    }

    /// Returns the schema of a domain, or `nil` if it has none, or if schemas are not used.
    func schema(of domain: Domain) throws(CommandError) -> DomainSchemas.Schema? {
        try schemaCheck?.schema(of: domain)
    }

    /// Returns the error for a missing key. It mentions another layer that has the key, or else a key or domain that
    /// the user probably meant.
    func missing(_ key: KeyArgument, in domain: DomainArgument) -> CommandError {
        if key.path.components.isEmpty { return missing(domain, readsValues: true) }
        let error = CommandError.pairDoesNotExist(domain: domain.constant, key: key.text)
        guard options.storage.hasFiles, !domain.domain.isPath, fileMeant(by: domain) == nil,
            let found = try? effectiveEntry(of: domain.domain, at: key), found.entry != nil
        else {
            return advised(error, suggestion(for: key, in: domain), missing: domain)
        }
        return error.followed(
            by: "programs find the key in (\(shown: found.layer.layerName)), as 'read --effective' does")
    }
}

extension Domain {
    /// The name of the domain, followed by its user and host if they are not the defaults.
    var layerName: String { description + layerScope }

    /// Returns the layer name for a terminal. If it takes more columns than the limit, the domain is shortened first,
    /// then the user and the host.
    func layerName(toColumns limit: Int) -> String {
        let scope = layerScope.escapingControlCharacters()
        let name = description.escapingControlCharacters().shortened(toColumns: max(1, limit - scope.columnCount))
        return (name + scope).shortened(toColumns: limit)
    }

    private var layerScope: String {
        var scope = ""
        if user == .any, !isPath { scope += ", any user" }
        switch host {
        case .any: break
        case .current: scope += ", this host"
        case .named(let host): scope += ", host \(host)"
        }
        return scope
    }
}
