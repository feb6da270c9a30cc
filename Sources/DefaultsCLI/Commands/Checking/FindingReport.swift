import DefaultsCore
import ToolSupport

/// Prints findings, and determines the exit status.
///
/// Text is printed as the findings are added. The JSON document is printed at the end.
struct FindingReport {
    private let session: Session
    private var objects: [PropertyListValue] = []
    private var isUnreadable = false
    private var unusableSchemas: Set<DomainFinding> = []
    private var isClean = true

    init(_ session: Session) {
        self.session = session
    }

    /// Adds findings, without the kinds that option `--ignore` excludes.
    ///
    /// A schema that cannot be used is reported once. If it is ignored, its error is reported on standard error,
    /// because values were not compared with it.
    mutating func add(_ findings: [DomainFinding]) throws(CommandError) {
        for finding in findings where isNew(finding) {
            if isIgnored(finding) {
                guard case .unusableSchema = finding.kind else { continue }
                let clause = "\(finding.path): \(finding.sentence)"
                note(CommandError(.invalidData, "\(shown: clause); use '--no-schema' to ignore it"))
                continue
            }
            isClean = false
            if case .unreadable = finding.kind { isUnreadable = true }
            switch session.options.findingFormat {
            case .text: try session.printLine(finding.line.escapingControlCharacters())
            case .json: objects.append(finding.object)
            case .github: try session.printLine(finding.annotation.escapingControlCharacters())
            }
        }
    }

    /// Returns whether a finding is not the repetition of a schema that cannot be used.
    private mutating func isNew(_ finding: DomainFinding) -> Bool {
        guard case .unusableSchema = finding.kind else { return true }
        isUnreadable = true
        return unusableSchemas.insert(finding).inserted
    }

    private func isIgnored(_ finding: DomainFinding) -> Bool {
        session.options.ignoredFindings.contains(FindingKind(finding.kind))
    }

    /// Adds the findings of a comparison. If option `--ignore` excludes unreadable files, their errors are reported on
    /// standard error, because these files were not compared.
    mutating func add(ofComparison findings: [DomainFinding]) throws(CommandError) {
        try add(findings)
        for finding in findings where isIgnored(finding) {
            guard case .unreadable(let error) = finding.kind else { continue }
            note(.preferences(error))
            isUnreadable = true
        }
    }

    /// Adds findings or, if there is nothing to check, reports an error.
    mutating func add(_ findings: [DomainFinding]?, orReport error: CommandError) throws(CommandError) {
        if let findings { try add(findings) } else { note(error) }
    }

    /// Reports an error on standard error. The result is then not clean.
    mutating func note(_ error: CommandError) {
        session.report(error)
        isClean = false
    }

    /// Prints what is left to print, and returns the exit status.
    func finish() throws(CommandError) -> ExitStatus {
        if session.options.findingFormat == .json {
            try session.show(document: ["schema": 1, "findings": .array(objects)])
        }
        return isUnreadable ? .invalidData : isClean ? .success : .negative
    }
}

extension DomainFinding {
    /// The line of the finding, in the format of compilers.
    fileprivate var line: String {
        guard case .line(let line, let column)? = position else { return "\(path): \(sentence)" }
        return "\(path):\(line):\(column.map { "\($0):" } ?? "") \(sentence)"
    }

    /// The finding as an object of the JSON document.
    fileprivate var object: PropertyListValue {
        var object: PropertyListDictionary = [
            "path": .string(path), "kind": .string(FindingKind(kind).rawValue), "message": .string(sentence),
        ]
        object["keyPath"] = kind.keyPath.map { .array($0.components.map(PropertyListValue.string)) }
        if case .equivalentKeys(_, let keys) = kind { object["keys"] = .array(keys.map(PropertyListValue.string)) }
        for (key, value) in position?.members ?? [:] { object[key] = value }
        object["first"] = otherPosition.map { .dictionary($0.members) }
        return .dictionary(object)
    }

    /// The annotation of the finding.
    ///
    /// In a value, a percent sign and line ends are encoded. In a property, a colon and a comma are encoded as well.
    fileprivate var annotation: String {
        let isInCurrentFolder = path.hasScalarPrefix("./")
        var properties = [("file", isInCurrentFolder ? path.droppingScalarPrefix("./") : path)]
        if case .line(let line, let column)? = position {
            properties.append(("line", String(line)))
            if let column { properties.append(("col", String(column))) }
        }
        properties.append(("title", FindingKind(kind).rawValue))
        let list = properties.map { "\($0)=\($1.encodedForWorkflow(alsoEncoding: [":", ","]))" }
        return "::\(isError ? "error" : "warning") \(list.joined(separator: ","))::\(sentence.encodedForWorkflow())"
    }

    /// Whether the file is wrong, and not only questionable.
    private var isError: Bool {
        switch kind {
        case .unreadable, .duplicateKey, .schemaViolation, .unknownKey, .invalidSchema, .unusableSchema: true
        default: false
        }
    }
}

extension PropertyListError.Position {
    /// The position as members of a JSON object.
    fileprivate var members: PropertyListDictionary {
        let numbers =
            switch self {
            case .line(let line, let column): [("line", line)] + (column.map { [("column", $0)] } ?? [])
            case .byte(let offset): [("offset", offset)]
            }
        return PropertyListDictionary(numbers.map { ($0, .integer(PropertyListInteger(Int64($1)))) })
    }
}

extension String {
    /// Returns the text as a part of a workflow command, in which some characters are encoded.
    fileprivate func encodedForWorkflow(alsoEncoding others: Set<Unicode.Scalar> = []) -> String {
        unicodeScalars.reduce(into: "") { text, scalar in
            let isEncoded = scalar == "%" || scalar == "\r" || scalar == "\n" || others.contains(scalar)
            let digits = String(scalar.value, radix: 16, uppercase: true)
            text += isEncoded ? (digits.utf8.count < 2 ? "%0" : "%") + digits : String(scalar)
        }
    }
}
