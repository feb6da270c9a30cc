import Foundation
import PropertyList
import Testing

/// JSON files, which are read by every verb that reads, and changed by none.
@Suite(.waiting) struct JSONFileTests {
    private let scratch = Scratch()
    private static let text =
        #"{"version": "1.0", "strings": {"Hello": {"state": "new"}}, "list": [1, 2.5, {"b": true}]}"#

    init() throws {
        try Disk.write(Self.text, to: scratch.path + "/L.xcstrings")
        try Disk.write("[1, [2]]", to: scratch.path + "/array.json")
        try Disk.write("{}", to: scratch.path + "/empty.xcstrings")
        try Disk.write("{ k = v; }", to: scratch.path + "/map.plist")
        try Disk.write("5", to: scratch.path + "/five.txt")
        try Disk.write(#""\u0041""#, to: scratch.path + "/escaped.txt")
    }

    private func run(_ arguments: [String]) throws -> Outcome {
        try scratch.defaults(arguments)
    }

    @Test(
        "JSON is read",
        arguments: [
            (["read", "./L.xcstrings", "version"], "1.0\n"),
            (["read", "--path", "strings.Hello.state", "./L.xcstrings"], "new\n"),
            (["read", "--path", "list.2.b", "./L.xcstrings"], "1\n"),
            (["read-type", "--path", "list.1", "./L.xcstrings"], "Type is float\n"),
            (["read", "--path", "1.0", "./array.json"], "2\n"), (["exists", "./L.xcstrings", "strings"], ""),
            (["exists", "./array.json"], ""),
            (["export", "--format", "json", "./array.json", "-"], "[\n  1,\n  [\n    2\n  ]\n]\n"),
        ])
    func reading(arguments: [String], text: String) throws {
        let outcome = try run(arguments)
        outcome.expect(0, text: text, error: "")
    }

    @Test("JSON is compared with a property list")
    func difference() throws {
        try scratch.bash("defaults convert -o same.plist L.xcstrings; defaults convert -o same2.plist array.json")
        #expect(try run(["diff", "./L.xcstrings", "./same.plist"]).status == 0)
        #expect(try run(["diff", "./array.json", "./same2.plist"]).status == 0)
        #expect(try run(["diff", "./L.xcstrings", "./array.json"]).status == 1)
        #expect(try run(["explain", "./L.xcstrings", "version"]).text.hasPrefix("*\t./L.xcstrings\tstring \"1.0\"\t"))
    }

    @Test(
        "JSON is never changed, and the error says what changes it",
        arguments: [
            ["write", "./L.xcstrings", "version", "2"], ["write", "--dry-run", "./L.xcstrings", "version", "2"],
            ["write", "--path", "list.0", "./L.xcstrings", "2"], ["write", "--path", "0", "./array.json", "2"],
            ["write", "--path", "", "./array.json", "2"], ["write", "./L.xcstrings", "{ k = v; }"],
            ["delete", "./L.xcstrings", "version"], ["delete", "./L.xcstrings"],
            ["rename", "./L.xcstrings", "version", "v"], ["import", "./L.xcstrings", "./L.xcstrings"],
            ["edit", "./L.xcstrings"],
            ["delete", "--force", "./L.xcstrings"], ["-n", "delete", "--force", "./L.xcstrings"],
            ["import", "--replace", "--force", "./L.xcstrings", "./map.plist"],
            ["write", "./empty.xcstrings", "k", "v"],
            ["write", "./five.txt", "k", "v"], ["rename", "--path", "", "./escaped.txt", "k"],
        ])
    func refused(arguments: [String]) throws {
        var environment = scratch.environment
        environment["EDITOR"] = "sed -i s/new/old/"
        let before = try TreeState(scratch.path)
        let outcome = try scratch.defaults(arguments, environment: environment)
        outcome.expect(65, complaints: 1)
        #expect(outcome.error.contains("JSON"))
        #expect(outcome.error.contains("plutil"))
        #expect(try TreeState(scratch.path).differences(from: before) == [])
    }

    @Test("a domain with a name is never JSON")
    func named() throws {
        try Disk.makeFolder(scratch.root)
        try Disk.write(Self.text, to: scratch.file("D"))
        for arguments in [["read", "D"], ["read", "D", "version"], ["write", "D", "k", "v"]] {
            let outcome = try run(arguments)
            outcome.expect(65, containing: "JSON")
        }
        #expect(try Disk.bytes(scratch.file("D")) == Array(Self.text.utf8))
    }

    @Test("what no property list holds is named with its place")
    func invalid() throws {
        try Disk.write("{\"a\": null}", to: scratch.path + "/null.json")
        let outcome = try run(["read", "./null.json"])
        outcome.expect(65, containing: "line 1, column 7")
    }
}
