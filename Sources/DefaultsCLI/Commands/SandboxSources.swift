import DefaultsCore
import PropertyList

/// The files and folders from which a sandbox is filled.
struct SandboxSources {
    private let texts: [String]
    private let session: Session
    private let input: Input

    init(_ texts: [String], in session: Session, _ input: Input) {
        (self.texts, self.session, self.input) = (texts, session, input)
    }

    /// Returns the values of all sources. Later ones take precedence.
    func contents() throws(CommandError) -> StateDocument {
        var document = StateDocument()
        for text in texts { document = document.overlaid(with: try contents(of: text)) }
        for state in document.domains {
            if case .path(let path) = state.domain.name { throw .outsideSandbox(path) }
        }
        return document
    }

    private func contents(of text: String) throws(CommandError) -> StateDocument {
        if text == "-" { throw .inputOfProgram("--from") }
        if let (name, path) = Self.domainAndFile(text) {
            if path == "-" { throw .inputOfProgram("--from") }
            let domain = try DomainArgument(name.text, host: name.host, in: session.folders).domain
            return StateDocument([domain: try ImportedDocument.contents(in: try input.read(path), path: path)])
        }
        guard InputFile.kind(of: text) == .folder else { return try input.stateDocument(at: text) }
        return StateDocument(
            Dictionary(
                try session.contentsOfAllDomains(inRoot: text).map { ($0.domain, $0.contents) },
                uniquingKeysWith: { $1 }))
    }

    /// Returns the parts of `DOMAIN=FILE`, or `nil` for a path. A path with the sign begins with `/`, `./`, `../` or
    /// `~/`.
    private static func domainAndFile(_ text: String) -> (domain: (text: String, host: Domain.Host), path: String)? {
        guard !Domain.isPath(text) else { return nil }
        // By scalars: with a combining mark after it, the sign is another character to Swift.
        let parts = text.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let (name, host) = (String(parts[0]), Option.currentHost.name + " ")
        guard name.hasScalarPrefix(host) else { return ((name, .any), String(parts[1])) }
        return ((String(decoding: name.utf8.dropFirst(host.utf8.count), as: UTF8.self), .current), String(parts[1]))
    }
}
