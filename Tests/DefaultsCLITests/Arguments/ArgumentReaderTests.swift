import DefaultsCore
import Testing

@testable import DefaultsCLI
@testable import ToolSupport

/// How the words of a command line are told apart.
struct ArgumentReaderTests {
    private static func read(_ words: [String]) throws(CommandError) -> Invocation {
        try ArgumentReader.read(words.map { Array($0.utf8) }, table: .standard)
    }

    @Test(
        "options stand before the verb or right after it",
        arguments: [
            (["-currentHost", "read", "D"], .current, nil, ["D"]),
            (["read", "-currentHost", "D"], .current, nil, ["D"]),
            (["-host", "h", "read", "D"], .named("h"), nil, ["D"]),
            (["read", "-host", "h", "D"], .named("h"), nil, ["D"]),
            (["--root", "/r", "read", "D"], .any, "/r", ["D"]), (["read", "--root=/r", "D"], .any, "/r", ["D"]),
            (["--root=/r", "read"], .any, "/r", []),
            (["--root=a=b", "read"], .any, "a=b", []),
            (["--root", "/r", "-currentHost", "read", "--root", "/s", "D"], .current, "/s", ["D"]),
            (["--root=--", "read", "D"], .any, "--", ["D"]), (["READ", "D"], .any, nil, ["D"]),
            (["-host=h", "read", "D"], .named("h"), nil, ["D"]),
            (["--currentHost", "read", "D"], .current, nil, ["D"]),
            (["read", "D", "--currentHost"], .current, nil, ["D"]),
            (["read", "D", "--host", "h", "K"], .named("h"), nil, ["D", "K"]),
            (["read", "D", "K", "--root", "/r"], .any, "/r", ["D", "K"]),
            (["read", "--globalDomain", "K"], .any, nil, ["-globalDomain", "K"]),
            (["read", "--app", "--root", "K"], .any, nil, ["-app", "--root", "K"]),
            (["read", "D", "-key"], .any, nil, ["D", "-key"]),
        ] as [([String], Domain.Host, String?, [String])])
    func options(words: [String], host: Domain.Host, root: String?, operands: [String]) throws {
        let invocation = try Self.read(words)
        #expect(invocation.command.name == "read")
        #expect(invocation.options.host == host)
        #expect(invocation.options.root == root)
        #expect(invocation.words == operands)
    }

    @Test(
        "an option with one dash may follow operands that are all files",
        arguments: [
            (["merge", "a", "b", "c", "-o", "f"], "f", ["a", "b", "c"]), (["convert", "a", "-o", "f"], "f", ["a"]),
            (["convert", "-", "-o", "f"], "f", ["-"]), (["convert", "a", "--", "-o"], nil, ["a", "-o"]),
            (["merge", "--driver", "a", "b", "c", "7", "-o"], nil, ["a", "b", "c", "7", "-o"]),
            (["migrate", "D", "E", "-n=o"], nil, ["D", "E", "-n=o"]), (["read", "D", "-"], nil, ["D", "-"]),
        ])
    func optionsAfterFiles(words: [String], output: String?, operands: [String]) throws {
        let invocation = try Self.read(words)
        #expect(invocation.options.outputFile == output)
        #expect(invocation.words == operands)
    }

    @Test(
        "after the key, every word belongs to the value of write",
        arguments: [
            (["write", "D", "K", "-string", "--help"], ["D", "K", "-string", "--help"]),
            (["write", "D", "K", "-array", "--root", "x"], ["D", "K", "-array", "--root", "x"]),
            (["write", "D", "K", "--unknown"], ["D", "K", "--unknown"]),
            (["write", "D", "--unknown", "--root"], ["D", "--unknown", "--root"]),
            (["write", "D", "-key", "x"], ["D", "-key", "x"]),
            (["write", "D", "K", "--", "x"], ["D", "K", "--", "x"]),
            (["write", "-g", "--", "--version", "1"], ["-g", "--version", "1"]),
            (["write", "-x", "K", "--root"], ["-x", "K", "--root"]),
            (["write", "-app", "--stdin", "K", "--root"], ["-app", "--stdin", "K", "--root"]),
            (["write", "--path", "a", "D", "--help"], ["D", "--help"]),
            (["write", "D", "--path", "a", "--help"], ["D", "--help"]),
            (["write", "", "K", "--root"], ["", "K", "--root"]),
            (["write", "--", "D", "--dry-run", "--stdin"], ["D", "--dry-run", "--stdin"]),
            (["write", "D", "K", "-string", "--dry-run"], ["D", "K", "-string", "--dry-run"]),
            (["write", "D", "K", "--string", "--stdin"], ["D", "K", "--string", "--stdin"]),
            (
                ["write", "D", "K", "-array", "a", "-string", "--insert"],
                ["D", "K", "-array", "a", "-string", "--insert"]
            ),
            (["write", "D", "K", "-n"], ["D", "K", "-n"]),
        ])
    func literalOperands(words: [String], operands: [String]) throws {
        let invocation = try Self.read(words)
        #expect(invocation.words == operands)
        #expect(invocation.options.root == nil)
        #expect(invocation.options.host == .any)
    }

    @Test(
        "two dashes, and the option of a driver, end the options",
        arguments: [
            (["read", "--", "--root", "K"], ["--root", "K"]), (["read", "--", "-currentHost"], ["-currentHost"]),
            (["read", "--", "--"], ["--"]), (["--", "read", "D"], ["D"]),
            (["read", "-currentHost", "--", "--x"], ["--x"]), (["read", "--"], []),
            (["read", "D", "--", "--json"], ["D", "--json"]), (["--", "read", "--json", "--"], ["--json", "--"]),
            (["merge", "--diff3", "--driver", "--help", "--", "-o"], ["--help", "--", "-o"]),
            (["--driver", "merge", "--version", "--driver", "-"], ["--version", "--driver", "-"]),
        ])
    func dashes(words: [String], operands: [String]) throws {
        let invocation = try Self.read(words)
        #expect(words.contains(invocation.command.name))
        #expect(invocation.words == operands)
    }

    @Test(
        "an application is one operand, wherever a domain can stand",
        arguments: [
            (["read", "-app", "A", "K"], ["A", "K"], 0), (["read", "--app", "A"], ["A"], 0),
            (["diff", "D", "-app", "A"], ["D", "A"], 1), (["check", "D", "E", "-app", "-app"], ["D", "E", "-app"], 2),
            (["watch", "D", "K", "--app", "A", "K"], ["D", "K", "A", "K"], 2),
            (["watch", "D", "-app", "A", "--path", "a.b"], ["D", "A"], 1),
            (["migrate", "D", "E", "-app", "A", "--rollback", "id"], ["D", "E", "A"], 2),
            (["read", "D", "-app", "A"], ["D", "-app", "A"], nil), (["read", "--", "-app", "A"], ["-app", "A"], nil),
            (["read", "--", "--app", "A"], ["--app", "A"], nil), (["read", "-app"], ["-app"], nil),
            (["write", "D", "-app", "A"], ["D", "-app", "A"], nil),
        ])
    func applications(words: [String], operands: [String], application: Int?) throws {
        let invocation = try Self.read(words)
        #expect(invocation.operands.map(\.text) == operands)
        #expect(invocation.operands.firstIndex { $0.kind == .application } == application)
    }

    @Test("without a verb, there is nothing to say", arguments: ["", "-currentHost", "--root /r", "--"])
    func noVerb(line: String) {
        let error = #expect(throws: CommandError.self) { try Self.read(Self.words(of: line)) }
        #expect(error?.message == nil)
        #expect(error?.status == .usage)
    }

    /// The words of a line, in which two quotes are an empty word.
    private static func words(of line: String) -> [String] {
        line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
    }

    @Test(
        "what is malformed is refused with its reason, as wrong usage",
        arguments: [
            ("reed D", "unknown verb 'reed'; did you mean 'read'?"),
            ("''", "unknown verb ''; see 'defaults help'"),
            ("get D k", "unknown verb 'get'; did you mean 'read'?"),
            ("show D", "unknown verb 'show'; did you mean 'read'?"),
            ("set D k v", "unknown verb 'set'; did you mean 'write'?"),
            ("list", "unknown verb 'list'; did you mean 'domains'?"),
            ("LS", "unknown verb 'LS'; did you mean 'domains'?"),
            ("unset D k", "unknown verb 'unset'; did you mean 'delete'?"),
            ("version", "unknown verb 'version'; did you mean '--version'?"),
            ("-unknown read", "unknown option '-unknown'; see 'defaults help'"),
            ("-dry-run write D K v", "unknown option '-dry-run'; did you mean '--dry-run'?"),
            ("read D --xyzzyplugh", "unknown option '--xyzzyplugh'; see 'defaults help read'"),
            ("read D --jsn", "unknown option '--jsn'; did you mean '--json'?"),
            ("read D --globalDomain", "unknown option '--globalDomain'; did you mean '-globalDomain'?"),
            ("read --dry-run D", "option '--dry-run' does not apply to verb 'read'; see 'defaults help read'"),
            ("export D - --json", "option '--json' does not apply to verb 'export'; did you mean '--format json'?"),
            ("--format json read D", "option '--format' does not apply to verb 'read'; did you mean '--json'?"),
            ("--format xml read D", "option '--format' does not apply to verb 'read'; did you mean '--xml'?"),
            ("read D --format xml", "option '--format' does not apply to verb 'read'; did you mean '--xml'?"),
            ("read D --format=xml", "option '--format' does not apply to verb 'read'; did you mean '--xml'?"),
            ("find a --format", "option '--format' does not apply to verb 'find'; did you mean '--json'?"),
            ("read D --format binary", "option '--format' does not apply to verb 'read'; did you mean '--json'?"),
            ("write D --replace {}", "option '--replace' does not apply to verb 'write'; see 'defaults help write'"),
            ("read --reveal D", "option '--reveal' requires option '--keyring'"),
            ("write --insert D K v", "option '--insert' requires option '--path'"),
            (
                "--root --dry-run write D K v",
                "option '--root' needs a value; to use '--dry-run' as the value, write '--root=--dry-run'"
            ),
            ("read --path -- D", "option '--path' needs a value; to use '--' as the value, write '--path=--'"),
            ("--rot /r read", "unknown option '--rot'; did you mean '--root'?"),
            ("--rot=/r read", "unknown option '--rot'; did you mean '--root'?"),
            ("--root", "option '--root' needs a value"),
            ("read -host", "option '-host' needs a value"),
            ("--lock-timeout", "option '--lock-timeout' needs a value"),
            ("--root= read D", "option '--root' needs a value"),
            ("--root '' read D", "option '--root' needs a value"),
            ("read -host= D", "option '-host' needs a value"),
            ("--lock-timeout= read D", "option '--lock-timeout' needs a value"),
            ("write --value-file= D K", "option '--value-file' needs a value"),
            ("export --format '' D -", "option '--format' needs a value"),
            ("--help=x", "option '--help' takes no value"),
            ("-currentHost=x read", "option '-currentHost' takes no value"),
            ("--path=x migrate D E A=B", "option '--path' takes no value"),
            ("migrate --path=x D E A=B", "option '--path' takes no value"),
            ("WIRTE D K v", "unknown verb 'WIRTE'; did you mean 'write'?"),
            ("frobnicate D", "unknown verb 'frobnicate'; see 'defaults help'"),
            ("-- --help", "unknown verb '--help'; did you mean 'help'?"),
            ("-g read", "unknown option '-g'; see 'defaults help'"),
            ("-CURRENTHOST read", "unknown option '-CURRENTHOST'; did you mean '-currentHost'?"),
            ("--hepl", "unknown option '--hepl'; did you mean '--help'?"),
            ("--vesion", "unknown option '--vesion'; did you mean '--version'?"),
            ("read --currenthost", "unknown option '--currenthost'; did you mean '-currentHost'?"),
            ("-host '' write D K v", "option '-host' needs a value"),
            ("READ --xyzzyplugh D", "unknown option '--xyzzyplugh'; see 'defaults help read'"),
            ("read --types=x D", "option '--types' takes no value"),
            ("read --json=yes D", "option '--json' takes 'plain' or nothing, not 'yes'"),
            ("export --format openstep D -", "option '--format' takes xml, binary, json or commands, not 'openstep'"),
            ("diff --format xml D E", "option '--format' takes text, json or commands, not 'xml'"),
            ("domains --raw", "option '--raw' does not apply to verb 'domains'; see 'defaults help domains'"),
            ("-host h -currentHost read D", "options '-currentHost' and '-host' cannot be combined"),
            ("import --replace --merge D -", "options '--replace' and '--merge' cannot be combined"),
            ("write --stdin --value-file f D K", "options '--stdin' and '--value-file' cannot be combined"),
            ("diff --json --format text D E", "options '--json' and '--format' cannot be combined"),
            ("domains --lines -0", "options '--lines' and '-0' cannot be combined"),
            ("find --json --lines x", "options '--lines' and '--json' cannot be combined"),
        ])
    func refusals(line: String, message: String) {
        let error = #expect(throws: CommandError.self) { try Self.read(Self.words(of: line)) }
        #expect(error?.message == message)
        #expect(error?.status == .usage)
    }

    @Test(
        "styles of output exclude each other",
        arguments: ["--ascii", "--json", "--xml", "--raw", "--types", "--lines", "-0", "--sh"])
    func exclusion(style: String) {
        for other in ["--json=plain", "--lines", "--sh=x_"] where !other.hasPrefix(style) {
            let error = #expect(throws: CommandError.self) { try Self.read(["read", style, other, "D", "s"]) }
            #expect(error?.message?.hasSuffix("cannot be combined") == true)
            #expect(error?.status == .usage)
        }
    }

    @Test("an option whose value is a key takes the empty one", arguments: [["--path="], ["--path", ""]])
    func emptyKey(words: [String]) throws {
        #expect(try Self.read(["read"] + words + ["D"]).options.path == "")
        #expect(
            try Self.read(["diff", "--ignore=", "D", "E"]).options.ignoredPaths == [PropertyListPathGlob(parsing: "")])
    }

    @Test("words that are no UTF-8 are refused by their place, never repaired")
    func invalidText() {
        let tool = Tool()
        let outcome = tool.run([Array("write".utf8), [0x44, 0xFF], Array("K".utf8), Array("v".utf8)])
        #expect(outcome == Tool.Outcome(status: .usage, error: "defaults: argument 2 is not valid UTF-8\n"))
        #expect(tool.run([[0xC3]]).error == "defaults: argument 1 is not valid UTF-8\n")
    }

    @Test(
        "the size of what is read is a number of bytes",
        arguments: [
            ("1", 1), ("65536", 65_536), ("007", 7), ("1K", 1024), ("64K", 65_536), ("512M", 536_870_912),
            ("2G", 2_147_483_648), ("4611686018427387904", 1 << 62), ("4294967296G", 1 << 62),
        ])
    func sizeLimit(text: String, limit: Int) throws {
        for words in [["--max-size", text, "read"], ["read", "--max-size=\(text)"]] {
            #expect(try Self.read(words).options.sizeLimit == limit)
        }
        #expect(try Self.read(["read"]).options.sizeLimit == 1 << 30)
    }

    @Test(
        "any other size is refused",
        arguments: [
            "0", "0G", "-1", "x", "1k", "1KB", "1T", "1.5G", " 1", "1 ", "K", "+1", "1e3", "\u{0661}",
            "4611686018427387905", "4294967297G", "99999999999999999999",
        ])
    func badSizeLimit(text: String) {
        let outcome = Tool()("--max-size", text, "read", "D")
        #expect(outcome.status == .usage)
        #expect(
            outcome.error
                == "defaults: option '--max-size' takes a number of bytes, "
                + "such as 65536, 64K, 512M or 2G, not '\(text)'\n"
        )
    }

    @Test(
        "the name of an option without its dashes is an operand",
        arguments: ["v", "n", "h", "0", "k", "host"])
    func letters(word: String) throws {
        #expect(try Self.read(["find", word]).words == [word])
        #expect(Tool([Domain("D"): [word: 1]])("find", "--lines", word).output == "D\t\(word)\n")
        #expect(Tool([Domain("D"): ["K": 1]])("read", "D", "K", word).output == "1\n")
    }

    @Test(
        "the time to wait for a lock is a number of seconds", arguments: ["0", "0.5", "10", "007", ".5", "1000000000"])
    func lockTimeout(text: String) throws {
        let invocation = try Self.read(["--lock-timeout", text, "delete"])
        #expect(try invocation.options.lockTimeout == .seconds(#require(Double(text))))
    }

    @Test(
        "any other time is refused",
        arguments: [
            "-1", "+1", "x", "1s", "nan", "inf", "1e3", "1e400", "0x10", "0x1p4", " 1", "1 ", ".", "1.2.3", "1,5",
            "1_0",
            "٣", "1000000001",
        ])
    func badSeconds(text: String) throws {
        for words in [["--lock-timeout", text, "delete", "D"], ["watch", "--timeout", text, "D"]] {
            let outcome = Tool().run(words)
            let option = words.first { $0.hasSuffix("timeout") } ?? ""
            #expect(outcome.status == .usage)
            #expect(outcome.error == "defaults: option '\(option)' takes a number of seconds, not '\(text)'\n")
        }
    }

    @Test(
        "a number with a sign or in another base is not a count", arguments: ["+2", "-2", "0", "0x2", "2.0", " 2", "٢"])
    func badCounts(text: String) throws {
        for words in [
            ["watch", "--count", text, "D"], ["undo", "--prune", text], ["undo", "--entry", text],
            ["undo", "--list", text], ["undo", "--", text],
        ] {
            let outcome = Tool().run(["--journal", "/nonexistent/j"] + words)
            #expect(outcome.status == .usage, "\(words)")
        }
    }

    @Test(
        "help and version are answered wherever options stand",
        arguments: [
            ["--help"], ["-h"], ["read", "--help"], ["read", "-h", "D"], ["--version", "x"],
            ["read", "D", "--version"],
        ])
    func helpAndVersion(words: [String]) {
        let outcome = Tool().run(words)
        #expect(outcome.status == .success)
        #expect(outcome.error.isEmpty)
        #expect(!outcome.output.isEmpty)
    }
}
