import DefaultsCore
import DefaultsState
import ToolSupport

/// The files and folders from which a sandbox is filled, each read once.
struct SandboxSources {
    private let sources: [Source]
    private let input: Input

    private enum Source {
        case document([UInt8], path: String)
        case contents(StateDocument)
    }

    init(_ texts: [String], in session: Session, _ input: Input) throws(CommandError) {
        self.input = input
        sources = try texts.map { (text) throws(CommandError) in try Self.source(text, in: session, input) }
        // Invalid sources are refused before the sandbox is created.
        for state in try contents(home: nil).domains {
            if case .path(let path) = state.domain.name { throw .outsideSandbox(path) }
        }
    }

    /// Returns the values of all sources. Later sources take precedence.
    ///
    /// - Parameter home: The home folder that tags in documents stand for, or `nil` for the user's home folder.
    func contents(home: String?) throws(CommandError) -> StateDocument {
        let folders = home.map(input.folders.inHome) ?? input.folders
        var document = StateDocument()
        for source in sources {
            switch source {
            case .contents(let contents): document = document.overlaid(with: contents)
            case .document(let bytes, let path):
                document = document.overlaid(
                    with: try input.state(as: StateDocument.init, bytes, at: path, in: folders))
            }
        }
        return document
    }

    private static func source(
        _ text: String, in session: Session, _ input: Input
    ) throws(CommandError) -> Source {
        if text == "-" { throw .inputOfProgram("--from") }
        if let (name, path) = Self.domainAndFile(text) {
            if path == "-" { throw .inputOfProgram("--from") }
            let domain = try CommandError.mapping(try Domain(spelling: name))
            try FileRole.source.requireUsableName(of: path)
            try session.refuseSandboxOutputs(over: domain, inFile: input.folders.redirected(path))
            let value = try ValueReader.value(in: try input.read(path), path: path)
            guard case .dictionary(let contents) = value else {
                throw .notImported(path: path, PropertyListError(.notDictionary(value.type)))
            }
            return .contents(StateDocument([domain: contents]))
        }
        try FileRole.source.requireUsableName(of: text)
        guard InputFile.kind(of: text) == .folder else { return .document(try input.read(text), path: text) }
        let contents = try session.contentsOfAllDomains(inRoot: text)
        try session.refuseSandboxOutputs(over: contents.map(\.domain), inRoot: text)
        return .contents(StateDocument(Dictionary(contents.map { ($0, $1) }, uniquingKeysWith: { $1 })))
    }

    /// Returns the parts of `DOMAIN=FILE`, or `nil` for a path. A path that contains `=` must begin with `/`, `./`,
    /// `../` or `~/`.
    private static func domainAndFile(_ text: String) -> (domain: String, path: String)? {
        guard !Domain.isPath(text) else { return nil }
        // Splits scalars, because `=` with a combining mark after it is another `Character`.
        let parts = text.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
}
