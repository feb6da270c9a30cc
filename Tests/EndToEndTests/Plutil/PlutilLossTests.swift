import Testing

/// Commands of plutil that would lose or change contents without the user's knowledge.
@Suite(.waiting) struct PlutilLossTests {
    let scratch = Scratch()

    private func file(_ name: String) -> String { "\(scratch.path)/\(name)" }

    private func contents(_ name: String) throws -> String {
        String(decoding: try Disk.bytes(file(name)), as: UTF8.self)
    }

    @Test("a rounded number is not printed as a raw value, but its type and the whole file are shown")
    func roundedNumberShown() throws {
        try Disk.write(#"{"n":9007199254740993.0}"#, to: file("f.json"))
        #expect(
            try scratch.plutil("-extract", "n", "raw", "f.json").error
                == "f.json: The file contains a number that would be rounded at 'n', which cannot be written\n")
        #expect(try scratch.plutil("-type", "n", "f.json").text == "float\n")
        #expect(try scratch.plutil("-p", "f.json").status == 0)
    }

    @Test("an impossible date or invalid base64 is not taken for a string")
    func invalidValue() throws {
        try Disk.write(
            Disk.xml("<key>d</key><date>2024-02-31T00:00:00Z</date><key>b</key><array><data>!</data></array>"),
            to: file("f.plist"))
        for arguments in [
            ["-p"], ["-type", "d"], ["-type", "b"], ["-type", "b.0", "-expect", "string"], ["-extract", "d", "raw"],
            ["-extract", "d", "xml1", "-expect", "string", "-o", "-"], ["-extract", "b", "raw"],
        ] {
            let outcome = try scratch.plutil(arguments + ["f.plist"])
            outcome.expect(1, text: "")
            let reason =
                arguments.contains("d") || arguments == ["-p"]
                ? "a date that does not exist at 'd'" : "data that is not base64 at 'b.0'"
            #expect(outcome.error.hasPrefix("f.plist: The file contains \(reason)"))
        }
    }

    @Test(
        "comments of XML that are not in a new file are noticed, unless -s is given",
        arguments: [
            (["-convert", "xml1", "-o", "./f.plist"], "'f.plist' had comments, which the change has removed"),
            (["-extract", "K", "xml1"], "'f.plist' had comments, which the change has removed"),
            (["-convert", "json", "-o", "out"], "'f.plist' has comments, which 'out' does not contain"),
            (["-convert", "json", "-e", "json"], "'f.plist' has comments, which 'f.json' does not contain"),
        ])
    func comments(arguments: [String], notice: String) throws {
        let xml = Disk.xml("<!-- c --><key>K</key><string>v</string>")
        for silent in [[], ["-s"]] {
            try Disk.write(xml, to: file("f.plist"))
            let outcome = try scratch.plutil(arguments + silent + ["f.plist"])
            outcome.expect(0, text: "", error: (silent.isEmpty ? notice + "\n" : ""))
        }
    }

    @Test(
        "of a key that occurs twice, the last value is written elsewhere, with a notice",
        arguments: [
            "{ a = 1; a = 2; }", #"{"a":"1","a":"2"}"#,
            "<plist><dict><key>a</key><string>1</string><key>a</key><string>2</string></dict></plist>",
        ])
    func duplicateKey(text: String) throws {
        try Disk.write(text, to: file("f"))
        for (line, result) in [
            ("-convert json -o - f", #"{"a":"2"}"#), ("-convert json -o o f; cat o", #"{"a":"2"}"#),
            ("-convert json -e json f; cat f.json", #"{"a":"2"}"#), ("-extract a raw f", "2\n"),
            ("-extract a xml1 -o - f | grep 2", "<string>2</string>\n"),
        ] {
            let outcome = try scratch.bash("plutil \(line)")
            outcome.expect(0, text: result, beginning: "f: The file contains the key 'a' more than once, on line 1")
            #expect(outcome.errorLines.count == 1)
        }
        let outcome = try scratch.plutil("-convert", "json", "f")
        outcome.expect(1, text: "", beginning: "f: The file contains the key 'a' more than once, on line 1, column ")
        #expect(try contents("f") == text)
        #expect(try scratch.plutil("-convert", "json", "-s", "-o", "o", "f") == .silence)
    }

    @Test("standard output and devices get no notice about comments")
    func noCommentsNotice() throws {
        try Disk.write(Disk.xml("<!-- c --><key>K</key><string>v</string>"), to: file("f.plist"))
        for arguments in [
            ["-convert", "json", "-o", "-"], ["-convert", "json", "-o", "/dev/null"], ["-remove", "K", "-o", "-"],
            ["-extract", "K", "xml1", "-o", "out"], ["-replace", "K", "-string", "v"],
        ] {
            #expect(try scratch.plutil(arguments + ["f.plist"]).error == "")
        }
    }

    @Test("two results for one file are refused before anything is written")
    func sameResult() throws {
        let text = "{ a = 1; }"
        for name in ["a.plist", "a.strings", "b.plist"] { try Disk.write(text, to: file(name)) }
        try Disk.link(file("c.plist"), to: "b.plist")
        try Disk.link(file("c.json"), to: "b.json")
        let names = try Disk.names(in: scratch.path).sorted()
        for (arguments, error) in [
            (["-e", "json", "a.plist", "a.strings"], "'a.plist' and 'a.strings' would both be written to 'a.json'"),
            (
                ["-e", "strings", "a.plist", "a.strings"],
                "'a.plist' and 'a.strings' would both be written to 'a.strings'"
            ),
            (["-e", "json", "b.plist", "./b.plist"], "'b.plist' and './b.plist' would both be written to './b.json'"),
            (["-e", "json", "b.plist", "c.plist"], "'b.plist' and 'c.plist' would both be written to 'c.json'"),
            (
                ["-o", "c.plist", "a.plist", "b.plist"],
                "The results of several files would be written to 'c.plist', which is one of the files"
            ),
        ] {
            let outcome = try scratch.plutil(["-convert", "xml1"] + arguments)
            outcome.expect(1, error: error + "\n")
        }
        #expect(try Disk.names(in: scratch.path).sorted() == names)
        for name in ["a.plist", "a.strings", "b.plist"] { #expect(try contents(name) == text) }
    }

    @Test("hard links of one file have results of their own")
    func hardLinks() throws {
        try Disk.write("{ a = 1; }", to: file("a.plist"))
        #expect(try scratch.bash("ln a.plist h.plist; plutil -convert json -e json a.plist h.plist").status == 0)
        for name in ["a.json", "h.json"] { #expect(try contents(name) == #"{"a":"1"}"#) }
        #expect(try scratch.plutil("-convert", "json", "h.plist").status == 0)
        #expect(try contents("a.plist") == "{ a = 1; }")
        #expect(try contents("h.plist") == #"{"a":"1"}"#)
    }
}
