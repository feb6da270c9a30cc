import Foundation
import PropertyList
import Testing

/// Values inside values, by their key paths.
@Suite(.waiting) struct KeyPathTests {
    let scratch = Scratch()

    private static let start: PropertyListDictionary = [
        "a": ["x", ["k": 1], 2.0], "d": ["": true, "e.f": ["\\": "deep"], "e\u{301}": 1, "\u{E9}": 2], "s": "text",
        "": "empty",
    ]

    init() throws {
        try scratch.store(Self.start, at: scratch.file("D"))
    }

    @Test(
        "reading",
        arguments: [
            ("a.0", "x"), ("a.1.k", "1"), ("a.2", "2"), ("d.", "1"), (#"d.e\.f.\\"#, "deep"), ("s", "text"),
            ("d.e\u{301}", "1"), ("d.\u{E9}", "2"),
        ])
    func reading(path: String, text: String) throws {
        #expect(try scratch.defaults("read", "--path", path, "D").text == text + "\n")
        #expect(try scratch.defaults("read", "--path=" + path, "D").text == text + "\n")
        #expect(try scratch.defaults("read-type", "--path", path, "D").text.hasPrefix("Type is "))
    }

    @Test(
        "what is not there does not exist",
        arguments: ["a.3", "a.00", "a.01", "a.x", "s.0", "z", "d.e.f", "a.", ".", "d.e"])
    func missing(path: String) throws {
        for arguments in [
            ["read", "--path", path, "D"], ["delete", "--path", path, "D"], ["read-type", "--path", path, "D"],
        ] {
            let outcome = try scratch.defaults(arguments)
            outcome.expect(1, text: "", complaints: 1, comment: "\(arguments)")
        }
        let before = try TreeState(scratch.root)
        try scratch.succeed("delete", "--if-exists", "--path", path, "D")
        try scratch.succeed("rename", "--if-exists", "--path", path, "D", "x.y")
        #expect(try TreeState(scratch.root).differences(from: before) == [])
    }

    @Test(
        "changes, of which all other values know nothing",
        arguments: [
            (["write", "--path", "a.0", "D", "-int", "5"], "a", [5, ["k": 1], 2.0]),
            (["write", "--path", "a.1.k", "D", "{n=v;}"], "a", ["x", ["k": ["n": "v"]], 2.0]),
            (["write", "--path", "a.0", "--insert", "D", "-bool", "yes"], "a", [true, "x", ["k": 1], 2.0]),
            (["write", "--path", "a.3", "--insert", "D", "(1)"], "a", ["x", ["k": 1], 2.0, ["1"]]),
            (["write", "--path", "a", "D", "-array-add", "y"], "a", ["x", ["k": 1], 2.0, "y"]),
            (["write", "--path", "a.1", "D", "-dict-add", "l", "-float", "1"], "a", ["x", ["k": 1, "l": 1.0], 2.0]),
            (["write", "--path", "n.0.", "D", "-data", "0f"], "n", ["0": ["": .data(Data([15]))]]),
            (["write", "D", "", "v"], "", "v"),
            (["delete", "--path", "a.0", "D"], "a", [["k": 1], 2.0]),
            (["delete", "--path", "a.1.k", "D"], "a", ["x", [:], 2.0]),
            (["rename", "--path", "a.0", "D", "a.2"], "a", [["k": 1], "x"]),
            (["rename", "--path", "a.0", "D", "a.0.b.c"], "a", [["b": ["c": "x"]], ["k": 1], 2.0]),
            (["rename", "--path", "a.1.k", "D", "a"], "a", 1),
            (["rename", "--path", "s", "D", "s.s"], "s", ["s": "text"]),
            (["rename", "--path", "a.2", "D", "a.2"], "a", ["x", ["k": 1], 2.0]),
        ] as [([String], String, PropertyListValue)])
    func changes(arguments: [String], key: String, expected: PropertyListValue) throws {
        try scratch.succeed(arguments)
        var contents = Self.start
        contents[key] = expected
        let file = try PropertyListReader.read(Disk.bytes(scratch.file("D"))).value
        #expect(file == .dictionary(contents))
    }

    @Test(
        "what leads nowhere changes nothing",
        arguments: [
            ("a.3", 1), ("a.01", 1), ("a.x", 1), ("s.k", 1), ("a.0.k", 1), (#"a\"#, 255), (#"\x"#, 255),
            (Array(repeating: "k", count: 513).joined(separator: "."), 65),
            (Array(repeating: "k", count: 60_000).joined(separator: "."), 65),
        ] as [(String, Int32)])
    func nowhere(path: String, status: Int32) throws {
        let before = try TreeState(scratch.root)
        for operands in [["D", "v"], ["D", "-array-add", "v"]] {
            let words = [Executable.defaults, "write", "--path", path] + operands
            let outcome = try scratch.run(words)
            #expect(outcome.status == status, "\(outcome.error)")
            #expect(outcome.complains(), "\(outcome.error)")
            #expect(outcome.error.utf8.count < 300, "\(outcome.error)")
        }
        #expect(try TreeState(scratch.root).differences(from: before) == [])
    }

    @Test(
        "an insertion needs a path, an array and a single value",
        arguments: [
            (["--insert", "D", "a", "v"], 255), (["--insert", "--path", "a.0", "D", "-array-add", "v"], 255),
            (["--insert", "--path", "a.0", "D", "-dict-add", "k", "v"], 255),
            (["--insert", "--path", "s.0", "D", "v"], 1),
            (["--insert", "--path", "a.4", "D", "v"], 1), (["--insert", "--path", "a.-1", "D", "v"], 1),
            (["--insert", "--path", "d.0", "D", "v"], 1), (["--insert", "--path", "n.0", "D", "v"], 1),
            (["--insert", "--path", "a", "D", "v"], 1),
        ] as [([String], Int32)])
    func insertion(arguments: [String], status: Int32) throws {
        let before = try TreeState(scratch.root)
        let outcome = try scratch.defaults(["write"] + arguments)
        outcome.expect(status, complaints: 1)
        #expect(try TreeState(scratch.root).differences(from: before) == [])
    }
}
