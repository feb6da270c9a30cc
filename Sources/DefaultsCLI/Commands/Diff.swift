import DefaultsCore
import PropertyList

extension Command {
    /// `diff`: prints the differences between two domains, files or roots.
    static let diff = Command(
        "diff", operands: OperandPattern(.comparable, .comparable),
        forms: [
            Form("diff <domain> <domain>", "shows how two domains or files differ"),
            Form("diff <folder> <folder>", "shows how two folders of domains differ"),
        ],
        options: [json, .differenceFormat, .ignoredKeys, .onlyKeys, allowMissing, state, .color, .reveal],
        group: .reading, guide: guide
    ) { (invocation, input) throws(CommandError) in
        let options = invocation.options
        if options.differenceFormat.isForPrograms { try options.requireRevealedValues() }
        try options.requireTextForColor()
        var operands = Operands(of: invocation, input)
        let (old, new) = (try operands.comparable(), try operands.comparable())
        guard operands.isEmpty else { throw invocation.misuse }
        if old.isInput, new.isInput { throw .inputTwice }
        return .query { (session) throws(CommandError) in
            try refuseMissing(old, new, in: session)
            // One domain is compared with its part of a folder or document.
            let isOneDomain = old.isDomain != new.isDomain
            let comparesDocument = old.isDocument && new.isFolder || old.isFolder && new.isDocument
            if !isOneDomain, options.comparesStates || comparesDocument {
                return try show(Comparison.states(old, new, in: session, input), in: session)
            }
            if let old = old.root, let new = new.root {
                let (comparisons, obstacles) = try Comparison.all(inRoot: old, with: new, in: session)
                for obstacle in obstacles { session.report(obstacle) }
                let status = try show(comparisons, in: session)
                return obstacles.first?.status ?? status
            }
            return try show([Comparison(of: old, with: new, in: session, input)], in: session)
        }
    }

    private static var guide: Guide {
        Guide(
            """
            Prints how the second operand differs from the first. An operand is a domain, a file, a folder of \
            domains, or '-' for standard input.
            """,
            statuses: [
                Guide.Status(.success, "there is no difference"),
                Guide.Status(.negative, "there are differences"),
                Guide.Status(.inputOutput, "an operand does not exist, or reading failed"),
            ],
            examples: [
                Example(
                    "Compare a domain with an earlier state",
                    [
                        "defaults export com.example.Editor before.plist",
                        "defaults write com.example.Editor FontSize -int 16",
                        "defaults diff ./before.plist com.example.Editor || echo \"status $?\"",
                    ],
                    """
                    - FontSize: integer 14
                    + FontSize: integer 16
                    status 1
                    """),
                Example(
                    "Print the commands that take the difference back",
                    "defaults diff --format commands com.example.Editor ./before.plist || true",
                    "defaults write com.example.Editor FontSize -int 14"),
                Example(
                    "Exclude keys from the comparison",
                    "defaults diff --ignore 'Font*' ./before.plist com.example.Editor"),
                Example(
                    "Compare one key with JSON from another program",
                    [
                        #"echo '{"FontSize": 16}' > other.json"#,
                        "defaults diff --only FontSize com.example.Editor ./other.json",
                    ]),
            ],
            related: ["watch", "snapshot", "defaults-formats(5)"])
    }

    private static let json = Option(
        "--json", .plainJSON, "Print JSON with type tags, or plain JSON",
        "Print the differences as JSON that preserves all types. With =plain, print JSON without type tags.",
        excludes: ["--format", Option.color.name]
    ) { $0.differenceFormat = .json(isPlain: $1) }

    private static let allowMissing = Option(
        "--allow-missing", "Compare a missing path as empty",
        "Compare a path to a missing file or folder as empty."
    ) { $0.acceptsMissingPaths = true }

    private static let state = Option(
        "--state", "Compare state documents", "Read files as state documents, and compare all their domains.",
        excludes: [Option.keyring.name, Option.currentHost.name, Option.host.name]
    ) { $0.comparesStates = true }

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
            try session.revealedValues().write(json(of: differing, isPlain: isPlain, in: session))
        case .commands:
            for case let path? in differing.map(\.patternToWrite) { throw .noCommands(forPatternAt: path) }
            for comparison in differing {
                var script = comparison.script
                script.isForTerminal = session.streams.outputIsTerminal
                let text = script.text(from: comparison.old, to: comparison.new)
                try session.revealedValues().write(Array(text.utf8))
            }
        }
        return differing.isEmpty ? .success : .negative
    }

    /// A document with an object for each difference. Patterns in it are tags.
    private static func json(of comparisons: [Comparison], isPlain: Bool, in session: Session) -> [UInt8] {
        var objects: [PropertyListValue] = []
        var tagged: Set<PropertyListPath> = []
        for comparison in comparisons {
            let (found, patterns) = comparison.json
            for pattern in patterns {
                guard let index = pattern.components.first.flatMap({ Int($0) }) else { continue }
                let place = ["differences", String(objects.count + index)] + pattern.components.dropFirst()
                tagged.insert(PropertyListPath(place))
            }
            objects += found
        }
        let document: PropertyListValue = ["schema": 1, "differences": .array(objects)]
        let bytes = JSONWriter(isPlain ? .plain : .lossless).bytes(of: document, keepingTags: tagged)
        let text = String(decoding: bytes, as: UTF8.self) + "\n"
        return Array((session.streams.outputIsTerminal ? text.escapingControlCharactersOfJSON() : text).utf8)
    }
}
