import DefaultsCore
import Testing

@testable import DefaultsCLI
@testable import ToolSupport

/// The first sentences that typing errors get. Each line changes nothing, and its status is not 0.
struct TypingErrorTests {
    private static let contents: PropertyListDictionary = ["k": "v", "-n": "x"]

    private static func tool(input: String = "5\n", isTyped: Bool = false) throws -> Tool {
        Tool(
            [Domain("D"): contents, Domain("E"): contents], input: Array(input.utf8), errorIsTerminal: isTyped,
            isTyped: isTyped)
    }

    /// The words of a line after the name of the command.
    private static func words(_ line: String) throws -> [String] {
        let commands = ShellWords.commands(in: Array(line.utf8))
        return try #require(commands.first).get().words
    }

    private static func expect(_ status: ToolSupport.ExitStatus, _ sentence: String, from line: String) throws {
        let tool = try tool()
        #expect(try tool.run(words(line)) == Tool.Outcome(status: status, error: "defaults: \(sentence)\n"))
        for domain in ["D", "E"] { #expect(try tool.contents(domain) == contents) }
        #expect(try tool.store.domains(on: .any).count == 2)
    }

    @Test(
        "an option with one dash after the first operand",
        arguments: [
            ("delete D -n", "-n"), ("delete-all D -n", "-n"), ("diff D E -h", "-h"), ("read D -h", "-h"),
            ("read D k -0", "-0"), ("read D -currentHost", "-currentHost"), ("read D -host=H", "-host"),
            ("export D ./E -host H", "-host"), ("import D ./E -n", "-n"), ("import D ./E -currentHost", "-currentHost"),
            ("rename D k -n", "-n"), ("migrate D E a=b -n", "-n"), ("migrate D E a=b -v", "-v"), ("edit D -n", "-n"),
            ("undo 1 -n", "-n"), ("find k -0", "-0"), ("help read -h", "-h"), ("watch D -h", "-h"),
            ("write D -n x", "-n"), ("write D -n", "-n"), ("exists D -h", "-h"),
        ])
    func lateOptions(line: String, option: String) throws {
        try Self.expect(
            .usage,
            "option '\(option)' must precede the first operand; to use '\(option)' as an operand, put '--' before it",
            from: line)
    }

    @Test(
        "an option of other verbs after the first operand",
        arguments: [
            ("diff D E -v", "-v"), ("exists D -n", "-n"), ("explain D k -n", "-n"), ("check D -n", "-n"),
            ("help read -n", "-n"), ("completions bash -n", "-n"), ("read D -o", "-o"), ("rename D a b -0", "-0"),
        ])
    func foreignOptions(line: String, option: String) throws {
        let verb = try Self.words(line)[0]
        try Self.expect(
            .usage,
            "option '\(option)' does not apply to verb '\(verb)'; to use '\(option)' as an operand, put '--' before it",
            from: line)
    }

    @Test("a word that is not an option, or follows two dashes, is an operand")
    func operands() throws {
        let missing = { (key: String) in "The domain/default pair of (D, \(key)) does not exist" }
        try Self.expect(.negative, missing("-key"), from: "read D -key")
        try Self.expect(.negative, missing("-x=5"), from: "read D -x=5")
        try Self.expect(.negative, missing("-h"), from: "read D -- -h")
        #expect(try Self.tool()("read", "D", "--", "-n") == Tool.Outcome(status: .success, output: "x\n"))
    }

    @Test(
        "a type flag with its operand in one word, or an unknown type flag",
        arguments: [
            ("write D k -int=5", "-int=5", "-int 5"), ("write D k --int=5", "--int=5", "-int 5"),
            ("write D k --bool=true", "--bool=true", "-bool true"),
            ("write D k -float=1.5", "-float=1.5", "-float 1.5"),
            ("write D k -string='a b'", "-string=a b", "-string 'a b'"), ("write D k -data=", "-data=", "-data ''"),
            ("write D k -int=5 x", "-int=5", "-int 5"), ("write D k -array a -int=5", "-int=5", "-int 5"),
            ("write --path k D -int=5", "-int=5", "-int 5"), ("write --stdin D k -int=5", "-int=5", "-int 5"),
            ("write D k -real 1.5", "-real", "-float"), ("write D k --real 1.5", "--real", "-float"),
            ("write D k -double 1", "-double", "-float"), ("write D k -number 5", "-number", "-int"),
            ("write D k -number 1.5", "-number", "-float"), ("write D k -i 5", "-i", "-int"),
            ("write D k -b yes", "-b", "-bool"), ("write D k -s x", "-s", "-string"),
            ("write D k -list a b", "-list", "-array"), ("write --stdin D k -real", "-real", "-float"),
        ])
    func flags(line: String, word: String, suggestion: String) throws {
        try Self.expect(
            .usage,
            "unknown type flag '\(word)'; did you mean '\(suggestion)'? To store it as a string, use -string '\(word)'",
            from: line)
    }

    private static let typeFlags =
        "the type flags are -string, -int, -float, -bool, -date, -data, -array and -dict"

    @Test(
        "other words in a value",
        arguments: [
            ("write D k -json '{}'", "unknown type flag '-json'; JSON is read with option '--stdin'"),
            ("write D k -xml '<dict/>'", "unknown type flag '-xml'; a property list needs no type flag"),
            ("write D k -foo x", "unknown type flag '-foo'; \(typeFlags)"),
            ("write D k --foo x", "unknown type flag '--foo'; \(typeFlags)"),
            ("write D k x --root r", "'--root' must precede the key; to store this text, use -string '--root'"),
            ("write D k x --root=r", "'--root=r' must precede the key; to store this text, use -string '--root=r'"),
            ("write D k -int 5 --host h", "'--host' must precede the key; to store this text, use -string '--host'"),
            (
                "write D k x --journal j",
                "'--journal' must precede the key; to store this text, use -string '--journal'"
            ),
            ("write D k x -n", "'-n' must precede the key; to store this text, use -string '-n'"),
            ("write D k -n 5", "'-n' must precede the key; to store this text, use -string '-n'"),
            ("write D k x --help", "'--help' must precede the key; to store this text, use -string '--help'"),
            ("write --path k D x -n", "'-n' must precede the domain; to store this text, use -string '-n'"),
        ])
    func values(line: String, sentence: String) throws {
        try Self.expect(.usage, sentence, from: line)
    }

    @Test(
        "a typographic dash before an option or a type flag",
        arguments: [
            ("write D k –bool yes", "–bool", "-bool", "-string '–bool' to store this text"),
            ("write D k —bool", "—bool", "-bool", "-string '—bool' to store this text"),
            ("write D k ‑int 5", "‑int", "-int", "-string '‑int' to store this text"),
            ("write D k −int=5", "−int=5", "-int", "-string '−int=5' to store this text"),
            ("write D k -array ‒int 5", "‒int", "-int", "-string '‒int' to store this text"),
            ("write D k –n", "–n", "-n", "-string '–n' to store this text"),
            ("write D k x —dry-run", "—dry-run", "--dry-run", "-string '—dry-run' to store this text"),
            ("write —dry-run D k v", "—dry-run", "--dry-run", "put '--' before it"),
            ("read D —json=plain", "—json=plain", "--json", "put '--' before it"),
            ("write –g k 1", "–g", "-g", "put '--' before it"),
            ("read –app A", "–app", "-app", "put '--' before it"),
            ("–currentHost read D", "–currentHost", "-currentHost", "see 'defaults help'"),
        ])
    func dashes(line: String, word: String, option: String, remedy: String) throws {
        try Self.expect(.usage, "'\(word)' begins with a typographic dash; use '\(option)', or \(remedy)", from: line)
    }

    private static let notDictionary = "Rep argument is not a dictionary. Defaults have not been changed."
    private static let surplus = "Unexpected argument b; leaving defaults unchanged."

    @Test(
        "a missing key or value, and a surplus word, with Apple's sentence",
        arguments: [
            ("write D k", "the value is missing after key 'k'. \(notDictionary)"),
            ("write D ''", "the value is missing after key ''. \(notDictionary)"),
            ("write D -key", "the value is missing after key '-key'. \(notDictionary)"),
            (
                "write D key=5",
                "the value is missing after key 'key=5'; separate the domain, the key and the value with spaces. "
                    + notDictionary
            ),
            (
                "write D.key 5",
                "the value is missing after key '5'; separate the domain, the key and the value with spaces. "
                    + notDictionary
            ),
            ("write D -string", "the key before the type flag '-string' is missing. \(notDictionary)"),
            ("write D -array", "the key before the type flag '-array' is missing. \(notDictionary)"),
            ("write D -array a b c", "the key before the type flag '-array' is missing. \(surplus)"),
            ("write D -dict a b", "the key before the type flag '-dict' is missing. \(surplus)"),
            ("write D '(a)'", notDictionary), ("write D k a b", surplus), ("write D k -1 b", surplus),
            (
                "write D k “dark mode”",
                "Unexpected argument mode”; leaving defaults unchanged. To quote words, use ' or \""
            ),
        ])
    func omissions(line: String, sentence: String) throws {
        try Self.expect(.negative, sentence, from: line)
        let batch = try Self.tool(input: "\n\(line)\n")
        #expect(batch("batch") == Tool.Outcome(status: .invalidData, error: "defaults: -:2: \(sentence)\n"))
    }

    @Test(
        "a missing key, for which Apple's tool has no sentence",
        arguments: [
            ("write D -int 5", "-int"), ("write D --int 5", "--int"), ("write D -array a", "-array"),
            ("write --stdin D -string", "-string"),
        ])
    func missingKeys(line: String, flag: String) throws {
        try Self.expect(
            .usage, "the key before the type flag '\(flag)' is missing; to use '\(flag)' as a key, put '--' before it",
            from: line)
    }

    private static let position = "an option must precede the key, and a type flag its value"

    @Test(
        "a value that was probably not meant as a string is stored, and the person who typed it is told",
        arguments: [
            ("new", "5", "the value of 'new' is a string; use '-int' to store an integer"),
            ("new", "-5", "the value of 'new' is a string; use '-int' to store an integer"),
            ("new", "1.5", "the value of 'new' is a string; use '-float' to store a real"),
            ("new", "true", "the value of 'new' is a string; use '-bool' to store a boolean"),
            ("new", "yes", "the value of 'new' is a string; use '-bool' to store a boolean"),
            ("new", "x5", nil), ("new", "", nil), ("k", "5", nil),
            ("k", "-n", "'-n' was stored as a string; \(position)"),
            ("k", "--help", "'--help' was stored as a string; \(position)"),
            ("k", "--int", "'--int' was stored as a string; \(position)"), ("k", "-", nil), ("k", "--", nil),
            ("k", "“dark”", "the typographic quotes are part of the value of 'k'; to quote words, use ' or \""),
            ("k", "‘x’", "the typographic quotes are part of the value of 'k'; to quote words, use ' or \""),
            ("k", "“", nil), ("k", "a “b”", nil),
        ])
    func notices(key: String, value: String, notice: String?) throws {
        let typed = try Self.tool(isTyped: true)
        let error = notice.map { "defaults: \($0)\n" } ?? ""
        #expect(typed("write", "D", key, value) == Tool.Outcome(status: .success, error: error))
        #expect(try typed.contents("D")[key] == .string(value))
        // The option `-string` says that a string is meant.
        #expect(try Self.tool(isTyped: true)("write", "D", key, "-string", value) == Tool.Outcome(status: .success))
        let redirected = try Self.tool()
        #expect(redirected("write", "D", key, value) == Tool.Outcome(status: .success))
        #expect(try redirected.contents("D")[key] == .string(value))
    }

    @Test("a script on a terminal gets no notice about a number")
    func scripts() throws {
        let tool = Tool(errorIsTerminal: true)
        let stored = "'-n' was stored as a string"
        #expect(tool("write", "D", "k", "5") == Tool.Outcome(status: .success))
        #expect(tool("write", "D", "k", "-n").error == "defaults: \(stored); \(Self.position)\n")
        let outcome = tool("write", "--path", "k", "D", "-n")
        #expect(outcome.error == "defaults: \(stored); \(Self.position.replacing("key", with: "domain"))\n")
    }
}
