import DefaultsCore
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
            selection.append((try operands.domain(), try operands.key()))
        }
        return .query { [selection] (session) throws(CommandError) in try watch(selection, in: session) }
    }

    private static var guide: Guide {
        Guide(
            """
            Prints each change as it happens, whichever program makes it, until it is interrupted. Without operands, \
            all domains are watched.
            """,
            details: [
                """
                The operands are pairs of a domain and a key. The last key may be omitted: then all keys of that \
                domain are watched. With --path, each operand is a domain. Folders and files need not exist yet.
                """,
                """
                Text is that of diff. With several domains, the name of the domain is printed above each change. \
                JSON has one line for each value that changed, with the members date, domain, path, old and new, and \
                host for a domain of this host. Commands do not name the root, so batch can make the changes again \
                on another one.
                """,
                """
                Each change is written at once. A reader that is slow gets the latest state, not each state between. \
                If a file cannot be read, its last contents remain, and if it stays unreadable, an error is printed \
                once. If the kernel cannot report changes, the command says so, and examines the files once a \
                second. The command ends when nothing reads its output.
                """,
            ],
            statuses: [Guide.Status(.negative, "the time of --timeout was up first")],
            example: Guide.Example(
                "Print the present state, and then each change",
                """
                $ defaults watch --initial com.example.Editor | head -n 2
                + Files: array ["notes.txt","todo.txt"]
                + FontSize: integer 14
                """),
            related: ["diff", "undo", "batch"])
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
        if selection.isEmpty {
            let found = try CommandError.mapping(try session.store.findAllDomains(session.scope))
            session.reportUnsearchedFolder(found.unsearchedFolder, advice: "; use '--root' to watch them")
        }
        // The text format prints the name of the domain above each change.
        let hasHeadings = selection.count != 1
        let initial = domains.changes()
        if options.showsInitialState {
            for change in initial { try show(change, hasHeading: hasHeadings, in: session) }
        }
        var count = 0
        while count < options.count ?? .max {
            switch waiter.wait(until: deadline) {
            case .timedOut: return count < options.count ?? 1 ? .negative : .success
            case .ended: throw .outputFailed(.brokenPipe)
            case .changed: break
            }
            for change in domains.changes().prefix((options.count ?? .max) - count) {
                try show(change, hasHeading: hasHeadings, in: session)
                count += 1
            }
        }
        return .success
    }

    /// Prints a change in a single write.
    private static func show(
        _ change: WatchedDomains.Change, hasHeading: Bool, in session: Session
    ) throws(CommandError) {
        let found = PropertyListDifference.between(change.old, change.new)
        let differences = session.redaction.hidingSecrets(in: [([change.domain], found)])[0]
        switch session.options.differenceFormat {
        case .text:
            let heading = hasHeading ? "[\(change.domain.spelling.escapingControlCharacters())]\n" : ""
            try session.show(hidden: differences, heading: heading)
        case .json(let style):
            let lines = try lines(of: differences, in: change.domain, as: style, session)
            try session.revealedValues().write(document: lines.utf8, as: .json)
        case .commands:
            var script = CommandScript(
                options: change.domain.host.optionWords, domain: change.operand, keepsValuesOffCommandLines: false)
            script.isForTerminal = session.streams.outputIsTerminal
            let text = script.text(
                from: .dictionary(change.old), to: .dictionary(change.new), without: found.paths(hiddenIn: differences))
            try session.revealedValues().write(Array(text.utf8))
        }
    }

    /// Returns a line with a JSON object for each difference.
    private static func lines(
        of differences: [PropertyListDifference], in domain: Domain, as style: JSONWriter.Style, _ session: Session
    ) throws(CommandError) -> String {
        let date = PropertyListValue.string(ISO8601Text.text(of: try session.now()) ?? "")
        let writer = JSONWriter(style, layout: .compact)
        var text = ""
        for case .dictionary(var object) in DifferenceText.json(of: differences, domain: domain) {
            object["date"] = date
            text += writer.text(of: .dictionary(object)) + "\n"
        }
        return text
    }
}
