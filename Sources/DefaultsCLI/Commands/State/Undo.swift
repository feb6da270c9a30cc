import DefaultsCore
import DefaultsState
import ToolSupport

extension Command {
    /// `undo`: takes recorded changes back.
    static let undo = Command(
        "undo", summary: "takes back or lists recorded changes", operands: OperandPattern(.word),
        forms: [
            Form("undo [<count>]", "takes back the last changes in a journal"),
            Form("undo --all", "takes back all changes in a journal"),
            Form("undo --entry <number>", "takes back one entry of a journal"),
            Form("undo --redo", "makes the changes of the last undo again"),
            Form("undo --list [<count>]", listingEntries),
            Form("undo --prune <count>", pruningEntries),
        ],
        options: [all, entry, redo, force, list, entriesJSON.requiring("--list"), prune], group: .combining,
        guide: guide
    ) { (invocation, _) throws(CommandError) in
        let options = invocation.options
        if options.listsEntries || options.keptEntries != nil { return try journalEntries(invocation) }
        let count = try invocation.count
        guard count == nil || options.undoneEntries == nil else { throw invocation.misuse }
        let selection = options.undoneEntries ?? .last(count ?? 1)
        return .query { (session) throws(CommandError) in
            let journal = try session.journal()
            let perform = { (store: any DomainStore) in
                try journal.undo(selection, in: store, isForced: options.isForced)
            }
            let outcome = try CommandError.mapping(
                options.isDryRun ? try session.store.rehearse(perform).result : try perform(session.store))
            try session.show(outcome.changes, isChanged: !options.isDryRun)
            if !outcome.entries.isEmpty, outcome.changes.isEmpty {
                // The values were restored before, or the recorded changes never happened.
                session.report(CommandError(.success, "No value changes: all are already as they would be restored"))
            }
            return !outcome.changes.isEmpty && options.reportsChange ? .changed : .success
        }
    }

    private static var guide: Guide {
        Guide(
            """
            Takes back changes that a journal records, and prints what changes. By default, this is the last change \
            that is not taken back yet. A value that has changed since is an error. With --list, prints the changes \
            with their number, date and command.
            """,
            statuses: [Guide.Status(.negative, "there are fewer entries here, or a value has changed since")],
            example: Guide.Example(
                "Record a change, and take it back",
                """
                $ export DEFAULTS_JOURNAL=~/changes
                $ defaults write com.example.Editor FontSize -int 16
                $ defaults undo
                [com.example.Editor]
                - FontSize: integer 16
                + FontSize: integer 14
                """),
            related: ["diff", "apply", "defaults-state(7)"])
    }

    private static let all = Option(
        "--all", "Take back all entries", "Take back all entries of the journal.", excludes: ["--entry"]
    ) { $0.undoneEntries = .all }.takingOperands(OperandPattern())

    private static let entry = Option(
        "--entry", .entryNumber, "Take back the entry of this number", "Take back the entry of this number only."
    ) { $0.undoneEntries = .number($1) }.takingOperands(OperandPattern())

    private static let redo = Option(
        "--redo", "Make the changes of the last undo again",
        "Make the changes of the last undo again. Not possible after other changes.", excludes: ["--all", "--entry"]
    ) { $0.undoneEntries = .redo }.takingOperands(OperandPattern())

    private static let force = Option(
        "--force", "Restore values that have changed, too",
        """
        Restore old values even if the present values are not the recorded ones. With --entry, the entry can be that \
        of another home folder or root.
        """
    ) { $0.isForced = true }

    private static let list = Option(
        "--list", "Print the entries of the journal",
        "Print the entries of the journal, or the given number of last ones, and take nothing back.",
        excludes: ["--prune"] + undoOptions
    ) { $0.listsEntries = true }
}
