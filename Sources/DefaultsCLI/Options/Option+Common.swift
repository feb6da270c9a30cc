/// A group of options that similar verbs share.
enum OptionGroup: Sendable {
    /// Verbs that read domains.
    case reading
    /// Verbs that change domains.
    case changing
    /// Verbs that change domains in files through a temporary file.
    case editing
    /// Verbs that write domains to a file.
    case exporting
    /// Verbs that examine the files of domains.
    case checking
    /// Verbs that change several domains in one update. The names of the domains include the host.
    case combining
    /// Verbs that read either all domains or no domains.
    case surveying

    /// The options, in the order of the help.
    var options: [Option] {
        switch self {
        case .reading: [.currentHost, .host, .root, .maxSize, .keyring]
        case .changing:
            [.currentHost, .host, .root, .dryRun, .exitCode, .journal, .rewrite, .lockTimeout, .maxSize, .keyring]
        case .editing: [.currentHost, .host, .root, .dryRun, .exitCode, .journal, .rewrite, .lockTimeout, .maxSize]
        case .exporting: [.currentHost, .host, .root, .maxSize, .keyring, .dryRun, .lockTimeout]
        case .checking: [.currentHost, .host, .root, .maxSize]
        case .combining: [.root, .dryRun, .exitCode, .journal, .rewrite, .lockTimeout, .maxSize]
        case .surveying: [.root, .maxSize]
        }
    }
}

/// Options that most verbs take.
extension Option {
    /// The options of every verb.
    static var universal: [Option] { [help, version] }

    /// The options that the help overview lists.
    static var overview: [Option] { OptionGroup.changing.options + universal }

    static let currentHost = Option(
        "-currentHost", "Use the preferences for this host only", "Use the preferences for this host only.",
        excludes: ["-host"]
    ) { $0.host = .current }

    static let host = Option(
        "-host", .host, "Use the preferences for that host only",
        """
        Use the preferences for the given host only. -currentHost and -host have no effect on a domain given by a path.
        """
    ) { $0.host = .named($1) }

    static let root = Option(
        "--root", .folder, "Keep domains in this folder",
        "Keep named domains in the folder instead of the user's folder. Overrides DEFAULTS_ROOT."
    ) { $0.root = $1 }

    static let dryRun = Option(
        "--dry-run", short: "-n", "Print the changes without making them",
        """
        Print what a change would do, and change nothing. Nothing is locked or written. A change with an invalid key \
        or value still fails. DIFFERENCES in defaults-formats(5) describes the output.
        """, isRefusedInValue: true
    ) { $0.isDryRun = true }

    static let exitCode = Option(
        "--exit-code", "Exit with status 2 if a domain changed",
        "Exit with status 2 instead of 0 if a domain was changed or, with --dry-run, would have been changed.",
        isRefusedInValue: true
    ) { $0.reportsChange = true }

    static let journal = Option(
        "--journal", .file, "Record changes in this file, for undo",
        "Record each change in this file, so that undo can take it back. Overrides DEFAULTS_JOURNAL.",
        excludes: [keyring.name]
    ) { $0.journal = $1 }

    static let rewrite = Option(
        "--rewrite", "Write files whole, without comments",
        """
        Write files whole, without their comments and their layout. Without this option, a file given by its path \
        keeps its layout, and an old-style file whose comments a change cannot keep is refused with status 65. See \
        FILE FORMATS in defaults-formats(5).
        """, excludes: [keyring.name],
        isRefusedInValue: true
    ) { $0.rewritesFiles = true }

    static let lockTimeout = Option(
        "--lock-timeout", .seconds, "Wait this long for a lock (default: 10)",
        """
        Wait at most this long for other writers in the same folder. Fractions are accepted. Writers proceed in the \
        order of their arrival. Default: 10.
        """
    ) { $0.lockTimeout = $1 }

    static let maxSize = Option(
        "--max-size", .bytes, "Refuse larger files (default: 1G)",
        "Refuse files and input larger than this size. Accepts the suffixes K, M and G (powers of 1024). Default: 1G."
    ) { $0.sizeLimit = $1 }

    static let keyring = Option(
        "--keyring", "Use the session keyring instead of files",
        "Use the session keyring instead of files. See defaults-keyring(7).",
        isRefusedInValue: true
    ) { $0.storage = .keyring }

    // These two run a verb in place of the given one, and set nothing.

    static let help = Option("--help", short: "-h", "Print help", "Print help for the command or the verb.") { _ in }
    static let version = Option("--version", "Print the version", "Print the version.") { _ in }
}

/// Options that several verbs take.
extension Option {
    static let path = Option(
        "--path", .keyPath, "Use a key path such as a.0.b",
        """
        Use the value at a key path instead of the value of a key. The key operand is omitted. The empty path is the \
        root. See KEY PATHS in defaults-formats(5).
        """
    ) { $0.path = $1 }

    static let output = Option(
        "-o", .file, "Write to this file", "Write to this file instead of standard output."
    ) { $0.outputFile = $1 }

    static let ifExists = Option(
        "--if-exists", "Accept a missing domain or key",
        """
        Exit with status 0 if the domain or key does not exist. See DOMAINS in defaults(1) for names of files.
        """
    ) { $0.acceptsAbsence = true }

    /// The options of verbs that use the schemas of domains.
    static var schemas: [Option] { [schema, noSchema] }

    static let schema = Option(
        "--schema", .file, "Use this schema of the domain",
        "Use the JSON Schema in this file for each domain, instead of the installed one; see defaults-schema(7).",
        excludes: [keyring.name, "--no-schema"]
    ) { $0.schemaFile = $1 }

    static let noSchema = Option(
        "--no-schema", "Ignore the schema of the domain", "Ignore schemas.",
        excludes: [keyring.name], isRefusedInValue: true
    ) { $0.ignoresSchemas = true }

    static let reveal = Option(
        "--reveal", "Print hidden values of the keyring",
        "Print values of the keyring that would otherwise be hidden.", needs: keyring.name
    ) { $0.revealsValues = true }
}
