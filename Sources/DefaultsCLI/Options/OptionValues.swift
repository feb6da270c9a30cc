import DefaultsPreferences
import DefaultsState
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
    /// Whether unreadable files are replaced or removed. For `undo`: whether values that have changed are restored.
    var isForced = false
    /// The file with the schema of all domains.
    var schemaFile: String?
    /// Whether schemas are ignored.
    var ignoresSchemas = false
    /// Whether old-style files are written without their comments.
    var rewritesFiles = false

    // Values.
    /// The key path in place of a key.
    var path: String?
    /// Whether a new array element is inserted at the path.
    var inserts = false
    /// Whether elements that the array already contains are not added.
    var addsOnlyMissing = false
    /// The file with the value of `write`; `-` is standard input.
    var valueFile: String?
    var replacesDomain = false
    var mergesDeeply = false

    // Output.
    /// The text that is printed in place of a value that does not exist.
    var defaultText: String?
    /// Whether missing keys are looked up in the other domains that `UserDefaults` searches.
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
    /// Whether a document inside a data value is printed instead of its bytes.
    var decodesData = false
    /// Whether secret values are shown.
    var revealsValues = false

    // Comparisons and checks.
    /// The patterns of the domains to read. If empty, all domains are read.
    var domains: [DomainGlob] = []
    var differenceFormat = DifferenceFormat.text
    var comparedPaths: [PropertyListPathGlob] = []
    var ignoredPaths: [PropertyListPathGlob] = []
    /// Whether a domain or path that does not exist is compared as empty.
    var acceptsMissing = false
    /// Whether operands that are files are read as state documents.
    var comparesStates = false
    var ignoredFindings: [FindingKind] = []
    var findingFormat = FindingFormat.text
    /// The patterns of the files to check in folders. If empty, property lists are recognized.
    var checkedFiles: [FilePattern] = []
    /// Whether operands are paths, even if they look like the names of domains.
    var readsPaths = false
    /// Whether the keys of files are compared.
    var comparesKeys = false

    // Merges.
    /// The side whose values are used in conflicts, or `nil` to mark conflicts.
    var mergeSide: FileMerge.Side?
    var conflictStyle = ConflictStyle()
    /// The labels of our version, the base and their version.
    var mergeLabels: [String] = []

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
    /// The file that records changes. It overrides `DEFAULTS_JOURNAL`.
    var journal: String?
    var undoneEntries: Journal.UndoSelection?
    /// Whether the entries of the journal are printed.
    var listsEntries = false
    /// The number of journal entries to keep, or `nil` to remove none.
    var keptEntries: Int?

    // Sandboxes.
    /// The files and folders whose contents are copied into a sandbox, in order.
    var sources: [String] = []
    /// The file or folder with the preferences that are expected after the program has run.
    var expectation: String?
    var updatesExpectation = false
    /// Whether the folder of a sandbox is kept after the program has ended.
    var keepsFolder = false
    /// Whether a program gets a home folder of its own.
    var replacesHome = false
    /// Whether the sandbox waits for all descendant processes of its program to end.
    var waitsForDescendants = false
    var printsEnvironment = false

    // Migrations.
    var migration: String?
    var conflictPolicy = MigrationStep.ConflictPolicy.keepNew
    var copiesValues = false
    var convertsValues = false
    var mapsKeyPaths = false
    var isVerbose = false
    var listsMigrations = false
    var rolledBackMigration: String?

    // Help.
    var listsVerbs = false

    /// The names of the given options.
    private(set) var names: [String] = []

    init() {}

    /// Returns the options with paths below `/Library` replaced as the folders specify. Does not change the paths of
    /// input files, because ``Input`` redirects them.
    func redirectingPaths(by folders: DomainFolders) -> OptionValues {
        var options = self
        options.root = root.map(folders.redirected)
        options.journal = journal.map(folders.redirected)
        options.schemaFile = schemaFile.map(folders.redirected)
        options.outputFile = outputFile.map(folders.redirected)
        options.sources = sources.map(folders.redirected)
        options.expectation = expectation.map(folders.redirected)
        return options
    }

    /// Returns whether an option was given.
    func contains(_ option: Option) -> Bool {
        names.contains(option.name)
    }

    /// Records that an option was given.
    mutating func insert(_ option: Option) {
        names.append(option.name)
    }

    /// Whether a host was given.
    var namesHost: Bool { contains(.currentHost) || contains(.host) }

    /// Whether earlier values are restored, which a schema does not prevent.
    var restoresValues: Bool { removesApplied || rolledBackMigration != nil }

    /// Whether values are hidden. Values of a storage that keeps secrets are hidden unless `--reveal` is given.
    var hidesValues: Bool { storage.keepsSecrets && !revealsValues }

    /// Throws an error if values are hidden. Called for forms of output that print values in full.
    func requireRevealedValues() throws(CommandError) {
        if hidesValues { throw CommandError(.usage, "'--reveal' is required to print values from the keyring") }
    }

    /// Throws an error if `--color` is combined with a format that has no colors.
    func requireTextForColor() throws(CommandError) {
        if contains(.color), differenceFormat.isForPrograms { throw .exclusiveOptions(Option.color.name, "--format") }
    }

    /// Returns the words of a command line that select this storage with the given root and host.
    func addressWords(inRoot root: String?, on host: Domain.Host) -> [String] {
        storage.words + (root.map { [Option.root.name, $0] } ?? []) + host.optionWords
    }
}

extension Domain.Host {
    /// The words of a command line that select the host.
    var optionWords: [String] {
        switch self {
        case .any: []
        case .current: [Option.currentHost.name]
        case .named(let name): [Option.host.name, name]
        }
    }
}
