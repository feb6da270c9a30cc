import DefaultsCore
import DefaultsState
import Foundation
import ToolSupport

/// The preferences that a program is expected to leave: a state document, which can contain patterns, or a folder.
struct SandboxExpectation {
    let path: String
    private let kind: Kind
    private var entries: [ExactName: SandboxState.Entry]
    /// The bytes of the document, or `nil` for a folder or a missing file.
    private var bytes: [UInt8]?

    private enum Kind {
        /// A document, or a file that does not exist yet. The format is `nil` for JSON and for a new file.
        case document(PropertyListFormat?)
        case folder
    }

    /// Reads an expectation.
    ///
    /// - Parameter mayBeMissing: Whether the path may be missing. A missing path is a new folder if it ends in a slash,
    ///   or else a new file.
    init(at path: String, mayBeMissing: Bool, in session: Session, _ input: Input) throws(CommandError) {
        if path == "-" { throw .inputOfProgram("--expect") }
        try FileRole.expectation.requireUsableName(of: path)
        self.path = path
        switch InputFile.kind(of: path) {
        case .missing:
            guard mayBeMissing else {
                throw CommandError(.inputOutput, "'\(shown: path)' does not exist; use '--update' to create it")
            }
            kind = path.hasScalarSuffix("/") ? .folder : .document(nil)
            entries = [:]
        case .folder:
            kind = .folder
            entries = try SandboxState(inRoot: path, session.folders.inRoot(path), session).entries
        case .stream where mayBeMissing:
            throw CommandError(.usage, "'\(shown: path)' is not a file or folder; '--update' cannot rewrite it")
        case .brokenLink, .regularFile, .stream:
            let bytes = try input.read(path)
            self.bytes = bytes
            kind = .document(JSONReader.recognizes(bytes) ? nil : (try? PropertyListReader.read(bytes))?.format)
            entries = try Self.entries(of: bytes, at: path, session.folders, input)
        }
    }

    /// Throws an error for an expected value that the schema of its domain refuses.
    func require(by check: SchemaCheck) throws(CommandError) {
        for name in entries.keys.sorted() {
            guard let entry = entries[name] else { continue }
            try check.require(entry.contents, expectedIn: entry.domain)
        }
    }

    /// Returns the expectation for a program with the given home folder. The home folder tags in a document refer to
    /// this folder.
    func inHome(_ home: String, in session: Session, _ input: Input) throws(CommandError) -> SandboxExpectation {
        guard let bytes else { return self }
        var expectation = self
        let folders = session.folders.inHome(home)
        expectation.entries = try Self.entries(of: bytes, at: path, folders, input)
        return expectation
    }

    private static func entries(
        of bytes: [UInt8], at path: String, _ folders: DomainFolders, _ input: Input
    ) throws(CommandError) -> [ExactName: SandboxState.Entry] {
        let domains = try input.state(as: StateExpectation.init, bytes, at: path, in: folders).domains
        for case .path(let path) in domains.keys.map(\.name) { throw .outsideSandbox(path) }
        let entries = domains.map { (ExactName(folders.spelling(of: $0)), ($0, $1)) }
        return Dictionary(entries, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the names of all expected and all found domains, sorted and without duplicates.
    private func names(with found: SandboxState) -> [ExactName] {
        Set(found.entries.keys).union(entries.keys).sorted()
    }

    /// Compares a domain.
    ///
    /// - Returns: The comparison, and the target contents. The target has the expected values at ignored keys and the
    ///   found values at all other keys.
    private func match(
        of name: ExactName, with found: SandboxState, _ session: Session
    ) -> (match: ExpectationMatch, target: PropertyListDictionary) {
        let match = ExpectationMatch(
            of: entries[name]?.contents ?? [:], with: found.entries[name]?.contents ?? [:])
        let filter = PropertyListDifferenceFilter(ignoring: session.options.ignoredPaths)
        // The root of a domain in an expectation is a dictionary.
        guard case .dictionary(let target) = filter.target(from: match.old, to: match.new) else { return (match, [:]) }
        return (match, target)
    }

    /// Prints the differences, each below the name of its domain. Returns whether there are any.
    func showDifferences(from found: SandboxState, in session: Session) throws(CommandError) -> Bool {
        let changes = names(with: found).compactMap { name in
            let (match, target) = match(of: name, with: found, session)
            let heading = "[\(name.text.escapingControlCharacters())]\n"
            return domain(of: name, found).map { (heading, $0, match.differences(to: .dictionary(target))) }
        }.filter { !$0.2.isEmpty }
        try session.show(changes)
        return !changes.isEmpty
    }

    /// Replaces the expectation with the preferences that were found, except for ignored values. An existing
    /// expectation without differences is not written.
    ///
    /// - Throws: An error if the expectation would contain the path of the sandbox's home folder, which differs in each
    ///   run.
    func update(to found: SandboxState, in session: Session) throws(CommandError) {
        let names = names(with: found)
        let changed = names.filter { name in
            let (match, target) = match(of: name, with: found, session)
            return match.old != .dictionary(target)
        }
        if changed.isEmpty, InputFile.kind(of: path) != .missing { return }
        if session.options.replacesHome { try requireNoHome(in: changed, of: found, session) }
        switch kind {
        case .folder: try updateFolder(changed, to: found, in: session)
        case .document(let format): try updateDocument(names, changed, to: found, as: format, in: session)
        }
    }

    /// Refuses values that contain the path of the home folder, unless the expectation is JSON. Only JSON has a tag for
    /// this path.
    private func requireNoHome(
        in names: [ExactName], of found: SandboxState, _ session: Session
    ) throws(CommandError) {
        if case .document(nil) = kind { return }
        let home = HomeTag(home: found.home)
        for name in names {
            let target = match(of: name, with: found, session).target
            guard let place = home.firstPath(in: .dictionary(target)) else { continue }
            throw CommandError(
                .invalidData,
                """
                '\(shown: place)' of domain '\(shown: name.text)' contains the home folder of the sandbox, which only \
                a state document in JSON can express; leaving '\(shown: path)' unchanged
                """)
        }
    }

    /// Writes the document. Keeps the patterns that match the found values.
    private func updateDocument(
        _ names: [ExactName], _ changed: [ExactName], to found: SandboxState, as format: PropertyListFormat?,
        in session: Session
    ) throws(CommandError) {
        let changed = Set(changed)
        var domains: [Domain: ExpectedValue] = [:]
        var values = PropertyListDictionary()
        for name in names {
            let target = match(of: name, with: found, session).target
            if !target.isEmpty { values[name.text] = .dictionary(target) }
            guard let domain = domain(of: name, found) else { continue }
            let expected = entries[name]?.contents ?? [:]
            domains[domain] = changed.contains(name) ? expected.updated(to: target) : expected
        }
        let document = StateExpectation(domains)
        do {
            let data =
                try format.map { try PropertyListWriter.data(of: .dictionary(values), as: $0) }
                ?? Data(document.json(folders: session.folders, home: found.home))
            try OutputFile.write(data, to: path)
        } catch let error as PropertyListError {
            throw .stateNotSaved(path: path, PreferencesError(.unstorable(path: path, error)))
        } catch let error as PreferencesError {
            throw .stateNotSaved(path: path, error)
        } catch {
            throw CommandError(error)
        }
    }

    private func domain(of name: ExactName, _ found: SandboxState) -> Domain? {
        entries[name]?.domain ?? found.entries[name]?.domain
    }

    private func updateFolder(
        _ names: [ExactName], to found: SandboxState, in session: Session
    ) throws(CommandError) {
        let domains = names.compactMap { name in domain(of: name, found).map { (name, $0) } }
        try CommandError.mapping(
            try session.storeInRoot(path).update(domains.map(\.1)) { transaction in
                for (name, domain) in domains { transaction[domain] = match(of: name, with: found, session).target }
            })
    }
}
