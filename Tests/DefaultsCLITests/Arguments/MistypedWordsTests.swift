import DefaultsCore
import Testing

@testable import DefaultsCLI

/// Words that were meant as something else are refused before anything changes, with a suggestion or the way out.
struct MistypedWordsTests {
    private static func tool() throws -> Tool {
        Tool([Domain("D"): ["k": "v"], Domain("-known"): ["k": 1]], input: Array("{ a = b; }".utf8))
    }

    private static func expectRefusal(of words: [String], _ sentence: String) throws {
        let tool = try tool()
        #expect(
            tool.run(words)
                == Tool.Outcome(status: .usage, error: "defaults: \(sentence)\n"))
        #expect(try tool.contents("D") == ["k": "v"])
        #expect(try tool.store.domains(on: .any).count == 2)
    }

    @Test(
        "a word with a dash in the place of a domain is a domain only if that exists",
        arguments: [
            (["write", "-globaldomain", "AppleLocale", "de"], "-globaldomain", "did you mean '-globalDomain'?"),
            (["write", "-dry-run", "com.example.x", "k"], "-dry-run", "did you mean '--dry-run'?"),
            (["read", "-currenthost", "D", "k"], "-currenthost", "did you mean '-currentHost'?"),
            (["read-type", "-x", "k"], "-x", "see 'defaults help read-type'"),
            (["delete", "--if-exists", "-globaldomain", "k"], "-globaldomain", "did you mean '-globalDomain'?"),
            (["rename", "-ap", "a", "b"], "-ap", "did you mean '-app'?"),
            (["import", "-replace", "-"], "-replace", "did you mean '--replace'?"),
            (["export", "-x", "D"], "-x", "see 'defaults help export'"),
            (["diff", "D", "-json"], "-json", "did you mean '--json'?"),
            (["migrate", "D", "-E", "a=k"], "-E", "see 'defaults help migrate'"),
        ])
    func domains(words: [String], word: String, advice: String) throws {
        try Self.expectRefusal(of: words, "unknown option '\(word)'; \(advice)")
    }

    @Test("a domain that exists may begin with a dash, and is not created after two dashes")
    func dashes() throws {
        let tool = try Self.tool()
        #expect(tool("read", "-known", "k") == Tool.Outcome(status: .success, output: "1\n"))
        #expect(tool("write", "-known", "k", "-int", "2") == Tool.Outcome(status: .success))
        #expect(tool("write", "--", "-known", "k", "-int", "3") == Tool.Outcome(status: .success))
        for words in [["write", "--", "-new", "k", "v"], ["import", "--", "-new", "-"], ["edit", "--", "-new"]] {
            let outcome = tool.run(words)
            #expect(outcome.status == .usage, "\(words)")
            #expect(outcome.error.hasPrefix("defaults: '-new' is not a domain: a name does not begin with '-'"))
        }
        #expect(tool("delete", "--if-exists", "--", "-new") == Tool.Outcome(status: .success))
        #expect(tool("rename", "--if-exists", "--", "-new", "a", "b") == Tool.Outcome(status: .success))
        #expect(tool("delete", "--", "-known") == Tool.Outcome(status: .success))
        #expect(tool("read", "--", "-other").error == "defaults: Domain -other does not exist\n")
    }

    @Test(
        "a slip of the fingers in the place of a type flag is not stored",
        arguments: [
            (["-flaot", "1.5"], "-flaot", "-float"), (["-boolen", "yes"], "-boolen", "-boolean"),
            (["-Int", "5"], "-Int", "-int"), (["--flaot", "1.5"], "-flaot", "-float"),
            (["-array", "-flaot", "1.5"], "-flaot", "-float"), (["-array", "a", "-itn", "1", "b"], "-itn", "-int"),
            (["-dict", "-strng", "a", "b"], "-strng", "-string"), (["-dict", "a", "-bol", "yes"], "-bol", "-bool"),
            (["-aray"], "-aray", "-array"), (["-aray", "a", "b"], "-aray", "-array"),
            (["-array-ad", "a"], "-array-ad", "-array-add"), (["-dcit"], "-dcit", "-dict"),
        ])
    func flags(words: [String], word: String, suggestion: String) throws {
        try Self.expectRefusal(
            of: ["write", "D", "k"] + words,
            "unknown type flag '\(word)'; did you mean '\(suggestion)'? To store it as a string, use -string '\(word)'")
    }

    @Test(
        "other words with a dash are values, as Apple's tool has it",
        arguments: [
            (["-1"], "-1"), (["-foo"], "-foo"), (["-INT"], "-INT"), (["--int"], "--int"), (["--array"], "--array"),
            (["--help"], "--help"),
            (["-string", "-flaot"], "-flaot"), (["-n"], "-n"), (["--"], "--"),
            (["-array", "--help", "-x", "--data", "5"], ["--help", "-x", "--data", "5"]),
            (["-array", "-string", "--dry-run", "-1"], ["--dry-run", "-1"]),
            (["-dict", "--root", "-string", "--stdin"], ["--root": "--stdin"]),
            (["--int", "5"], 5), (["--bool", "yes"], true), (["--array", "a"], ["a"]),
        ] as [([String], PropertyListValue)])
    func values(words: [String], value: PropertyListValue) throws {
        let tool = try Self.tool()
        #expect(tool.run(["write", "D", "k"] + words) == Tool.Outcome(status: .success))
        #expect(try tool.contents("D") == ["k": value])
    }

    @Test(
        "an option in a value is refused with the way out",
        arguments: [
            (["D", "k", "v", "--dry-run"], "key"), (["D", "k", "--dry-run"], "key"),
            (["D", "k", "-array", "x", "--exit-code"], "key"), (["D", "k", "-dict", "a", "--keyring"], "key"),
            (["D", "k", "-dict", "--insert", "a"], "key"), (["D", "k", "-string", "x", "--stdin"], "key"),
            (["--path", "k", "D", "--dry-run", "v"], "domain"), (["D", "--path", "k", "v", "--insert"], "domain"),
            (["D", "{ a = b; }", "--dry-run"], "key"),
        ])
    func options(words: [String], place: String) throws {
        let option = try #require(words.first { $0.hasPrefix("--") && $0 != "--path" })
        try Self.expectRefusal(
            of: ["write"] + words,
            "'\(option)' must precede the \(place); to store this text, use -string '\(option)'")
    }

    @Test("a slip of the fingers for an option is not a key", arguments: ["--dryrun", "--dry-rn", "--stdn", "--Root"])
    func keys(word: String) throws {
        let tool = try Self.tool()
        let outcome = tool("write", "D", word, "{ a = b; }")
        #expect(outcome.status == .usage)
        #expect(outcome.error.hasPrefix("defaults: unknown option '\(word)'; did you mean '--"))
        #expect(try tool.contents("D") == ["k": "v"])
        #expect(tool("write", "D", "--", word, "v") == Tool.Outcome(status: .success))
    }

    @Test("a type flag in the place of the key is refused, and is a key after two dashes")
    func forgottenKey() throws {
        let sentence = { (flag: String) in
            "the key before the type flag '\(flag)' is missing; to use '\(flag)' as a key, put '--' before it"
        }
        try Self.expectRefusal(of: ["write", "D", "-int", "5"], sentence("-int"))
        try Self.expectRefusal(of: ["write", "D", "-array", "a"], sentence("-array"))
        let tool = try Self.tool()
        #expect(tool("write", "D", "--", "-int", "-int", "5") == Tool.Outcome(status: .success))
        #expect(try tool.contents("D") == ["-int": 5, "k": "v"])
    }

    @Test(
        "an option that a form of the verb cannot use is refused, and so is an operand too many beside options of ours",
        arguments: [
            (["export", "D", "-", "--dry-run"], "option '--dry-run' has no effect on an export to standard output"),
            (
                ["export", "--lock-timeout", "1", "D", "-"],
                "option '--lock-timeout' has no effect on an export to standard output"
            ),
            (["migrate", "--status", "D", "--dry-run"], "options '--status' and '--dry-run' cannot be combined"),
            (["migrate", "--status", "-v", "D"], "options '--status' and '-v' cannot be combined"),
            (["migrate", "--status", "--if-exists", "D"], "options '--status' and '--if-exists' cannot be combined"),
            (["migrate", "D", "E", "a=k", "--if-exists"], "option '--if-exists' requires option '--rollback'"),
            (["read", "D", "k", "-json"], "unknown option '-json'; did you mean '--json'?"),
            (["import", "D", "./E", "-dry-run"], "unknown option '-dry-run'; did you mean '--dry-run'?"),
            (["find", "k", "-json"], "unknown option '-json'; did you mean '--json'?"),
            (["find", "-json", "k"], "unknown option '-json'; did you mean '--json'?"),
            (["domains", "-lines"], "unknown option '-lines'; did you mean '--lines'?"),
            (["read", "D", "k", "--json", "plain"], "unexpected operand 'plain'; see 'defaults help read'"),
            (["read", "--path", "k", "D", "b"], "unexpected operand 'b'; see 'defaults help read'"),
            (["read-type", "--path", "k", "D", "b"], "unexpected operand 'b'; see 'defaults help read-type'"),
            (["import", "--replace", "D", "./E", "./D"], "unexpected operand './D'; see 'defaults help import'"),
            (["export", "D", "-", "xml", "--format", "json"], "unexpected operand 'xml'; see 'defaults help export'"),
            (["find", "--lines", "k", "b"], "unexpected operand 'b'; quote the whole text: defaults find 'k b'"),
            (["domains", "--json", "plain"], "unexpected operand 'plain'; see 'defaults help domains'"),
        ])
    func forms(words: [String], sentence: String) throws {
        try Self.expectRefusal(of: words, sentence)
    }

    @Test(
        "a change with an option after its operands is the change that the option asks for",
        arguments: [
            (["import", "D", "-", "--dry-run"], "+ a: string \"b\"\n", ["k": "v"]),
            (["import", "D", "-", "--replace"], "", ["a": "b"]),
            (["delete", "D", "k", "--dry-run"], "- k: string \"v\"\n", ["k": "v"]),
            (["rename", "D", "z", "y", "--if-exists"], "", ["k": "v"]),
            (["-n", "delete", "D"], "- k: string \"v\"\n", ["k": "v"]),
            (["write", "-n", "D", "k", "w"], "- k: string \"v\"\n+ k: string \"w\"\n", ["k": "v"]),
        ] as [([String], String, PropertyListDictionary)])
    func changes(words: [String], output: String, contents: PropertyListDictionary) throws {
        let tool = try Self.tool()
        #expect(tool.run(words) == Tool.Outcome(status: .success, output: output))
        #expect(try tool.contents("D") == contents)
    }
}
