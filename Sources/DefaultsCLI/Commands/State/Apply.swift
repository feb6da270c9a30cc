import DefaultsCore
import DefaultsMigration
import DefaultsState
import PropertyList
import ToolSupport

extension Command {
    /// `apply`: sets the values that state documents require, and restores the earlier values.
    static let apply = Command(
        "apply", operands: OperandPattern(rest: .inputFile),
        forms: [
            Form("apply [--id <id>] [--exact] <file>...", "sets the values that documents list"),
            Form("apply --id <id> --remove", "restores the values before the documents"),
            Form("apply --status [<id>]", "prints what was applied and has changed"),
        ],
        options: [id, exact, remove, status, verbose], group: .combining, guide: guide
    ) { (invocation, input) throws(CommandError) in
        let options = invocation.options
        if options.listsApplied {
            guard invocation.operands.count <= 1 else { throw invocation.misuse }
            return .query { (session) throws(CommandError) in
                try ApplyCommand(session).showStatus(of: invocation.words.first)
            }
        }
        if options.removesApplied {
            guard invocation.operands.isEmpty, let identifier = options.appliedIdentifier else {
                throw invocation.misuse
            }
            return .query { (session) throws(CommandError) in try ApplyCommand(session).remove(identifier) }
        }
        guard !invocation.operands.isEmpty else { throw invocation.misuse }
        var document = StateDocument()
        for path in invocation.words {
            document = document.overlaid(with: try input.stateDocument(at: path))
        }
        return .query { [document] (session) throws(CommandError) in try ApplyCommand(session).apply(document) }
    }

    private static var guide: Guide {
        Guide(
            """
            Sets the values that state documents list, all of them or none. What is already so is not touched. With \
            --id, the earlier values are recorded and can be restored.
            """,
            statuses: [Guide.Status(.negative, "another identifier owns a path, or has no record")],
            example: Guide.Example(
                "Set what a document lists",
                """
                $ echo '{"com.example.Editor": {"FontSize": 16}}' > setup.json
                $ defaults apply --id setup -v setup.json
                [com.example.Editor]
                - FontSize: integer 14
                + FontSize: integer 16
                """),
            related: ["snapshot", "batch", "defaults-state(7)"])
    }

    private static let id = Option(
        "--id", .identifier, "Record what is set under this name",
        """
        Record what is set under this name. Values that a later document under the same name does not list are restored.
        """
    ) { $0.appliedIdentifier = $1 }

    private static let exact = Option(
        "--exact", "Remove keys that no document lists",
        """
        Remove the keys of listed domains that the documents do not list. Keys that another identifier owns and \
        records of migrations stay.
        """
    ) { $0.isExact = true }

    private static let remove = Option(
        "--remove", "Restore the values before the documents",
        "Restore the values before the first document under the identifier.",
        needs: "--id", excludes: ["--exact", "--status"]
    ) { $0.removesApplied = true }.takingOperands(OperandPattern())

    private static let status = Option(
        "--status", "Print what was applied and has changed",
        "Print the applied paths, and whether their values have changed since.",
        excludes: ["--id", "--exact", "--remove", "-v", "--journal"]
            + [Option.dryRun, .exitCode, .rewrite, .lockTimeout].map(\.name)
    ) { $0.listsApplied = true }.takingOperands(OperandPattern(.applied))

    private static let verbose = Option("-v", "Print what changes", "Print the changes to each domain.") {
        $0.isVerbose = true
    }
}

extension OptionOperand.Parsed where Value == String {
    fileprivate static var identifier: Self {
        Self(
            "<id>", .applied, expected: "letters, digits, '.', '_' and '-'", rule: "the first is a letter or digit",
            parse: { AppliedState.isIdentifier($0) ? $0 : nil })
    }
}

extension Input {
    /// Reads a state document.
    func stateDocument(at path: String) throws(CommandError) -> StateDocument {
        try stateDocument(try read(path), at: path, folders)
    }

    /// Reads a state document from bytes.
    ///
    /// - Parameter folders: The folders of the domains, and the home folder.
    func stateDocument(
        _ bytes: [UInt8], at path: String, _ folders: DomainFolders
    ) throws(CommandError) -> StateDocument {
        do {
            return try StateDocument(bytes, folders: folders)
        } catch {
            throw .stateDocument(path: path, error)
        }
    }
}

/// Runs the forms of `apply`.
private struct ApplyCommand {
    private let session: Session
    private let applier: StateApplier

    init(_ session: Session) {
        self.session = session
        let applier = StateApplier(store: session.store, folders: session.folders)
        self.applier = session.options.isDryRun ? applier.rehearsal : applier
    }

    func apply(_ document: StateDocument) throws(CommandError) -> ExitStatus {
        let options = session.options
        return try mappingErrors {
            do {
                return try report(
                    applier.apply(
                        document, identifier: options.appliedIdentifier, isExact: options.isExact,
                        leavingOut: reportUnusable))
            } catch let error as PreferencesError where error.canBeOneOfSeveral {
                let errors = errors(of: document)
                // A domain of the record, which the document does not list, may be the one.
                if errors.contains(.preferences(error)) { try session.require(none: errors) }
                throw error
            }
        }
    }

    /// Returns an error for each domain of a document that cannot be read or changed. Nothing is changed.
    private func errors(of document: StateDocument) -> [CommandError] {
        document.domains.compactMap { domain in
            let result = Result {
                try applier.rehearsal.apply(StateDocument(of: domain), isExact: session.options.isExact)
            }
            guard case .failure(let error as PreferencesError) = result else { return nil }
            return .preferences(error)
        }
    }

    func remove(_ identifier: String) throws(CommandError) -> ExitStatus {
        try mappingErrors { try report(applier.remove(identifier, leavingOut: reportUnusable)) }
    }

    private func reportUnusable(_ record: StateApplier.UnusableRecord) {
        session.report(.leftOut(record))
    }

    /// Prints changes if the options ask for it, and reports values that stay.
    private func report(_ changes: [StateApplier.Change]) throws(CommandError) -> ExitStatus {
        let options = session.options
        if options.isDryRun || options.isVerbose {
            try session.show(
                changes.map { Domain.Change(domain: $0.domain, old: $0.old, new: $0.new) },
                isChanged: !options.isDryRun)
        }
        for change in changes {
            for path in change.left { session.report(.leftInPlace(path, domain: change.domain)) }
        }
        let isChanged = changes.contains { $0.old != $0.new }
        return isChanged && options.reportsChange ? .changed : .success
    }

    /// Prints a line for each path of an identifier, or of all of them. Of all, records that cannot be used are
    /// reported, and the others are printed. Another program may have removed a record since it was listed.
    func showStatus(of identifier: String?) throws(CommandError) -> ExitStatus {
        if let identifier {
            try session.show(
                lines: mappingErrors {
                    guard let lines = try lines(of: identifier) else {
                        throw StateApplier.ApplyError(.noRecord(identifier: identifier))
                    }
                    return lines
                })
            return .success
        }
        var status = ExitStatus.success
        for name in try mappingErrors({ try applier.identifiers() }) {
            switch Result(catching: { () throws(CommandError) in try mappingErrors { try lines(of: name) } }) {
            case .success(let lines?): try session.show(lines: lines)
            case .success(nil): continue
            case .failure(let error):
                session.report(error)
                status = error.status
            }
        }
        return status
    }

    /// Returns the lines of an identifier, or `nil` if nothing is applied under it.
    private func lines(of identifier: String) throws -> String? {
        guard let record = try applier.record(of: identifier) else { return nil }
        let lines = try record.domains.flatMap { domain in
            let contents = try session.contents(of: domain.domain)
            return domain.paths.map { path in
                let place = "\(domain.domain.spelling) \(path.path)".escapingControlCharacters()
                return "  \(path.status(in: contents).rawValue) \(place)\n"
            }
        }
        return "\(identifier): \(record.isComplete ? "applied" : "interrupted")\n" + lines.joined()
    }

    private func mappingErrors<Result>(_ body: () throws -> Result) throws(CommandError) -> Result {
        do {
            return try body()
        } catch {
            throw CommandError(error)
        }
    }
}

extension CommandError {
    /// A notice that a record of another identifier was left out.
    fileprivate static func leftOut(_ record: StateApplier.UnusableRecord) -> CommandError {
        CommandError(
            .success,
            """
            What '\(shown: record.identifier)' has set is not protected, because \(shown: record.path) cannot be used: \
            \(shown: "\(record.error)")
            """)
    }

    /// A notice that a value was not restored.
    fileprivate static func leftInPlace(_ path: PropertyListPath, domain: Domain) -> CommandError {
        CommandError(
            .success,
            "Key \(shown: path) of domain \(shown: domain) has changed since it was applied; leaving it")
    }
}
