import DefaultsCore
import DefaultsMigration
import DefaultsState
import PropertyList
import ToolSupport

/// The options of a command line, parsed.
struct OptionValues: Sendable {
    // Domains.
    var host = Domain.Host.any
    var root: String?
    var storage = DomainStorage.files

    // Limits.
    var lockTimeout = Duration.seconds(10)
    /// The maximum size of a file or of standard input, in bytes.
    var sizeLimit = FileDomainStore.defaultSizeLimit

    // Changes.
    var isDryRun = false
    /// Whether the exit status says that something changed.
    var reportsChange = false
    /// Whether a missing domain or key is not an error.
    var acceptsAbsence = false
    /// Whether a file that cannot be read is replaced or removed.
    var isForced = false
    /// Whether old-style files are written without their comments.
    var rewritesFiles = false

    // Values.
    /// The key path in place of a key.
    var path: String?
    /// Whether an element is inserted at the path.
    var inserts = false
    /// Whether only elements that an array does not contain are added.
    var addsOnlyMissing = false
    /// The file with the value of `write`; `-` is standard input.
    var valueFile: String?
    var replacesDomain = false
    var mergesDeeply = false

    // Output.
    /// The text that is printed in place of a value that does not exist.
    var defaultText: String?
    /// Whether keys that a domain lacks are looked up in the domains behind it.
    var looksUpLayers = false
    var color = ColorChoice.auto
    var style = OutputStyle.apple(isASCII: false)
    var exportFormat: ExportFormat?
    /// The format of documents, or `nil` for the default of the verb.
    var documentFormat: DocumentFormat?
    /// The extension of the names of output files, without a dot.
    var outputSuffix: String?
    /// Whether output replaces the input files.
    var replacesInput = false
    /// Whether documents inside data are shown.
    var decodesData = false
    /// Whether secret values are shown.
    var revealsValues = false

    // Comparisons and checks.
    /// The patterns of the domains that are read, or none for all domains.
    var domains: [DomainGlob] = []
    var differenceFormat = DifferenceFormat.text
    var comparedPaths: [PropertyListPathGlob] = []
    var ignoredPaths: [PropertyListPathGlob] = []
    /// Whether a path that does not exist is compared as empty.
    var acceptsMissingPaths = false
    /// Whether files are state documents.
    var comparesStates = false
    var ignoredFindings: [FindingKind] = []

    // Watching.
    var showsInitialState = false
    /// The number of changes after which the watch ends.
    var count: Int?
    /// The time after which the watch ends.
    var timeout: Duration?

    // State documents and journals.
    /// The file to write the output to; `-` is standard output.
    var outputFile: String?
    /// The identifier under which state documents are applied.
    var appliedIdentifier: String?
    /// Whether keys that state documents do not list are removed.
    var isExact = false
    var removesApplied = false
    var listsApplied = false
    /// The file that records changes. An environment variable can name it, too.
    var journal: String?
    var undoneEntries: Journal.UndoSelection?
    /// The number of entries that stay in the journal.
    var keptEntries: Int?

    // Sandboxes.
    /// The files and folders from which a sandbox is filled, in order.
    var sources: [String] = []
    /// The file or folder with the preferences that a program is expected to leave.
    var expectation: String?
    var updatesExpectation = false
    /// Whether the folder of a sandbox stays.
    var keepsFolder = false
    /// Whether a program gets a home folder of its own.
    var replacesHome = false
    /// Whether a sandbox stays until the processes have ended that its program leaves behind.
    var waitsForDescendants = false
    var printsEnvironment = false

    // Migrations.
    var migration: String?
    var conflictPolicy = Migration.ConflictPolicy.keepNew
    var copiesValues = false
    var convertsValues = false
    var mapsKeyPaths = false
    var isVerbose = false
    var listsMigrations = false
    var rolledBackMigration: String?

    // Answers in place of a verb.
    var showsHelp = false
    var showsVersion = false

    /// The names of the given options.
    private(set) var names: [String] = []

    /// The defaults.
    init() {}

    /// Returns the options with paths below `/Library` that lead where the folders say. The files that an ``Input``
    /// reads are not among them, since it does the same.
    func redirectingPaths(by folders: DomainFolders) -> OptionValues {
        var options = self
        options.root = root.map(folders.redirected)
        options.journal = journal.map(folders.redirected)
        options.outputFile = outputFile.map(folders.redirected)
        options.sources = sources.map(folders.redirected)
        options.expectation = expectation.map(folders.redirected)
        return options
    }

    /// Whether an option was given.
    func contains(_ option: Option) -> Bool {
        names.contains(option.name)
    }

    /// Notes that an option was given.
    mutating func insert(_ option: Option) {
        names.append(option.name)
    }

    /// Whether a host was given.
    var namesHost: Bool { contains(.currentHost) || contains(.host) }

    /// Whether values are hidden: those of a storage that keeps secrets, unless an option shows them.
    var hidesValues: Bool { storage.keepsSecrets && !revealsValues }

    /// Throws an error if values are hidden. Called for forms of output that print values in full.
    func requireRevealedValues() throws(CommandError) {
        if hidesValues { throw .valuesNotRevealed }
    }

    /// Throws an error if colors are asked for in a form that has none.
    func requireTextForColor() throws(CommandError) {
        if contains(.color), differenceFormat.isForPrograms { throw .exclusiveOptions(Option.color.name, "--format") }
    }

    /// The words that select the same storage and host again.
    var storageWords: [String] { storage.words + Self.words(selecting: host) }

    /// The words that select the same storage, root and host again.
    var addressWords: [String] { addressWords(inRoot: root) }

    /// Returns the words that select the same storage and host in a root.
    func addressWords(inRoot root: String?) -> [String] { addressWords(inRoot: root, on: host) }

    /// Returns the words that select the same storage and a host in a root.
    func addressWords(inRoot root: String?, on host: Domain.Host) -> [String] {
        storage.words + (root.map { [Option.root.name, $0] } ?? []) + Self.words(selecting: host)
    }

    private static func words(selecting host: Domain.Host) -> [String] {
        switch host {
        case .any: []
        case .current: [Option.currentHost.name]
        case .named(let name): [Option.host.name, name]
        }
    }
}
