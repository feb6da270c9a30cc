/// A group of options that verbs of a kind share.
enum OptionGroup: Sendable {
    /// Verbs that read domains.
    case reading
    /// Verbs that change domains.
    case changing
    /// Verbs that write domains to a file.
    case exporting
    /// Verbs that look at the files of domains.
    case checking

    /// The options, in the order of the help.
    var options: [Option] {
        switch self {
        case .reading: [.currentHost, .host, .root, .maxSize, .keyring]
        case .changing:
            [.currentHost, .host, .root, .dryRun, .exitCode, .lockTimeout, .maxSize, .keyring]
        case .exporting: [.currentHost, .host, .root, .maxSize, .keyring, .dryRun, .lockTimeout]
        case .checking: [.currentHost, .host, .root, .maxSize]
        }
    }
}

/// Options that most verbs take.
extension Option {
    /// The options of every verb.
    static var universal: [Option] { [help, version] }

    /// The options of the overview.
    static var overview: [Option] { OptionGroup.changing.options + universal }

    static let currentHost = Option(
        "-currentHost", "uses the preferences of this host only",
        "Work on the preferences for this host only.", excludes: ["-host"]
    ) { $0.host = .current }

    static let host = Option(
        "-host", .host, "uses the preferences of that host only",
        "Work on the preferences for the host of this name only."
    ) { $0.host = .named($1) }

    static let root = Option(
        "--root", .folder, "keeps domains in that folder, not the user's",
        "Keep all named domains in this folder instead of the user's. Overrides DEFAULTS_ROOT."
    ) { $0.root = $1 }

    static let dryRun = Option(
        "--dry-run", short: "-n", "prints what would change, and changes nothing",
        """
        Print the changes to the domain and write nothing. A change with an invalid value or key is refused as without the option. \
        Nothing is locked.
        """, isRefusedInValue: true
    ) { $0.isDryRun = true }

    static let exitCode = Option(
        "--exit-code", "ends with 2 if a domain was or would be changed",
        "Exit with status 2 instead of 0 if a domain was changed or, with --dry-run, would be changed.",
        isRefusedInValue: true
    ) { $0.reportsChange = true }

    static let lockTimeout = Option(
        "--lock-timeout", .seconds, "waits that long for other writers (default: 10)",
        """
        Wait up to this many seconds for other programs that change domains in the same folder. Fractions are allowed. \
        Default: 10.
        """
    ) { $0.lockTimeout = $1 }

    static let maxSize = Option(
        "--max-size", .bytes, "reads files up to that size (default: 1G)",
        """
        Refuse files and input larger than this size. Accepts the suffixes K, M and G (powers of 1024). Default: 1G.
        """
    ) { $0.sizeLimit = $1 }

    static let keyring = Option(
        "--keyring", "keeps domains in the keyring, not in files",
        "Use the keyring of the user's session instead of files.", isRefusedInValue: true
    ) { $0.storage = .keyring }

    static let help = Option(
        "--help", short: "-h", "prints help", "Print the help of the command or of the verb."
    ) { $0.showsHelp = true }

    static let version = Option("--version", "prints the version", "Print the version.") { $0.showsVersion = true }
}

/// Options that several verbs take.
extension Option {
    static let path = Option(
        "--path", .keyPath, "takes a path such as a.0.b in place of a key",
        "Use the value at this key path, inside arrays and dictionaries, instead of a key."
    ) { $0.path = $1 }

    static let ifExists = Option(
        "--if-exists", "ends with 0 if there is no such key or domain",
        "Exit with status 0 if the domain or key does not exist."
    ) { $0.acceptsAbsence = true }

    static let reveal = Option(
        "--reveal", "shows the values of the keyring",
        "Print values of the keyring that are hidden by default.", needs: keyring.name
    ) { $0.revealsValues = true }
}
