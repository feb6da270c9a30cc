import DefaultsCore
import PropertyList

/// An operand of `diff`.
enum ComparisonOperand: Sendable {
    /// A domain, by its name.
    case domain(DomainArgument)
    /// A path that does not lead to a folder.
    case file(DomainArgument)
    /// Standard input.
    case input
    /// A folder, to be compared like a root.
    case folder(String)

    /// The values of an operand.
    struct Contents {
        var values: PropertyListDictionary
        /// Whether there is anything that has them.
        var exists = true
        /// Whether commands can change them: they are those of a domain.
        var isDomain = true
    }

    /// The text that addresses it.
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

    /// Whether it is a path to nothing.
    var isMissingPath: Bool { path.map { InputFile.kind(of: $0) == .missing } ?? false }

    /// The path of a root. Nothing can be one.
    var root: String? {
        if case .folder(let path) = self { path } else { isMissingPath ? path : nil }
    }

    /// The path that is tried; `nil` for a domain with a name and for standard input.
    var path: String? {
        switch self {
        case .file(let file): file.title
        case .folder(let path): path
        case .domain, .input: nil
        }
    }

    /// Reads the values, of which a folder has none.
    func contents(in session: Session, _ input: Input) throws(CommandError) -> Contents {
        switch self {
        case .folder:
            throw .notComparable
        case .input:
            return Contents(values: try ImportedDocument.contents(in: try input.read("-"), path: "-"), isDomain: false)
        case .domain(let domain):
            return try contents(of: domain, in: session)
        case .file(let file):
            // The keyring has no files, and says so.
            return session.options.storage.hasFiles
                ? try contents(ofFile: file, in: session) : try contents(of: file, in: session)
        }
    }

    private func contents(of domain: DomainArgument, in session: Session) throws(CommandError) -> Contents {
        let values = try session.contents(of: domain.domain)
        if values.isEmpty, session.options.storage.hasFiles {
            let path = session.folders.location(of: domain.domain)
            // Where there is a link but no file, this is the error of reading it.
            if InputFile.kind(of: path) == .brokenLink { _ = try bytes(at: path, session) }
        }
        return Contents(values: values, exists: !values.isEmpty)
    }

    private func bytes(at path: String, _ session: Session) throws(CommandError) -> [UInt8] {
        try CommandError.mapping { () throws(PreferencesError) in
            try InputFile.read(path, sizeLimit: session.options.sizeLimit)
        }
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
            // Braces alone are a dictionary in the old style as well.
            let isPropertyList = values.isEmpty || !JSONReader.recognizes(bytes)
            return Contents(values: values, isDomain: kind == .regularFile && isPropertyList)
        } catch {
            // Another program may be writing the file in place. The file of a domain is read again then.
            guard kind == .regularFile, let values = try? session.contents(of: file.domain) else { throw error }
            return Contents(values: values)
        }
    }
}

extension Operands {
    /// The next word, or two, as something to compare.
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
