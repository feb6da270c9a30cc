import DefaultsCore
import PropertyList
import ToolSupport

extension Command {
    /// `watch`: prints changes of domains as they happen.
    static let watch = Command(
        "watch", operands: OperandPattern(repeating: .domain, .key),
        forms: [
            Form("watch", "prints each change of any domain"),
            Form(
                "watch <domain> [<key>] ...", "prints each change of the domains or keys",
                withPath: "watch --path <key path> <domain> ..."),
        ],
        options: [.path, initial, count, timeout, .differenceFormat, .onlyKeys, .exceptKeys, .color], group: .checking,
        guide: guide
    ) { (invocation, input) throws(CommandError) in
        try invocation.options.requireTextForColor()
        var operands = Operands(of: invocation, input)
        if operands.isEmpty, invocation.options.path != nil { throw invocation.misuse }
        var selection: [WatchedDomains.Selected] = []
        while !operands.isEmpty {
            selection.append(WatchedDomains.Selected(argument: try operands.domain(), key: try operands.key()))
        }
        return .query { [selection] (session) throws(CommandError) in try watch(selection, in: session) }
    }

    private static var guide: Guide {
        Guide(
            """
            Prints each change as it happens, whichever program makes it, until it is interrupted. Without operands, \
            all domains are watched.
            """,
            statuses: [Guide.Status(.negative, "the time of --timeout was up first")],
            example: Guide.Example(
                "Print the present state, and then each change",
                """
                $ defaults watch --initial com.example.Editor | head -n 2
                + Files: array ["notes.txt","todo.txt"]
                + FontSize: integer 14
                """),
            related: ["diff", "history", "batch"])
    }

    private static let initial = Option(
        "--initial", "Print the present state first",
        "Print the present state first, in the form of changes to empty domains. It does not count for --count."
    ) { $0.showsInitialState = true }

    private static let count = Option(
        "--count", .positive, "End after this many changes",
        "End after this many changes. Keys of a domain that change together are one change."
    ) { $0.count = $1 }

    private static let timeout = Option(
        "--timeout", .seconds, "End after this time",
        """
        End after this time, with status 1 if there were fewer changes than --count asks for or, without --count, none.
        """
    ) { $0.timeout = $1 }

    private static func watch(
        _ selection: [WatchedDomains.Selected], in session: Session
    ) throws(CommandError) -> ExitStatus {
        let options = session.options
        let deadline = options.timeout.map { ContinuousClock.now + $0 }
        let waiter = ChangeWaiter()
        session.streams.whenOutputIsBroken(waiter.end)
        var domains = try WatchedDomains(selection, in: session, reportingTo: waiter)
        for selected in selection { session.reportFileMeant(by: selected.argument) }
        if selection.isEmpty { try session.reportUnsearchedFolder() }
        let printer = ChangePrinter(session: session, hasHeadings: selection.count != 1)
        let initial = domains.changes()
        if options.showsInitialState { for change in initial { try printer.show(change) } }
        var count = 0
        while count < options.count ?? .max {
            switch waiter.wait(until: deadline) {
            case .timedOut: return count < options.count ?? 1 ? .negative : .success
            case .ended: throw .outputFailed(.brokenPipe)
            case .changed: break
            }
            for change in domains.changes().prefix((options.count ?? .max) - count) {
                try printer.show(change)
                count += 1
            }
        }
        return .success
    }
}
