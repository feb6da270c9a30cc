import PropertyList

/// The text by which state documents, applied records and journals address a domain: as on the command line, with
/// `-currentHost ` in front of a domain of this host.
enum DomainSpelling {
    fileprivate static let currentHost = "-currentHost "

    /// Returns the domain that a text addresses.
    ///
    /// - Throws: ``StateDocument/ReadingError`` if the text is not a domain, or is a relative path.
    static func domain(_ text: String) throws(StateDocument.ReadingError) -> Domain {
        let isOnHost = text.hasScalarPrefix(currentHost)
        let name = isOnHost ? String(decoding: text.utf8.dropFirst(currentHost.utf8.count), as: UTF8.self) : text
        // A relative path refers to another file in each working directory.
        if name.hasScalarPrefix("./") || name.hasScalarPrefix("../") {
            throw StateDocument.ReadingError(.relativePath(text))
        }
        let domain: Domain
        do {
            domain = try Domain(name, host: isOnHost ? .current : .any)
        } catch {
            throw StateDocument.ReadingError(.invalidDomain(error))
        }
        if isOnHost, case .path = domain.name { throw StateDocument.ReadingError(.hostOfPath(text)) }
        return domain
    }

    /// Returns the text that addresses a domain, whatever the working directory is.
    ///
    /// - Parameter folders: The folders that contain the domains. A domain given by a path is spelled as its present
    ///   location.
    static func text(of domain: Domain, in folders: DomainFolders) -> String {
        guard domain.user == .current, let name = domain.name.inBase else {
            return absolutePath(folders.location(of: domain))
        }
        switch domain.host {
        case .any, .current: return domain.spelling
        case .named(let host):
            // Without a host, this name addresses the same file.
            let named = try? Domain(literally: "ByHost/\(name).\(host)")
            return named?.description ?? absolutePath(folders.location(of: domain))
        }
    }

    static func absolutePath(_ path: String) -> String {
        if path.hasScalarPrefix("/") { return path }
        let (folder, name) = FilePaths.split(path)
        if let real = try? FilePaths.real(folder) { return real.appendingComponent(name) }
        guard let current = try? FilePaths.real(".") else { return path }
        return current.appendingComponent(path)
    }
}

extension Domain {
    /// The text that addresses the domain, with its host if that is this one. A path is as it was given.
    package var spelling: String {
        host == .current && name.inBase != nil ? DomainSpelling.currentHost + description : description
    }
}

extension DomainFolders {
    /// Returns the text that addresses a domain in a state document.
    package func spelling(of domain: Domain) -> String {
        DomainSpelling.text(of: domain, in: self)
    }

    /// Returns the folders that have another root.
    package func inRoot(_ root: String) -> DomainFolders {
        DomainFolders(user: root.droppingTrailingSlashes, anyUser: nil, home: home)
    }

    /// Returns the path of a domain's file. The path is valid in every working directory.
    package func absolutePath(of domain: Domain) -> String {
        DomainSpelling.absolutePath(location(of: domain))
    }
}
