import Foundation
import PropertyList
import Testing

/// Conversion of property lists between formats.
@Suite(.waiting) struct ConvertTests {
    let scratch = Scratch()

    init() throws {
        try Disk.write(Self.json, to: scratch.path + "/all.json")
        try Disk.write("{ b = (x, <0fbd>); a = \"two words\"; }", to: scratch.path + "/old")
    }

    private static let json = """
        {
          "array": [
            1,
            true,
            {
              "$real": "1.0"
            }
          ],
          "data": {
            "$data": "AP8="
          },
          "date": {
            "$date": "2024-01-31T12:00:00Z"
          },
          "text": "é"
        }

        """

    private func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

    @Test("every type survives every exact format, and comes back as the same bytes", arguments: ["xml", "binary"])
    func roundTrip(format: String) throws {
        try scratch.succeed("convert", "--format", format, "-o", "there", "all.json")
        try scratch.succeed("convert", "--format", "json", "-o", "back", "there")
        #expect(try Disk.bytes(path("back")) == Array(Self.json.utf8))
        let piped = try scratch.bash(
            "defaults convert --format \(format) <all.json | tee same | defaults convert --json; cmp same there")
        #expect(piped == Outcome(status: 0, output: Array(Self.json.utf8), error: ""))
    }

    @Test("XML is the default, keys are sorted, and any root is accepted")
    func defaultFormat() throws {
        let outcome = try scratch.defaults("convert", "old")
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("<?xml"))
        let keys = outcome.text.split(separator: "\n").filter { $0.contains("<key>") }
        #expect(keys.map { $0.filter { !$0.isWhitespace } } == ["<key>a</key>", "<key>b</key>"])
        for root in [#"[1,"x"]"#, #"{"$data":"AP8="}"#, "[]", "{}"] {
            let back = try scratch.bash(
                "defaults convert --format binary | defaults convert --json", input: Array(root.utf8))
            #expect(back.status == 0, "\(back)")
            #expect(back.text.filter { !$0.isWhitespace } == root, "\(back)")
        }
        let string = try scratch.bash("echo '<plist><string>text</string></plist>' | defaults convert --json")
        #expect(string.text == "\"text\"\n")
    }

    /// Values of every type.
    private static let roots = [
        "42", "-7", "0.5", "true", "false", #""""#, #""café \u0000\ud83d\ude00\"""#, #""\\u00e9""#, #""42""#,
        #""true""#,
        "9007199254740992", #"{"$integer": "18446744073709551615"}"#, #"{"$real": "1.0"}"#, #"{"$real": "1e+300"}"#,
        "1.25e-100", "-1.0000000000000001e+99", #"{"$date": "2024-01-31T12:00:00.5Z"}"#, #"{"$data": "AP8="}"#,
        #"{"$uid": 7}"#, "[]", "{}", #"[1, "a"]"#, #"{"a": 1}"#, #"{"$dictionary": {"$date": "x"}}"#,
    ]

    @Test("every reader of documents accepts the JSON of a value of any type, and keeps value and type")
    func anyRoot() throws {
        for (index, root) in Self.roots.enumerated() { try Disk.write(root, to: path("\(index).in")) }
        let script = """
            set -e
            for file in *.in; do
                key=${file%.in}
                defaults write --value-file $file A $key
                defaults read --json A $key | tee json | defaults write --stdin B $key
                defaults convert --format binary json | defaults convert --json | cmp - json
            done
            defaults diff A B
            defaults read --json A
            """
        let outcome = try scratch.bash(script)
        let members = Self.roots.enumerated().map { "\"\($0)\": \($1)" }.joined(separator: ",")
        let expected = try JSONReader.read(Array("{\(members)}".utf8))
        outcome.expect(0, error: "")
        #expect(try JSONReader.read(outcome.output) == expected)
    }

    @Test("openstep has only strings and data, and everything else is refused with its place")
    func openStep() throws {
        let text = try scratch.defaults("convert", "--format", "openstep", "old")
        #expect(text.text == "{\n    a = \"two words\";\n    b =     (\n        x,\n        <0fbd>\n    );\n}\n")
        #expect(
            try scratch.bash("defaults convert --format openstep old | defaults convert --json").text.contains("D70="))
        let refused = try scratch.defaults("convert", "--format", "openstep", "-o", "new", "all.json")
        refused.expect(65, complaints: 1)
        #expect(refused.error.contains("cannot represent an integer at 'array.0'; use XML, binary or JSON"))
        #expect(!Disk.exists(path("new")))
    }

    @Test("XML refuses what it cannot represent, with its place, and binary and JSON take it")
    func exactness() throws {
        try Disk.write(#"{"a": [{"b": {"$real": "-0.0"}}], "c": "\u0001"}"#, to: path("inexact"))
        let refused = try scratch.defaults("convert", "--format", "xml", "--in-place", "inexact")
        refused.expect(65, complaints: 1, containing: "the real number -0.0 at 'a.0.b'; use binary or JSON")
        #expect(try String(decoding: Disk.bytes(path("inexact")), as: UTF8.self).contains(#""\u0001""#))
        #expect(
            try scratch.bash("defaults convert --format binary inexact | defaults convert --json | cat -A").text
                .contains(#""\u0001""#))
    }

    @Test("plain JSON has no tags")
    func plain() throws {
        let text = try scratch.defaults("convert", "--json=plain", "all.json").text
        #expect(text.contains(#""date": "2024-01-31T12:00:00Z""#))
        #expect(!text.contains("$"))
    }

    @Test(
        "invalid input is one sentence with its place, and no file is touched",
        arguments: [
            ("{\n  \"a\": nul\n}", "line 2, column 8"),
            ("<plist><dict>\n<key>a</key></dict></plist>", "line 2, column"),
            ("{ a = 1;\n b = ; }", "line 2, column"), ("bplist00junk", "at byte"),
            ("[1, null]", "at '1'"), ("two words", "Could not parse"),
        ])
    func invalid(text: String, place: String) throws {
        try Disk.write(text, to: path("bad"))
        try Disk.write("kept", to: path("out"))
        for words in [["bad"], ["-o", "out", "bad"], ["--format", "xml", "--in-place", "bad"]] {
            let outcome = try scratch.defaults(["convert"] + words)
            outcome.expect(65, text: "", complaints: 1)
            #expect(outcome.error.contains(place), "\(outcome.error)")
            #expect(outcome.error.contains("from bad"), "\(outcome.error)")
        }
        #expect(try Disk.bytes(path("bad")) == Array(text.utf8))
        #expect(try Disk.bytes(path("out")) == Array("kept".utf8))
    }

    @Test("a limit on the size holds for files and standard input")
    func limits() throws {
        for script in ["all.json", "--format xml --in-place all.json", "<all.json"] {
            let outcome = try scratch.bash("defaults convert --max-size 20 \(script)")
            outcome.expect(65, complaints: 1, containing: "--max-size")
        }
        #expect(try Disk.bytes(path("all.json")) == Array(Self.json.utf8))
    }

    @Test(
        "usage that has no meaning is refused before anything is read",
        arguments: [
            "old all.json", "-o new old all.json", "-e json", "-e json -o new old", "-e a/b old", "-e '' old",
            "-e . old",
            "--in-place old", "--in-place --format xml", "--format xml --in-place -", "--in-place -o new --json old",
            "-e json - old", "-o folder/ -", "- -", "--format text old", "--json --format xml old",
            "--lock-timeout 1 old", "--lock-timeout 1 -o - old", "--keyring old", "--dry-run old", "-o - old all.json",
            "-e txt same/old same/./old other/../same/old", "-e plist a.x a.y", "-o folder same/old other/old",
            "-e json a.plist a.json",
        ])
    func misuse(words: String) throws {
        for folder in ["folder", "same", "other"] { try Disk.makeFolder(path(folder)) }
        let outcome = try scratch.bash("defaults convert \(words)")
        outcome.expect(255, text: "", complaints: 1)
        #expect(try Disk.names(in: scratch.path) == ["all.json", "bin", "folder", "home", "old", "other", "same"])
    }
}
