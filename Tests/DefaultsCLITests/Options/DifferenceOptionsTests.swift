import DefaultsCore
import Testing

@testable import DefaultsCLI

/// What the options of `diff` make of it.
struct DifferenceOptionsTests {
    private static func tool(_ old: PropertyListDictionary, _ new: PropertyListDictionary) throws -> Tool {
        Tool([Domain("A"): old, Domain("B"): new])
    }

    @Test("keys to be left out are no difference, and the commands leave them alone")
    func ignored() throws {
        let tool = try Self.tool(["gone": 1, "time": 2], ["time": 3])
        #expect(
            tool("diff", "--format", "commands", "--ignore", "time", "A", "B")
                == Tool.Outcome(status: .negative, output: "defaults delete A gone\n"))
        #expect(tool("diff", "--ignore=gone", "--ignore=time", "A", "B") == Tool.Outcome(status: .success))
        #expect(tool("diff", "--ignore=gone", "B", "A").output == "- time: integer 3\n+ time: integer 2\n")
    }

    @Test("a domain that loses all its keys is deleted as a whole")
    func emptied() throws {
        let outcome = try Self.tool(["gone": 1], [:])("diff", "--allow-missing", "--format=commands", "A", "B")
        #expect(outcome == Tool.Outcome(status: .negative, output: "defaults delete A\n"))
    }

    @Test("plain JSON has no tags, and no other word does")
    func json() throws {
        let tool = try Self.tool([:], ["r": 1.0])
        #expect(tool("diff", "--allow-missing", "--json", "A", "B").output.contains(#""$real": "1.0""#))
        #expect(tool("diff", "--allow-missing", "--json=plain", "A", "B").output.contains(#""new": 1.0"#))
        #expect(tool("diff", "--json=x", "A", "B").status == .usage)
    }
}
