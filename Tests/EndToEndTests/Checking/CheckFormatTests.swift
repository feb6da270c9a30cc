import Foundation
import PropertyList
import Testing

/// The positions of findings, the formats in which `check` prints them, and the comparison of keys.
@Suite(.waiting) struct CheckFormatTests {
    private let scratch = Scratch()

    private func put(_ text: String, at path: String) throws {
        try Disk.makeFolder((scratch.path + "/" + path as NSString).deletingLastPathComponent)
        try Disk.write(text, to: scratch.path + "/" + path)
    }

    private func check(_ words: String...) throws -> Outcome {
        try scratch.defaults(["check"] + words)
    }

    private static let duplicate =
        "key 'd.a' occurs more than once; only one of its values is used; the first is on line 3, column "

    @Test(
        "both places of a duplicate key are named, in every text format",
        arguments: [
            (
                "a.plist",
                "<plist><dict>\n<key>d</key><dict>\n  <key>a</key><true/>\n\t<key>a</key><true/></dict></dict></plist>"
            ),
            ("a.plist", "{\n d = {\n  a = b; /* c */\n\ta = c;\n }; }"),
            ("a.strings", "\"e\" = \"x\"; d = {\n\n  \"\\U0061\" = b;\n\t'a' = c; };"),
            ("a.json", "{\n \"d\": {\n  \"a\": 1, \"b\": [{\"a\": 2}],\n\t\"\\u0061\": 3}}"),
            ("a.json", "{\"d\": {\"$dictionary\":\n\n{ \"a\": 1,\n\t\"a\": 2}}}"),
        ])
    func duplicates(name: String, text: String) throws {
        try put(text, at: name)
        #expect(
            try check("--paths", name)
                == Outcome(
                    status: 1, output: Array("\(name):4:2: \(Self.duplicate)3\n".utf8), error: ""))
    }

    @Test("positions in UTF-16 count lines and characters of the text")
    func encodings() throws {
        let text = "<plist><dict>\n<key>é😀</key><true/><key>d</key><data>!</data></dict></plist>"
        let bytes = Data([0xFF, 0xFE]) + (text.data(using: .utf16LittleEndian) ?? Data())
        try bytes.write(to: URL(fileURLWithPath: scratch.path + "/a.plist"))
        #expect(try check("./a.plist").text.hasPrefix("./a.plist:2:39: the file contains data that is not base64"))
    }

    @Test("positions in a binary file are offsets")
    func binary() throws {
        // A dictionary with two references to the key S at the offsets 9 and 10.
        let bytes = BinaryObjects.file([[0xD2, 1, 1, 2, 3], [0x51, 0x53], [0x08], [0x09]])
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.path + "/a.plist"))
        let sentence =
            "key 'S' occurs more than once; only one of its values is used; it is at byte 10; the first is at byte 9"
        #expect(try check("./a.plist").text == "./a.plist: \(sentence)\n")
        let json = try JSONReader.read(check("--json", "./a.plist").output)
        guard case .dictionary(let root) = json else { throw CocoaError(.coderInvalidValue) }
        #expect(root[PropertyListPath(["findings", "0", "offset"])] == 10)
        #expect(root[PropertyListPath(["findings", "0", "first", "offset"])] == 9)
    }

    @Test("values and keys with control characters have their own positions")
    func controlCharacters() throws {
        try put(
            "<plist><dict>\n<key>a</key>\n <string>\u{1}</string>\n<key>\u{2}</key><true/></dict></plist>",
            at: "a.plist")
        let lines = try check("./a.plist").text.split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(lines == ["./a.plist:4:1:", "./a.plist:3:2:"])
    }

    @Test("JSON has the position of each finding, and the position of the first key")
    func json() throws {
        try put("{ a = b;\n a = c; }", at: "a.plist")
        let message =
            "key 'a' occurs more than once; only one of its values is used; the first is on line 1, column 3"
        for words in [["--json"], ["--format", "json"], ["--format=json"]] {
            let outcome = try scratch.defaults(["check"] + words + ["./a.plist"])
            #expect(
                try JSONReader.read(outcome.output) == [
                    "schema": 1,
                    "findings": [
                        [
                            "path": "./a.plist", "kind": "duplicate-key", "message": .string(message), "keyPath": ["a"],
                            "line": 2, "column": 2, "first": ["line": 1, "column": 3],
                        ]
                    ],
                ])
        }
        #expect(
            try JSONReader.read(check("--json", "--ignore", "duplicate-key", "./a.plist").output)
                == ["schema": 1, "findings": []])
    }

    @Test("annotations are errors or warnings, and characters with a meaning are encoded")
    func annotations() throws {
        try put("{ \"a%:,\\n\" = b;\n \"a%:,\\n\" = c; }", at: "App/a,b:c%.plist")
        let annotation =
            "::error file=App/a%2Cb%3Ac%25.plist,line=2,col=2,title=duplicate-key::key 'a%25:,%0A' occurs more than "
            + "once; only one of its values is used; the first is on line 1, column 3\n"
        #expect(try check("--format", "github", "./App").text == annotation)
        try put("<plist><data>!</data></plist>", at: "b.plist")
        #expect(
            try check("--format", "github", "./b.plist").text.hasPrefix(
                "::warning file=b.plist,line=1,col=14,title=substitution::the file contains data that is not base64"))
        #expect(try check("--format", "github", "--ignore", "substitution", "./b.plist") == .silence)
    }

    @Test("annotations name the path as it is given, but for './'")
    func annotatedPaths() throws {
        try put("{ a = b", at: "sub/d.strings")
        let file = "sub/d.strings"
        let absolute = scratch.path + "/" + file
        for (words, path) in [
            (["--paths", file], file), (["--paths", absolute], absolute), (["sub/"], file), (["./sub"], file),
            (["sub/../sub/"], "sub/../sub/d.strings"),
            (["../\((scratch.path as NSString).lastPathComponent)/sub"], nil),
        ] as [([String], String?)] {
            let all = [Executable.defaults, "check", "--format", "github"] + words
            let text = try scratch.run(all).text
            #expect(text.hasPrefix("::error file=\(path ?? words[0] + "/d.strings"),line=1"), "\(words): \(text)")
        }
    }

    @Test("both places of a duplicate key lie in one dictionary, if the key above occurs twice as well")
    func nestedDuplicates() throws {
        try put("{A={x=1;};\nA={x=2;\nx=3;};}\n", at: "a.plist")
        try put("{\"A\":{\"x\":1},\n\"A\":{\"x\":2,\n\"x\":3}}\n", at: "a.json")
        for name in ["a.plist", "a.json"] {
            let findings = try Finding.all(in: check("--json", "--paths", name)).filter { $0.line == 3 }
            #expect(findings.count == 1, "\(name)")
            #expect(try check("--paths", name).text.contains("the first is on line 2, column"))
        }
    }

    @Test("each repetition of a key is a finding, with the place of the first one")
    func repetitions() throws {
        try put("{a=1;\na=2;\nd={x=1;\nx=2;\nx=3;};\na=4;\nd={x=5;\nx=6;};}\n", at: "a.plist")
        try put(
            "{\"a\":1,\n\"a\":2,\n\"d\":{\"x\":1,\n\"x\":2,\n\"x\":3},\n\"a\":4,\n\"d\":{\"x\":5,\n\"x\":6}}\n",
            at: "a.json")
        for name in ["a.plist", "a.json"] {
            let findings = try Finding.all(in: check("--json", "--paths", name))
            #expect(Set(findings.map(\.kind)) == ["duplicate-key"])
            let places = findings.map { [$0.line ?? 0, $0.first ?? 0] }.sorted { $0[0] < $1[0] }
            #expect(places == [[2, 1], [4, 3], [5, 3], [6, 1], [7, 3], [8, 7]], "\(name)")
        }
    }

    @Test("at most a hundred repetitions of keys are found, and one of each key")
    func manyRepetitions() throws {
        try put("{" + String(repeating: "a=1;\n", count: 200) + "b=1;\nb=2;c=1;\nc=2;}", at: "a.plist")
        let findings = try Finding.all(in: check("--json", "--paths", "a.plist"))
        #expect(findings.count == 100)
        #expect(findings.suffix(2).map(\.line) == [202, 203])
        #expect(findings.prefix(98).map(\.line) == (2...99).map { $0 })
    }

    @Test("missing and surplus keys of files are named, in dictionaries too")
    func sameKeys() throws {
        try put("\"a\" = \"1\";\n\"b\" = \"2\";\nd = { x = 1; y = 2; };\n", at: "en.lproj/X.strings")
        try put("\"a\" = \"1\";\nd = { x = 1;\n  z = 2; };\n\"c\" = \"3\";\n", at: "de.lproj/X.strings")
        let names = ["en.lproj/X.strings", "de.lproj/X.strings"]
        let lines = """
            \(names[1]): key 'b' of '\(names[0])' is missing
            \(names[1]): key 'd.y' of '\(names[0])' is missing
            \(names[1]):3:3: key 'd.z' is missing in '\(names[0])'
            \(names[1]):4:1: key 'c' is missing in '\(names[0])'

            """
        #expect(
            try check("--same-keys", names[0], names[1])
                == Outcome(
                    status: 1, output: Array(lines.utf8), error: ""))
        #expect(try check("--same-keys", names[0], names[0]) == .silence)
        #expect(try check("--same-keys", names[1], names[1], names[0]).text.split(separator: "\n").count == 4)
        let findings = try Finding.all(in: check("--same-keys", "--json", names[0], names[1]))
        #expect(findings.map(\.kind) == ["missing-key", "missing-key", "surplus-key", "surplus-key"])
        #expect(findings.map(\.line) == [nil, nil, 3, 4])
        #expect(
            try check("--same-keys", "--ignore", "missing-key", "--ignore", "surplus-key", names[0], names[1])
                == .silence)
    }

    @Test("files that cannot be compared are errors, and never the same")
    func incomparable() throws {
        try put("{ a = b; }", at: "a.strings")
        try put("{ a = b }", at: "b.strings")
        try put("(a)", at: "c.plist")
        #expect(try check("--same-keys", "a.strings", "b.strings").status == 65)
        #expect(try check("--same-keys", "a.strings", "c.plist").status == 65)
        #expect(
            try check("--same-keys", "a.strings", "missing")
                == Outcome(status: 1, output: [], error: "defaults: 'missing' does not exist\n"))
        #expect(try check("--same-keys", "missing", "missing").status == 1)
        #expect(try check("--same-keys", "missing", "b.strings").status == 1)
        try put("{ z = b; }", at: "d.strings")
        let findings = try Finding.all(in: check("--same-keys", "--json", "a.strings", "b.strings", "d.strings"))
        #expect(findings.map(\.kind) == ["unreadable", "missing-key", "surplus-key"])
        #expect(try check("--same-keys", "a.strings").status == 255)
    }

    @Test("a comparison that did not take place fails, even if unreadable files are ignored")
    func ignoredUnreadable() throws {
        try put("{ a = b; }", at: "a.strings")
        try put("{ a = b }", at: "b.strings")
        try put("(a)", at: "c.plist")
        let sentence = "invalid old-style text, a missing ';' after a value on line 1, column 8"
        let cases = [
            (["a.strings", "b.strings"], "cannot read 'b.strings': \(sentence)"),
            (["b.strings", "a.strings"], "cannot read 'b.strings': \(sentence)"),
            (["a.strings", "c.plist"], "cannot read 'c.plist': the root is an array, not a dictionary"),
        ]
        for (paths, sentence) in cases {
            let words = [Executable.defaults, "check", "--same-keys", "--ignore", "unreadable"] + paths
            let outcome = try scratch.run(words)
            #expect(outcome == Outcome(status: 65, output: [], error: "defaults: \(sentence)\n"))
        }
        #expect(try check("--ignore", "unreadable", "--paths", "b.strings") == .silence)
        #expect(try check("--same-keys", "--ignore", "unreadable", "a.strings", "a.strings") == .silence)
    }

    @Test("an object whose only key is not a tag is an ordinary object in a file of another program")
    func unknownTags() throws {
        try put("{\"a\": {\"$ref\": {\"$id\": 1,\n\"$id\": 2}}, \"d\": {\"$uid\": 5}}\n", at: "a.json")
        let findings = try Finding.all(in: check("--json", "--paths", "a.json"))
        #expect(findings.map(\.kind) == ["duplicate-key"] && findings.map(\.line) == [2])
        try put("{\"$ref\": \"b\"}\n", at: "b.json")
        #expect(try check("./b.json") == .silence)
        try put("[{\"$date\": {\"day\": 1}}]\n", at: "object.json")
        #expect(try check("./object.json") == .silence)
        // A document that is imported may contain only tags with a meaning.
        #expect(try scratch.defaults("import", "D", "./b.json").error.contains("unknown tag '$ref' on line 1"))
        try put("{\"$date\": \"tomorrow\"}\n", at: "c.json")
        #expect(try check("./c.json").text.contains(":1:1: cannot read './c.json': invalid JSON, an invalid value for"))
    }
}
