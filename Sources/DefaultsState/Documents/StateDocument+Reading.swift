public import DefaultsCore
public import PropertyList

extension StateDocument {
    /// Reads a document. The content decides whether it is JSON or a property list.
    ///
    /// ```swift
    /// let json = #"{"com.example.Editor": {"Tabs": 4, "Scratch": {"$absent": true}}}"#
    /// let document = try StateDocument(Array(json.utf8))
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - folders: The folders that contain the domains. They determine whether two names in the document mean the
    ///     same domain. Their home folder replaces the tag `$home`.
    /// - Throws: ``StateDocument/ReadingError`` if the document is invalid or contains a pattern. Only
    ///   ``StateExpectation`` accepts patterns.
    public init(
        _ bytes: [UInt8], folders: DomainFolders = DomainFolders()
    ) throws(StateDocument.ReadingError) {
        let document = try TaggedDocument(bytes, about: .setDomains, home: folders.home)
        var states: [DomainState] = []
        for (domain, text, contents) in try document.domains(in: folders) {
            states.append(DomainState(domain, try document.contents(contents, at: PropertyListPath([text]))))
        }
        self.init(domains: states)
    }

    /// Returns a dictionary that maps the name of each domain to its contents.
    ///
    /// Written as lossless JSON, the dictionary is a state document. Equal contents give an equal dictionary.
    ///
    /// - Parameters:
    ///   - contents: The domains with their contents. Domains without keys are omitted.
    ///   - folders: The folders that contain the domains.
    public static func dictionary(
        of contents: [(domain: Domain, contents: PropertyListDictionary)], folders: DomainFolders = DomainFolders()
    ) -> PropertyListDictionary {
        PropertyListDictionary(
            contents.lazy.filter { !$0.contents.isEmpty }.map {
                (folders.spelling(of: $0.domain), .dictionary($0.contents))
            })
    }
}
