/// The spelling of domains in documents and records: as on the command line, with `-currentHost ` or `-host H ` in
/// front of a domain of a host.
extension Domain {
    /// Creates the domain that a text in a document addresses.
    ///
    /// The result is ``canonical``, except if `host` is a named host and the text contains no host.
    ///
    /// - Parameters:
    ///   - text: The name or path, optionally with a host in front of it.
    ///   - host: The host to use if the text contains no host. Defaults to any host.
    /// - Throws: `PreferencesError.Code.invalidName` if the name is invalid or begins like an option of the command
    ///   line.
    package init(spelling text: String, host: Host = .any) throws(PreferencesError) {
        let (name, spelledHost) = Self.nameAndHost(in: text)
        if Self.isOption(name) { throw PreferencesError(.invalidName(text, .noOption)) }
        let domain = try Domain(name, host: spelledHost ?? host)
        if spelledHost == nil, case .named = host {
            self = domain
        } else {
            self = domain.canonical
        }
    }

    /// The domain that a search returns for the file of this domain. Each file in the base folder has one canonical
    /// domain.
    ///
    /// A domain of another host gets the name of its file, such as `ByHost/D.H`. The name of a file of this host, such
    /// as `ByHost/D.`, becomes the domain `D` of this host. The name `.GlobalPreferences` becomes the global domain.
    package var canonical: Domain {
        if let namedAsFile { return namedAsFile }
        guard user == .current, case .named(let name) = name else { return self }
        if name.hasSameScalars(as: ".GlobalPreferences") { return Domain.global.moved(to: user, host: host) }
        guard host == .any, let name = Self.nameOnThisHost(inBase: name), !Self.isOption(name),
            let domain = try? Domain(name, host: .current), domain.name.inBase?.hasSameScalars(as: name) == true
        else { return self }
        return domain.canonical
    }

    /// Returns the name of this host's domain for a file name in the base folder, or `nil` if the file is not of this
    /// host.
    private static func nameOnThisHost(inBase fileName: String) -> String? {
        let suffix = hostSuffix(user: .current, host: .current)
        guard fileName.hasScalarPrefix("ByHost/"), fileName.hasScalarSuffix(suffix) else { return nil }
        let name = fileName.droppingScalarPrefix("ByHost/")
        return name.utf8.count > suffix.utf8.count ? name.droppingScalarSuffix(suffix) : nil
    }

    /// The text that addresses the domain, with its host. A path is unchanged.
    package var spelling: String {
        switch host {
        case .current where name.inBase != nil: Self.currentHost + description
        case .named where name.inBase != nil: (namedAsFile ?? self).description
        case .any, .current, .named: description
        }
    }

    /// Splits a text into a name and the host in front of it. The host is `nil` if the text does not begin with a host.
    package static func nameAndHost(in text: String) -> (name: String, host: Host?) {
        if text.hasScalarPrefix(currentHost) { return (text.droppingScalarPrefix(currentHost), .current) }
        guard text.hasScalarPrefix(namedHost) else { return (text, nil) }
        let words = text.droppingScalarPrefix(namedHost).utf8
            .split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        return words.count == 2 ? (words[1], .named(words[0])) : (text, nil)
    }

    /// This domain, addressed by the name of its file, such as `ByHost/D.H`, instead of by its host. `nil` if the
    /// domain is not of a named host, is given by a path, or is of any user.
    package var namedAsFile: Domain? {
        guard case .named(let host) = host, user == .current, let name = name.inBase else { return nil }
        return try? Domain(literally: "ByHost/\(name).\(host)")
    }

    private static let currentHost = "-currentHost "
    private static let namedHost = "-host "
}
