import DefaultsCore
import PropertyList

/// A comparison of two domains or files.
struct Comparison {
    let old: PropertyListDictionary
    /// The second, with the values of the first at paths that are not compared.
    let new: PropertyListDictionary
    /// The commands that make the first equal to the second.
    let script: CommandScript
    /// The title of the domain, if several are compared.
    let title: String?
    let differences: [PropertyListDifference]
    private let domain: Domain?

    var json: [PropertyListValue] { DifferenceText.json(of: differences, domain: domain) }

    /// Compares the values of two operands.
    ///
    /// - Throws: An error if neither of them exists.
    init(
        of old: ComparisonOperand, with new: ComparisonOperand, in session: Session, _ input: Input
    ) throws(CommandError) {
        let options = session.options
        let oldContents = try old.contents(in: session, input)
        let newContents = try new.contents(in: session, input)
        if !oldContents.exists, !newContents.exists { throw .nothingToCompare(old.text, new.text) }
        if options.differenceFormat.isCommands, !oldContents.isDomain { throw .noCommands(for: old.text) }
        self.init(
            of: oldContents.values, with: newContents.values, filter: PropertyListDifferenceFilter(options),
            script: CommandScript(
                options: options.addressWords, domain: old.text,
                keepsValuesOffCommandLines: options.storage.keepsSecrets))
    }

    private init(
        of old: PropertyListDictionary, with new: PropertyListDictionary, filter: PropertyListDifferenceFilter,
        script: CommandScript, title: String? = nil, domain: Domain? = nil
    ) {
        self.old = old
        self.new = filter.target(from: old, to: new)
        self.script = script
        self.title = title
        self.domain = domain
        differences = PropertyListDifference.between(self.old, self.new)
    }

    /// Compares all domains of two roots: those of any host and of other hosts, then those of this host.
    ///
    /// - Returns: The comparisons, and errors for entries that could be domains but could not be compared.
    static func all(
        inRoot old: String, with new: String, in session: Session
    ) throws(CommandError) -> (comparisons: [Comparison], obstacles: [CommandError]) {
        let storage = session.options.storage
        let filter = PropertyListDifferenceFilter(session.options)
        var comparisons: [Comparison] = []
        var obstacles: [CommandError] = []
        for host in [Domain.Host.any, .current] {
            let found = try [domains(inRoot: old, host: host, session), domains(inRoot: new, host: host, session)]
            obstacles += found.flatMap(\.obstacles).map(CommandError.init(obstacle:))
            for name in names(of: found.map(\.domains), inRoots: [old, new]) {
                let oldDomain = try domain(name, inRoot: old, host: host)
                let newDomain = try domain(name, inRoot: new, host: host)
                let hostWords = host == .current ? [Option.currentHost.name] : []
                comparisons.append(
                    Comparison(
                        of: try session.contents(of: oldDomain, in: session.storeInRoot(old)),
                        with: try session.contents(of: newDomain, in: session.storeInRoot(new)), filter: filter,
                        script: CommandScript(
                            options: storage.words + [Option.root.name, old] + hostWords,
                            domain: oldDomain.description, keepsValuesOffCommandLines: storage.keepsSecrets),
                        title: oldDomain.description + (host == .current ? ", current host" : ""), domain: oldDomain))
            }
        }
        return (comparisons, obstacles)
    }

    /// The names of the domains of the roots, each once. For a domain that is identified by a path, the path relative
    /// to its root.
    private static func names(of domains: [[Domain]], inRoots roots: [String]) -> [String] {
        var names = ["NSGlobalDomain"]
        for (root, domains) in zip(roots, domains) {
            names += domains.map(\.description).map { text in
                let isBelow = text.hasScalarPrefix(root + "/")
                return isBelow ? String(decoding: text.utf8.dropFirst(root.utf8.count), as: UTF8.self) : text
            }
        }
        // A set would treat canonically equivalent names as one.
        names.sort { $0.precedesInUTF16($1) }
        return names.enumerated().filter { $0 == 0 || !names[$0 - 1].hasSameScalars(as: $1) }.map(\.element)
    }

    private static func domains(
        inRoot root: String, host: Domain.Host, _ session: Session
    ) throws(CommandError) -> FoundDomains {
        let store = session.storeInRoot(root)
        var found = try CommandError.mapping(try store.findDomains(on: host))
        if host == .any, let files = store as? FileDomainStore {
            let others = try CommandError.mapping(try files.findDomainsOfOtherHosts())
            found.domains += others.domains
            found.obstacles += others.obstacles
        }
        return found
    }

    private static func domain(_ name: String, inRoot root: String, host: Domain.Host) throws(CommandError) -> Domain {
        try CommandError.mapping(try Domain(name.utf8.first == UInt8(ascii: "/") ? root + name : name, host: host))
    }
}

extension PropertyListDifferenceFilter {
    /// The filter that the options describe.
    fileprivate init(_ options: OptionValues) {
        self.init(only: options.comparedPaths, ignoring: options.ignoredPaths)
    }
}
