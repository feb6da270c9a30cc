import DefaultsCore
import PropertyList

extension Command {
    /// `diff`: prints the differences between two domains, files or roots.
    static let diff = Command(
        "diff", operands: OperandPattern(.comparable, .comparable),
        forms: [
            Form("diff <domain> <domain>", "shows how two domains or files differ"),
            Form("diff <folder> <folder>", "shows how the domains of two roots differ"),
        ],
        options: [json, format, ignore, only, allowMissing, .reveal], group: .reading
    ) { (invocation, input) throws(CommandError) in
        let options = invocation.options
        if options.differenceFormat.isForPrograms {
            let isJSON = options.contains(json)
            try options.requireRevealedValues(
                by: "option '\(isJSON ? json.name : options.differenceFormat.optionText)'")
        }
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
        "--json", .plain, "prints JSON, with tags for types unless plain",
        "Print the differences as JSON that preserves all types. --json=plain prints JSON without tags.",
        excludes: ["--format"]
    ) { $0.differenceFormat = .json(isPlain: $1) }

    private static let format = Option(
        "--format", .differenceFormat, "chooses text, json or commands", "Print the differences in this format."
    ) { $0.differenceFormat = $1 }

    private static let ignore = Option(
        "--ignore", .pattern, "leaves out keys that match; may be repeated",
        "Omit matching keys from the comparison. Can be repeated. Takes precedence over --only."
    ) { $0.ignoredPaths.append($1) }

    private static let only = Option(
        "--only", .pattern, "compares matching keys only; may be repeated",
        "Compare matching keys only. Can be repeated."
    ) { $0.comparedPaths.append($1) }

    private static let allowMissing = Option(
        "--allow-missing", "compares a path to nothing as empty",
        "Compare a path that does not exist as an empty file or folder."
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

extension DifferenceFormat {
    /// The option that chooses the format.
    fileprivate var optionText: String { isCommands ? "--format commands" : "--format json" }
}
