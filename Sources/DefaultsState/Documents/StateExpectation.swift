public import DefaultsCore

/// The expected contents of all domains of a store, for tests.
///
/// A document is a dictionary of domains to their keys, as JSON or a property list. JSON can contain patterns.
/// `{"$any": "date"}` matches any value of a type. `{"$matches": "^1[.]"}` matches a string that contains a match of a
/// regular expression. A dictionary in `{"$merge": {…}}` may have other members. Otherwise, the members of a
/// dictionary, the keys of a domain, and the domains must be exactly those of the document. `{"$home": "/rest"}` stands
/// for a string that begins with the home folder.
///
/// `$dictionary` stands for a dictionary that looks like a tag: `{"$dictionary": {"$any": "date"}}` is the dictionary
/// with the key `$any`.
public struct StateExpectation: Hashable, Sendable {
    /// The domains with their expected contents. Other domains must not exist.
    public let domains: [Domain: ExpectedValue]

    /// Creates an expectation of these domains, and no others.
    ///
    /// - Parameter domains: The domains with their contents.
    public init(_ domains: [Domain: ExpectedValue]) {
        self.domains = domains
    }

    /// Reads a document, as ``init(contentsOfFile:folders:)`` does.
    package init(_ bytes: [UInt8], folders: DomainFolders = DomainFolders()) throws(StateDocument.ReadingError) {
        let document = try TaggedDocument(bytes, about: .comparedDomains, home: folders.home)
        var domains: [Domain: ExpectedValue] = [:]
        for (domain, text, contents) in try document.domains(in: folders) {
            domains[domain] = try document.contents(contents, at: PropertyListPath([text]))
        }
        self.domains = domains
    }

    /// Reads a document in a file, such as one that `defaults snapshot` has written. The content decides whether it is
    /// JSON or a property list, which contains no patterns.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - folders: The folders that contain the domains. They determine whether two names in the document mean the
    ///     same domain. Their home folder replaces the tag `$home`.
    /// - Throws: `PreferencesError` if the file cannot be read. If its contents are invalid, an error whose description
    ///   contains the position of invalid text or the path of an invalid pattern.
    public init(contentsOfFile path: String, folders: DomainFolders = DomainFolders()) throws {
        try self.init(try InputFile.read(path), folders: folders)
    }

    /// Creates an expectation of the present contents of all domains of a store.
    ///
    /// The domains of any host and of this host are included. For a store of files, the domains of other hosts are
    /// included, too.
    ///
    /// ```swift
    /// let before = try StateExpectation(contentsOf: store)
    /// runTool()
    /// try expectState(before, in: store)  // the tool has changed nothing
    /// ```
    ///
    /// - Throws: `PreferencesError` if a possible domain cannot be read.
    public init(contentsOf store: any DomainStore) throws(PreferencesError) {
        self.init(try store.contentsOfAllDomains().mapValues { ExpectedValue($0) })
    }

    /// Returns the differences from actual contents, in the order of the domains.
    ///
    /// - Parameters:
    ///   - contents: The contents of all domains. A missing domain is treated as a domain without keys.
    ///   - ignored: Patterns for key paths that are not compared, such as `Last*`, `Window.*` or `**.timestamp`.
    /// - Returns: The domains that differ.
    package func differences(
        from contents: [Domain: PropertyListDictionary], ignoring ignored: [PropertyListPathGlob] = []
    ) -> [StateDifference] {
        let domains = (self.domains.keys + contents.keys.filter { self.domains[$0] == nil })
            .sorted { $0.spelling.precedesInUTF16($1.spelling) }
        let differences = domains.map {
            StateDifference(of: $0, from: self.domains[$0] ?? [:], to: contents[$0] ?? [:], ignoring: ignored)
        }
        return differences.filter { !$0.differences.isEmpty }
    }
}

extension DomainStore {
    /// Returns the contents of all domains that have keys, for the hosts `.any` and `.current`. A store of files also
    /// includes the domains of other hosts.
    ///
    /// - Throws: `PreferencesError` if a possible domain cannot be read.
    package func contentsOfAllDomains() throws(PreferencesError) -> [Domain: PropertyListDictionary] {
        let readings = try readAllDomains(.all)
        if let obstacle = readings.obstacles.first { throw obstacle }
        var contents: [Domain: PropertyListDictionary] = [:]
        for (domain, snapshot) in zip(readings.domains, readings.snapshots) {
            let values = try snapshot.get().exactContents(of: domain)
            contents[domain] = values.isEmpty ? nil : values
        }
        return contents
    }
}

/// The differences between the expected and the actual contents of one domain.
package struct StateDifference: Hashable, Sendable, CustomStringConvertible {
    /// The domain, or `nil` if the contents of one domain were compared.
    let domain: Domain?
    /// The differences in the order of their paths. In each difference, the old value is the expected value, and the
    /// new value is the actual value.
    package let differences: [PropertyListDifference]

    /// Creates the differences between expected and actual contents.
    package init(
        of domain: Domain? = nil, from expected: ExpectedValue, to contents: PropertyListDictionary,
        ignoring ignored: [PropertyListPathGlob] = []
    ) {
        self.domain = domain
        let match = ExpectationMatch(of: expected, with: ExpectedValue(contents))
        let filter = PropertyListDifferenceFilter(ignoring: ignored)
        differences = match.differences(to: filter.target(from: match.old, to: match.new))
    }

    /// The heading of the domain, and a line for each expected and each actual value, as `defaults diff` prints them.
    package var description: String {
        let heading = domain.map { ["[\($0.title)]"] } ?? []
        return (heading + differences.flatMap(\.lines).map(\.text)).joined(separator: "\n")
    }
}

extension Domain {
    /// The name of the domain in the heading of its differences, with control characters escaped.
    package var title: String { spelling.escapingControlCharacters() }
}
