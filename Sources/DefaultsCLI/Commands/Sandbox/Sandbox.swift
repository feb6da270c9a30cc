import PropertyList
import ToolSupport

extension Command {
    /// `sandbox`: runs a program with preferences of its own.
    static let sandbox = Command(
        "sandbox", operands: OperandPattern(rest: .program),
        forms: [
            Form("sandbox <command> [<argument>]...", "runs a command with its own preferences"),
            Form("sandbox --expect <state> <command> ...", "compares what the command leaves"),
            Form("sandbox --print-environment", "creates preferences for this shell"),
        ],
        options: [from, expect, ignore, update, save, keep, home, wait, printEnvironment, color, .maxSize],
        schemas: .with({ expect }, isHermetic: true),
        guide: guide
    ) { (invocation, input) throws(CommandError) in
        let options = invocation.options
        guard invocation.program.isEmpty == options.printsEnvironment else { throw invocation.misuse }
        for option in [expect, save] where options.names.filter({ $0 == option.name }).count > 1 {
            throw CommandError(.usage, "option '\(shown: option.name)' can be given only once")
        }
        return .query { (session) throws(CommandError) in
            let run = SandboxRun(program: invocation.program, session: session, input: input)
            return try options.printsEnvironment ? run.printEnvironment() : run.perform()
        }
    }

    private static var guide: Guide {
        Guide(
            """
            Runs a command with preferences of its own, which are removed when it ends. The user's preferences are \
            neither read nor changed. The values in the expectation must be valid for the schemas that --schema or \
            DEFAULTS_SCHEMAS selects.
            """,
            details: [
                """
                All arguments from the first operand on belong to the command. The expectation is compared with \
                schemas before the command runs, except for patterns.
                """
            ],
            statuses: [
                Guide.Status(.success, "the command succeeded, and left what was expected"),
                Guide.Status(.negative, "the command left something else; any other status is that of the command"),
                Guide.Status(.invalidData, "a schema refuses an expected value, and the command was not run"),
                Guide.Status(.notExecutable, "the command cannot be executed"),
                Guide.Status(.programNotFound, "the command does not exist"),
            ],
            example: Guide.Example(
                "Run a command with empty preferences",
                """
                $ defaults sandbox sh -c 'defaults write D k v; defaults read D k'
                v
                """),
            related: ["diff", "snapshot", "defaults-testing(7)"])
    }

    private static let from = Option(
        "--from", .source, "Fill the sandbox (repeatable)",
        """
        Set the values of a state document, or of the domains in a folder. With <domain>=<file>, those of a property \
        list. May be repeated: later sources take precedence.
        """
    ) { $0.sources.append($1) }

    private static let expect = Option(
        "--expect", .file, "Compare what the command leaves",
        """
        Compare the preferences that the command leaves with a state document or folder. Differences are printed on \
        standard error, and give status 1 if the command succeeded.
        """, excludes: ["--print-environment"]
    ) { $0.expectation = $1 }

    private static let ignore = Option(
        Option.exceptKeys.name, .pattern, Option.exceptKeys.summary,
        "Exclude matching keys from the comparison. May be repeated.", needs: "--expect"
    ) { $0.ignoredPaths.append($1) }.alsoSpelled("--ignore")

    private static let update = Option(
        "--update", "Rewrite the expectation",
        "Rewrite the expectation instead of printing differences, if the command succeeded.", needs: "--expect"
    ) { $0.updatesExpectation = true }

    private static let save = Option(
        "-o", .file, "Save what the command leaves",
        """
        Write the preferences that the command leaves to this file, as a state document, if the command succeeded. \
        '-' means standard output. A file of the expectation, and one of a folder of --from, is refused.
        """,
        excludes: ["--print-environment"]
    ) { $0.outputFile = $1 }.alsoSpelled("--save")

    private static let keep = Option(
        "--keep", "Keep the sandbox, and print its folder",
        """
        Keep the preferences after the command, and print their folder on standard error. If the folder was moved, \
        replaced or removed, and the command succeeded, the status is 74. Use --wait too if the command leaves \
        processes in the background.
        """,
        excludes: ["--print-environment"]
    ) { $0.keepsFolder = true }

    private static let home = Option(
        "--home", "Give the command its own home folder, too",
        "Give the command a home folder of its own as well, for programs that store more than preferences."
    ) { $0.replacesHome = true }

    private static let wait = Option(
        "--wait", "Wait for processes in the background, too",
        """
        Wait until the processes have ended that the command leaves in the background, before the preferences are \
        compared, saved and removed.
        """, excludes: ["--print-environment"]
    ) { $0.waitsForDescendants = true }

    private static let printEnvironment = Option(
        "--print-environment", "Print lines for a shell, and run nothing",
        """
        Create the sandbox, and print the lines that select it for a shell to evaluate. The caller removes the folder \
        in DEFAULTS_SANDBOX.
        """
    ) { $0.printsEnvironment = true }

    private static let color = Option(
        Option.color.name, .word("<when>"), Option.color.summary, Option.color.documentation, needs: "--expect",
        excludes: ["--update"]
    ) { $0.color = $1 }
}

extension OptionOperand.Parsed where Value == String {
    fileprivate static var source: Self { Self("<source>", .file) }
}
