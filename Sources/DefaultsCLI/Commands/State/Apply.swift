import DefaultsCore
import DefaultsState
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
        options: [id, exact, remove, status, verbose], schemas: .always, group: .combining, guide: guide
    ) { (invocation, input) throws(CommandError) in
        let (options, words) = (invocation.options, invocation.words)
        if options.listsApplied {
            guard words.count <= 1 else { throw invocation.misuse }
            return .query { (session) throws(CommandError) in try session.showApplied(words.first) }
        }
        if options.removesApplied {
            guard words.isEmpty, let identifier = options.appliedIdentifier else { throw invocation.misuse }
            return .query { (session) throws(CommandError) in
                let (changes, left) = try CommandError.mapping(
                    try session.applier.remove(identifier, leavingOut: session.reportUnusable))
                return try report(changes, leaving: left, in: session)
            }
        }
        guard !words.isEmpty else { throw invocation.misuse }
        var document = StateDocument()
        for path in words { document = document.overlaid(with: try input.state(as: StateDocument.init, at: path)) }
        return .query { [document] (session) throws(CommandError) in
            let (changes, left) = try apply(document, in: session)
            return try report(changes, leaving: left, in: session)
        }
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
        Record what is set under this name. Values that a later document under the same name does not list are \
        restored. A name has letters, digits, '.', '_' and '-', and begins with a letter or digit.
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
        needs: "--id", excludes: ["--exact", "--status"] + Option.schemas.map(\.name)
    ) { $0.removesApplied = true }.takingOperands(OperandPattern())

    private static let status = Option(
        "--status", "Print what was applied and has changed",
        "Print the applied paths, and whether their values have changed since.",
        excludes: ["--id", "--exact", "--remove", "-v", "--journal"]
            + [Option.dryRun, .exitCode, .rewrite, .lockTimeout, .schema, .noSchema].map(\.name)
    ) { $0.listsApplied = true }.takingOperands(OperandPattern(.applied))

    private static let verbose = Option("-v", "Print what changes", "Print the changes to each domain.") {
        $0.isVerbose = true
    }

    private static func apply(
        _ document: StateDocument, in session: Session
    ) throws(CommandError) -> (changes: [Domain.Change], left: [Domain: [PropertyListPath]]) {
        let options = session.options
        do {
            return try session.applier.apply(
                document, identifier: options.appliedIdentifier, isExact: options.isExact,
                leavingOut: session.reportUnusable)
        } catch let error as PreferencesError where error.canBeOneOfSeveral {
            let errors = session.applier.errors(applying: document, isExact: options.isExact)
                .map(CommandError.preferences)
            // The error may concern a domain that is in the record but not in the document.
            if errors.contains(.preferences(error)) { try session.require(none: errors) }
            throw .preferences(error)
        } catch {
            throw CommandError(error)
        }
    }

    /// Prints changes if the options ask for it, and reports values that were not restored.
    private static func report(
        _ changes: [Domain.Change], leaving left: [Domain: [PropertyListPath]], in session: Session
    ) throws(CommandError) -> ExitStatus {
        let options = session.options
        if options.isDryRun || options.isVerbose { try session.show(changes, isChanged: !options.isDryRun) }
        for change in changes {
            for path in left[change.domain] ?? [] {
                let place = "\(path) of domain \(change.domain)"
                session.report(
                    CommandError(.success, "Key \(shown: place) has changed since it was applied; leaving it"))
            }
        }
        let isChanged = changes.contains { $0.old != $0.new }
        return isChanged && options.reportsChange ? .changed : .success
    }
}

extension OptionOperand.Parsed where Value == String {
    fileprivate static var identifier: Self {
        Self(
            "<id>", .applied, expected: "letters, digits, '.', '_' and '-'",
            rule: "at most \(AppliedRecord.maximumIdentifierLength), and the first is a letter or digit",
            parse: { AppliedRecord.isIdentifier($0) ? $0 : nil })
    }
}

extension Session {
    /// The applier for the store that the options select. In a dry run, it changes nothing.
    fileprivate var applier: StateApplier {
        let applier = StateApplier(store: store, folders: folders)
        return options.isDryRun ? applier.rehearsal : applier
    }

    /// Reports that an unusable record of another identifier was ignored.
    fileprivate func reportUnusable(_ identifier: String, path: String, _ error: any Error) {
        report(
            CommandError(
                .success,
                """
                What '\(shown: identifier)' has set is not protected, because \(shown: path) cannot be used: \
                \(shown: "\(error)")
                """))
    }

    /// Prints a line for each path that is applied under the identifier. If the identifier is `nil`, prints the paths
    /// of all identifiers. Unusable records are then reported and skipped. Records that another program removes during
    /// the listing are ignored.
    fileprivate func showApplied(_ identifier: String?) throws(CommandError) -> ExitStatus {
        if let identifier {
            guard let lines = try appliedLines(of: identifier) else {
                throw StateApplier.ApplyError.noRecord(identifier: identifier).commandError
            }
            try show(lines: lines)
            return .success
        }
        var status = ExitStatus.success
        for name in try CommandError.mapping(try applier.identifiers()) {
            var lines: String?
            do throws(CommandError) {
                lines = try appliedLines(of: name)
            } catch {
                report(error)
                status = error.status
            }
            if let lines { try show(lines: lines) }
        }
        return status
    }

    /// Returns the lines of an identifier, or `nil` if nothing is applied under it.
    private func appliedLines(of identifier: String) throws(CommandError) -> String? {
        guard let record = try CommandError.mapping(try applier.record(of: identifier)) else { return nil }
        var text = "\(identifier): \(record.isComplete ? "applied" : "interrupted")\n"
        for domain in record.domains {
            let contents = try contents(of: domain.domain)
            for path in domain.paths {
                let place = "\(domain.domain.spelling) \(path.path)".escapingControlCharacters()
                text += "  \(path.status(in: contents).rawValue) \(place)\n"
            }
        }
        return text
    }
}
