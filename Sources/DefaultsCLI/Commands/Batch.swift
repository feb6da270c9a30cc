import DefaultsCore
import PropertyList

extension Command {
    /// `batch`: makes the changes of many command lines in one atomic update.
    static let batch = Command(
        "batch", operands: OperandPattern(.inputFile),
        forms: [Form("batch [<file>]", "makes the changes of many command lines")],
        group: .combining, guide: guide
    ) { (invocation, input) throws(CommandError) in
        var operands = Operands(of: invocation, input)
        let file = operands.next() ?? "-"
        guard operands.isEmpty else { throw invocation.misuse }
        let bytes = try input.read(file, isDocument: false)
        let lines = try BatchReader(file: file, table: invocation.table, input: input).lines(in: bytes)
        return .query { (session) throws(CommandError) in try BatchUpdate(lines, of: file, in: session).perform() }
    }

    private static var guide: Guide {
        Guide(
            """
            Makes the changes of many command lines together: all of them or none. Each line consists of the words \
            of write, rename, delete or import.
            """,
            statuses: [
                Guide.Status(.negative, "a line refers to a key that does not exist, or has a value that is refused")
            ],
            examples: [
                Example(
                    "Make changes from standard input",
                    """
                    defaults batch <<'EOF'
                    write com.example.Editor FontSize -int 16
                    delete com.example.Editor Files
                    EOF
                    """),
                Example(
                    "Show what a file of changes would do",
                    [
                        "echo 'write com.example.Editor FontSize -int 18' > changes",
                        "defaults batch --dry-run changes",
                    ],
                    """
                    [com.example.Editor]
                    - FontSize: integer 16
                    + FontSize: integer 18
                    """),
                Example(
                    "Restore an earlier state",
                    [
                        "defaults export --format commands com.example.Editor - > saved",
                        "defaults delete com.example.Editor",
                        "defaults batch saved",
                    ]),
            ],
            related: ["diff", "apply", "undo", "defaults-state(7)"])
    }
}

/// A line of a batch: a change of a domain.
struct BatchLine: Sendable {
    /// The number of the line, from 1 on.
    let number: Int
    let changes: ChangeSet
    /// The domain. One below another root than the batch's is given by its path.
    let domain: Domain
    /// The root that the line names.
    let root: String?
    /// Whether a missing domain or key is not an error.
    let acceptsAbsence: Bool
    /// Returns the error for a condition of the changes that does not hold.
    let refusal: @Sendable (ChangeSet.EditError) -> CommandError
}

/// Makes the changes of a batch, or prints them in a dry run.
private struct BatchUpdate {
    private let lines: [BatchLine]
    private let file: String
    private let session: Session
    private let batch: ChangeBatch

    init(_ lines: [BatchLine], of file: String, in session: Session) {
        (self.lines, self.file, self.session) = (lines, file, session)
        var batch = ChangeBatch()
        for line in lines { batch.append(line.changes, to: line.domain) }
        self.batch = batch
    }

    func perform() throws(CommandError) -> ExitStatus {
        let store = session.storeIncluding(bases: lines.compactMap(\.root))
        do {
            let isChanged: Bool
            if session.options.isDryRun {
                let changes = try store.rehearse { try change($0) }.changes
                try session.show(changes)
                isChanged = !changes.isEmpty
            } else {
                isChanged = try change(store)
            }
            return isChanged && session.options.reportsChange ? .changed : .success
        } catch let error as ChangeBatch.EntryError {
            let line = lines[error.entry]
            throw line.refusal(error.error).inLine(line.number, of: file)
        } catch {
            throw CommandError(error)
        }
    }

    private func change(_ store: any DomainStore) throws -> Bool {
        try store.update(batch.domains) { transaction in
            let old = transaction.contents
            try batch.apply(to: &transaction) { lines[$0].acceptsAbsence && $1.isAbsence }
            return transaction.contents != old
        }
    }
}
