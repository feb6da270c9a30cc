import PropertyList

/// The spelling of domains in documents and records: as on the command line, with `-currentHost ` or `-host H ` in
/// front of a domain of a host.
extension Domain {
    /// Creates the domain that a text in a document addresses.
    ///
    /// A domain of another host gets the name of its file, such as `ByHost/D.H`, so that there is one domain for each
    /// file.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - host: The host of a domain without a host in front of it. Defaults to any host.
    /// - Throws: ``PreferencesError/Code/invalidName``, also for a name that the command line takes for an option.
    package init(spelling text: String, host: Host = .any) throws(PreferencesError) {
        let (name, spelledHost) = Self.nameAndHost(in: text)
        if Self.isOption(name) { throw PreferencesError(.invalidName(text, .noOption)) }
        let domain = try Domain(name, host: spelledHost ?? host)
        self = spelledHost == nil ? domain : domain.namedAsFile ?? domain
    }

    /// The text that addresses the domain, with its host. A path is as it was given.
    package var spelling: String {
        switch host {
        case .current where name.inBase != nil: Self.currentHost + description
        case .named where name.inBase != nil: (namedAsFile ?? self).description
        case .any, .current, .named: description
        }
    }

    /// Returns whether the command line takes a text for an option, and not for a domain.
    package static func isOption(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "-") && !isGlobal(text)
    }

    /// Returns the name in a text, and the host in front of it.
    static func nameAndHost(in text: String) -> (name: String, host: Host?) {
        if text.hasScalarPrefix(currentHost) { return (text.droppingScalarPrefix(currentHost), .current) }
        guard text.hasScalarPrefix(namedHost) else { return (text, nil) }
        let words = text.droppingScalarPrefix(namedHost).utf8
            .split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        return words.count == 2 ? (words[1], .named(words[0])) : (text, nil)
    }

    /// The domain of another host by the name of its file, which addresses it without a host; `nil` for a path, and for
    /// a domain of any user.
    var namedAsFile: Domain? {
        guard case .named(let host) = host, user == .current, let name = name.inBase else { return nil }
        return try? Domain(literally: "ByHost/\(name).\(host)")
    }

    private static let currentHost = "-currentHost "
    private static let namedHost = "-host "
}
