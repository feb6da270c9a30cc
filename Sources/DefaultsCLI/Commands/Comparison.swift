import DefaultsCore
import PropertyList

/// A comparison of two domains or files, each of which may contain patterns.
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
    private let match: ExpectationMatch

    /// Compares the values of two operands.
    ///
    /// - Throws: An error if neither of them exists.
    init(
        of old: ComparisonOperand, with new: ComparisonOperand, in session: Session, _ input: Input
    ) throws(CommandError) {
        let options = session.options
        let oldContents = try old.contents(in: session, input, beside: new)
        let newContents = try new.contents(in: session, input, beside: old)
        if !oldContents.exists, !newContents.exists { throw .nothingToCompare(old.text, new.text) }
        if options.differenceFormat.isCommands, !oldContents.isDomain { throw .noCommands(for: old.text) }
        var addressWords = options.addressWords
        if let root = old.root { addressWords = options.addressWords(inRoot: root) }
        self.init(
            of: oldContents.expected, with: newContents.expected, filter: PropertyListDifferenceFilter(options),
            script: CommandScript(
                options: addressWords, domain: old.isFolder ? new.text : old.text,
                keepsValuesOffCommandLines: options.storage.keepsSecrets))
    }

    private init(
        of old: ExpectedValue, with new: ExpectedValue, filter: PropertyListDifferenceFilter,
        script: CommandScript, title: String? = nil, domain: Domain? = nil
    ) {
        match = ExpectationMatch(of: old, with: new)
        self.old = match.old
        self.new = filter.target(from: match.old, to: match.new)
        self.script = script
        self.title = title
        self.domain = domain
        differences = match.differences(to: self.new)
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
                        of: ExpectedValue(try session.contents(of: oldDomain, in: session.storeInRoot(old))),
                        with: ExpectedValue(try session.contents(of: newDomain, in: session.storeInRoot(new))),
                        filter: filter,
                        script: CommandScript(
                            options: storage.words + [Option.root.name, old] + hostWords,
                            domain: oldDomain.description, keepsValuesOffCommandLines: storage.keepsSecrets),
                        title: oldDomain.title, domain: oldDomain))
            }
        }
        return (comparisons, obstacles)
    }

    /// Compares all domains of two state documents, or of a document and a root.
    ///
    /// A domain that one of them does not list is compared as empty.
    static func states(
        _ old: ComparisonOperand, _ new: ComparisonOperand, in session: Session, _ input: Input
    ) throws(CommandError) -> [Comparison] {
        if session.options.differenceFormat.isCommands, old.root == nil { throw .noCommands(for: old.text) }
        let filter = PropertyListDifferenceFilter(session.options)
        let (old, new) = (
            (operand: old, contents: try old.state(in: session, input)), try new.state(in: session, input)
        )
        let domains = (old.contents.keys + new.keys.filter { old.contents[$0] == nil })
            .sorted { $0.spelling.precedesInUTF16($1.spelling) }
        return domains.map { domain in
            let rootWords = old.operand.root.map { [Option.root.name, $0] } ?? []
            return Comparison(
                of: old.contents[domain] ?? [:], with: new[domain] ?? [:], filter: filter,
                script: CommandScript(
                    options: rootWords + (domain.host == .current ? [Option.currentHost.name] : []),
                    domain: domain.description),
                title: domain.title, domain: domain)
        }
    }

    /// The differences as JSON objects, and the paths of the patterns in them. The first component is the index of the
    /// object.
    var json: (objects: [PropertyListValue], patterns: [PropertyListPath]) {
        let indices = Dictionary(
            differences.enumerated().map { ($0.element.path, $0.offset) }, uniquingKeysWith: { $1 })
        var patterns: [PropertyListPath] = []
        for (name, paths) in [("old", match.oldPatterns.keys), ("new", match.newPatterns.keys)] {
            for path in paths {
                guard let (index, rest) = Self.entry(of: path, in: indices) else { continue }
                patterns.append(PropertyListPath([String(index), name] + rest))
            }
        }
        return (DifferenceText.json(of: differences, domain: domain), patterns)
    }

    /// The path of a pattern in a value that commands would have to write, or `nil` if there is none.
    var patternToWrite: PropertyListPath? {
        let indices = Dictionary(
            differences.enumerated().map { ($0.element.path, $0.offset) }, uniquingKeysWith: { $1 })
        return match.newPatterns.keys.filter { Self.entry(of: $0, in: indices) != nil }
            .min { $0.description.precedesInUTF16($1.description) }
    }

    /// Returns the entry of a path or of the nearest path around it, and the rest of the path.
    private static func entry(
        of path: PropertyListPath, in indices: [PropertyListPath: Int]
    ) -> (index: Int, rest: [String])? {
        for count in (0...path.components.count).reversed() {
            if let index = indices[PropertyListPath(Array(path.components[..<count]))] {
                return (index, Array(path.components[count...]))
            }
        }
        return nil
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
        // Domains without keys are equal to missing ones.
        try CommandError.mapping(
            try session.storeInRoot(root).findDomainsToRead(on: host, includingOtherHosts: true))
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
