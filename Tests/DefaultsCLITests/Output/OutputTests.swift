import DefaultsCore
import Testing

@testable import DefaultsCLI

/// What is printed, and that a terminal is not taken over by what a domain holds.
struct OutputTests {
    private static let hostile = "a\u{1B}[31m\0\r\u{7}\u{7F}\u{85}\u{9B}\tb\né"

    private static func tool(isTerminal: Bool) throws -> Tool {
        Tool(
            [Domain("D"): ["k": .string(hostile), hostile.replacing("\n", with: ""): "v"]], isTerminal: isTerminal)
    }

    @Test("control characters are escaped on a terminal, tabs and newlines left")
    func terminal() throws {
        let outcome = try Self.tool(isTerminal: true)("read", "D", "k")
        #expect(
            outcome == Tool.Outcome(status: .success, output: "a\\033[31m\\000\\015\\007\\177\\U0085\\U009b\tb\né\n"))
    }

    @Test("elsewhere a string is printed as it is")
    func pipe() throws {
        let outcome = try Self.tool(isTerminal: false)("read", "D", "k")
        #expect(outcome.status == .success)
        #expect(Array(outcome.output.utf8) == Array((Self.hostile + "\n").utf8))
    }

    @Test("nothing that is read reaches a terminal as a control character")
    func everything() throws {
        for words in [["read"], ["read", "D"], ["read", "D", "k"], ["domains"]] {
            let outcome = try Self.tool(isTerminal: true).run(words)
            let isClean = outcome.output.unicodeScalars.allSatisfy {
                $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
            }
            #expect(isClean, "\(words)")
        }
    }

    @Test(
        "on a terminal, only raw output has control characters, and items of lists have no tabs either",
        arguments: [
            (["read", "D", "k"], "\t"), (["read", "D", "--json"], ""), (["read", "D", "--xml"], "\t"),
            (["read", "D", "--lines"], ""), (["read", "-0", "D"], ""), (["read", "D", "a", "--lines"], ""),
            (["read", "-0", "D", "a"], ""), (["find", "-0", "k"], ""), (["read", "D", "k", "--raw"], "\t\u{9B}"),
        ])
    func formats(words: [String], controls: String) throws {
        let contents: PropertyListDictionary = ["k": "x\ty\u{9B}", "k\u{9B}\t": 1, "a": ["x\ty\u{9B}"]]
        let tool = Tool([Domain("D"): contents], isTerminal: true)
        let outcome = tool.run(words)
        #expect(outcome.status == .success)
        let found = outcome.output.unicodeScalars.filter { $0.properties.generalCategory == .control }
        #expect(Set(found).subtracting(["\n", "\0"]) == Set(controls.unicodeScalars), "\(outcome.output)")
    }

    @Test("the types of keys begin in one column of the terminal, whatever the script of the keys")
    func columnsOfTypes() throws {
        let tool = Tool([Domain("D"): ["日本語": 1, "abcd": true, "e\u{301}": "x"]])
        #expect(
            tool("read", "--types", "D").output
                == "abcd    boolean true\ne\u{301}       string \"x\"\n日本語  integer 1\n")
    }
}
