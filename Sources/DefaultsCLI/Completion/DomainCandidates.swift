import DefaultsSchemas
import DefaultsState
import ToolSupport

/// Candidates that depend on the domains of the user: names, keys, paths, hosts and identifiers.
///
/// Files are read without a lock, without waiting for the writer of a FIFO, and only if they do not exceed a size
/// limit. Domains in the keyring have no candidates. A schema that cannot be read is ignored.
struct DomainCandidates {
    /// The maximum size of a file to read, in bytes.
    private static let sizeLimit = 64 << 20

    private let options: OptionValues
    private let folders: DomainFolders
    private let session: Session
    private let journal: Journal?
    /// The schemas of the domains, or `nil` if the verb does not use schemas.
    private let schemas: DomainSchemas?
    /// The operands so far. If the verb takes a domain, the first operand is the domain.
    private let operands: [String]

    init(_ options: OptionValues, of command: Command?, operands: [String], session: Session) {
        self.options = options
        (self.operands, self.session) = (operands, session)
        // The shell expands a tilde when it runs a command, but not when it completes an argument.
        folders = options.root.map { session.folders.inRoot(session.folders.expandingHome($0)) } ?? session.folders
        var located = options
        located.schemaFile = options.schemaFile.map(session.folders.expandingHome)
        let check = try? command?.schemaCheck(located, folders: folders, session.schemaSource)
        // The schema of an output says nothing about the operands.
        schemas = if case .ofOutput = command?.schemas { nil } else { check?.schemas }
        let path = options.journal.map(session.folders.expandingHome)
        journal = path.map { [folders] in Journal(path: $0, folders: folders) } ?? (try? session.journal())
    }

    // MARK: - Domains

    /// Returns the domains that have a file. The other domains that have a schema follow, if they are selected.
    func domains(_ presence: CandidateMember.Presence = .present) -> [Completion.Candidate] {
        var domains = allDomains()
        if presence != .present, let names = schemas?.names {
            let known = Set(domains)
            domains += names.compactMap { try? Domain($0, host: options.host) }.filter { !known.contains($0) }
        }
        return domains.map { Completion.Candidate(text: $0.description) }
    }

    /// Returns the domains of a host that have a file, except for the global domain.
    private func namedDomains(on host: Domain.Host) -> [Domain] {
        let found = try? FileDomainStore(folders: folders).findAllDomains(Domain.Scope(host: host))
        return found?.domains.filter { $0.name != .global } ?? []
    }

    /// Returns the hosts that have files in the folder for host-specific domains.
    ///
    /// The name of a file consists of a domain and a host, which may both contain dots. If it begins with the name of a
    /// known domain, the rest is the host. Otherwise, the host is the part after the last dot.
    func hosts() -> [Completion.Candidate] {
        let domains = namedDomains(on: .any).map { $0.description + "." }
        var hosts: [String] = []
        for file in InputFile.names(inFolder: folders.hostFolder) where file.hasScalarSuffix(".plist") {
            let name = file.droppingScalarSuffix(".plist")
            let known = (domains + [".GlobalPreferences."]).filter { name.hasScalarPrefix($0) }
            let host =
                known.max { $0.utf8.count < $1.utf8.count }.map { name.utf8.dropFirst($0.utf8.count) }
                ?? name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last
            let text = host.map { String(decoding: $0, as: UTF8.self) } ?? ""
            if !text.isEmpty, !([name] + hosts).contains(where: text.hasSameScalars) { hosts.append(text) }
        }
        return hosts.map { Completion.Candidate(text: $0) }
    }

    // MARK: - Keys

    func keys(_ presence: CandidateMember.Presence = .present) -> [Completion.Candidate] {
        let root = SchemaContainer(.dictionary(contents(of: domain)), schema?.document.root)
        return CandidateMember.all(in: root, presence).filter { presence != .missing || !$0.isPresent }
            .map { Completion.Candidate(text: $0.component, description: $0.description) }
    }

    /// Returns the key paths that complete the last component of the text.
    func paths(
        beginning text: String, _ presence: CandidateMember.Presence = .present
    ) -> [Completion.Candidate] {
        steps(beginning: text, { PropertyListPath.key($0).description }, presence)
    }

    /// The paths that are set, escaped for use as patterns. In a pattern, `*` is escaped, too.
    func patterns(beginning text: String) -> [Completion.Candidate] {
        steps(beginning: text, { PropertyListPathGlob(exactly: .key($0)).text }, .present)
    }

    /// Returns the completions of the value at a path.
    func values(at path: PropertyListPath?) -> ValueCandidates {
        ValueCandidates(path.flatMap { schema?.key(at: $0) })
    }

    /// The schema of the domain, or `nil` if there is none.
    private var schema: DomainSchemas.Schema? {
        guard let schemas, let domain else { return nil }
        return try? schemas.schema(of: domain)
    }

    /// Returns the text up to its last dot, followed by each key or index of the container at that path.
    ///
    /// The candidate for a non-empty container ends in a dot, since its keys or indices can follow. If such a container
    /// is the only match for the text, its path without the dot is also a candidate.
    ///
    /// If no operand precedes the path, the domain is not known yet. The paths of all domains are then returned.
    private func steps(
        beginning text: String, _ escape: (String) -> String, _ presence: CandidateMember.Presence
    ) -> [Completion.Candidate] {
        let (parent, path) = Self.parent(of: text)
        let roots = operands.isEmpty ? contentsOfAllDomains() : [contents(of: domain)]
        let schema = schema?.document.root
        let containers = roots.compactMap { root in
            SchemaContainer(.dictionary(root), schema).descendant(at: path ?? PropertyListPath())
        }
        var found = containers.flatMap { CandidateMember.all(in: $0, presence) }
            .map { (path: parent + escape($0.component), member: $0) }
        if roots.count > 1 {
            var known: Set<ExactName> = []
            found = found.filter { known.insert(ExactName($0.path)).inserted }
        }
        var candidates = found.map { step in
            let isParent = step.member.isContainer
            return Completion.Candidate(
                text: isParent ? step.path + "." : step.path, description: step.member.description,
                isUnfinished: isParent)
        }
        let fitting = found.filter { $0.path.hasScalarPrefix(text) }
        if fitting.count == 1, let only = fitting.first, only.member.isContainer {
            candidates.append(Completion.Candidate(text: only.path, description: only.member.description))
        }
        return candidates
    }

    /// The beginning of a path up to the last dot that is not escaped, and the path before the dot.
    private static func parent(of text: String) -> (text: String, path: PropertyListPath?) {
        let bytes = text.utf8
        var rest = bytes[...]
        while let dot = rest.lastIndex(of: UInt8(ascii: ".")) {
            rest = rest[..<dot]
            // A text that ends in the backslash of an escape is not a path.
            if let path = PropertyListPath(parsing: String(decoding: rest, as: UTF8.self)) {
                return (String(decoding: bytes[...dot], as: UTF8.self), path)
            }
        }
        return ("", nil)
    }

    /// The domain at the beginning of the operands, or `nil` if it is missing, invalid or in the keyring.
    private var domain: Domain? {
        guard options.storage.hasFiles, let first = operands.first else { return nil }
        guard first == "-app" else { return try? Domain(first, host: options.host) }
        let name = try? ApplicationFolders(home: folders.home).domainName(of: operands.count > 1 ? operands[1] : "")
        return name.flatMap { try? Domain($0, host: options.host) }
    }

    /// The keys and values of a domain, or nothing if it cannot be read.
    private func contents(of domain: Domain?) -> PropertyListDictionary {
        domain.flatMap { bytes(of: $0) }.map { Self.contents(in: $0) } ?? [:]
    }

    private static func contents(in bytes: [UInt8]) -> PropertyListDictionary {
        guard case .dictionary(let contents)? = (try? PropertyListReader.read(bytes))?.value else { return [:] }
        return contents
    }

    /// The keys and values of all domains. After more than ``sizeLimit`` bytes, the remaining domains are not read and
    /// appear to be empty.
    private func contentsOfAllDomains() -> [PropertyListDictionary] {
        var size = 0
        return allDomains().map { domain in
            guard size <= Self.sizeLimit, let bytes = bytes(of: domain) else { return [:] }
            size += bytes.count
            return Self.contents(in: bytes)
        }
    }

    /// The global domain and the domains of the host.
    private func allDomains() -> [Domain] {
        guard options.storage.hasFiles else { return [] }
        let global = (try? Domain(Domain.global.description, host: options.host)) ?? .global
        return [global] + namedDomains(on: options.host)
    }

    private func bytes(of domain: Domain) -> [UInt8]? {
        try? InputFile.readRegularFile(folders.location(of: domain), sizeLimit: Self.sizeLimit)
    }

    // MARK: - Identifiers

    /// Returns the identifiers of the migrations into the target among the operands. Without operands, returns the
    /// identifiers of the migrations into all domains.
    ///
    /// - Parameter isTargetFirst: Whether the target is the first operand, as in a rollback. Otherwise, it follows the
    ///   source, which is the target as well if it is the only operand so far.
    func migrations(isTargetFirst: Bool) -> [Completion.Candidate] {
        guard options.storage.hasFiles else { return [] }
        var targets: [Domain] = []
        if operands.isEmpty {
            targets = allDomains()
        } else if !isTargetFirst, operands.count > 1, let second = try? Domain(operands[1], host: options.host) {
            targets = [second]
        } else if let domain {
            targets = [domain]
        }
        return targets.flatMap { target in
            guard let bytes = bytes(of: target),
                let records = (try? PropertyListReader.value(forKey: Migrator.recordKey, in: bytes))?.value
            else { return [Completion.Candidate]() }
            return records.members.map { Completion.Candidate(text: $0.component, description: target.description) }
        }
    }

    /// The identifiers under which state documents are applied.
    func appliedIdentifiers() -> [Completion.Candidate] {
        let applier = StateApplier(store: FileDomainStore(folders: folders), folders: folders)
        return ((try? applier.identifiers()) ?? []).map { Completion.Candidate(text: $0) }
    }

    /// The numbers of the entries of the journal, with their commands, in which secrets are hidden.
    func journalEntries() -> [Completion.Candidate] {
        guard let journal, InputFile.kind(of: journal.path) == .regularFile else { return [] }
        return session.hidingSecrets(in: (try? journal.reading())?.entries ?? []).reversed().map { entry in
            let command = entry.command.map(ShellText.escaped).joined(separator: " ")
            return Completion.Candidate(text: String(entry.number), description: command)
        }
    }
}
