extension Domain {
    /// A text that identifies the domain. Two paths that differ only in a trailing `.plist` have the same text. Digests
    /// in migration records contain the text.
    var signature: String {
        let hostText =
            switch host {
            case .any: ""
            case .current: " on this host"
            case .named(let name): " on host \(name)"
            }
        // A name can contain the text of a user or host, or be like a path. Newlines, which no name contains, then set
        // the name apart.
        let end = isAmbiguous ? "\n" : ""
        return (user == .any ? "any user's " : "") + end + address + end + hostText
    }

    private var isAmbiguous: Bool {
        if case .named = name, Self.isPath(address) { return true }
        return address.hasScalarPrefix("any user's ")
            || [" on host", " on this host"].contains { address.unicodeScalars.contains($0.unicodeScalars) }
    }

    /// Returns whether two domains are the same. A trailing `.plist` of a path is ignored.
    func hasSameAddress(as other: Domain) -> Bool {
        signature.hasSameScalars(as: other.signature)
    }

    private var address: String {
        if case .path(let path) = name { path.hasScalarSuffix(".plist") ? path : path + ".plist" } else { description }
    }

    /// The domain with a relative path made absolute. Unchanged if it has no relative path, or if the folder does not
    /// exist.
    var withAbsolutePath: Domain {
        guard case .path(let path) = name, path.hasScalarPrefix("./") || path.hasScalarPrefix("../") else {
            return self
        }
        let (folder, name) = FilePaths.split(path)
        guard let real = try? FilePaths.real(folder) else { return self }
        return (try? Domain(real.appendingComponent(name), user: user, host: host)) ?? self
    }
}
