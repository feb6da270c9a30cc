import DefaultsCore
import DefaultsState
import ToolSupport

/// A comparison of two domains or files, each of which may contain patterns.
struct Comparison {
    let old: PropertyListValue
    /// The new root. At paths that are not compared, it contains the values of `old`.
    let new: PropertyListValue
    /// The commands that make `old` equal to `new`.
    let script: CommandScript
    private(set) var differences: [PropertyListDifference]
    /// The paths of the differences in which secrets are hidden.
    private(set) var secrets: [PropertyListPath] = []
    /// The domain, or `nil` if the operands are compared as one domain each.
    private let domain: Domain?
    /// The domains whose schemas mark secrets.
    private let domains: [Domain]
    private let match: ExpectationMatch

    /// Compares the values of two operands.
    ///
    /// - Throws: An error if neither operand exists.
    init(
        of old: ComparisonOperand, with new: ComparisonOperand, in session: Session, _ input: Input
    ) throws(CommandError) {
        let options = session.options
        let oldContents = try old.contents(in: session, input, beside: new)
        let newContents = try new.contents(in: session, input, beside: old)
        try Self.requireSomething(in: [(old, oldContents), (new, newContents)], in: session)
        if options.differenceFormat.isCommands, !oldContents.isDomain { throw .noCommands(for: old.text) }
        self.init(
            of: oldContents.expected, with: newContents.expected, filter: session.keyFilter,
            script: CommandScript(
                options: options.addressWords(inRoot: old.root ?? options.root, on: options.host),
                domain: old.isFolder ? new.text : old.text,
                keepsValuesOffCommandLines: options.storage.keepsSecrets),
            domains: [old, new].compactMap(\.domain))
    }

    /// Compares the contents of a domain in two folders or state documents.
    ///
    /// - Parameter root: The folder of the old contents, or `nil` for a document.
    private init(
        of old: ExpectedValue, with new: ExpectedValue, domain: Domain, inRoot root: String?, in session: Session
    ) {
        let options = session.options
        self.init(
            of: old, with: new, filter: session.keyFilter,
            script: CommandScript(
                options: options.addressWords(inRoot: root, on: domain.host), domain: domain.description,
                keepsValuesOffCommandLines: options.storage.keepsSecrets),
            domain: domain, domains: [domain])
    }

    private init(
        of old: ExpectedValue, with new: ExpectedValue, filter: PropertyListDifferenceFilter,
        script: CommandScript, domain: Domain? = nil, domains: [Domain]
    ) {
        match = ExpectationMatch(of: old, with: new)
        self.old = match.old
        self.new = filter.target(from: match.old, to: match.new)
        (self.script, self.domain, self.domains) = (script, domain, domains)
        differences = match.differences(to: self.new)
    }

    /// Returns the comparisons of one report, without secrets.
    static func hidingSecrets(in comparisons: [Comparison], _ session: Session) -> [Comparison] {
        let shown = session.redaction.hidingSecrets(in: comparisons.map { ($0.domains, $0.differences) })
        return zip(comparisons, shown).map { comparison, differences in
            var comparison = comparison
            comparison.secrets = comparison.differences.paths(hiddenIn: differences)
            comparison.differences = differences
            return comparison
        }
    }

    /// Refuses a comparison if neither operand exists. Also refuses a missing domain, which is most likely a mistake.
    /// Option `--allow-missing` permits a missing domain, unless a file or folder in the current folder has its name. A
    /// domain whose file has no keys is not missing.
    private static func requireSomething(
        in operands: [(operand: ComparisonOperand, contents: ComparisonOperand.Contents)], in session: Session
    ) throws(CommandError) {
        let texts = operands.map(\.operand.text)
        let missing = operands.filter { !$0.contents.exists }.map(\.operand)
        let path = ComparisonOperand.suggestion(of: missing, in: session)
        if missing.count == operands.count { throw nothingToCompare(missing[0], missing[1]).suggesting(path) }
        // If the command line also contains the path, the user distinguishes the domain from the file on purpose.
        if let path, !texts.contains(where: { $0.hasSameScalars(as: path) }) {
            throw CommandError(.inputOutput, CommandError.domainDoesNotExist(missing[0].text).sentence).suggesting(path)
        }
        guard !session.options.acceptsMissing, case .domain(let domain)? = missing.first, !session.hasFile(of: domain)
        else { return }
        let error = session.advised(
            .domainDoesNotExist(domain.operand), path == nil ? session.suggestion(for: domain) : nil, missing: domain)
        let isAdvised = error.sentence != CommandError.domainDoesNotExist(domain.operand).sentence
        let refusal = CommandError(.inputOutput, error.sentence)
        throw isAdvised ? refusal : refusal.followed(by: "use '--allow-missing' to compare a missing domain as empty")
    }

    /// The error if neither operand exists. A folder or document counts as missing if it does not contain the domain
    /// that it is compared with.
    private static func nothingToCompare(_ old: ComparisonOperand, _ new: ComparisonOperand) -> CommandError {
        for (operand, other) in [(old, new), (new, old)]
        where operand.isDomain && !other.isDomain && !other.isMissingPath {
            return CommandError(
                .inputOutput,
                """
                Domain \(shown: operand.text) does not exist, and '\(shown: other.text)' does not contain it; \
                there is nothing to compare
                """)
        }
        return .nothingToCompare(old.description, new.description)
    }

    /// Compares all domains of two roots. The domains of this host come after all other domains.
    ///
    /// - Returns: The comparisons, and the errors of domains that could not be compared.
    static func all(
        inRoot old: String, with new: String, in session: Session
    ) throws(CommandError) -> (comparisons: [Comparison], errors: [CommandError]) {
        var found: [ExactName: DomainPair] = [:]
        var reading = DomainsReading()
        for (root, side) in [(old, \DomainPair.old), (new, \DomainPair.new)] {
            let read = try session.readDomains(in: session.scope, ofFolder: root)
            for (domain, contents) in read.domains {
                found[DomainPair.name(of: domain, inRoot: root), default: DomainPair()][keyPath: side] = contents
            }
            reading.add(read)
        }
        if !reading.failed.isEmpty { try session.require(none: reading.errors) }
        session.reportUnsearchedFolder(reading.unsearchedFolder)
        if reading.errors.isEmpty {
            try session.requireMatches(reading.domains.map(\.domain), status: .inputOutput)
        }
        // A search of the user's base omits subfolders. Their domains are read here if the other folder contains them.
        for (root, side) in [(old, \DomainPair.old), (new, \DomainPair.new)] {
            let store = session.storeOfDomains(inFolder: root)
            for (name, pair) in found where pair[keyPath: side].isEmpty && name.text.utf8.contains(UInt8(ascii: "/")) {
                let domain = try DomainPair.domain(named: name, inRoot: root, session.scope)
                found[name]?[keyPath: side] = try session.contents(of: domain, in: store)
            }
        }
        let comparisons = try found.sorted { $0.key < $1.key }.map { (name, pair) throws(CommandError) in
            Comparison(
                of: ExpectedValue(pair.old), with: ExpectedValue(pair.new),
                domain: try DomainPair.domain(named: name, inRoot: old, session.scope), inRoot: old, in: session)
        }
        return (comparisons, reading.errors)
    }

    /// Compares all domains of two state documents, or of a document and a root.
    ///
    /// If only one operand lists a domain, the domain is compared with an empty domain.
    static func states(
        _ old: ComparisonOperand, _ new: ComparisonOperand, in session: Session, _ input: Input
    ) throws(CommandError) -> [Comparison] {
        if session.options.differenceFormat.isCommands, old.root == nil { throw .noCommands(for: old.text) }
        var oldState = try old.state(in: session, input, beside: new)
        var newState = try new.state(in: session, input, beside: old)
        try old.add(newState.keys, to: &oldState, in: session)
        try new.add(oldState.keys, to: &newState, in: session)
        let domains = (oldState.keys + newState.keys.filter { oldState[$0] == nil })
            .filter(session.scope.contains)
            .sorted { $0.spelling.precedesInUTF16($1.spelling) }
        try session.requireMatches(domains, status: .inputOutput)
        return domains.map { domain in
            Comparison(
                of: oldState[domain] ?? [:], with: newState[domain] ?? [:], domain: domain, inRoot: old.root,
                in: session)
        }
    }

    /// The title of the domain, or `nil` if the operands are compared as one domain each.
    var title: String? { domain?.title }

    /// Whether commands would replace the whole root, including parts that are not compared.
    var replacesRoot: Bool { differences.contains { $0.path.components.isEmpty } }

    /// The roots of both operands, in which the key patterns of the options must find a match.
    var matched: [PropertyListValue] { [match.old, match.new] }

    /// The differences as JSON objects, and the paths of the patterns in them. The first component of a path is the
    /// index of its object.
    var json: (objects: [PropertyListValue], patterns: [PropertyListPath]) {
        let patterns = [("old", match.oldPatterns), ("new", match.newPatterns)].flatMap { name, patterns in
            located(patterns).map { PropertyListPath([String($0.index), name] + $0.rest) }
        }
        return (DifferenceText.json(of: differences, domain: domain), patterns)
    }

    /// The path of a pattern in a value that commands would have to write, or `nil` if there is none.
    var patternToWrite: PropertyListPath? {
        located(match.newPatterns).map(\.path).min { $0.description.precedesInUTF16($1.description) }
    }

    /// Returns the paths of patterns that are in a difference. Each has the index of the difference at the path or at
    /// its nearest ancestor, and the rest of the path.
    private func located(
        _ patterns: [PropertyListPath: String]
    ) -> [(path: PropertyListPath, index: Int, rest: [String])] {
        if patterns.isEmpty { return [] }
        let indices = Dictionary(
            differences.enumerated().map { ($0.element.path, $0.offset) }, uniquingKeysWith: { $1 })
        return patterns.keys.compactMap { path in
            for count in (0...path.components.count).reversed() {
                if let index = indices[path.prefix(count)] {
                    return (path, index, Array(path.components[count...]))
                }
            }
            return nil
        }
    }
}

extension ComparisonOperand {
    /// Adds domains that the other operand names, if this operand is a folder. A search of the folder may have omitted
    /// them.
    fileprivate func add(
        _ domains: some Sequence<Domain>, to state: inout [Domain: ExpectedValue], in session: Session
    ) throws(CommandError) {
        guard case .folder(let root, _) = self else { return }
        let store = session.storeOfDomains(inFolder: root)
        for domain in domains where state[domain] == nil && domain.description.utf8.first != UInt8(ascii: "/") {
            let contents = try session.contents(of: domain, in: store)
            if !contents.isEmpty { state[domain] = ExpectedValue(contents) }
        }
    }
}

/// The contents of a domain in two roots.
private struct DomainPair {
    var old = PropertyListDictionary()
    var new = PropertyListDictionary()

    /// Returns a name that is the same in each root. Names of domains of any host precede the others in order.
    ///
    /// For a domain that is identified by a path, the name contains the path relative to the root.
    static func name(of domain: Domain, inRoot root: String) -> ExactName {
        let text = domain.description
        let isBelow = text.hasScalarPrefix(root + "/")
        return ExactName((domain.host == .any ? "0" : "1") + (isBelow ? text.droppingScalarPrefix(root) : text))
    }

    /// Returns the domain with a name in a root.
    static func domain(
        named name: ExactName, inRoot root: String, _ scope: Domain.Scope
    ) throws(CommandError) -> Domain {
        let text = name.text.droppingScalarPrefix("0")
        let host = scope.host ?? (name.text.hasScalarPrefix("0") ? .any : .current)
        return try CommandError.mapping(try Domain(text.hasScalarPrefix("/") ? root + text : text, host: host))
    }
}
