import DefaultsCore
import ToolSupport

extension Command {
    /// `merge`: merges two versions of a file.
    static let merge = Command(
        "merge", operands: OperandPattern(.inputFile, .inputFile, .inputFile),
        forms: [
            Form("merge [-o <file>] <ours> <base> <theirs>", "merges two versions of a property list"),
            Form("merge --driver <base> <ours> <theirs> <size> <path> [<label>...]", "merges as a driver of git"),
            Form("merge --git-config", "prints the configuration of git"),
        ],
        options: [
            .output, ours, theirs, diff3, zdiff3, label, markerSize, allowMissing, driver, gitConfig, .rewrite,
            .journal.requiring(Option.output.name), .lockTimeout, .maxSize,
        ], schemas: .with { .output }, showsProgress: true, guide: guide
    ) { (invocation, input) throws(CommandError) in
        let options = invocation.options
        if options.contains(gitConfig) {
            guard invocation.operands.isEmpty else { throw invocation.misuse }
            return .show { (session) throws(CommandError) in try session.write(Array(MergeDriver.configuration.utf8)) }
        }
        if options.contains(driver) {
            let driver = try MergeDriver(invocation, in: input.folders)
            return .query { session in driver.run(in: session, input) }
        }
        let merge = try FileMergeRun(invocation, in: input.folders)
        return .query { (session) throws(CommandError) in try merge.run(in: session, input) }
    }

    private static var guide: Guide {
        Guide(
            """
            Merges the changes that lead from a base to two versions of a file, key by key, and prints our version \
            with their changes. It keeps the format and the layout of our version. What both changed in different \
            ways is a conflict. Conflicts are reported, and marked as git marks them.
            """,
            details: [
                """
                The operands are files as named, in the order of 'git merge-file'. They are property lists in any \
                format or JSON, with any root.
                """,
                """
                Dictionaries are merged by key, at every depth, and arrays as sequences, as diff3(1) merges lines. A \
                run of elements that both sides changed is merged element by element if it has equally many elements \
                in the three files. If two versions of an array have more than 2,000 elements in all between their \
                common beginning and end, only elements that occur once in both are matched.
                """,
                """
                A change is a conflict if the other side made another change of the same value, or deleted it. A \
                change of the type alone is a change. Each conflict is printed on standard error, with its path and \
                the three values. In a binary file, our values are kept. Comments stay, and comments on a new key of \
                their version come along with it. Other comments that only their version has are reported.
                """,
                """
                An operand that the file of -o replaces is read while its folder is locked, so no change of another \
                writer is lost. The change of a domain is checked against its schema and recorded in a journal. With \
                a journal, a merge that leaves conflicts is refused.
                """,
                """
                With --driver, the status is 0 if there are no conflicts and the result has no errors, 255 if a file \
                cannot be read or written, and 1 otherwise. The path and the labels need not be UTF-8. See MERGES IN \
                GIT in defaults-repositories(7).
                """,
            ],
            statuses: [
                Guide.Status(.success, "there is no conflict"),
                Guide.Status(.negative, "there are conflicts"),
                Guide.Status(.invalidData, "a file is not a property list or JSON, or cannot be merged without a loss"),
            ],
            example: Guide.Example(
                "Merge two versions of a file",
                """
                $ echo '{ Size = 14; Font = Menlo; }' > base
                $ echo '{ Size = 16; Font = Menlo; }' > ours
                $ echo '{ Size = 14; Font = Monaco; }' > theirs
                $ defaults merge ours base theirs
                { Size = 16; Font = Monaco; }
                """),
            related: ["diff", "check", "defaults-formats(5)", "defaults-repositories(7)"])
    }

    /// The names of the options for the marks of conflicts.
    private static var marking: [String] { ["--diff3", "--zdiff3", "-L", "--marker-size"] }

    private static let ours = Option(
        "--ours", "Use our values in conflicts", "Use the values of our version in conflicts.",
        excludes: ["--theirs"] + marking
    ) { $0.mergeSide = .ours }

    private static let theirs = Option(
        "--theirs", "Use their values in conflicts", "Use the values of their version in conflicts.",
        excludes: ["--ours"] + marking
    ) { $0.mergeSide = .theirs }

    private static let diff3 = Option(
        "--diff3", "Show the base of conflicts", "Show also the base of each conflict.", excludes: ["--zdiff3"]
    ) { $0.conflictStyle.form = .diff3 }

    private static let zdiff3 = Option(
        "--zdiff3", "Show the base, with short conflicts",
        "Show also the base of each conflict, without the lines that both versions have in common."
    ) { $0.conflictStyle.form = .zdiff3 }

    private static let label = Option(
        "-L", .label, "Set the text behind the next marker",
        """
        Set the text behind a marker of a conflict. The first is that of our version, the second that of the base, and \
        the third that of their version. Default: the operands.
        """
    ) { $0.mergeLabels.append($1) }

    static let markerSize = Option(
        "--marker-size", .markerSize, "Set the size of the markers (default: 7)",
        "Set the number of characters of a marker. Default: 7."
    ) { $0.conflictStyle.markerSize = $1 }

    private static let allowMissing = Option(
        "--allow-missing", "Accept a missing or empty base",
        "Treat a base that does not exist, or is an empty file, as an empty dictionary."
    ) { $0.acceptsMissing = true }

    private static let driver = Option(
        "--driver", "Merge as a driver of git",
        """
        Merge as git runs its drivers: write the result to our version, in place and without a lock. All arguments \
        after the option are operands. A base that is empty or not a property list is ignored. If the versions cannot \
        be merged by keys, print the cause, and run git merge-file instead.
        """,
        excludes: ["-o", "--ours", "--theirs", "-L", "--marker-size", "--allow-missing"]
            + [Option.rewrite.name, Option.lockTimeout.name]
    ) { _ in }
    .takingOperands(OperandPattern(.inputFile, .outputFile, .inputFile, rest: .word), endingOptions: true)

    private static let gitConfig = Option(
        "--git-config", "Print the configuration of git",
        "Print lines for the configuration and the attributes of git.",
        excludes: ["-o", "--ours", "--theirs"] + marking
            + ["--allow-missing", "--driver", Option.rewrite.name, Option.lockTimeout.name, Option.maxSize.name]
    ) { _ in }
    .takingOperands(OperandPattern())
}

extension OptionOperand.Parsed where Value == String {
    fileprivate static var label: Self { Self("<label>", .text) }
}

extension OptionOperand.Parsed where Value == Int {
    fileprivate static var markerSize: Self {
        Self("<number>", .number, expected: "a number from 1 to 1000") { text in
            Int(text).flatMap { 1...1000 ~= $0 ? $0 : nil }
        }
    }
}
