import DefaultsCore

extension DomainSpelling {
    /// Returns the domain that a text in a state document addresses.
    ///
    /// - Throws: ``StateDocument/ReadingError`` if the text is not a domain, is a relative path, or is a path with a
    ///   host.
    static func domain(_ text: String) throws(StateDocument.ReadingError) -> Domain {
        let (name, host) = Domain.nameAndHost(in: text)
        // A relative path refers to another file in each working directory.
        if name.hasScalarPrefix("./") || name.hasScalarPrefix("../") {
            throw StateDocument.ReadingError(.relativePath(text))
        }
        if host != nil, Domain.isPath(name) { throw StateDocument.ReadingError(.hostOfPath(text)) }
        do {
            return try Domain(spelling: text)
        } catch {
            throw StateDocument.ReadingError(.invalidDomain(error))
        }
    }
}
