import DefaultsCore
import PropertyList
import Testing

@testable import DefaultsCLI

/// What is printed, and that a terminal is not taken over by what a domain holds.
struct OutputTests {
    private static let hostile = "a\u{1B}[31m\0\r\u{7}\u{7F}\u{85}\u{9B}\tb\né"

    private static func tool(isTerminal: Bool) throws -> Tool {
        Tool(
            [try Domain("D"): ["k": .string(hostile), hostile.replacing("\n", with: ""): "v"]], isTerminal: isTerminal)
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
        let tool = Tool([try Domain("D"): contents], isTerminal: true)
        let outcome = tool.run(words)
        #expect(outcome.status == .success)
        let found = outcome.output.unicodeScalars.filter { $0.properties.generalCategory == .control }
        #expect(Set(found).subtracting(["\n", "\0"]) == Set(controls.unicodeScalars), "\(outcome.output)")
    }

    @Test(
        "types have Apple's names",
        arguments: [
            ("x", "string"), (1, "integer"), (1.5, "float"), (true, "boolean"), ([], "array"), ([:], "dictionary"),
        ] as [(PropertyListValue, String)])
    func types(value: PropertyListValue, name: String) throws {
        let tool = Tool([try Domain("D"): ["k": value]])
        #expect(tool("read-type", "D", "k") == Tool.Outcome(status: .success, output: "Type is \(name)\n"))
    }

    @Test("the types of keys begin in one column of the terminal, whatever the script of the keys")
    func columnsOfTypes() throws {
        let tool = Tool([try Domain("D"): ["日本": 1, "abcd": true, "e\u{301}": "x"]])
        #expect(
            tool("read", "--types", "D").output
                == "abcd  boolean true\ne\u{301}     string \"x\"\n日本  integer 1\n")
    }

    @Test("domains are joined by commas, the global one left out")
    func domains() throws {
        let tool = Tool([
            try Domain("b"): ["k": 1], try Domain("B"): ["k": 1], .global: ["k": 1],
            try Domain("x", host: .current): ["k": 1],
        ])
        #expect(tool("domains") == Tool.Outcome(status: .success, output: "B, b\n"))
        #expect(tool("-currentHost", "domains") == Tool.Outcome(status: .success, output: "x\n"))
        #expect(Tool()("domains") == Tool.Outcome(status: .success, output: "\n"))
    }

    @Test("a change is silent, and is made")
    func changes() throws {
        let tool = Tool()
        let silence = Tool.Outcome(status: .success)
        #expect(tool("write", "D", "a", "-int", "1") == silence)
        #expect(tool("write", "-g", "g", "-bool", "yes") == silence)
        #expect(tool("write", "D", "-currentHost", "x") == silence)
        #expect(tool("write", "-currentHost", "D", "h", "x") == silence)
        #expect(try tool.contents("D") == ["-currentHost": "x", "a": 1])
        #expect(try tool.contents("D", host: .current) == ["h": "x"])
        #expect(try tool.contents("NSGlobalDomain") == ["g": true])
        #expect(tool("write", "D", "{ b = (c); }") == silence)
        #expect(try tool.contents("D") == ["b": ["c"]])
        #expect(tool("delete", "D", "b") == silence)
        #expect(tool("read", "D").status == .negative)
    }

    @Test("an import merges at the top, and an export gives it back")
    func transfer() throws {
        let input = "<plist><dict><key>a</key><dict/><key>b</key><integer>2</integer></dict></plist>"
        let tool = Tool([try Domain("D"): ["a": ["x": 1], "c": true]], input: Array(input.utf8))
        #expect(tool("import", "D", "-") == Tool.Outcome(status: .success))
        #expect(try tool.contents("D") == ["a": [:], "b": 2, "c": true])
        let output = tool("export", "D", " - ").output
        #expect(output.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC"))
        #expect(try PropertyListReader.read(Array(output.utf8)).value == ["a": [:], "b": 2, "c": true])
    }
}
