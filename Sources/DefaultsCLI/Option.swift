/// An option, as it is written on the command line.
enum Option: String, CaseIterable, Sendable {
    case currentHost = "-currentHost"
    case host = "-host"
    case root = "--root"
    case dryRun = "--dry-run"
    case exitCode = "--exit-code"
    case lockTimeout = "--lock-timeout"
    case maxSize = "--max-size"
    case keyring = "--keyring"
    case help = "--help"
    case version = "--version"

    case path = "--path"
    case insert = "--insert"
    case ifExists = "--if-exists"
    case stdin = "--stdin"
    case valueFile = "--value-file"
    case replace = "--replace"
    case merge = "--merge"
    case force = "--force"
    case format = "--format"
    case ignore = "--ignore"
    case only = "--only"
    case allowMissing = "--allow-missing"
    /// `--ignore` of a verb that ignores kinds of finding.
    case ignoredKind = "--ignore of kinds"

    case id = "--id"
    case copy = "--copy"
    case convert = "--convert"
    case onConflict = "--on-conflict"
    case verbose = "-v"
    case status = "--status"
    case rollback = "--rollback"
    /// `--path` of a verb whose operands are the paths.
    case keyPaths = "--path of operands"

    case ascii = "--ascii"
    case json = "--json"
    case xml = "--xml"
    case raw = "--raw"
    case types = "--types"
    case lines = "--lines"
    case null = "-0"
    case sh = "--sh"
    case decode = "--decode"
    case reveal = "--reveal"

    /// Options that most verbs have, in the order of the help.
    static let global: [Option] = [
        .currentHost, .host, .root, .dryRun, .exitCode, .lockTimeout, .maxSize, .keyring, .help, .version,
    ]

    /// The options of these that have an effect on a verb that reads domains.
    static let ofReaders: [Option] = [.currentHost, .host, .root, .maxSize, .keyring]

    /// The options of these that have an effect on a verb that changes domains.
    static let ofWriters: [Option] = [
        .currentHost, .host, .root, .dryRun, .exitCode, .lockTimeout, .maxSize, .keyring,
    ]

    /// The word it is on the command line.
    var name: String {
        switch self {
        case .keyPaths: Option.path.rawValue
        case .ignoredKind: Option.ignore.rawValue
        default: rawValue
        }
    }

    /// What may follow an option.
    enum Value {
        /// Nothing.
        case none
        /// A value, in the same word after `=` or in the next word.
        case required(String)
        /// A value or none, in the same word after `=`.
        case optional(String)
    }

    var value: Value {
        switch self {
        case .host: .required("<hostname>")
        case .root: .required("<folder>")
        case .lockTimeout: .required("<seconds>")
        case .maxSize: .required("<bytes>")
        case .path: .required("<key path>")
        case .valueFile: .required("<file>")
        case .format: .required("<format>")
        case .ignore, .only: .required("<pattern>")
        case .ignoredKind: .required("<kind>")
        case .id, .rollback: .required("<id>")
        case .onConflict: .required("<policy>")
        case .json: .optional("plain")
        case .sh: .optional("<prefix>")
        case .force, .currentHost, .dryRun, .exitCode, .keyring, .reveal, .help, .version, .insert, .ifExists,
            .allowMissing, .stdin, .replace,
            .merge, .ascii, .xml, .raw, .types, .lines, .null, .decode, .copy, .convert, .verbose, .status, .keyPaths:
            .none
        }
    }

    /// Whether the option's value is a key, which may be empty.
    var namesKey: Bool { self == .path || self == .ignore || self == .only }

    /// What the option does, for the help.
    var summary: String {
        switch self {
        case .currentHost: "uses the preferences of this host only"
        case .host: "uses the preferences of that host only"
        case .root: "keeps domains in that folder, not the user's"
        case .dryRun: "prints what would change, and changes nothing"
        case .exitCode: "ends with 2 if a domain was or would be changed"
        case .lockTimeout: "waits that long for other writers (default: 10)"
        case .maxSize: "reads files up to that size (default: 1G)"
        case .keyring: "keeps domains in the keyring, not in files"
        case .help: "prints help"
        case .version: "prints the version"
        case .path: "takes a path such as a.0.b in place of a key"
        case .insert: "inserts before the element at the path"
        case .ifExists: "ends with 0 if there is no such key or domain"
        case .stdin: "takes the value from standard input"
        case .valueFile: "takes the value from a file"
        case .replace: "removes all other keys of the domain"
        case .merge: "merges dictionaries that both have, all down"
        case .force: "deletes or replaces a file that cannot be read"
        case .format: "chooses the format"
        case .ignore: "leaves out keys that match; may be repeated"
        case .only: "compares matching keys only; may be repeated"
        case .allowMissing: "compares a path to nothing as empty"
        case .ignoredKind: "leaves findings of a kind out; may be repeated"
        case .id: "names the migration"
        case .copy: "leaves the old keys as they are"
        case .convert: "converts to the type where nothing is lost"
        case .onConflict: "keep-new, overwrite or fail, if both exist"
        case .verbose: "prints what becomes of each key"
        case .status: "lists what was migrated"
        case .rollback: "undoes that migration"
        case .keyPaths: "takes the keys for key paths"
        case .ascii: "prints ASCII with Apple's escapes"
        case .json: "prints JSON, with tags for types unless plain"
        case .xml: "prints an xml plist, as export does"
        case .raw: "prints the bytes of a single value, no more"
        case .types: "prints each key with its type and value"
        case .lines: "prints keys or elements, one a line"
        case .null: "prints them with a NUL after each, for xargs -0"
        case .sh: "prints assignments of default_KEY for eval"
        case .reveal: "shows the values of the keyring"
        case .decode: "shows archives, plists and JSON inside data"
        }
    }

    /// The option and its value, as the help shows them.
    var synopsis: String {
        switch value {
        case .none: shortName.map { "\($0), \(name)" } ?? name
        case .required(let value): "\(name) \(value)"
        case .optional(let value): "\(name)[=\(value)]"
        }
    }
}

/// The options that were given, with their values.
struct OptionValues: Sendable {
    private var values: [Option: [String]] = [:]

    /// Whether an option was given.
    func contains(_ option: Option) -> Bool {
        values[option] != nil
    }

    /// An option's value, of several the last. Empty where it was given without one.
    subscript(option: Option) -> String? {
        values[option]?.last
    }

    /// All the values that an option was given.
    func all(_ option: Option) -> [String] {
        values[option] ?? []
    }

    mutating func add(_ option: Option, value: String) {
        values[option, default: []].append(value)
    }

    /// Refuses two options of which only one can be meant.
    func requireOne(of options: [Option]) throws(CommandError) {
        let given = options.filter(contains)
        if given.count > 1 { throw .exclusiveOptions(given[0].name, given[1].name) }
    }
}
