import DefaultsCore
import PropertyList

extension Command {
    /// `diff`: prints the differences between two domains, files or roots.
    static let diff = Command(
        "diff", operands: OperandPattern(.comparable, .comparable),
        forms: [
            Form("diff <domain> <domain>", "shows the differences of two domains or files"),
            Form("diff <folder> <folder>", "shows the differences of the domains of two roots"),
        ],
        options: [json, format, ignore, only, allowMissing, .reveal], group: .reading
    ) { (invocation, input) throws(CommandError) in
        let options = invocation.options
        if options.differenceFormat.isForPrograms { try options.requireRevealedValues() }
        var operands = Operands(of: invocation, input)
        let (old, new) = (try operands.comparable(), try operands.comparable())
        guard operands.isEmpty else { throw invocation.misuse }
        if old.isInput, new.isInput { throw .inputTwice }
        return .query { (session) throws(CommandError) in
            try refuseMissing(old, new, in: session)
            if let old = old.root, let new = new.root {
                let (comparisons, obstacles) = try Comparison.all(inRoot: old, with: new, in: session)
                for obstacle in obstacles { session.report(obstacle) }
                let status = try show(comparisons, in: session)
                return obstacles.first?.status ?? status
            }
            return try show([Comparison(of: old, with: new, in: session, input)], in: session)
        }
    }

    private static let json = Option(
        "--json", .plainJSON, "Print JSON with type tags, or plain JSON",
        "Print the differences as JSON that preserves all types. With =plain, print JSON without type tags.",
        excludes: ["--format"]
    ) { $0.differenceFormat = .json(isPlain: $1) }

    private static let format = Option(
        "--format", .differenceFormat, "Choose text, json or commands", "Select the format to write."
    ) { $0.differenceFormat = $1 }

    private static let ignore = Option(
        "--ignore", .pattern, "Exclude matching keys (repeatable)",
        "Exclude matching keys from the comparison. May be repeated. Takes precedence over --only."
    ) { $0.ignoredPaths.append($1) }

    private static let only = Option(
        "--only", .pattern, "Compare only matching keys (repeatable)",
        "Compare only matching keys. May be repeated."
    ) { $0.comparedPaths.append($1) }

    private static let allowMissing = Option(
        "--allow-missing", "Compare a missing path as empty",
        "Compare a path to a missing file or folder as empty."
    ) { $0.acceptsMissingPaths = true }

    /// Refuses a comparison with nothing, which is most likely a mistake.
    private static func refuseMissing(
        _ old: ComparisonOperand, _ new: ComparisonOperand, in session: Session
    ) throws(CommandError) {
        guard session.options.storage.hasFiles else { return }
        if old.isDomain || new.isDomain { try session.requireRoot() }
        let missing = [old, new].filter(\.isMissingPath)
        if missing.count == 2 { throw .nothingToCompare(old.text, new.text) }
        if let first = missing.first, !session.options.acceptsMissingPaths {
            throw .operandMissing(first.path ?? first.text)
        }
    }

    private static func show(_ comparisons: [Comparison], in session: Session) throws(CommandError) -> ExitStatus {
        let differing = comparisons.filter { !$0.differences.isEmpty }
        switch session.options.differenceFormat {
        case .text:
            for comparison in differing {
                try session.show(comparison.differences, heading: comparison.title.map { "[\($0)]\n" } ?? "")
            }
        case .json(let isPlain):
            let differences = differing.flatMap(\.json)
            try session.revealedValues().show(
                ["schema": 1, "differences": .array(differences)], as: .json(isPlain: isPlain))
        case .commands:
            for comparison in differing {
                var script = comparison.script
                script.isForTerminal = session.streams.outputIsTerminal
                let text = script.text(from: comparison.old, to: comparison.new)
                try session.revealedValues().write(Array(text.utf8))
            }
        }
        return differing.isEmpty ? .success : .negative
    }
}

extension OptionOperand.Parsed where Value == DifferenceFormat {
    fileprivate static var differenceFormat: Self {
        word("<format>", [("text", .text), ("json", .json(isPlain: false)), ("commands", .commands)])
    }
}
