/// An option, as it is written on the command line.
enum Option: String, Sendable {
    case currentHost = "-currentHost"
    case host = "-host"
    case root = "--root"
    case lockTimeout = "--lock-timeout"
    case ascii = "--ascii"
    case help = "--help"
    case version = "--version"

    /// What the option's value is called, nil for an option without one.
    var valueName: String? {
        switch self {
        case .host: "<hostname>"
        case .root: "<folder>"
        case .lockTimeout: "<seconds>"
        case .currentHost, .ascii, .help, .version: nil
        }
    }

    /// What the option does, for the help.
    var summary: String {
        switch self {
        case .currentHost: "uses the preferences of this host only"
        case .host: "uses the preferences of that host"
        case .root: "keeps all domains in that folder"
        case .lockTimeout: "waits that long for another writer (10)"
        case .ascii: "prints ASCII with Apple's escapes"
        case .help: "prints help"
        case .version: "prints the version"
        }
    }

    /// Options that every verb has. They stand before the verb or right after it.
    static let global: [Option] = [.currentHost, .host, .root, .lockTimeout, .help, .version]
}

/// The options that were given, with their values.
struct OptionValues: Sendable {
    private var values: [Option: String] = [:]

    /// Whether an option was given.
    func contains(_ option: Option) -> Bool {
        values[option] != nil
    }

    /// An option's value. Given twice, the last counts.
    subscript(option: Option) -> String? {
        get { values[option] }
        set { values[option] = newValue }
    }
}
