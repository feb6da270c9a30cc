import DefaultsCore
import DefaultsState
import ToolSupport

/// An operand of `diff`.
enum ComparisonOperand: Sendable {
    /// A domain that is identified by its name.
    case domain(DomainArgument)
    /// A path that does not lead to a folder.
    case file(DomainArgument)
    /// Standard input.
    case input
    /// A folder, which is compared like a root. A path that ends in `/`, `/.` or `/..` is marked, since it cannot be
    /// the path of a file.
    case folder(String, isMarked: Bool)

    /// The values of an operand.
    struct Contents {
        /// The values, and patterns for values.
        var expected: ExpectedValue
        /// Whether the domain or file exists.
        var exists = true
        /// Whether the values are those of a domain or property list file, so that commands can change them.
        var isDomain = true
    }

    /// The text of the command line.
    var text: String {
        switch self {
        case .domain(let domain), .file(let domain): domain.operand
        case .input: "-"
        case .folder(let path, _): path
        }
    }

    /// The domain, or `nil` for standard input and folders.
    var domain: Domain? {
        switch self {
        case .domain(let domain), .file(let domain): domain.domain
        case .input, .folder: nil
        }
    }

    /// The text in quotes. For a domain, the word `domain` precedes the text, since a file can have the same name.
    var description: String { isDomain ? "domain '\(text)'" : "'\(text)'" }

    var isFolder: Bool {
        if case .folder = self { true } else { false }
    }

    var isDomain: Bool {
        if case .domain = self { true } else { false }
    }

    /// Whether the operand is a path at which nothing exists.
    var isMissingPath: Bool { path.map { InputFile.kind(of: $0) == .missing } ?? false }

    /// The path of a folder, or a path at which nothing exists, which can be an empty root. `nil` for other operands.
    var root: String? { isFolder || isMissingPath ? path : nil }

    /// Whether the operand is compared as a state document if the other operand is a folder.
    var isDocument: Bool { !isDomain && !isFolder && !isMissingPath }

    /// The path to read, or `nil` for a domain with a name and for standard input.
    var path: String? {
        switch self {
        case .file(let file): file.title
        case .folder(let path, _): path
        case .domain, .input: nil
        }
    }

    /// Returns the paths of files and folders in the current folder that have the names of missing domains among the
    /// operands. The user probably meant these paths. Returns `nil` if there are none.
    static func suggestion(of operands: [ComparisonOperand], in session: Session) -> String? {
        guard session.options.storage.hasFiles else { return nil }
        let paths = operands.compactMap { operand -> String? in
            guard case .domain(let domain) = operand, let path = domain.pathInCurrentFolder(acceptingFolder: true),
                let contents = try? session.contents(of: domain.domain), contents.isEmpty
            else { return nil }
            return path
        }
        return paths.isEmpty ? nil : paths.joined(separator: "' and '")
    }

    /// Reads the values that are compared with another operand.
    ///
    /// - Throws: Among others, an error for a folder if the other operand is not a domain.
    func contents(in session: Session, _ input: Input, beside other: Self) throws(CommandError) -> Contents {
        let hasFiles = session.options.storage.hasFiles
        let readsStates = hasFiles && session.options.comparesStates
        switch (self, other) {
        case (.folder(let root, _), .domain(let domain)) where hasFiles:
            return try contents(of: domain.domain, inRoot: root, in: session)
        case (.folder, _):
            throw CommandError(.usage, "a folder can be compared with another folder, a state document or a domain")
        case (.file, .domain(let domain)) where readsStates, (.input, .domain(let domain)) where readsStates:
            let path = ExactName(session.folders.path(of: domain.domain))
            let found = try domains(in: session, input).first { ExactName(session.folders.path(of: $0.key)) == path }
            return Contents(expected: found?.value ?? [:], exists: found != nil, isDomain: false)
        case (.input, _):
            return Contents(expected: try expected(in: try input.read("-"), beside: other), isDomain: false)
        case (.file(let file), _) where hasFiles:
            return try contents(ofFile: file, beside: other, in: session)
        case (.domain(let domain), _), (.file(let domain), _):
            // A storage without files reports its own error for a path.
            return try contents(of: domain.domain, in: session)
        }
    }

    /// - Parameter root: The folder of the domains. Defaults to the folder of the session.
    private func contents(
        of domain: Domain, inRoot root: String? = nil, in session: Session
    ) throws(CommandError) -> Contents {
        let values = try session.contents(of: domain, in: root.map(session.storeInRoot))
        if values.isEmpty, session.options.storage.hasFiles {
            let path = (root.map(session.folders.inRoot) ?? session.folders).location(of: domain)
            // A dangling link is an error, not an empty domain.
            if InputFile.kind(of: path) == .brokenLink {
                try CommandError.mapping(try InputFile.requireRegularFile(path))
            }
        }
        return Contents(expected: ExpectedValue(values), exists: !values.isEmpty)
    }

    private func contents(
        ofFile file: DomainArgument, beside other: ComparisonOperand, in session: Session
    ) throws(CommandError) -> Contents {
        let path = file.title
        let kind = InputFile.kind(of: path)
        if kind == .missing { return Contents(expected: [:], exists: false) }
        let bytes = try CommandError.mapping(try InputFile.read(path, sizeLimit: session.options.sizeLimit))
        do {
            let expected = try expected(in: bytes, beside: other)
            // Empty braces are a dictionary in the old style too.
            let isPropertyList = expected == [:] || !JSONReader.recognizes(bytes)
            return Contents(expected: expected, isDomain: kind == .regularFile && isPropertyList)
        } catch {
            // Another program may be writing the file in place. The store retries for a short time. To the store, a
            // blank file has no keys.
            guard kind == .regularFile, !JSONReader.recognizes(bytes),
                let root = try? session.store.root(of: file.domain)?.exactValue(of: file.domain)
            else { throw error }
            if other.isDomain, root.type != .dictionary { throw error }
            return Contents(expected: ExpectedValue(root))
        }
    }

    /// Reads a property list, or JSON, which may contain patterns. Beside a domain, the root must be a dictionary.
    private func expected(in bytes: [UInt8], beside other: Self) throws(CommandError) -> ExpectedValue {
        do {
            return try other.isDomain ? ExpectedValue(contentsIn: bytes) : ExpectedValue(rootIn: bytes)
        } catch {
            let path = path ?? "-"
            switch error {
            case .unreadable, .unfaithful: throw .stateDocument(path: path, error)
            default: throw CommandError(.invalidData, "'\(shown: path)' cannot be compared: \(shown: error)")
            }
        }
    }
}

/// Operands that stand for several domains.
extension ComparisonOperand {
    /// Returns the domains in a folder or state document with their contents.
    private func domains(in session: Session, _ input: Input) throws(CommandError) -> [Domain: ExpectedValue] {
        switch self {
        case .domain(let domain):
            let text = domain.title
            throw CommandError(
                .usage, "'\(shown: text)' is a domain; a state document is given by a path, such as './\(shown: text)'")
        case .folder(let root, _):
            let scope = Domain.Scope(matching: session.options.domains)
            let contents = try session.contentsOfAllDomains(inRoot: root, scope, advice: Session.domainsAdvice)
            return Dictionary(contents.map { ($0.domain, ExpectedValue($0.contents)) }, uniquingKeysWith: { $1 })
        case .file where isMissingPath:
            return [:]
        case .file, .input:
            return try input.state(as: StateExpectation.init, at: path ?? "-").domains
        }
    }

    /// Returns the contents of the domains in a folder or state document that are compared with another operand.
    ///
    /// If a document is compared with a folder, a path in the document may lead to a file in the folder. The path then
    /// refers to the domain of the file.
    ///
    /// - Throws: Among others, an error if a document contains a path that leads out of the folder with which it is
    ///   compared. A folder contains only domains with names.
    func state(
        in session: Session, _ input: Input, beside other: ComparisonOperand
    ) throws(CommandError) -> [Domain: ExpectedValue] {
        let domains = try domains(in: session, input)
        guard case .folder(let folder, _) = other, !isFolder else { return domains }
        let folders = session.foldersOfDomains(inFolder: folder)
        var state: [Domain: ExpectedValue] = [:]
        for (given, expected) in domains.sorted(by: { $0.key.spelling.precedesInUTF16($1.key.spelling) }) {
            guard let domain = folders.domainInBase(given) else {
                guard session.scope.contains(given) else { continue }
                throw CommandError(
                    .invalidData,
                    """
                    domain '\(shown: given)' is a path that does not lead into '\(shown: folder)'; \
                    compare that file itself, or choose other domains with '--domains'
                    """)
            }
            if state.updateValue(expected, forKey: domain) != nil {
                throw .stateDocument(
                    path: text, .sameDomain(domain.spelling, folders.path(of: domain)))
            }
        }
        return state
    }
}

extension Operands {
    /// Returns the next operand as an operand of `diff`.
    mutating func comparable() throws(CommandError) -> ComparisonOperand {
        if let first, first.kind != .application {
            if first.text == "-" {
                _ = next()
                return .input
            }
            if let root = DomainFolders.root(at: first.text) {
                _ = next()
                return .folder(root, isMarked: DomainFolders.isMarkedAsFolder(first.text))
            }
        }
        let domain = try domain()
        return domain.domain.isPath ? .file(domain) : .domain(domain)
    }
}
