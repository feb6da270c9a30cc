import Foundation
import PropertyList
import Testing

/// Files given by their paths, whose roots are not dictionaries.
@Suite(.waiting) struct AnyRootTests {
    private let scratch = Scratch()

    private static let list: PropertyListValue = ["a", ["name": "x", "tags": [1, 2.0, true]], "c"]

    init() throws {
        try write(Self.list, to: "list.plist", as: .xml)
    }

    private func write(_ root: PropertyListValue, to name: String, as format: PropertyListFormat) throws {
        let data = try PropertyListWriter.data(of: root, as: format)
        try data.write(to: URL(fileURLWithPath: scratch.path + "/" + name))
    }

    private func root(of name: String) throws -> PropertyListDocument {
        try PropertyListReader.read(Disk.bytes(scratch.path + "/" + name))
    }

    private func run(_ arguments: [String]) throws -> Outcome {
        try scratch.defaults(arguments)
    }

    @Test(
        "an index leads into a root that is an array, and the empty path is the root",
        arguments: [
            (["read", "./list.plist", "0"], "a\n"), (["read", "--path", "1.name", "./list"], "x\n"),
            (["read", "--json=plain", "--path", "1.tags", "./list"], "[\n  1,\n  2.0,\n  true\n]\n"),
            (["read-type", "./list.plist", "1"], "Type is dictionary\n"),
            (["read-type", "--path", "1.tags.1", "./list.plist"], "Type is float\n"),
            (["read-type", "--path", "", "./list.plist"], "Type is array\n"),
            (["read", "--path", "2", "./list.plist", "--raw"], "c"),
            (["exists", "./list.plist"], ""), (["exists", "./list.plist", "2"], ""),
            (["exists", "--path", "1.tags.2", "./list.plist"], ""), (["exists", "--path", "", "./list.plist"], ""),
            (["read", "--default", "none", "./list.plist", "3"], "none\n"),
        ])
    func reading(arguments: [String], text: String) throws {
        let outcome = try run(arguments)
        outcome.expect(0, text: text, error: "")
    }

    @Test(
        "what is not in the root does not exist",
        arguments: [
            ["read", "./list.plist", "3"], ["read", "./list.plist", "name"], ["read-type", "./list.plist", "00"],
            ["exists", "./list.plist", "3"], ["exists", "--path", "0.x", "./list.plist"],
            ["delete", "./list.plist", "3"], ["rename", "./list.plist", "3", "0"], ["explain", "./list.plist", "3"],
        ])
    func missing(arguments: [String]) throws {
        let before = try FileFacts(scratch.path + "/list.plist")
        #expect(try run(arguments).status == 1)
        #expect(try FileFacts(scratch.path + "/list.plist") == before)
    }

    @Test(
        "changes reach any place of any root, in the format of the file",
        arguments: [
            (["write", "--path", "0", "./f", "b"], ["b", ["k": 1]]),
            (["write", "./f", "0", "-int", "7"], [7, ["k": 1]]),
            (["write", "--path", "1.k", "./f", "-bool", "true"], ["a", ["k": true]]),
            (["write", "--path", "1.n.m", "./f", "v"], ["a", ["k": 1, "n": ["m": "v"]]]),
            (["write", "--insert", "--path", "2", "./f", "-float", "1"], ["a", ["k": 1], 1.0]),
            (["write", "--path", "", "./f", "-array-add", "z"], ["a", ["k": 1], "z"]),
            (["write", "--path", "", "./f", "-array", "p", "q"], ["p", "q"]),
            (["write", "--path", "", "./f", "-string", "text"], "text"),
            (["write", "--path", "", "./f", "-dict", "k", "v"], ["k": "v"]),
            (
                ["write", "--path", "", "./f", "-date", "2024-01-02T03:04:05Z"],
                .date(Date(timeIntervalSince1970: 1_704_164_645))
            ),
            (["delete", "--path", "0", "./f"], [["k": 1]]), (["delete", "./f", "1"], ["a"]),
            (["delete", "--path", "1.k", "./f"], ["a", [:]]),
            (["rename", "--path", "0", "./f", "1.first"], [["first": "a", "k": 1]]),
            (["rename", "--path", "1.k", "./f", ""], 1),
        ] as [([String], PropertyListValue)])
    func changes(arguments: [String], expected: PropertyListValue) throws {
        for format in [PropertyListFormat.xml, .binary] {
            try write(["a", ["k": 1]], to: "f", as: format)
            let outcome = try run(arguments)
            outcome.expect(0, error: "")
            let document = try root(of: "f")
            #expect(document.value == expected)
            #expect(document.format == format)
        }
    }

    @Test("the root of a domain that does not exist is a missing domain", arguments: ["D", "./none.plist"])
    func missingRoot(domain: String) throws {
        for verb in ["read", "read-type"] {
            let outcome = try run([verb, "--path", "", domain])
            outcome.expect(1, beginning: "defaults: Domain \(domain) does not exist")
        }
        #expect(try run(["exists", "--path", "", domain]).status == 1)
    }

    @Test("a new file can get any root, and only through its path")
    func newFile() throws {
        #expect(try run(["write", "--path", "", "./new.plist", "-array", "x"]).status == 0)
        #expect(try root(of: "new.plist").value == ["x"])
        let outcome = try run(["write", "--path", "", "D", "-array", "x"])
        #expect(outcome.status == 1)
        #expect(outcome.complains())
        #expect(!Disk.exists(scratch.file("D")))
        #expect(try run(["write", "--dry-run", "--path", "", "D", "-array", "x"]).status == 1)
        #expect(try run(["write", "--path", "", "D", "-dict", "k", "v"]).status == 0)
        #expect(try scratch.defaults("read", "D", "k").text == "v\n")
    }

    @Test(
        "what needs a dictionary, or leads nowhere, is refused",
        arguments: [
            (["delete", "./list.plist"], 65), (["import", "./list.plist", "./map.plist"], 65),
            (["write", "./list.plist", "{ k = v; }"], 65), (["delete", "--path", "", "./list.plist"], 1),
            (["write", "--path", "3", "./list.plist", "x"], 1), (["write", "./list.plist", "k", "v"], 1),
            (["write", "--path", "0.k", "./list.plist", "x"], 1),
            (["write", "--journal", "j", "./list.plist", "0", "x"], 255), (["snapshot", "--root", "./list.plist"], 74),
        ] as [([String], Int32)])
    func refused(arguments: [String], status: Int32) throws {
        try write(["k": "v"], to: "map.plist", as: .xml)
        let before = try FileFacts(scratch.path + "/list.plist")
        let outcome = try run(arguments)
        outcome.expect(status, complaints: 1)
        #expect(try FileFacts(scratch.path + "/list.plist") == before)
        #expect(!Disk.exists(scratch.path + "/j"))
    }

    @Test("a change that changes nothing, and a rehearsal, leave the file alone")
    func untouched() throws {
        let before = try FileFacts(scratch.path + "/list.plist")
        #expect(try run(["write", "./list.plist", "0", "a"]).status == 0)
        let rehearsal = try run(["write", "--dry-run", "--exit-code", "./list.plist", "0", "-int", "1"])
        #expect(rehearsal.status == 2)
        #expect(
            rehearsal.text == """
                - (root): array ["a",{"name":"x","tags":[1,2.0,true]},"c"]
                + (root): array [1,{"name":"x","tags":[1,2.0,true]},"c"]

                """)
        #expect(try run(["delete", "--if-exists", "./list.plist", "9"]).status == 0)
        #expect(try FileFacts(scratch.path + "/list.plist") == before)
    }

    @Test("two roots are compared, and commands make them equal")
    func difference() throws {
        try write(["a", "b"], to: "other.plist", as: .binary)
        #expect(try run(["diff", "./list.plist", "./list.plist"]).status == 0)
        let outcome = try run(["diff", "./list.plist", "./other.plist"])
        #expect(outcome.status == 1)
        #expect(
            outcome.text == """
                - (root): array ["a",{"name":"x","tags":[1,2.0,true]},"c"]
                + (root): array ["a","b"]

                """)
        let script = try run(["diff", "--format", "commands", "./list.plist", "./other.plist"])
        try scratch.bash(script.text)
        #expect(try root(of: "list.plist").value == ["a", "b"])
        #expect(try run(["diff", "./list.plist", "./other.plist"]).status == 0)
        #expect(try run(["diff", "--only", "7", "./list.plist", "./other.plist"]).status == 74)
        #expect(try run(["diff", "./list.plist", "./missing.plist"]).status == 74)
    }

    @Test("an editor changes a root, or a value in it")
    func editing() throws {
        var environment = scratch.environment
        environment["EDITOR"] = "sed -i s/x/y/"
        #expect(try scratch.defaults("edit", "./list.plist", environment: environment).status == 0)
        #expect(try root(of: "list.plist").value == ["a", ["name": "y", "tags": [1, 2.0, true]], "c"])
        environment["EDITOR"] = "sed -i s/a/z/"
        #expect(try scratch.defaults("edit", "./list.plist", "0", environment: environment).status == 0)
        #expect(try scratch.defaults("read", "./list.plist", "0").text == "z\n")
    }

    @Test("explain counts the elements of a root, and finds a value in it")
    func explanation() throws {
        #expect(try run(["explain", "./list.plist"]).text.hasPrefix("\t./list.plist\t3 elements\t"))
        #expect(try run(["explain", "./list.plist", "0"]).text.hasPrefix("*\t./list.plist\tstring \"a\"\t"))
        #expect(try run(["explain", "--json", "./list.plist"]).text.contains(#""elements": 3,"#))
    }

    @Test("the whole of any root is printed and exported", arguments: [PropertyListFormat.xml, .binary])
    func whole(format: PropertyListFormat) throws {
        for value in [Self.list, "text", 5, 1.5, true, .data(Data([1, 2]))] as [PropertyListValue] {
            try write(value, to: "any", as: format)
            let read = try run(["read", "--json", "./any"])
            #expect(try JSONReader.read(read.output) == value)
            #expect(try JSONReader.read(run(["export", "--format", "json", "./any", "-"]).output) == value)
            #expect(try PropertyListReader.read(run(["export", "./any", "-"]).output).value == value)
            #expect(try run(["exists", "./any"]).status == 0)
        }
    }

    @Test("the file of a domain with a name stays a dictionary, also by its path")
    func inBase() throws {
        try scratch.succeed("write", "D", "k", "v")
        for option in [[], ["-n"]] {
            let outcome = try run(option + ["write", "--path", "", scratch.file("D"), "-array", "x"])
            outcome.expect(65, complaints: 1)
        }
        #expect(try scratch.defaults("read", "D", "k").text == "v\n")
    }

    @Test("elements are appended to a root that does not exist, and a rehearsal refuses what a journal cannot record")
    func appended() throws {
        #expect(try run(["write", "--path", "", "./new.plist", "-array-add", "x"]).status == 0)
        #expect(try root(of: "new.plist").value == ["x"])
        #expect(try run(["write", "--path", "", "./none.plist", "-array-remove", "x"]).status == 0)
        #expect(try run(["-n", "write", "--journal", "j", "./new.plist", "0", "y"]).status == 255)
    }

    @Test("keys select no part of roots of different types, so no commands are printed for them")
    func partOfRoot() throws {
        try write(["a": "b"], to: "map.plist", as: .xml)
        let words = ["diff", "--only", "0", "./list.plist", "./map.plist"]
        #expect(try run(words).text.split(separator: "\n").count == 2)
        #expect(try run(words + ["--format", "commands"]).status == 255)
    }

    @Test("a stream can have any root")
    func stream() throws {
        #expect(try scratch.bash("cat list.plist | defaults read --path 1.name /dev/stdin").text == "x\n")
        #expect(
            try scratch.bash("defaults read <(echo '(1, 2)') 1 2>&1 || defaults read --path 1 <(echo '(1, 2)')").text
                == "2\n")
    }

    @Test("a path continues inside data that is a property list")
    func insideData() throws {
        let inner = try PropertyListWriter.data(
            of: ["a": ["b": .data(PropertyListWriter.data(of: ["deep"], as: .xml))]], as: .binary)
        try write(["blob": .data(inner), "list": [.data(inner)]], to: "outer.plist", as: .xml)
        try write(.data(inner), to: "data.plist", as: .binary)
        #expect(try run(["read", "--decode", "--path", "blob.a.b.0", "./outer.plist"]).text == "deep\n")
        #expect(try run(["read", "--decode", "--path", "list.0.a.b.0", "./outer.plist"]).text == "deep\n")
        #expect(try run(["read", "--decode", "--path", "a.b.0", "./data.plist"]).text == "deep\n")
        #expect(try run(["read", "--decode", "--path", "", "--json", "./data.plist"]).text.contains("\"a\""))
        #expect(try run(["read", "--path", "blob.a.b.0", "./outer.plist"]).status == 1)
        #expect(try run(["write", "--path", "blob.a", "./outer.plist", "x"]).status == 1)
    }
}
