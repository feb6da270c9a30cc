import DefaultsCore
import PropertyList

/// An operand of `diff`.
enum ComparisonOperand: Sendable {
    /// A domain that is identified by its name.
    case domain(DomainArgument)
    /// A path that does not lead to a folder.
    case file(DomainArgument)
    /// Standard input.
    case input
    /// A folder, which is compared like a root.
    case folder(String)

    /// The values of an operand.
    struct Contents {
        var values: PropertyListDictionary
        /// Whether the domain or file exists.
        var exists = true
        /// Whether the values are those of a domain, so that commands can change them.
        var isDomain = true
    }

    /// The text of the command line.
    var text: String {
        switch self {
        case .domain(let domain), .file(let domain): domain.operand
        case .input: "-"
        case .folder(let path): path
        }
    }

    var isInput: Bool {
        if case .input = self { true } else { false }
    }

    var isDomain: Bool {
        if case .domain = self { true } else { false }
    }

    /// Whether the operand is a path at which nothing exists.
    var isMissingPath: Bool { path.map { InputFile.kind(of: $0) == .missing } ?? false }

    /// The path of a root. A path at which nothing exists can be an empty root.
    var root: String? {
        if case .folder(let path) = self { path } else { isMissingPath ? path : nil }
    }

    /// The path to read, or `nil` for a domain with a name and for standard input.
    var path: String? {
        switch self {
        case .file(let file): file.title
        case .folder(let path): path
        case .domain, .input: nil
        }
    }

    /// Reads the values.
    ///
    /// - Throws: An error for a folder, among others.
    func contents(in session: Session, _ input: Input) throws(CommandError) -> Contents {
        switch self {
        case .folder:
            throw .notComparable
        case .input:
            return Contents(values: try ImportedDocument.contents(in: try input.read("-"), path: "-"), isDomain: false)
        case .domain(let domain):
            return try contents(of: domain, in: session)
        case .file(let file):
            // A storage without files reports its own error.
            return session.options.storage.hasFiles
                ? try contents(ofFile: file, in: session) : try contents(of: file, in: session)
        }
    }

    private func contents(of domain: DomainArgument, in session: Session) throws(CommandError) -> Contents {
        let values = try session.contents(of: domain.domain)
        if values.isEmpty, session.options.storage.hasFiles {
            let path = session.folders.location(of: domain.domain)
            // A dangling link is an error, not an empty domain.
            if InputFile.kind(of: path) == .brokenLink { _ = try bytes(at: path, session) }
        }
        return Contents(values: values, exists: !values.isEmpty)
    }

    private func bytes(at path: String, _ session: Session) throws(CommandError) -> [UInt8] {
        try CommandError.mapping(try InputFile.read(path, sizeLimit: session.options.sizeLimit))
    }

    private func contents(
        ofFile file: DomainArgument, in session: Session
    ) throws(CommandError) -> Contents {
        let path = file.title
        let kind = InputFile.kind(of: path)
        if kind == .missing { return Contents(values: [:], exists: false) }
        let bytes = try bytes(at: path, session)
        do {
            let values = try ImportedDocument.contents(in: bytes, path: path)
            // Empty braces are a dictionary in the old style too.
            let isPropertyList = values.isEmpty || !JSONReader.recognizes(bytes)
            return Contents(values: values, isDomain: kind == .regularFile && isPropertyList)
        } catch {
            // Another program may be writing the file in place. The store retries for a short time.
            guard kind == .regularFile, let values = try? session.contents(of: file.domain) else { throw error }
            return Contents(values: values)
        }
    }
}

extension Operands {
    /// Returns the next operand, or the next two, as an operand of `diff`.
    mutating func comparable() throws(CommandError) -> ComparisonOperand {
        if first == "-" {
            _ = next()
            return .input
        }
        if let root = first.flatMap({ DomainFolders.root(at: $0) }) {
            _ = next()
            return .folder(root)
        }
        let domain = try domain()
        if case .path = domain.domain.name { return .file(domain) }
        return .domain(domain)
    }
}
