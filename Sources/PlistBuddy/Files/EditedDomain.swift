import DefaultsCore
import DefaultsState
import PropertyList
import ToolSupport

/// The file that PlistBuddy or plutil edits, with the store and the journal that the environment selects.
struct EditedDomain {
    /// The path of the file. A path below `/Library` may be redirected; see ``DomainFolders/redirected(_:)``.
    let path: String
    let store: FileDomainStore
    /// The policy for the layout. Comments of an old-style file that cannot be kept are an error.
    private let layout = LayoutPolicy(rewrites: false)
    private let folders: DomainFolders
    let guardian: FileGuard
    private let environment: ProcessEnvironment

    /// - Parameter command: The command line that the journal records, from the name of the command.
    init(_ path: String, command: [String], environment: ProcessEnvironment) throws(CommandError) {
        self.environment = environment
        folders = try Self.folders(environment)
        self.path = folders.redirected(path)
        store = FileDomainStore(
            folders: folders, lockTimeout: .seconds(10), sizeLimit: FileDomainStore.defaultSizeLimit,
            layout: layout)
        guard let domain = try? Domain(ofFile: path) else { throw .notAFilePath(path) }
        let source = try DomainSchemas.Source(environment, home: folders.home, isHermetic: folders.isRoot)
        let journal = try environment.text(of: "DEFAULTS_JOURNAL") ?? ""
        if !journal.isEmpty { try CommandError.mapping(try Journal.requireUsableName(of: journal)) }
        guardian = FileGuard(
            self.path, of: domain, in: folders,
            SchemaCheck(DomainSchemas(source, folders: folders), advice: .variable),
            journal.isEmpty
                ? nil
                : Recording(in: Journal(path: journal, folders: folders), command: { command }, now: environment.now))
    }

    /// Returns the folders that the environment selects.
    static func folders(_ environment: ProcessEnvironment) throws(CommandError) -> DomainFolders {
        let folders = DomainFolders(root: try environment.text(of: "DEFAULTS_ROOT"), environment: environment)
        if folders.library != nil { _ = try environment.text(of: "DEFAULTS_LIBRARY") }
        return folders
    }

    /// The notice that saving wrote the file whole, or `nil` if the file lost nothing.
    var notice: CommandError? { layout.losses.first.map { CommandError.lost($0.loss, of: $0.path) } }

    /// Throws an error if a file that would be written is the journal.
    static func requireOutput(_ path: String, _ environment: ProcessEnvironment) throws(CommandError) {
        let journal = try environment.text(of: "DEFAULTS_JOURNAL") ?? ""
        if !journal.isEmpty, FilePlace.isOneFile(path, journal) { throw .outputIsJournal(path, "the output") }
    }

    /// Changes the file in one update.
    func update(_ body: (PropertyListFileUpdate) throws -> Void) throws {
        try store.updatePropertyList(at: path, guardian, body)
    }

    /// Replaces the contents of the file, which exists.
    func updateContents(_ body: ([UInt8]) throws -> FileContents) throws {
        try Self.requireOutput(path, environment)
        try store.updateContents(ofFile: path, guardian, body)
    }

    /// Returns the redirected path of another file that a command reads.
    func redirected(_ path: String) -> String { folders.redirected(path) }

    /// Throws an error if the path contains a symbolic link.
    func requireNoLinks() throws(CommandError) {
        if InputFile.containsLink(path) { throw .linkRefused(path: path) }
    }
}
