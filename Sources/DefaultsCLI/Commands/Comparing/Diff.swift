import DefaultsCore
import ToolSupport

extension Command {
    /// `diff`: prints the differences between two domains, files or roots.
    static let diff = Command(
        "diff", summary: "compares domains, files and folders", operands: OperandPattern(.comparable, .comparable),
        forms: [
            Form("diff <domain> <domain>", "shows how two domains or files differ"),
            Form("diff <folder> <folder>", "shows how two folders of domains differ"),
        ],
        options: [json, .differenceFormat, .domains, .onlyKeys, .exceptKeys, allowMissing, state, .color, .reveal],
        group: .reading, guide: guide
    ) { (invocation, input) throws(CommandError) in
        let options = invocation.options
        if options.differenceFormat.isForPrograms { try options.requireRevealedValues() }
        try options.requireTextForColor()
        var operands = Operands(of: invocation, input)
        let (old, new) = (try operands.comparable(), try operands.comparable())
        guard operands.isEmpty else { throw invocation.misuse }
        if case (.input, .input) = (old, new) { throw .inputTwice }
        return .query { (session) throws(CommandError) in
            try refuseMissing(old, new, in: session)
            try refuseUnmarkedFolder(old, new, in: session)
            // If only one operand is a domain, it is compared with the same domain in a folder or document.
            let isOneDomain = old.isDomain != new.isDomain
            let comparesDocument = old.isDocument && new.isFolder || old.isFolder && new.isDocument
            if !isOneDomain, options.comparesStates || comparesDocument {
                return try show(try Comparison.states(old, new, in: session, input), in: session)
            }
            if let old = old.root, let new = new.root {
                let (comparisons, errors) = try Comparison.all(inRoot: old, with: new, in: session)
                for error in errors { session.report(error) }
                let status = try show(comparisons, isComplete: errors.isEmpty, in: session)
                return errors.status ?? status
            }
            if options.contains(.domains) {
                throw CommandError.optionWithoutEffect(Option.domains.name, on: "a comparison of one domain")
                    .suggesting(ComparisonOperand.suggestion(of: [old, new], in: session))
            }
            return try show([try Comparison(of: old, with: new, in: session, input)], in: session)
        }
    }

    private static var guide: Guide {
        Guide(
            """
            Prints how the second operand differs from the first. An operand is a domain, a file, a folder of \
            domains, or '-' for standard input.
            """,
            details: [
                """
                A folder is a path that begins with '/', './', '../' or '~/'; a bare name is a domain. The domains \
                of two folders are compared as if each were given with --root. The base of the user is compared \
                without its subfolders, as snapshot writes it. If domains cannot be read, each of them is reported, \
                and nothing is compared. A domain and a folder are compared as that domain and the one with the same \
                name in the folder. State documents can be compared with folders and, with --state, with domains and \
                each other. See DIFFERENCES in defaults-formats(5).
                """
            ],
            statuses: [
                Guide.Status(.success, "there is no difference"),
                Guide.Status(.negative, "there are differences"),
                Guide.Status(.inputOutput, "an operand does not exist, a pattern matches nothing, or reading failed"),
            ],
            example: Guide.Example(
                "Compare a domain with an earlier state",
                """
                $ defaults export com.example.Editor before.plist
                $ defaults write com.example.Editor FontSize -int 16
                $ defaults diff ./before.plist com.example.Editor || echo "status $?"
                - FontSize: integer 14
                + FontSize: integer 16
                status 1
                """),
            related: ["watch", "snapshot", "defaults-formats(5)"])
    }

    private static let json = Option(
        "--json", .plainJSON, "Print JSON with type tags, or plain JSON",
        "Print the differences as JSON that preserves all types. With =plain, print JSON without type tags.",
        excludes: ["--format", Option.color.name]
    ) { $0.differenceFormat = .json($1) }

    private static let allowMissing = Option(
        "--allow-missing", "Compare a missing operand as empty",
        """
        Compare a domain, file or folder that does not exist as empty. Beside a file or standard input, the path of a \
        folder must end in '/', unless --state is given.
        """
    ) { $0.acceptsMissing = true }

    private static let state = Option(
        "--state", "Compare state documents", "Read files as state documents, and compare all their domains.",
        excludes: [Option.keyring.name, Option.currentHost.name, Option.host.name]
    ) { $0.comparesStates = true }

    /// Refuses a path to a missing file or folder, which is most likely a mistake. Option `--allow-missing` permits one
    /// missing path.
    private static func refuseMissing(
        _ old: ComparisonOperand, _ new: ComparisonOperand, in session: Session
    ) throws(CommandError) {
        guard session.options.storage.hasFiles else { return }
        if old.isDomain || new.isDomain { try session.requireRoot() }
        // The path may be marked as a folder but lead to a file, which must not be compared as an empty folder.
        for case .folder(let path, _) in [old, new] where InputFile.kind(of: path) != .missing {
            try CommandError.mapping(try session.folders.inRoot(path).validateBase(mustExist: true))
        }
        let missing = [old, new].filter(\.isMissingPath)
        if missing.count == 2 { throw .nothingToCompare(old.description, new.description) }
        if let first = missing.first, !session.options.acceptsMissing {
            let error = CommandError(.inputOutput, "'\(shown: first.path ?? first.text)' does not exist")
            if case .file(let file) = first, let name = session.suggestion(for: file) { throw error.suggesting(name) }
            throw error.followed(by: "use '--allow-missing' to compare a missing path as empty")
        }
    }

    /// Refuses an unmarked folder that is compared with a document. If the folder did not exist, its path would be
    /// compared as the path of a file, and not as all domains.
    private static func refuseUnmarkedFolder(
        _ old: ComparisonOperand, _ new: ComparisonOperand, in session: Session
    ) throws(CommandError) {
        guard session.options.acceptsMissing, !session.options.comparesStates else { return }
        for case (.folder(let folder, isMarked: false), let other) in [(old, new), (new, old)] where other.isDocument {
            // A dangling link has an error of its own.
            if let path = other.path, InputFile.kind(of: path) == .brokenLink { continue }
            throw CommandError(
                .usage,
                """
                with '--allow-missing', '\(shown: folder)' is ambiguous, because a missing path can be a file or a \
                folder; write '\(shown: folder)/' or use '--state'
                """)
        }
    }

    /// Prints the differences. If no domain was left out, refuses key patterns that match no key.
    private static func show(
        _ comparisons: [Comparison], isComplete: Bool = true, in session: Session
    ) throws(CommandError) -> ExitStatus {
        if isComplete { try session.requireMatches(comparisons.flatMap(\.matched), status: .inputOutput) }
        let differing = Comparison.hidingSecrets(in: comparisons.filter { !$0.differences.isEmpty }, session)
        switch session.options.differenceFormat {
        case .text:
            for comparison in differing {
                try session.show(
                    hidden: comparison.differences, heading: comparison.title.map { "[\($0)]\n" } ?? "")
            }
        case .json(let style):
            try session.revealedValues().write(document: json(of: differing, as: style), as: .json)
        case .commands:
            let selectsKeys = !session.options.comparedPaths.isEmpty || !session.options.ignoredPaths.isEmpty
            if selectsKeys, differing.contains(where: \.replacesRoot) {
                throw CommandError(
                    .usage,
                    "commands replace a root that is not a dictionary; leave out '--only' and '--except' to print them")
            }
            for case let path? in differing.map(\.patternToWrite) {
                throw CommandError(
                    .negative, "the second operand has a pattern at '\(shown: path)', which no command can write")
            }
            for comparison in differing {
                var script = comparison.script
                script.isForTerminal = session.streams.outputIsTerminal
                let text = script.text(from: comparison.old, to: comparison.new, without: comparison.secrets)
                try session.revealedValues().write(Array(text.utf8))
            }
        }
        return differing.isEmpty ? .success : .negative
    }

    /// Returns a document with an object for each difference. Patterns are written as tags.
    private static func json(of comparisons: [Comparison], as style: JSONWriter.Style) -> [UInt8] {
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
        return JSONWriter(style).bytes(of: document, keepingTags: tagged) + [UInt8(ascii: "\n")]
    }
}
