import DefaultsCore
import Testing

@testable import DefaultsCLI
@testable import ToolSupport

/// The first sentences that typing errors get. Each line changes nothing, and its status is not 0.
struct TypingErrorTests {
    private static let contents: PropertyListDictionary = ["k": "v", "-n": "x"]

    private static func tool(input: String = "5\n") throws -> Tool {
        Tool([Domain("D"): contents, Domain("E"): contents], input: Array(input.utf8))
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
}
