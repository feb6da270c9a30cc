import DefaultsPreferences
import DefaultsState
import ToolSupport

extension Command {
    /// `migrate`: moves values from old keys to new keys once, lists migrations, or undoes a migration.
    static let migrate = Command(
        "migrate", operands: OperandPattern(.domain, .domain, rest: .mapping),
        forms: [
            Form("migrate <from> <to> <new_key>=<old_key>...", "moves values to new keys, once"),
            Form("migrate <from> <to> <map file>", "moves values to the keys in a file, once"),
            Form("migrate --status <domain>", "lists the migrations into domain"),
            Form("migrate --rollback <id> <domain> [<from>...]", "undoes a migration into domain"),
        ],
        options: [id, copy, conversion, onConflict, keyPaths, verbose, status, rollback, ifExists], schemas: .always,
        group: .changing, guide: guide
    ) { (invocation, input) throws(CommandError) in
        let options = invocation.options
        var operands = Operands(of: invocation, input)
        if let identifier = options.rolledBackMigration {
            let domain = try options.acceptsAbsence ? operands.domainToChange(creates: false) : operands.domain()
            var sources: [Domain] = []
            while !operands.isEmpty { sources.append(try operands.domain().domain) }
            return .query { [sources] (session) throws(CommandError) in
                try MigrationCommand(session).rollBack(identifier, in: domain, from: sources)
            }
        }
        if options.listsMigrations {
            let domain = try operands.domain()
            guard operands.isEmpty else { throw invocation.misuse }
            return .query { (session) throws(CommandError) in try MigrationCommand(session).list(domain) }
        }
        let migration = try migration(&operands, invocation, input)
        return .query { (session) throws(CommandError) in try MigrationCommand(session).apply(migration) }
    }

    private static var guide: Guide {
        Guide(
            """
            Moves values to new keys, of the same or another domain, once. Running it again changes nothing. A \
            record of the migration in the new domain makes a rollback possible.
            """,
            details: [
                """
                A map in a file or on standard input has the same keys; an invalid entry has status 65. With a type, \
                as in TextSize=FontSize:integer, a value of another type is an error. If both keys have a value, the \
                policy decides; with fail, the status is 1. --rollback needs the source domains only if another user \
                can write the record. --status reports and skips a record that cannot be read, and its status is \
                then 65. -v prints after the change: if the report cannot be written, the status is 74, and the \
                change has been made.
                """
            ],
            statuses: [
                Guide.Status(
                    .negative, "a value has an unexpected type or cannot be converted, or a rollback was refused")
            ],
            example: Guide.Example(
                "Rename two keys, and report the steps",
                #"""
                $ defaults migrate -v --id names com.example.Editor com.example.Editor \
                >     TextSize=FontSize Recent=Files
                moved FontSize -> TextSize
                moved Files -> Recent
                names: done
                """#),
            related: ["rename", "defaults-migration(7)"])
    }

    private static func migration(
        _ operands: inout Operands, _ invocation: Invocation, _ input: Input
    ) throws(CommandError) -> Migration {
        let (source, target) = (try operands.domainToChange(creates: false), try operands.domainToChange())
        guard !operands.isEmpty else { throw invocation.misuse }
        let options = invocation.options
        let map = MigrationMap(options: options)
        let words = operands.rest
        var steps: [MigrationStep] = []
        if words.count == 1, let file = words.first, MigrationMap.isFile(file) {
            steps = try map.steps(in: ValueReader.dictionary(in: try input.read(file), path: file), file: file)
        } else {
            for word in words { steps.append(try map.step(word)) }
        }
        do {
            return try Migration(
                options.migration, from: source.domain, to: target.domain, onConflict: options.conflictPolicy,
                steps: steps)
        } catch {
            throw error.commandError
        }
    }
}

/// The options of `migrate`.
extension Command {
    private static let id = Option(
        "--id", .migration, "Set the identifier of the migration",
        """
        Set the identifier of the migration. By default, the identifier is derived from the domains, the map and the \
        options.
        """
    ) {
        $0.migration = $1
    }

    // A migration into the keyring leaves no plain copies, and never restores a plain value.
    private static let copy = Option(
        "--copy", "Keep the old keys", "Keep the old keys.", excludes: [Option.keyring.name]
    ) { $0.copiesValues = true }

    private static let conversion = Option(
        "--convert", "Convert to the expected type if lossless",
        "Convert values to the expected type if the conversion is lossless."
    ) { $0.convertsValues = true }

    private static let onConflict = Option(
        "--on-conflict", .word("<policy>") as OptionOperand.Parsed<MigrationStep.ConflictPolicy>,
        "Choose keep-new, overwrite or fail",
        "Select what happens if both the old and the new key have a value: keep-new, overwrite or fail."
    ) { $0.conflictPolicy = $1 }

    private static let keyPaths = Option(
        "--path", "Treat the keys as key paths",
        "Treat the old and new keys as key paths. Takes no value here."
    ) { $0.mapsKeyPaths = true }

    private static let verbose = Option(
        "-v", "Print the result for each key", "Print the result for each key."
    ) { $0.isVerbose = true }

    private static let status = Option(
        "--status", "List the migrations", "List migrations.",
        excludes: ["--rollback", "--id", "--copy", "--convert", "--on-conflict", "--path"]
            + [Option.dryRun, .exitCode, .rewrite, .lockTimeout, .ifExists, .schema, .noSchema].map(\.name) + ["-v"]
    ) { $0.listsMigrations = true }.takingOperands(OperandPattern(.domain))

    private static let rollback = Option(
        "--rollback", .migration, "Undo a migration", "Undo a migration.",
        excludes: ["--id", "--copy", "--convert", "--on-conflict", "--path"]
            + [Option.keyring, .schema, .noSchema].map(\.name)
    ) { $0.rolledBackMigration = $1 }.takingOperands(OperandPattern(rest: .domain))

    private static let ifExists = Option(
        "--if-exists", Option.ifExists.summary, "Exit with status 0 if the domain has no such migration.",
        needs: "--rollback"
    ) { $0.acceptsAbsence = true }
}

/// Runs the forms of `migrate`.
private struct MigrationCommand {
    private let session: Session
    private let migrator: Migrator

    init(_ session: Session) throws(CommandError) {
        self.session = session
        let date = try session.now()
        migrator =
            session.options.storage.keepsSecrets
            ? Migrator(from: session.makeFileStore(), to: session.store, now: { date })
            : Migrator(store: session.store, now: { date })
    }

    func apply(_ migration: Migration) throws(CommandError) -> ExitStatus {
        let (options, source) = (session.options, migration.source)
        return try mappingErrors(of: [migration.target] + (options.copiesValues ? [] : [source])) {
            // The old keys are removed after the values are copied. A refusal would then be too late, so comments are
            // checked now.
            if !options.isDryRun, (try? session.rehearse(session.rootToChange(of: source), in: source)) == nil {
                _ = try rehearse { try $0.apply(migration) }
            }
            return try perform { try $0.apply(migration) } ?? .success
        }
    }

    func rollBack(
        _ identifier: String, in domain: DomainArgument, from sources: [Domain]
    ) throws(CommandError) -> ExitStatus {
        try mappingErrors(of: [domain.domain] + sources) {
            let status = try perform { try $0.rollBack(identifier, in: domain.domain, from: sources) }
            if let status { return status }
            if session.options.acceptsAbsence { return .success }
            throw CommandError.notMigrated(domain.domain, identifier).suggesting(session.fileMeant(by: domain))
        }
    }

    /// Performs a migration or a rollback. In a dry run, prints only its changes, those in the keyring last.
    ///
    /// - Returns: The status, or `nil` if there is no migration to roll back.
    private func perform(_ body: (Migrator) throws -> Migrator.Report?) throws -> ExitStatus? {
        if session.options.isDryRun {
            let preview = try rehearse(body)
            guard let report = preview.result else { return nil }
            try show(report)
            try session.show(preview.changes, inKeyring: preview.keyringChanges)
            return preview.changes.isEmpty && preview.keyringChanges.isEmpty ? .success : changed
        }
        guard let report = try body(migrator) else { return nil }
        try show(report, isChanged: report.isChange)
        return report.isChange ? changed : .success
    }

    /// Performs a migration or a rollback without changing anything. If the old keys cannot be removed, throws only the
    /// cause, since the values have not been copied.
    private func rehearse<Result>(
        _ body: (Migrator) throws -> Result
    ) throws -> (result: Result, changes: [Domain.Change], keyringChanges: [Domain.Change]) {
        do {
            return try migrator.preview(body)
        } catch let error as PreferenceValueError where error.code == .oldKeysNotRemoved {
            throw error.underlyingError ?? error
        }
    }

    /// Prints a line for each record. Unusable records are reported and skipped.
    func list(_ domain: DomainArgument) throws(CommandError) -> ExitStatus {
        session.reportFileMeant(by: domain)
        let (records, errors) = try CommandError.mapping(try migrator.records(in: domain.domain))
        for record in records {
            let (date, count) = (OldStyleWriter.text(of: record.date), record.steps.count)
            let keys = "\(count) key\(count == 1 ? "" : "s")"
            try session.show(lines: "\(record.identifier): \(record.state.rawValue), \(date), \(keys)\n")
        }
        for error in errors { session.report(.unusableRecord(error)) }
        return errors.isEmpty ? .success : .invalidData
    }

    private var changed: ExitStatus { session.options.reportsChange ? .changed : .success }

    /// Prints the outcome of each step if the options ask for it. Reports values that a step did not move or remove.
    private func show(_ report: Migrator.Report, isChanged: Bool = false) throws(CommandError) {
        defer { reportValuesThatStay(report) }
        if session.options.isVerbose { try session.show(lines: Self.text(of: report), isChanged: isChanged) }
    }

    private func reportValuesThatStay(_ report: Migrator.Report) {
        for step in report.steps {
            guard let old = step.old, let new = step.new else { continue }
            let place = "\(old) of domain \(step.source)"
            let text: Message
            switch step.effect {
            case .kept: text = "Key \(shown: new) exists already; leaving it and key \(shown: old) as they are"
            case .changedSince: text = "Key \(shown: place) has changed since it was migrated; leaving it"
            default: continue
            }
            session.report(CommandError(.success, text))
        }
    }

    /// Returns a line for each step, and a line for the outcome.
    private static func text(of report: Migrator.Report) -> String {
        let outcome =
            switch report.status {
            case .alreadyApplied: "already done"
            case .completed: "completed"
            case .nothingToDo: "nothing to do"
            case .applied: "done"
            case .rolledBack: "undone"
            }
        return (report.steps.map(line) + ["\(report.identifier): \(outcome)"]).map { $0 + "\n" }.joined()
    }

    private static func line(for step: Migrator.Report.Step) -> String {
        let places = [step.old, step.effect == .restored ? nil : step.new].compactMap {
            $0?.description.escapingControlCharacters()
        }
        return "\(step.effect.rawValue) \(places.joined(separator: " -> "))"
    }

    /// Calls a function of the library and maps its errors.
    ///
    /// - Parameter domains: The domains that the function changes. If an error concerns the file of one of them, its
    ///   message contains this domain. Otherwise, the message contains the first domain.
    private func mappingErrors<Result>(of domains: [Domain], _ body: () throws -> Result) throws(CommandError) -> Result
    {
        do {
            return try body()
        } catch let error as PreferencesError {
            let domain = domains.first { error.path?.hasSameScalars(as: session.folders.location(of: $0)) == true }
            throw (domain ?? domains.first).map { .notWritten(domain: $0.description, error) } ?? .preferences(error)
        } catch {
            throw CommandError(error)
        }
    }
}
