import DefaultsCore
import PropertyList

extension Command {
    /// `migrate`: takes values from old keys to new ones, once; tells what was migrated; undoes it.
    static let migrate = Command(
        name: "migrate",
        forms: [
            Form(synopsis: "migrate <from> <to> <new_key>=<old_key>...", summary: "moves values to new keys, once"),
            Form(synopsis: "migrate <from> <to> <map file>", summary: "moves values as the file says, once"),
            Form(synopsis: "migrate --status <domain>", summary: "lists what was migrated into domain"),
            Form(synopsis: "migrate --rollback <id> <domain> [<from>...]", summary: "undoes a migration into domain"),
        ],
        options: [
            .id, .copy, .convert, .onConflict, .keyPaths, .verbose, .status, .rollback, .ifExists,
        ],
        commonOptions: Option.ofWriters,
        domainCount: 2,
        plan: { invocation, input in
            let options = invocation.options
            try options.requireOne(of: [.status, .rollback, .id])
            var operands = Operands(of: invocation, input)
            if invocation.usesKeyring {
                // Plain copies go, and nothing that was plain comes back.
                for option in [Option.copy, .rollback] where options.contains(option) {
                    throw CommandError.exclusiveOptions(Option.keyring.name, option.name)
                }
            }
            if options.contains(.status) || options.contains(.rollback) {
                try refuse([.copy, .convert, .onConflict, .keyPaths], beside: options)
                if options.contains(.status) {
                    for other in [Option.dryRun, .exitCode, .lockTimeout, .ifExists, .verbose] {
                        try options.requireOne(of: [.status, other])
                    }
                }
                let domain = try operands.domain()
                if let identifier = options[.rollback] {
                    var sources: [Domain] = []
                    while !operands.isEmpty { sources.append(try operands.domain().domain) }
                    return .query { [sources] in
                        try MigrationCommand($0).rollBack(identifier, in: domain, from: sources)
                    }
                }
                guard operands.isEmpty else { throw invocation.misuse }
                return .show { try MigrationCommand($0).list(domain) }
            }
            if options.contains(.ifExists) {
                throw CommandError.optionNeedsOption(Option.ifExists.name, Option.rollback.name)
            }
            let migration = try migration(&operands, invocation, input)
            return .query { try MigrationCommand($0).apply(migration) }
        })

    private static func refuse(_ others: [Option], beside options: OptionValues) throws(CommandError) {
        for option in [Option.status, .rollback] where options.contains(option) {
            for other in others { try options.requireOne(of: [option, other]) }
        }
    }

    private static func migration(
        _ operands: inout Operands, _ invocation: Invocation, _ input: Input
    ) throws -> Migration {
        let policy = try policy(invocation.options)
        let (source, target) = (try operands.domain(), try operands.domain())
        guard !operands.isEmpty else { throw invocation.misuse }
        let map = MigrationMap(invocation.options, host: invocation.host)
        let words = operands.rest
        let steps: [MigrationStep]
        if words.count == 1, !words[0].contains("=") || ["/", "./", "../"].contains(where: words[0].hasPrefix) {
            let file = words[0]
            steps = try map.steps(in: ImportedDocument.dictionary(in: try input.read(file), path: file), file: file)
        } else {
            steps = try words.map { word throws(CommandError) in try map.step(word) }
        }
        do {
            return try Migration(
                invocation.options[.id], from: source.domain, to: target.domain, onConflict: policy, steps: steps)
        } catch {
            throw CommandError.migration(error)
        }
    }

    private static func policy(_ options: OptionValues) throws(CommandError) -> Migration.ConflictPolicy {
        guard let text = options[.onConflict] else { return .keepNew }
        guard let policy = Migration.ConflictPolicy(rawValue: text) else {
            throw .invalidOptionValue(
                Option.onConflict.rawValue, text, expected: "keep-new, overwrite or fail")
        }
        return policy
    }
}

/// Does what the forms of `migrate` ask for.
private struct MigrationCommand {
    private let session: Session
    private let migrator: Migrator

    init(_ session: Session) throws(CommandError) {
        self.session = session
        let date = try session.now()
        migrator =
            session.invocation.usesKeyring
            ? Migrator(from: session.files, to: session.store, now: { date })
            : Migrator(store: session.store, now: { date })
    }

    func apply(_ migration: Migration) throws -> ExitStatus {
        try naming(migration.target) {
            if session.invocation.options.contains(.dryRun) { return try preview(migration) }
            let report = try migrator.apply(migration)
            try tell(report, isChanged: report.isChange)
            return report.isChange ? changed : .success
        }
    }

    private func preview(_ migration: Migration) throws -> ExitStatus {
        let (report, changes) = try migrator.preview(migration)
        try tell(report)
        return try show(changes)
    }

    func rollBack(
        _ identifier: String, in domain: DomainArgument, from sources: [Domain]
    ) throws -> ExitStatus {
        try naming(domain.domain) {
            let isDryRun = session.invocation.options.contains(.dryRun)
            let preview = isDryRun ? try migrator.previewRollBack(identifier, in: domain.domain, from: sources) : nil
            let report =
                isDryRun ? preview?.report : try migrator.rollBack(identifier, in: domain.domain, from: sources)
            guard let report else {
                if session.invocation.options.contains(.ifExists) { return .success }
                throw MigrationError.notApplied(identifier, target: domain.domain)
            }
            try tell(report, isChanged: !isDryRun)
            if let preview { return try show(preview.changes) }
            return changed
        }
    }

    func list(_ domain: DomainArgument) throws {
        try naming(nil) {
            for record in try migrator.records(in: domain.domain) {
                try session.write(text: MigrationText.line(for: record) + "\n")
            }
        }
    }

    private var changed: ExitStatus {
        session.invocation.options.contains(.exitCode) ? .changed : .success
    }

    /// Reports values that stay behind, and all steps if the options ask for that.
    private func tell(_ report: MigrationReport, isChanged: Bool = false) throws(CommandError) {
        defer { tellOfValuesThatStay(report) }
        guard session.invocation.options.contains(.verbose) else { return }
        do {
            try session.write(text: MigrationText.text(of: report))
        } catch .outputFailed(let error) where isChanged {
            throw .outputFailedAfterChange(error)
        }
    }

    private func tellOfValuesThatStay(_ report: MigrationReport) {
        for step in report.steps {
            guard let old = step.old, let new = step.new else { continue }
            switch step.effect {
            case .kept: session.streams.report(.migrationKept(old: old, new: new, domain: step.source))
            case .changedSince: session.streams.report(.migrationLeft(old: old, domain: step.source))
            default: break
            }
        }
    }

    /// Shows what `diff` shows of two domains or, where several would change, of two roots. One in the keyring comes last.
    private func show(_ changes: [Migrator.DomainChange]) throws -> ExitStatus {
        if changes.isEmpty { return .success }
        let files = changes.filter { !$0.isInKeyring }.sorted { MigrationText.comesFirst($0.domain, $1.domain) }
        for change in files + changes.filter(\.isInKeyring) {
            let differences = PropertyListDifference.between(change.old, change.new)
            let title = change.isInKeyring ? "\(change.domain) in the keyring" : MigrationText.title(of: change.domain)
            let heading = changes.count > 1 ? "[\(title)]\n" : ""
            try session.write(text: heading + session.text(of: differences))
        }
        return changed
    }

    /// Passes errors of the library on as errors of the command; the domain is the one to be changed, if any.
    private func naming<Result>(_ domain: Domain?, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as MigrationError {
            throw CommandError.migration(error)
        } catch let error as PreferencesError {
            throw domain.map { .notWritten(domain: $0.description, error) } ?? CommandError.preferences(error)
        }
    }
}

extension MigrationReport {
    /// Whether the run changed a domain.
    fileprivate var isChange: Bool { status == .applied || status == .completed }
}

/// What is printed of migrations.
private enum MigrationText {
    /// What `diff` of two roots calls a domain.
    static func title(of domain: Domain) -> String {
        domain.description + (domain.host == .current ? ", current host" : "")
    }

    /// The order in which `diff` of two roots shows domains.
    static func comesFirst(_ first: Domain, _ second: Domain) -> Bool {
        if (first.host == .current) != (second.host == .current) { return second.host == .current }
        return first.description.precedesInUTF16(second.description)
    }

    static func line(for record: MigrationRecord) -> String {
        let date = ScalarText.text(of: record.date)
        let keys = record.steps.count
        return "\(record.identifier): \(record.state.rawValue), \(date), \(keys) key\(keys == 1 ? "" : "s")"
    }

    /// A line for each step, and one for a migration that did nothing.
    static func text(of report: MigrationReport) -> String {
        var lines = report.steps.map(line)
        switch report.status {
        case .alreadyApplied: lines.append("\(report.identifier): already done")
        case .completed: lines.append("\(report.identifier): completed")
        case .nothingToDo: lines.append("\(report.identifier): nothing to do")
        case .applied: lines.append("\(report.identifier): done")
        case .rolledBack: lines.append("\(report.identifier): undone")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func line(for step: MigrationReport.Step) -> String {
        let places = [step.old, step.effect == .restored ? nil : step.new].compactMap {
            $0?.description.escapingControlCharacters()
        }
        return "\(word(for: step.effect)) \(places.joined(separator: " -> "))"
    }

    private static func word(for effect: MigrationReport.Step.Effect) -> String {
        switch effect {
        case .moved: "moved"
        case .copied: "copied"
        case .deleted: "deleted"
        case .defaultSet: "set"
        case .restored: "restored"
        case .absent: "absent"
        case .samePlace: "same"
        case .kept: "kept"
        case .changedSince: "changed"
        }
    }
}
