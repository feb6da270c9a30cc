import DefaultsCore
import PropertyList
import ToolSupport

extension Command {
    /// `check`: checks the files of domains for problems. Changes nothing.
    static let check = Command(
        "check", operands: OperandPattern(rest: .domain),
        forms: [
            Form("check", "checks the files of all domains"),
            Form("check <domain> ...", "checks the files of the domains"),
        ],
        options: [.json, .domains, ignore], group: .checking, guide: guide
    ) { (invocation, input) throws(CommandError) in
        var operands = Operands(of: invocation, input)
        var domains: [DomainArgument] = []
        while !operands.isEmpty { domains.append(try operands.domain()) }
        return .query { [domains] (session) throws(CommandError) in try check(domains, in: session) }
    }

    private static var guide: Guide {
        Guide(
            """
            Checks the files of domains for problems, and changes nothing: files that cannot be read, values that \
            other programs cannot read, modes that let others read a file, and temporary files of interrupted \
            writes.
            """,
            statuses: [
                Guide.Status(.success, "there are no problems"),
                Guide.Status(.negative, "there are problems, or a domain does not exist"),
                Guide.Status(.invalidData, "a file cannot be read"),
            ],
            example: Guide.Example(
                "Check one domain",
                """
                $ defaults check com.example.Editor && echo clean
                clean
                """),
            related: ["read", "defaults-formats(5)"])
    }

    private static let ignore = Option(
        "--ignore", .findingKind, "Omit findings of this kind (repeatable)",
        "Exclude findings of a kind. May be repeated."
    ) { $0.ignoredFindings.append($1) }

    private static func check(
        _ domains: [DomainArgument], in session: Session
    ) throws(CommandError) -> ExitStatus {
        let inspection = DomainInspection(folders: session.folders, sizeLimit: session.options.sizeLimit)
        var findings: [DomainFinding] = []
        let hasNames = domains.contains { if case .path = $0.domain.name { false } else { true } }
        if domains.isEmpty || hasNames { try session.requireRoot() }
        if domains.isEmpty {
            findings = try self.findings(of: inspection, in: session)
        }
        var isComplete = true
        for domain in domains {
            if let found = inspection.findings(in: domain.domain) {
                findings += found
            } else {
                session.report(session.missing(domain))
                isComplete = false
            }
        }
        findings.removeAll { session.options.ignoredFindings.contains(FindingKind($0.kind)) }
        try show(findings, in: session)
        return status(of: findings, isComplete: isComplete)
    }

    /// Returns the findings for the domains that the options choose.
    private static func findings(
        of inspection: DomainInspection, in session: Session
    ) throws(CommandError) -> [DomainFinding] {
        let scope = session.scope
        let found = try CommandError.mapping(try session.store.findAllDomains(scope))
        session.reportUnsearchedFolder(found.unsearchedFolder)
        if scope == .all { return try CommandError.mapping(try inspection.findingsInBase()) }
        if found.obstacles.isEmpty { try session.requireMatches(found.domains) }
        return inspection.findings(in: found)
    }

    private static func show(_ findings: [DomainFinding], in session: Session) throws(CommandError) {
        if case .document = session.options.style {
            let objects = findings.map { finding -> PropertyListValue in
                var object: PropertyListDictionary = [
                    "path": .string(finding.path), "kind": .string(FindingKind(finding.kind).rawValue),
                    "message": .string(finding.kind.sentence),
                ]
                object["keyPath"] = finding.kind.keyPath.map { .array($0.components.map(PropertyListValue.string)) }
                object["keys"] = finding.kind.keys.map { .array($0.map(PropertyListValue.string)) }
                return .dictionary(object)
            }
            return try session.show(document: ["schema": 1, "findings": .array(objects)])
        }
        for finding in findings {
            let line = "\(finding.path): \(finding.kind.sentence)"
            try session.printLine(line.escapingControlCharacters())
        }
    }

    private static func status(of findings: [DomainFinding], isComplete: Bool) -> ExitStatus {
        let isUnreadable = findings.contains { if case .unreadable = $0.kind { true } else { false } }
        if isUnreadable { return .invalidData }
        return findings.isEmpty && isComplete ? .success : .negative
    }
}

extension DomainFinding.Kind {
    /// The path of the value in the file, if the finding concerns a value.
    fileprivate var keyPath: PropertyListPath? {
        switch self {
        case .substitution(let substitution): substitution.path
        case .duplicateKey(let path), .controlCharacters(let path), .equivalentKeys(let path, _),
            .unreadableByUserDefaults(_, let path):
            path
        case .unreadable, .unreadableByFoundation, .looseMode, .hardLinks, .strayGlobalDomain, .leftover,
            .leftoverLock, .foreignHost, .noKeys, .danglingLink, .caseVariant, .nameNotUTF8:
            nil
        }
    }

    /// The equivalent keys in the dictionary at `keyPath`, or `nil` for another kind of finding.
    fileprivate var keys: [String]? {
        if case .equivalentKeys(_, let keys) = self { keys } else { nil }
    }
}
