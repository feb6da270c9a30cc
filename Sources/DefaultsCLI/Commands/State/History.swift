import DefaultsState
import PropertyList
import ToolSupport

extension Command {
    /// `history`: prints the entries of a journal, or removes old entries.
    static let history = Command(
        "history", operands: OperandPattern(.word),
        forms: [
            Form("history [<count>]", "prints the changes in a journal"),
            Form("history --prune <count>", "removes entries but the last ones"),
        ],
        options: [json, prune, .journal], group: .surveying, guide: guide
    ) { (invocation, _) throws(CommandError) in
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

    private static var guide: Guide {
        Guide(
            "Prints the changes that a journal records, with their number, date and command.",
            example: Guide.Example(
                "Print what changed",
                """
                $ export DEFAULTS_JOURNAL=~/changes
                $ defaults write com.example.Editor FontSize -int 16
                $ defaults delete com.example.Editor Files
                $ defaults history
                1 2026-09-21 14:13:20 +0000 write com.example.Editor FontSize -int 16
                [com.example.Editor]
                - FontSize: integer 14
                + FontSize: integer 16
                2 2026-09-21 14:13:20 +0000 delete com.example.Editor Files
                [com.example.Editor]
                - Files: array ["notes.txt","todo.txt"]
                """),
            related: ["undo", "defaults-state(7)"])
    }

    private static let prune = Option(
        "--prune", .positive, "Remove all entries but the last ones",
        "Remove all entries but the given number of last ones. They can no longer be undone.", excludes: ["--json"]
    ) { $0.keptEntries = $1 }.takingOperands(OperandPattern())

    private static let json = Option("--json", "Print JSON that preserves types", "Print the entries as JSON.") {
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
