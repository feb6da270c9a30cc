import DefaultsState
import PropertyList
import ToolSupport

extension Command {
    /// `history`: the former spelling of `undo --list` and `undo --prune`. The help and the man pages do not mention
    /// the verb.
    static let history = Command(
        "history", isListed: false, operands: OperandPattern(.word),
        forms: [Form("history [<count>]", listingEntries), Form("history --prune <count>", pruningEntries)],
        options: [entriesJSON, prune, .journal], group: .surveying,
        guide: Guide("Does the same as 'undo --list'.", example: nil, related: ["undo"])
    ) { (invocation, _) throws(CommandError) in try journalEntries(invocation) }

    static let listingEntries = "prints the changes in a journal"
    static let pruningEntries = "removes entries but the last ones"

    /// Returns the effect of `undo --list` and `undo --prune`: to print the entries of the journal, or to remove old
    /// ones.
    static func journalEntries(_ invocation: Invocation) throws(CommandError) -> Effect {
        if let count = invocation.options.keptEntries {
            guard invocation.operands.isEmpty else { throw invocation.misuse }
            return .show { (session) throws(CommandError) in
                _ = try CommandError.mapping(try session.journal().prune(keeping: count))
            }
        }
        let count = try invocation.count ?? .max
        return .show { (session) throws(CommandError) in
            let reading = try CommandError.mapping(try session.journal().reading())
            try show(Array(reading.entries.suffix(count)), in: session)
            if count > reading.entries.count, let damage = reading.damage { throw damage.commandError }
        }
    }

    /// The options of `undo` that have no effect on a list of entries.
    static let undoOptions = ["--all", "--entry", "--redo", "--force", "--dry-run", "--exit-code", "--rewrite"]

    static let prune = Option(
        "--prune", .positive, "Remove all entries but the last ones",
        "Remove all entries but the given number of last ones. They can no longer be undone.",
        excludes: ["--json"] + undoOptions
    ) { $0.keptEntries = $1 }.takingOperands(OperandPattern())

    static let entriesJSON = Option("--json", "Print JSON that preserves types", "Print the entries as JSON.") {
        $0.style = .document(.json)
    }

    /// Prints entries. The number, the date and the command of each entry are above what changed in each domain.
    private static func show(_ entries: [Journal.Entry], in session: Session) throws(CommandError) {
        let entries = session.hidingSecrets(in: entries)
        if case .document = session.options.style {
            return try session.revealedValues().show(
                .array(entries.map { .dictionary($0.dictionary) }), as: session.options.style)
        }
        for entry in entries {
            let words = entry.command.map(ShellText.escaped).joined(separator: " ")
            try session.show(lines: "\(entry.number) \(OldStyleWriter.text(of: entry.date)) \(words)\n")
            var title = ""
            for change in entry.changes {
                let heading = change.domain.title.hasSameScalars(as: title) ? "" : "[\(change.domain.title)]\n"
                try session.show(hidden: [change.difference], heading: heading)
                title = change.domain.title
            }
        }
    }
}
