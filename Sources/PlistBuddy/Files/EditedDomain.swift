import DefaultsCore
import DefaultsState
import PropertyList
import ToolSupport

/// Records changes before they are made.
typealias ChangeRecorder = (_ old: PropertyListValue?, _ new: PropertyListValue) throws -> Void

/// The file that PlistBuddy or plutil edits, with the store and the journal that the environment selects.
struct EditedDomain {
    /// The path of the file. A path below `/Library` may be redirected; see ``DomainFolders/redirected(_:)``.
    let path: String
    let store: FileDomainStore
    /// The policy for the layout. Comments of an old-style file that cannot be kept are an error.
    private let layout = LayoutPolicy(rewrites: false)
    private let domain: Domain
    private let folders: DomainFolders
    private let journal: Journal?
    private let schemaCheck: SchemaCheck
    private let command: [String]
    /// The operation that combines all saves in one entry of the journal.
    private let operation = RecordedOperation()
    private let environment: ProcessEnvironment

    /// - Parameter command: The command line that the journal records, from the name of the command.
    init(_ path: String, command: [String], environment: ProcessEnvironment) throws(CommandError) {
        self.command = command
        self.environment = environment
        folders = try Self.folders(environment)
        self.path = folders.redirected(path)
        store = FileDomainStore(
            folders: folders, lockTimeout: .seconds(10), sizeLimit: FileDomainStore.defaultSizeLimit,
            layout: layout)
        do {
            domain = try Domain(ofFile: path)
        } catch {
            throw .notAFilePath(path)
        }
        let source = try DomainSchemas.Source(environment, home: folders.home, isHermetic: folders.isRoot)
        schemaCheck = SchemaCheck(DomainSchemas(source, folders: folders), advice: .variable)
        let journalPath = try environment.text(of: "DEFAULTS_JOURNAL") ?? ""
        journal = journalPath.isEmpty ? nil : Journal(path: journalPath, folders: folders)
        if journal != nil { try CommandError.mapping(try Journal.requireUsableName(of: journalPath)) }
    }

    /// Returns the folders that the environment selects.
    static func folders(_ environment: ProcessEnvironment) throws(CommandError) -> DomainFolders {
        let folders = DomainFolders(root: try environment.text(of: "DEFAULTS_ROOT"), environment: environment)
        if folders.library != nil { _ = try environment.text(of: "DEFAULTS_LIBRARY") }
        return folders
    }

    /// The notice that saving wrote the file whole, or `nil` if the file lost nothing.
    var notice: CommandError? { layout.losses.first.map { CommandError.lost($0.loss, of: $0.path) } }

    /// Throws an error if there is a journal, which cannot record a change.
    ///
    /// - Parameter subject: The change as a noun phrase.
    func requireNoJournal(for subject: String) throws(CommandError) {
        if journal != nil { throw .notInJournal(subject) }
    }

    /// Returns the redirected path of another file that a command reads.
    func redirected(_ path: String) -> String { folders.redirected(path) }

    /// Throws an error if the path contains a symbolic link.
    func requireNoLinks() throws(CommandError) {
        if InputFile.containsLink(path) { throw .linkRefused(path: path) }
    }

    /// Returns a function that refuses changes that the schema of the domain does not allow, and records other changes
    /// in the journal, if there is one.
    func recorder() -> ChangeRecorder {
        { [domain, folders, command, operation, environment, path, journal, schemaCheck] old, new in
            do throws(CommandError) {
                try schemaCheck.require(new, in: domain, changedFrom: old ?? [:])
            } catch {
                throw SchemaRefusalError(commandError: error)
            }
            guard let journal else { return }
            // An entry of a journal contains a domain and changes of its keys.
            guard case .dictionary(let old) = old ?? [:], case .dictionary(let new) = new else {
                throw CommandError.notInJournal("a change of a file whose root is not a dictionary")
            }
            let location = folders.location(of: domain)
            guard location.hasScalarSuffix(path) else {
                throw CommandError.notInJournal("a change of a file whose name does not end in '.plist'")
            }
            try journal.record(
                changeOf: domain, from: old, to: new, in: operation, command: command,
                date: try environment.now())
        }
    }
}

/// The error for a change that a schema does not allow.
struct SchemaRefusalError: ReportedError {
    let commandError: CommandError
}

extension CommandError {
    /// The error for a change that cannot be recorded. PlistBuddy and plutil have no option for a journal,
    /// only the variable.
    fileprivate static func notInJournal(_ subject: String) -> CommandError {
        .notRecorded(subject, advice: "unset DEFAULTS_JOURNAL")
    }
}
