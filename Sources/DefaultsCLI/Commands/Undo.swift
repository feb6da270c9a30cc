import DefaultsCore
import PropertyList

extension Command {
    /// `undo`: takes recorded changes back.
    static let undo = Command(
        "undo", operands: OperandPattern(.word),
        forms: [
            Form("undo [<count>]", "takes back the last changes in a journal"),
            Form("undo --all", "takes back all changes in a journal"),
            Form("undo --entry <number>", "takes back one entry of a journal"),
        ],
        options: [all, entry, force], group: .combining
    ) { (invocation, _) throws(CommandError) in
        let options = invocation.options
        var selection = options.undoneEntries
        if let word = invocation.operands.first {
            guard selection == nil, invocation.operands.count == 1, let count = Int(word), count > 0 else {
                throw invocation.misuse
            }
            selection = .last(count)
        }
        return .query { [selection] (session) throws(CommandError) in
            guard let journal = session.journal else { throw .noJournal }
            do {
                let selection = selection ?? .last(1)
                let rehearsed =
                    try options.isDryRun
                    ? session.store.rehearse { try undo(selection, in: $0, journal, isForced: options.isForced) } : nil
                if let rehearsed {
                    try session.show(rehearsed.changes)
                    return !rehearsed.changes.isEmpty && options.reportsChange ? .changed : .success
                }
                let isChanged = try undo(selection, in: session.store, journal, isForced: options.isForced)
                return isChanged && options.reportsChange ? .changed : .success
            } catch {
                throw CommandError(error)
            }
        }
    }

    private static func undo(
        _ selection: Undo.Selection, in store: any DomainStore, _ journal: Journal, isForced: Bool
    ) throws -> Bool {
        try Undo(store: store, journal: journal).perform(selection, isForced: isForced).isChanged
    }

    private static let all = Option(
        "--all", "Take back all entries", "Take back all entries of the journal.", excludes: ["--entry"]
    ) { $0.undoneEntries = .all }

    private static let entry = Option(
        "--entry", .entryNumber, "Take back the entry of this number", "Take back the entry of this number only."
    ) { $0.undoneEntries = .number($1) }

    private static let force = Option(
        "--force", "Restore values that have changed since, too",
        "Restore old values even if the present values are not the recorded ones."
    ) { $0.isForced = true }
}

extension OptionOperand.Parsed where Value == Int {
    fileprivate static var entryNumber: Self {
        Self("<number>", .number, expected: "the number of an entry") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
    }
}
