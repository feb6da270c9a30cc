package import DefaultsSchemas
import DefaultsState

/// The schemas of the domains that a command uses.
///
/// The schema of a domain is the file `DOMAIN.json` in the first folder that has such a file. Only the name of the
/// domain determines the path, so nothing in a schema can lead to another file.
package struct DomainSchemas: Sendable {
    /// The place of schemas.
    package enum Source: Sendable, Equatable {
        /// One schema for all domains that the command uses.
        case file(String)
        /// The folders of installed schemas, in the order of precedence. They are those of the user's domains.
        case installed([String])
        /// A folder for all domains, also those in other roots.
        case folder(String)
    }

    /// The schema of a domain, and the path of its file.
    package struct Schema: Sendable {
        package let document: SchemaDocument
        package let path: String
    }

    /// The reason why a schema cannot be used.
    package struct Failure: Error {
        /// The kinds of reasons.
        package enum Reason: Sendable {
            case missing
            case unreadable(PreferencesError)
            case invalid(SchemaError)
        }

        /// The path of the schema.
        package let path: String
        package let reason: Reason

        /// The error that a command reports.
        package var commandError: CommandError {
            switch reason {
            case .missing: CommandError(.invalidData, "the schema '\(shown: path)' does not exist")
            case .unreadable(let error): CommandError(.invalidData, "the schema cannot be read: \(shown: error)")
            case .invalid(let error): CommandError(.invalidData, "\(shown: path): \(shown: error)")
            }
        }
    }

    package let source: Source
    private let folders: DomainFolders

    /// - Parameter folders: The folders of the domains. A file in their base folder has the schema of the domain whose
    ///   file it is.
    package init(_ source: Source, folders: DomainFolders) {
        (self.source, self.folders) = (source, folders)
    }

    /// Returns whether a domain is a record of `apply`, which has no schema.
    func isRecord(_ domain: Domain) -> Bool { folders.isRecord(domain) }

    /// Returns the schema of a domain, or `nil` if it has none.
    ///
    /// - Throws: The reason why the schema cannot be used.
    package func schema(of domain: Domain) throws(Failure) -> Schema? {
        if case .file(let path) = source {
            guard let schema = try Self.schema(at: path) else { throw Failure(path: path, reason: .missing) }
            return schema
        }
        // Most folders do not exist, and then neither a name is looked up nor the path of a file is made.
        for place in places where isUsed(place) {
            for name in names(of: domain) {
                if let schema = try Self.schema(at: "\(place)/\(name).json") { return schema }
            }
        }
        return nil
    }

    /// Returns whether a folder can have schemas. A folder of installed schemas that the user cannot search has none.
    private func isUsed(_ place: String) -> Bool {
        if case .installed = source { FilePaths.exists("\(place)/.") } else { InputFile.kind(of: place) != .missing }
    }

    private var places: [String] {
        switch source {
        case .file: []
        case .installed(let places): places
        case .folder(let place): [place]
        }
    }

    /// Returns the names that the schema of a domain can have, in order of precedence. A file outside of the base
    /// folders has none.
    private func names(of domain: Domain) -> [String] {
        var found = folders.domainInBase(domain)
        if found == nil, case .folder = source {
            found = folders.furtherBases.lazy.compactMap { folders.inRoot($0).domainInBase(domain) }.first
        }
        guard let found, !found.isPath else { return [] }
        // A domain of a host has the schema of the domain's name. Other spellings of a name are those of one file.
        let named = found.moved(to: .current, host: .any).canonical
        guard named.host == .any, case .named(let name) = named.name, name.hasScalarPrefix("ByHost/") else {
            return [named.description]
        }
        // In the name of a file, each part after a dot can begin the name of the host.
        let file = name.droppingScalarPrefix("ByHost/").unicodeScalars
        let names = file.indices.reversed().filter { file[$0] == "." }.map { String(file[..<$0]) }
        return names.filter { !$0.isEmpty && !$0.hasScalarSuffix("/") }
            .map { $0 == ".GlobalPreferences" ? Domain.global.description : $0 }
    }

    /// The sorted names of the domains that have a schema in the folders. Names that only a path could have are
    /// omitted.
    ///
    /// The schemas are not read. Folders that cannot be read are empty.
    package var names: [String] {
        let files = places.flatMap { InputFile.names(inFolder: $0) }.filter { $0.hasScalarSuffix(".json") }
        return Set(files.map { ExactName($0.droppingScalarSuffix(".json")) }).map(\.text)
            .filter(Domain.isPlainName).sorted { $0.precedesInUTF16($1) }
    }

    private static func schema(at path: String) throws(Failure) -> Schema? {
        let bytes: [UInt8]
        do {
            guard let contents = try InputFile.readRegularFile(path, sizeLimit: SchemaDocument.maximumSize) else {
                return nil
            }
            bytes = contents
        } catch {
            throw Failure(path: path, reason: .unreadable(error))
        }
        do {
            return Schema(document: try SchemaDocument(bytes: bytes), path: path)
        } catch {
            throw Failure(path: path, reason: .invalid(error))
        }
    }
}

extension DomainSchemas.Source {
    /// The folders that the environment selects: `DEFAULTS_SCHEMAS` or, unless only fixtures count,
    /// `defaults/schemas` in `XDG_DATA_HOME` and in `XDG_DATA_DIRS`.
    ///
    /// - Parameters:
    ///   - home: The home folder of the user.
    ///   - isHermetic: Whether the user's domains are not used, so that their schemas do not count.
    package init(_ environment: ProcessEnvironment, home: String, isHermetic: Bool) throws(CommandError) {
        if let folder = try environment.text(of: "DEFAULTS_SCHEMAS") {
            self = .folder(folder)
        } else {
            self = .installed(isHermetic ? [] : try Self.installedFolders(environment, home: home))
        }
    }

    /// The folders in those of the XDG Base Directory Specification, which ignores relative paths.
    private static func installedFolders(
        _ environment: ProcessEnvironment, home: String
    ) throws(CommandError) -> [String] {
        let user = try environment.text(of: "XDG_DATA_HOME") ?? ""
        let shared = try environment.text(of: "XDG_DATA_DIRS") ?? ""
        let isAbsolute = user.hasScalarPrefix("/")
        let own = isAbsolute ? user + "/defaults/schemas" : home + "/.local/share/defaults/schemas"
        if shared.isEmpty { return [own, "/usr/local/share/defaults/schemas", "/usr/share/defaults/schemas"] }
        let others = shared.unicodeScalars.split(separator: ":").filter { $0.first == "/" }
        return [own] + others.map { String($0) + "/defaults/schemas" }
    }
}
