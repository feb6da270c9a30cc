import Foundation
import TestStores
import Testing

@testable import DefaultsCLI
@testable import DefaultsPreferences
@testable import ToolSupport

/// `--keyring`: which verbs have it, and that no value is shown but on request.
struct KeyringOptionTests {
    private static let secret = "hunter2"
    private let domain = Domain("com.example.App")
    private let contents: PropertyListDictionary = [
        "list": ["hunter2"], "map": ["inner": "hunter2"], "number": 42, "token": "hunter2",
    ]

    private func tool(input: String = "", plain: [Domain: PropertyListDictionary] = [:]) -> Tool {
        Tool(plain, secrets: [domain: contents], input: Array(input.utf8))
    }

    private func run(_ words: [String], _ tool: Tool) -> Tool.Outcome {
        tool.run(["--keyring"] + words)
    }

    @Test(
        "a value is shown where its key is named",
        arguments: [
            (["read", "com.example.App", "token"], "hunter2\n"),
            (["read", "--path", "map.inner", "com.example.App"], "hunter2\n"),
            (["read", "--raw", "com.example.App", "token"], "hunter2"),
            (["read", "--types", "com.example.App", "number"], "integer 42\n"),
            (["read", "--lines", "com.example.App", "list"], "hunter2\n"),
            (["read-type", "com.example.App", "token"], "Type is string\n"),
            (["domains"], "com.example.App\n"),
        ])
    func namedKeys(words: [String], output: String) {
        #expect(run(words, tool()) == Tool.Outcome(status: .success, output: output))
        // After the verb the option means the same.
        let moved = [words[0], "--keyring"] + words.dropFirst()
        #expect(tool().run(moved) == Tool.Outcome(status: .success, output: output))
    }

    private static let redacted = """
        [values are not shown: com.example.App]
        list: array
        map: dictionary
        number: integer
        token: string

        """

    @Test(
        "of a whole domain the keys and types are shown, in a form that import refuses",
        arguments: [
            ["read", "com.example.App"], ["read"], ["read", "--types", "com.example.App"], ["find", "app"],
            ["read", "--ascii", "com.example.App"],
        ])
    func wholeDomain(words: [String]) {
        #expect(run(words, tool()) == Tool.Outcome(status: .success, output: Self.redacted))
        for verb in [["import", "D", "-"], ["write", "--stdin", "D", "k"]] {
            let importer = tool(input: Self.redacted)
            #expect(run(verb, importer).status == .invalidData)
        }
    }

    @Test("a key that looks like a document makes none of what is shown of its domain")
    func hostileKeys() throws {
        for key in ["a = b; //", "]", "\n{ a = b; }\n", "<plist><dict/></plist>", "\u{1B}[0m"] {
            let tool = Tool(secrets: [domain: [key: "hunter2"]])
            let shown = run(["read", "com.example.App"], tool)
            #expect(shown.status == .success)
            #expect(!shown.output.contains(Self.secret))
            #expect(shown.output.split(separator: "\n").count == 2)
            #expect(run(["import", "D", "-"], Tool(input: Array(shown.output.utf8))).status == .invalidData)
            let preview = run(["delete", "--dry-run", "com.example.App"], tool)
            #expect(preview.status == .success)
            #expect(!preview.output.contains(Self.secret))
            #expect(run(["import", "D", "-"], Tool(input: Array(preview.output.utf8))).status == .invalidData)
        }
    }

    @Test(
        "what says all of a value needs --reveal, and has it then",
        arguments: [
            ["read", "--json", "com.example.App"], ["read", "--json=plain", "com.example.App"],
            ["read", "--json", "com.example.App", "token"], ["read", "--xml", "com.example.App"],
            ["read", "--sh", "com.example.App", "token"], ["read", "--json"], ["find", "--json", "hunter2"],
            ["export", "com.example.App", "-"], ["export", "--format", "json", "com.example.App", "-"],
            ["export", "--format", "commands", "com.example.App", "-"],
            ["diff", "--allow-missing", "--json", "com.example.App", "Other"],
            ["diff", "--allow-missing", "--format", "commands", "Other", "com.example.App"],
            ["diff", "--allow-missing", "--format", "json", "com.example.App", "Other"],
        ])
    func reveal(words: [String]) {
        let refused = run(words, tool())
        #expect(refused.status == .usage)
        #expect(refused.output.isEmpty)
        #expect(refused.error.contains("--reveal"))
        #expect(!refused.error.contains(Self.secret + "\n"))
        let shown = run([words[0], "--reveal"] + words.dropFirst(), tool())
        #expect([.success, .negative].contains(shown.status))
        #expect(shown.error.isEmpty)
        #expect(shown.output.contains(Self.secret))
    }

    @Test("with --reveal a domain is shown as a plain one is", arguments: [["read"], ["read", "--types"], ["find"]])
    func revealed(words: [String]) {
        let operand = words[0] == "find" ? "number" : "com.example.App"
        let plain = Tool([domain: contents])
        let expected = plain.run(words + [operand])
        #expect(expected.output.contains("42"))
        #expect(run(words + ["--reveal", operand], tool()) == expected)
    }

    @Test("keys without values are shown without --reveal")
    func lists() {
        #expect(run(["read", "--lines", "com.example.App"], tool()).output == "list\nmap\nnumber\ntoken\n")
        #expect(run(["find", "--lines", "token"], tool()).output == "com.example.App\ttoken\n")
        #expect(run(["domains", "--json"], tool()).output.contains("com.example.App"))
    }

    @Test("names are in ASCII where that is asked for")
    func ascii() throws {
        let tool = Tool(secrets: [Domain("é"): ["ü": 1]])
        #expect(
            run(["read", "--ascii", "é"], tool).output == "[values are not shown: \\351]\n\\374: integer\n")
    }

    @Test("the difference between two domains is shown without values")
    func difference() throws {
        let tool = Tool(secrets: [domain: contents, Domain("B"): ["number": "42", "other": 1]])
        let outcome = run(["diff", "--ignore", "list", "--ignore", "map", "com.example.App", "B"], tool)
        #expect(
            outcome
                == Tool.Outcome(
                    status: .negative,
                    output: """
                        [values are not shown]
                        - number: integer
                        + number: string
                        + other: integer
                        - token: string

                        """))
        #expect(run(["diff", "B", "B"], tool) == Tool.Outcome(status: .success))
    }

    @Test("the commands that --reveal shows have no value in their arguments, and give the same domain")
    func commands() throws {
        let script = run(["export", "--reveal", "--format", "commands", "com.example.App", "-"], tool()).output
        let lines = script.split(separator: "\n")
        let commands = lines.filter { $0.hasPrefix("defaults") }
        #expect(commands.count == 4)
        for command in commands {
            #expect(command.hasPrefix("defaults --keyring write --stdin com.example.App "))
            #expect(!command.contains(Self.secret))
            #expect(!command.contains("42"))
        }
    }

    @Test("the commands for the domains in a document have no value in their arguments")
    func commandsOfDocument() {
        let document = tool(input: #"{"com.example.App": {"token": "hunter3"}}"#)
        let outcome = run(["diff", "--reveal", "--format", "commands", "/", "-"], document)
        #expect(outcome.output.contains("hunter3"), "\(outcome)")
        let commands = outcome.output.split(separator: "\n").filter { $0.hasPrefix("defaults") }
        #expect(!commands.isEmpty)
        #expect(commands.allSatisfy { !$0.contains("hunter3") })
    }

    @Test(
        "a value in the arguments is refused without being told",
        arguments: [
            ["write", "D", "k", "hunter2"], ["write", "D", "k", "-string", "hunter2"],
            ["write", "D", "{ k = hunter2; }"],
            ["write", "--stdin", "D", "k", "hunter2"], ["write", "--stdin", "D", "k", "-string", "hunter2"],
            ["write", "--path", "a.b", "D", "hunter2"], ["write", "--stdin", "--path", "a.b", "D", "hunter2"],
            ["write", "--path", "a", "--insert", "D", "hunter2"], ["write", "D", "k"],
        ])
    func valueInArguments(words: [String]) throws {
        let tool = Tool(input: Array("x".utf8))
        let outcome = run(words, tool)
        #expect(outcome.status == .usage)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.contains("'--stdin' or '--value-file'"))
        #expect(!outcome.error.contains(Self.secret))
        #expect(try tool.keyring.domains(on: .any).isEmpty)
        #expect(try tool.store.domains(on: .any).isEmpty)
    }

    @Test(
        "a value from standard input goes to the keyring and nowhere else",
        arguments: [
            (["write", "--stdin", "D", "k", "-string"], "hunter2\n", ["k": "hunter2\n"]),
            (["write", "--stdin", "D", "k", "-int"], "7\n", ["k": 7]),
            (["write", "--stdin", "D", "k"], "( 1 )", ["k": ["1"]]),
            (["write", "--stdin", "--path", "a.b", "D", "-string"], "x", ["a": ["b": "x"]]),
            (["write", "--stdin", "D"], "{\"k\": true}", ["k": true]),
            (["import", "D", "-"], "{\"k\": 1}", ["k": 1]),
        ] as [([String], String, PropertyListDictionary)])
    func standardInput(words: [String], input: String, contents: PropertyListDictionary) throws {
        let tool = Tool(input: Array(input.utf8))
        #expect(run(words, tool) == Tool.Outcome(status: .success))
        #expect(try tool.keyring.contents(of: Domain("D")) == contents)
        #expect(try tool.store.domains(on: .any).isEmpty)
    }

    @Test("a dry run says what would change, and no values")
    func dryRun() throws {
        let tool = tool(input: "hunter3")
        let outcome = run(["write", "--dry-run", "--stdin", "com.example.App", "token", "-string"], tool)
        #expect(
            outcome
                == Tool.Outcome(
                    status: .success, output: "[values are not shown]\n- token: string\n+ token: string\n"))
        #expect(try tool.keyring.contents(of: domain) == contents)
    }

    @Test(
        "what is no document is told without a word of it",
        arguments: [
            "<hunter2>", "<plist><hunter2/></plist>", "{\"$hunter2\": 1}", "{\"hunter2\": {\"a\": 1, \"a\": 2}}",
            "{ k = (hunter2; }", "[hunter2]", "hunter2",
        ])
    func malformedInput(input: String) throws {
        for words in [["import", "D", "-"], ["write", "--stdin", "D", "k"], ["write", "--stdin", "D"]] {
            let outcome = run(words, Tool(input: Array(input.utf8)))
            #expect(outcome.status == .invalidData)
            #expect(outcome.output.isEmpty)
            #expect(!outcome.error.contains("unter2"), "\(outcome.error)")
        }
    }

    @Test(
        "an error that may quote a value is withheld, with its status",
        arguments: [
            CommandError.notParsed("hunter2", reason: "an unexpected 'hunter2'"), .unexpectedArgument("hunter2"),
            .keyLacksValue("hunter2"),
            .invalidOperand("hunter2", ofFlag: "-int", expected: "a number"),
        ])
    func withheld(error: CommandError) {
        let shown = error.redacted
        #expect(shown.status == error.status)
        #expect(shown.message?.contains("hunter2") == false)
        #expect(shown.message?.contains("may contain values") == true)
    }

    @Test("an error inside another one is shown without what it quotes")
    func nested() {
        let cause = PreferencesError(.unstorable(path: "p", PropertyListError(.notWritten(.xml, reason: "hunter2"))))
        let errors: [CommandError] = [
            .preferences(cause), .notWritten(domain: "D", cause), .inputNotRead(path: "p", cause),
            .notExported(domain: "D", path: "p", cause),
            PreferenceValueError.oldKeysNotRemoved("m", cause).commandError,
        ]
        for error in errors {
            let shown = error.redacted
            #expect(error.message?.contains("hunter2") == true)
            #expect(shown.status == error.status)
            #expect(shown.message?.contains("hunter2") == false)
        }
    }

    @Test("rename and delete work on the keyring")
    func changes() throws {
        let tool = tool()
        #expect(run(["rename", "com.example.App", "token", "secret"], tool) == Tool.Outcome(status: .success))
        #expect(run(["delete", "com.example.App", "list"], tool) == Tool.Outcome(status: .success))
        #expect(
            try tool.keyring.contents(of: domain) == ["map": ["inner": "hunter2"], "number": 42, "secret": "hunter2"])
    }

    @Test("verbs that work on files refuse the option")
    func otherVerbs() {
        let commands = CommandTable.standard.commands
        let others = commands.filter { command in !command.options.contains { $0.name == Option.keyring.name } }
        for command in others {
            let outcome = run([command.name], tool())
            let name = command.name
            let message =
                "defaults: option '--keyring' does not apply to verb '\(name)'; see 'defaults help \(name)'\n"
            #expect(outcome == Tool.Outcome(status: .usage, error: message))
        }
        #expect(others.contains { $0.name == "check" })
        #expect(
            tool()("read", "--reveal", "D")
                == Tool.Outcome(status: .usage, error: "defaults: option '--reveal' requires option '--keyring'\n"))
    }

    @Test(
        "without a keyring every verb says which and what to do, and ends with 69",
        arguments: [
            ["read", "D", "k"], ["read", "D"], ["read"], ["read-type", "D", "k"],
            ["write", "--stdin", "D", "k", "-string"],
            ["rename", "D", "a", "b"], ["delete", "D"], ["domains"], ["find", "x"], ["import", "D", "-"],
            ["export", "--reveal", "D", "-"], ["diff", "A", "B"], ["migrate", "A", "B", "k=k"],
            ["migrate", "--status", "D"], ["write", "--dry-run", "--stdin", "D", "k", "-string"],
        ])
    func noKeyring(words: [String]) {
        let tool = Tool(input: Array("{}".utf8))
        let outcome = tool.run(
            ["--keyring"] + words,
            store: HookedStore(failure: PreferencesError(.noKeyring(.locked))))
        #expect(outcome.status == .unavailable)
        #expect(outcome.status.rawValue == 69)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.error.hasSuffix(
                "the keyring cannot be used: locked; unlock the keyring in the desktop session, "
                    + "or with 'gnome-keyring-daemon --unlock'\n"
            ),
            "\(outcome.error)")
        #expect(outcome.error.split(separator: "\n").count == 1)
    }
}
