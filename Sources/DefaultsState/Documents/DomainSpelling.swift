package import DefaultsCore

/// The texts of domains in state documents, applied records and journals.
enum DomainSpelling {
    /// Returns the domain that a text in a state document addresses.
    ///
    /// - Throws: ``StateDocument/ReadingError`` if the text is not a domain, is a relative path, or is a path with a
    ///   host.
    static func domain(_ text: String) throws(StateDocument.ReadingError) -> Domain {
        let (name, host) = Domain.nameAndHost(in: text)
        if isRelative(name) { throw .relativePath(text) }
        if host != nil, Domain.isPath(name) { throw .hostOfPath(text) }
        do {
            return try Domain(spelling: text)
        } catch {
            throw .invalidDomain(error)
        }
    }

    /// Returns the domain that a text in an applied record or a journal addresses, or `nil` if there is none.
    ///
    /// Records and journals can contain names that a state document may not contain, such as a name that begins with a
    /// dash.
    static func domain(recordedAs text: String) -> Domain? {
        let (name, host) = Domain.nameAndHost(in: text)
        if isRelative(name) { return nil }
        guard host == .current else { return (try? Domain(text))?.canonical }
        return Domain.isPath(name) ? nil : (try? Domain(name, host: .current))?.canonical
    }

    /// Whether a name is a path that refers to another file in each working directory.
    private static func isRelative(_ name: String) -> Bool {
        name.hasScalarPrefix("./") || name.hasScalarPrefix("../")
    }
}

extension DomainFolders {
    /// Returns the text that addresses a domain in every working directory. A domain given by a path is spelled as the
    /// absolute path of its present file.
    package func spelling(of domain: Domain) -> String {
        guard domain.user == .current, domain.name.inBase != nil else { return absolutePath(of: domain) }
        if case .named = domain.host, domain.namedAsFile == nil { return absolutePath(of: domain) }
        return domain.spelling
    }

    /// Returns the path of a domain's file. The path is valid in every working directory.
    package func absolutePath(of domain: Domain) -> String {
        FilePaths.absolute(location(of: domain))
    }

    /// Returns the domain in the user's base folder that a search finds in a file, or `nil` if the file is not in that
    /// folder, or is one of the library's own records. The file can be missing.
    ///
    /// The identity of the folder and the name decide, not the spelling of the path. A link to the file is followed
    /// until it leads into the base folder, so that a link there is the domain of its own name.
    package func domain(inFile path: String) -> Domain? {
        var path = path
        for _ in 0..<40 {
            let (folder, name) = FilePaths.split(path)
            let realFolder = FilePaths.followingLinks(folder)
            if FilePaths.isFolderOfDescriptors(realFolder) { return nil }
            if let rest = FilePaths.path(of: path, inFolder: user) {
                let folders = inRoot(FilePaths.absolute(user))
                return folders.domains(in: .all, ofPaths: [folders.user.appendingComponent(rest)]).first
            }
            let link = realFolder.appendingComponent(name)
            guard let destination = (try? FilePaths.destination(ofLink: link)) ?? nil else { return nil }
            path = destination.relative(to: realFolder)
        }
        return nil
    }

    /// Returns the domain of ``domain(inFile:)`` for a domain given by a path. A domain with a name is returned
    /// unchanged.
    package func domainInBase(_ domain: Domain) -> Domain? {
        domain.isPath ? self.domain(inFile: location(of: domain)) : domain
    }

    /// Returns the domain that records contain for a domain: the domain in the base folder or, for another file, its
    /// path without links. Each file has one such domain, as far as a path that ends in `.plist` names it.
    ///
    /// - Returns: A domain with the same file, whose spelling reads back as the domain. `nil` if there is none.
    func recorded(_ domain: Domain) -> Domain? {
        var found = domain
        if domain.isPath {
            let real = FilePaths.followingLinks(location(of: domain))
            if let named = domainInBase(domain) {
                found = named
            } else if real.hasScalarSuffix(".plist") {
                found = (try? Domain(ofFile: real)) ?? domain
            }
        }
        guard let read = DomainSpelling.domain(recordedAs: spelling(of: found)),
            DomainSpelling.domain(recordedAs: read.spelling) == read,
            read == found || absolutePath(of: read).hasSameScalars(as: absolutePath(of: found))
        else { return nil }
        return read
    }
}
