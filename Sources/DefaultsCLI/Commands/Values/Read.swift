import DefaultsCore
import ToolSupport

extension Command {
    /// `read`: prints a value, a domain, or all domains.
    static let read = Command(
        "read", summary: "prints domains and values", operands: OperandPattern(.domain, .key),
        forms: [
            Form("read", "shows all defaults"),
            Form("read <domain>", "shows defaults for given domain"),
            Form(
                "read <domain> <key>", "shows defaults for given domain, key",
                withPath: "read --path <key path> <domain>"),
        ],
        options: [.path, defaultText, effective, .decode] + Option.styles + [.reveal],
        schemas: .with { effective },
        group: .reading, guide: guide
    ) { (invocation, input) throws(CommandError) in
        let options = invocation.options
        if options.style.isForPrograms { try options.requireRevealedValues() }
        var operands = Operands(of: invocation, input)
        if operands.isEmpty, options.path == nil, !options.looksUpLayers {
            if options.defaultText != nil { throw .optionWithoutEffect(defaultText.name, on: "all domains") }
            return .query(readAll)
        }
        let domain = try operands.domainToRead()
        let key = try operands.key()
        let notice = try operands.noticeOfRest()
        guard let key else { return .show { (session) throws(CommandError) in try readDomain(domain, in: session) } }
        return .show { (session) throws(CommandError) in
            try readValue(of: key, in: domain, session)
            session.reportOnTerminal(notice)
        }
    }

    private static var guide: Guide {
        Guide(
            """
            Prints values in a layout for people. Use one of the output options in scripts: strings are then exact, \
            and types are not lost. With --effective, the defaults in the schema of the domain follow the layers.
            """,
            details: ["Without a domain, all domains are printed as one dictionary."],
            statuses: [Guide.Status(.negative, "the domain, key or key path does not exist")],
            example: Guide.Example(
                "Print a domain",
                """
                $ defaults read com.example.Editor
                {
                    Files =     (
                        "notes.txt",
                        "todo.txt"
                    );
                    FontSize = 14;
                    Window =     {
                        Height = 600;
                        Width = 800;
                    };
                }
                """),
            related: ["read-type", "explain", "export", "defaults-formats(5)"])
    }

    private static let defaultText = Option(
        "--default", .text("<text>"), "Print this text if nothing exists",
        """
        Print this text as a string, and exit with status 0, if the domain, key or key path does not exist. A file \
        that cannot be read is still an error.
        """
    ) { $0.defaultText = $1 }

    private static let effective = Option(
        "--effective", "Print what UserDefaults would find",
        """
        Print the value that a program finds with UserDefaults: that of the first layer that has the key or, without a \
        key, the keys of all layers. The defaults of a schema are the last layer, except for secrets. explain shows \
        the layers.
        """,
        excludes: [Option.keyring.name]
    ) { $0.looksUpLayers = true }

    private static func readValue(
        of key: KeyArgument, in domain: DomainArgument, _ session: Session
    ) throws(CommandError) {
        // Values are decoded before the lookup, because the path may lead into the content of data.
        let decode = { decoded($0, in: session) }
        let entry =
            session.options.looksUpLayers
            ? try effectiveEntry(of: domain.domain, at: key, in: session, decode: decode)
            : try session.entry(of: domain.domain, at: key, decode: decode)
        guard let entry else {
            guard let text = session.options.defaultText else { throw session.missing(key, in: domain) }
            return try session.show(.string(text), ofKey: key.text, as: session.options.style)
        }
        try session.show(entry.value, ofKey: key.text, as: session.options.style)
        try session.requireExact(entry.substitutions.filter { $0.mayConcern(key.path) }, in: domain.title)
    }

    /// Returns the value in the layer that decides or, if no layer has the key, the default in the schema.
    private static func effectiveEntry(
        of domain: Domain, at key: KeyArgument, in session: Session, decode: (PropertyListValue) -> PropertyListValue
    ) throws(CommandError) -> DomainSnapshot.Entry? {
        let schema = try session.schema(of: domain)
        if let found = try session.effectiveEntry(of: domain, at: key, decode: decode) { return found.entry }
        return schema?.defaultValue(at: key.path).map { DomainSnapshot.Entry(decode($0)) }
    }

    private static func readDomain(_ domain: DomainArgument, in session: Session) throws(CommandError) {
        let style = session.options.style
        guard let root = try root(of: domain.domain, in: session) else {
            guard let text = session.options.defaultText else {
                throw session.missing(domain, readsValues: true)
            }
            return try session.show(.string(text), ofKey: domain.title, as: style)
        }
        if case .dictionary(let contents) = root.value {
            try session.show(domains: [(domain.title, contents)], omittingValues: style.omitsValuesOfDomains) {
                (writer) throws(CommandError) in
                try writer.show(decoded(root.value, in: session), as: style)
            }
        } else {
            try session.show(decoded(root.value, in: session), ofKey: domain.title, as: style)
        }
        try session.requireExact(root.substitutions, in: domain.title)
    }

    private static func root(
        of domain: Domain, in session: Session
    ) throws(CommandError) -> DomainSnapshot.Entry? {
        guard session.options.looksUpLayers else { return try session.root(of: domain) }
        let defaults = try session.schema(of: domain)?.defaults ?? [:]
        let root = try domain.isPath ? session.root(of: domain) : session.effectiveSnapshot(of: domain).root
        return root.addingMissing(defaults)
    }

    /// Prints one dictionary of all domains.
    @Sendable private static func readAll(in session: Session) throws(CommandError) -> ExitStatus {
        let (domains, status) = try session.allDomains(in: Domain.Scope(host: session.options.host))
        let style = session.options.style
        try session.show(
            domains: domains.map { ($0.title, $0.contents) }, omittingValues: style.omitsValuesOfDomains
        ) { (writer) throws(CommandError) in
            let contents = PropertyListDictionary(domains.map { ($0.title, .dictionary($0.contents)) })
            try writer.show(decoded(.dictionary(contents), in: session), as: style)
        }
        if domains.isEmpty, status == .success { session.reportEmptyStore() }
        return status
    }

    /// Returns the value. If the options ask for it, data that contains a document is replaced by the contents of the
    /// document.
    private static func decoded(_ value: PropertyListValue, in session: Session) -> PropertyListValue {
        session.options.decodesData ? value.withDecodedData : value
    }
}

extension DomainSnapshot.Entry? {
    /// Returns the root of a domain with values for keys that it does not have. Other roots than dictionaries have no
    /// keys.
    fileprivate func addingMissing(_ defaults: PropertyListDictionary) -> Self {
        if defaults.isEmpty { return self }
        guard var entry = self else { return DomainSnapshot.Entry(.dictionary(defaults)) }
        guard case .dictionary(let contents) = entry.value else { return entry }
        var merged = defaults
        merged.merge(contents)
        entry.value = .dictionary(merged)
        return entry
    }
}
