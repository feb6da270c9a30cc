import Foundation
import PropertyList
import Testing

/// Values from standard input and from files.
@Suite(.waiting) struct ValueInputTests {
    let scratch = Scratch()

    static let inputs: [(flag: String?, input: [UInt8], value: PropertyListValue)] = [
        ("-string", Array("a\n\nb\n".utf8), "a\n\nb\n"), ("-string", [], ""), ("-string", [0, 0x41], "\0A"),
        ("-string", Array("\u{FEFF}-int".utf8), "\u{FEFF}-int"),
        (
            "-string", Array(String(repeating: "'", count: 200_000).utf8),
            .string(String(repeating: "'", count: 200_000))
        ),
        ("-data", [0, 0xFF, 0x0A], .data(Data([0, 0xFF, 0x0A]))), ("-data", [], .data(Data())),
        ("-int", Array("-5\n".utf8), -5), ("-integer", Array(" 7".utf8), 7), ("-float", Array("1e3\n".utf8), 1000.0),
        ("-bool", Array("yes\n".utf8), true), ("-boolean", Array("0".utf8), false),
        ("-date", Array("2001-01-01T00:00:05Z\n".utf8), .date(Date(timeIntervalSinceReferenceDate: 5))),
        (nil, Array(#"{"a": [1.0, 1, "1", {"$real": "1.0"}]}"#.utf8), ["a": [1.0, 1, "1", 1.0]]),
        (nil, Array(#""caf\u00e9""#.utf8), "caf\u{E9}"), (nil, Array(#""caf\U00e9""#.utf8), "caf\u{E9}"),
        (nil, Array(#""\q""#.utf8), "q"), (nil, Array("42\n".utf8), 42), (nil, Array("-2.5e-1".utf8), -0.25),
        (nil, Array("true".utf8), true),
        (nil, Array("\n\"caf\\u00e9\"\n".utf8), "caf\u{E9}"), (nil, Array("\t 42".utf8), 42),
        (nil, Array(" true ".utf8), true), (nil, Array(" \r\n[1.0]".utf8), [1.0]),
        (nil, Array("[true]".utf8), [true]), (nil, Array("(a, {b = <0f>;})".utf8), ["a", ["b": .data(Data([15]))]]),
        (nil, Array("<array><real>1</real></array>".utf8), [1.0]),
        (
            nil, Array("<plist><date>2001-01-01T00:00:00Z</date></plist>".utf8),
            .date(Date(timeIntervalSinceReferenceDate: 0))
        ),
        (nil, Array("k = v;".utf8), ["k": "v"]),
        (nil, Array((try? PropertyListWriter.data(of: [.uid(3)], as: .binary)) ?? Data()), [.uid(3)]),
    ]

    @Test(
        "an input in which a key occurs twice is refused by every verb that would lose one of the values",
        arguments: [
            "import D twice", "import D - <twice", "write --stdin D K <twice", "sandbox --from D=twice true",
            "migrate D E twice.plist", "convert --in-place --format xml twice",
        ])
    func twice(line: String) throws {
        let outcome = try scratch.bash("echo 'K = a; K = b;' | tee twice twice.plist >was; defaults \(line)")
        outcome.expect(65, text: "", complaints: 1, containing: "more than once")
        #expect(try scratch.bash("cmp was twice; defaults domains").text == "\n")
    }

    @Test("a conversion to another file writes the last value of a key that occurs twice, and reports the key")
    func twiceConverted() throws {
        let outcome = try scratch.bash("echo 'K = a; K = b;' >twice; defaults convert twice --json=plain -o o; cat o")
        outcome.expect(0, text: "{\n  \"K\": \"b\"\n}\n", complaints: 1, containing: "occurs more than once")
    }

    @Test("an edited text and a merged file in which a key occurs twice are refused, too")
    func twiceInOthers() throws {
        try Disk.write("K = a; K = b;", to: scratch.path + "/twice")
        let edit = try scratch.bash("TMPDIR=$PWD EDITOR='cp twice' defaults edit --format xml D")
        edit.expect(65, text: "", complaints: 2, containing: "key 'K' occurs twice")
        let merge = try scratch.bash("echo '{ K = c; }' | tee f.plist >was; PlistBuddy -c 'Merge twice' f.plist")
        merge.expect(1, containing: "key 'K', which occurs more than once")
        #expect(try scratch.bash("cmp was f.plist; defaults domains").text == "\n")
    }

    @Test("with every flag and with none", arguments: inputs.indices)
    func values(index: Int) throws {
        let (flag, input, value) = Self.inputs[index]
        let file = scratch.path + "/value"
        try Data(input).write(to: URL(fileURLWithPath: file))
        let flags = flag.map { [$0] } ?? []
        let words = [Executable.defaults, "write", "--stdin", "D", "K"] + flags
        #expect(
            try scratch.run(words, input: input) == .silence)
        try scratch.succeed(["write", "--value-file", file, "--path", "P.Q", "D"] + flags)
        let stored = try PropertyListReader.read(Disk.bytes(scratch.file("D"))).value
        #expect(stored == ["K": value, "P": ["Q": value]])
    }

    @Test(
        "what is no such value is refused",
        arguments: [
            (["-int"], "5 6", 65), (["-int"], "", 65), (["-int"], "5\n\n\n\0", 65), (["-bool"], "maybe", 65),
            (["-float"], "x", 65),
            (["-date"], "today", 65), ([], "hello", 65), ([], "", 65), ([], "{", 65), ([], #"{"a": null}"#, 65),
            ([], "null", 65), ([], #""\ud800""#, 65), ([], "18446744073709551616", 65),
            (["-array"], "1", 255), (["-dict-add"], "1", 255), (["-array-add"], "1", 255), (["-string", "x"], "v", 1),
            (["word"], "v", 1),
        ] as [([String], String, Int32)])
    func refusals(flags: [String], input: String, status: Int32) throws {
        let words = [Executable.defaults, "write", "--stdin", "D", "K"] + flags
        let outcome = try scratch.run(words, input: Array(input.utf8))
        outcome.expect(status, text: "", complaints: 1)
        #expect(try TreeState(scratch.root).isEmpty)
    }

    @Test("a string that is not UTF-8 is refused, and a file that is not there")
    func unreadable() throws {
        let outcome = try scratch.defaults("write", "--stdin", "D", "K", "-string", input: [0xFF])
        outcome.expect(65, complaints: 1)
        let missing = try scratch.defaults("write", "--value-file", "missing", "D", "K", "-string")
        missing.expect(74, complaints: 1)
        #expect(try TreeState(scratch.root).isEmpty)
    }

    @Test("a whole domain is read from standard input")
    func domain() throws {
        try scratch.succeed("write", "D", "old", "v")
        #expect(
            try scratch.defaults("write", "--stdin", "D", input: Array(#"{"a": 1}"#.utf8))
                == .init(status: 0, output: [], error: ""))
        #expect(try Foreign.lines(scratch.file("D")) == [#""a": 1"#])
        #expect(try scratch.defaults("write", "--stdin", "D", input: Array("[1]".utf8)).status == 65)
    }

    @Test(
        "import takes what the content is, whatever the name, and merges as it is told",
        arguments: [
            ([], ["a": ["y": 2], "b": [3], "c": 1, "k": "v"]),
            (["--merge"], ["a": ["x": 1, "y": 2], "b": [3], "c": 1, "k": "v"]),
            (["--replace"], ["a": ["y": 2], "b": [3], "k": "v"]),
        ] as [([String], PropertyListValue)])
    func imports(options: [String], expected: PropertyListValue) throws {
        let new: PropertyListValue = ["a": ["y": 2], "b": [3], "k": "v"]
        let forms: [Data] = [
            try PropertyListWriter.data(of: new, as: .xml), try PropertyListWriter.data(of: new, as: .binary),
            Data(JSONWriter().bytes(of: new)), Data("\n\t{\"a\":{\"y\":2},\"b\":[3],\"k\":\"v\"} ".utf8),
        ]
        for (form, name) in zip(forms, ["x.json", "x.xml", "x.plist", "x.bin"]) {
            try? FileManager.default.removeItem(atPath: scratch.file("D"))
            try scratch.store(["a": ["x": 1], "b": [1, 2], "c": 1], at: scratch.file("D"))
            try form.write(to: URL(fileURLWithPath: scratch.path + "/" + name))
            try scratch.succeed(["import"] + options + ["D", name])
            #expect(try PropertyListReader.read(Disk.bytes(scratch.file("D"))).value == expected, "\(name)")
        }
        try Disk.write("k = v; b = (3);", to: scratch.path + "/old.json")
        try scratch.succeed("import", "--replace", "D", "old.json")
        #expect(try Foreign.lines(scratch.file("D")) == [#""b": ["3"]"#, #""k": "v""#])
    }
}
