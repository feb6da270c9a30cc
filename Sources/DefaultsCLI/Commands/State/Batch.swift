import DefaultsCore
import DefaultsState
import ToolSupport

extension Command {
    /// `batch`: makes the changes of many command lines in one atomic update.
    static let batch = Command(
        "batch", operands: OperandPattern(.inputFile),
        forms: [Form("batch [<file>]", "makes the changes of many command lines")],
        schemas: .alwaysForTypedValues, group: .combining, guide: guide
    ) { (invocation, input) throws(CommandError) in
        var operands = Operands(of: invocation, input)
        let file = operands.next() ?? "-"
        guard operands.isEmpty else { throw invocation.misuse }
        let bytes = try input.read(file, isDocument: false)
        let reader = BatchReader(file: file, table: invocation.table, input: input)
        let (lines, unread) = reader.lines(in: bytes)
        return .query { (session) throws(CommandError) in
            do {
                return try BatchUpdate(lines: lines, unread: unread, file: file, session: session).perform()
            } catch let errors as BatchErrors {
                let errors = errors.lines.map(\.error)
                for error in errors { session.report(error) }
                return errors.status ?? .invalidData
            } catch {
                throw CommandError(error)
            }
        }
    }

    private static var guide: Guide {
        Guide(
            """
            Makes the changes of many command lines together: all of them or none. Each line consists of the words \
            of write, rename, delete or import. If lines cannot be made, an error is printed for each of them.
            """,
            statuses: [
                Guide.Status(.negative, "lines do not fit the values that the domains have"),
                Guide.Status(.invalidData, "lines are not valid changes"),
            ],
            example: Guide.Example(
                "Make changes from standard input",
                """
                $ defaults batch <<'EOF'
                > write com.example.Editor FontSize -int 16
                > delete com.example.Editor Files
                > EOF
                """),
            related: ["diff", "apply", "undo", "defaults-state(7)"])
    }
}

/// A line of a batch: a change of a domain.
struct BatchLine: Sendable {
    /// The number of the line, from 1 on.
    let number: Int
    let changes: ChangeSet
    /// The name of the domain in the line.
    let name: Domain.Name
    /// The domain. If the line names a root, the domain is identified by the path of its file.
    let domain: Domain
    /// The root that the line names, or `nil` for the root of the batch.
    let root: String?
    /// Whether a missing domain or key is not an error.
    let acceptsAbsence: Bool
    /// Returns the error for a condition of the changes that does not hold.
    let refusal: @Sendable (PreferencesError) -> CommandError
}

/// Makes the changes of a batch, or prints them in a dry run.
private struct BatchUpdate {
    let lines: [BatchLine]
    /// The lines that could not be read.
    let unread: UnreadLines
    let file: String
    let session: Session

    /// - Throws: ``BatchErrors`` if lines cannot be read or applied, or the error of the update.
    func perform() throws -> ExitStatus {
        // The roots of lines are treated as the user's base folder.
        let bases = lines.compactMap(\.root)
        let store = bases.isEmpty ? session.store : session.makeStore(session.folders.including(bases: bases))
        do {
            try BatchErrors.require(none: unread.errors)
            let isChanged = try session.options.isDryRun ? preview(in: store) : change(store, lines)
            return isChanged && session.options.reportsChange ? .changed : .success
        } catch  where (error as? PreferencesError)?.canBeOneOfSeveral ?? (error is BatchErrors) {
            // An update stops at its first error. The other errors are searched for separately.
            try BatchErrors.require(none: unread.errors + findErrors(in: store))
            throw error
        }
    }

    private func preview(in store: any DomainStore) throws -> Bool {
        let changes = try store.rehearse { try change($0, lines) }.changes
        try session.show(changes)
        return !changes.isEmpty
    }

    /// - Throws: The error of the update, or ``BatchErrors`` with all lines that cannot be applied to their domain.
    ///   Lines that may depend on an unread line are excluded.
    private func change(_ store: any DomainStore, _ lines: [BatchLine]) throws -> Bool {
        let batch = ChangeBatch(lines.map { ($0.domain, $0.changes) })
        return try store.update(batch.domains) { transaction in
            let old = transaction.contents
            var errors: [BatchErrors.Line] = []
            // Each line is applied after the earlier valid lines, so that one run finds all invalid lines.
            batch.apply(to: &transaction) { index, error in
                let line = lines[index]
                if !(line.acceptsAbsence && error.isAbsence), !unread.affect(line) {
                    errors.append(BatchErrors.Line(line.number, line.refusal(error), of: file))
                }
            }
            try BatchErrors.require(none: errors)
            return transaction.contents != old
        }
    }

    /// Returns the errors of the lines of each domain. Nothing is changed.
    private func findErrors(in store: any DomainStore) -> [BatchErrors.Line] {
        // Two names can refer to the same file.
        let byFile = Dictionary(grouping: lines) { line in
            (try? store.identity(of: line.domain)) ?? StoreIdentity(line.domain.description)
        }
        return byFile.values.flatMap { lines -> [BatchErrors.Line] in
            do {
                _ = try store.rehearse { try change($0, lines) }
                return []
            } catch let errors as BatchErrors {
                return errors.lines
            } catch {
                return [BatchErrors.Line(lines[0].number, CommandError(error), of: file)]
            }
        }
    }
}

extension PreferencesError {
    /// Whether other domains of the same update can have an error, too.
    var canBeOneOfSeveral: Bool {
        [.unreadable, .unfaithful, .unstorable, .tooLarge, .notRegularFile, .system].contains(code)
    }
}
