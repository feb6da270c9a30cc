import Foundation
import Testing

/// The files that plutil changes: they are never damaged, and keep their format, mode and links.
@Suite(.waiting) struct PlutilFileTests {
    let scratch = Scratch()

    private func file(_ name: String) -> String { "\(scratch.path)/\(name)" }

    private func contents(_ name: String) throws -> String {
        String(decoding: try Disk.bytes(file(name)), as: UTF8.self)
    }

    @Test(
        "a JSON file stays JSON on one line, unless -r is given, and keeps the newline at its end",
        arguments: ["", "\n"])
    func jsonEdited(end: String) throws {
        try Disk.write(#"{"real":2.0,"url":"a/b","n":1}"# + end, to: file("f.json"))
        #expect(try scratch.plutil("-insert", "new", "-json", #"{"k":[true]}"#, "f.json") == .silence)
        #expect(try contents("f.json") == #"{"real":2.0,"url":"a/b","n":1,"new":{"k":[true]}}"# + end)
        #expect(try scratch.plutil("-remove", "url", "-r", "f.json") == .silence)
        let readable = "{\n  \"n\" : 1,\n  \"new\" : {\n    \"k\" : [\n      true\n    ]\n  },\n  \"real\" : 2.0\n}"
        #expect(try contents("f.json") == readable + end)
    }

    @Test("an empty JSON file that -create wrote can be filled")
    func created() throws {
        #expect(try scratch.plutil("-create", "json", "f.json").status == 0)
        #expect(try contents("f.json") == "{}")
        #expect(try scratch.plutil("-insert", "k", "-string", "v", "f.json").status == 0)
        #expect(try contents("f.json") == "{\n  \"k\": \"v\"\n}")
        #expect(try scratch.plutil("-create", "xml1", "f.json").status == 0)
        #expect(try Foreign.foundation(file("f.json")) == [:])
        #expect(try scratch.plutil("-create", "binary1", "-").output.starts(with: "bplist00".utf8))
    }

    @Test("a null is never a string, also beyond those whose paths are known")
    func manyNulls() throws {
        let nulls = Array(repeating: "null", count: 300).joined(separator: ",")
        try Disk.write("{\"a\":[\(nulls)]}", to: file("n.json"))
        #expect(try scratch.plutil("-type", "a.250", "n.json").text == "(any)\n")
        #expect(try scratch.plutil("-extract", "a.250", "raw", "n.json").status == 1)
    }

    @Test("-extract without -o replaces the file, except by a raw value")
    func extractedInPlace() throws {
        try Disk.write(Disk.xml("<key>A</key><array><string>x</string></array>"), to: file("f.plist"))
        #expect(try scratch.plutil("-extract", "A", "raw", "f.plist").text == "1\n")
        #expect(try scratch.plutil("-extract", "A", "json", "f.plist").text == "")
        #expect(try contents("f.plist") == #"["x"]"#)
    }

    @Test("-o writes another file, and -e another extension")
    func otherFiles() throws {
        let xml = Disk.xml("<key>K</key><integer>1</integer>")
        for name in ["a.plist", "name"] { try Disk.write(xml, to: file(name)) }
        #expect(chmod(file("a.plist"), 0o600) == 0)
        #expect(try scratch.plutil("-convert", "json", "a.plist", "-o", "out.json").status == 0)
        #expect(try FileFacts(file("out.json")).permissions == 0o600)
        #expect(try scratch.plutil("-convert", "json", "-e", "json", "--", "a.plist", "name").status == 0)
        for name in ["out.json", "a.json", "name.json"] { #expect(try contents(name) == #"{"K":1}"#) }
        #expect(try scratch.plutil("-insert", "N", "-bool", "YES", "-o", "b.json", "a.json").status == 0)
        #expect(try contents("b.json") == #"{"K":1,"N":true}"#)
        #expect(try scratch.plutil("-extract", "K", "raw", "-o", "raw", "a.json").text == "")
        #expect(try contents("raw") == "1")
        for name in ["a.plist", "name"] { #expect(try contents(name) == xml) }
        #expect(try scratch.plutil("-convert", "xml1", "-o", "./a.json", "a.json").status == 0)
        #expect(try Foreign.foundation(file("a.json")) == ["K": 1])
    }

    @Test("one file that fails does not stop the others", arguments: ["-lint", "-convert"])
    func severalFiles(command: String) throws {
        try Disk.write(Disk.xml("<key>K</key><integer>1</integer>"), to: file("a.plist"))
        try Disk.write("<plist><dict><string>x</string></dict></plist>", to: file("bad.plist"))
        try Disk.write(Disk.xml(""), to: file("b.plist"))
        let words = command == "-lint" ? [command] : [command, "binary1"]
        let outcome = try scratch.plutil(words + ["a.plist", "bad.plist", "missing.plist", "b.plist"])
        #expect(outcome.status == 1)
        let lines = outcome.error.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("bad.plist: "))
        #expect(lines[0].contains("on line 1, column 14"))
        #expect(lines.last == "missing.plist: (No such file or directory)")
        #expect(outcome.text == (command == "-lint" ? "a.plist: OK\nb.plist: OK\n" : ""))
        let isBinary = try Disk.bytes(file("b.plist")).starts(with: "bplist00".utf8)
        #expect(isBinary == (command == "-convert"))
        #expect(try contents("bad.plist").hasPrefix("<plist>"))
    }

    @Test("all commands have the same error for a file that cannot be read")
    func unreadable() throws {
        try Disk.write(Disk.xml(""), to: file("f.plist"))
        try Disk.link(file("loop"), to: "loop")
        for (name, reason) in [
            ("missing", "(No such file or directory)"), ("f.plist/x", "(Not a directory)"),
            ("loop", "(Too many levels of symbolic links)"),
        ] {
            for command in [
                ["-lint"], ["-p"], ["-convert", "xml1"], ["-convert", "xml1", "-o", "-"], ["-extract", "K", "xml1"],
                ["-type", "K"], ["-remove", "K"], ["-remove", "K", "-o", "-"],
            ] {
                let outcome = try scratch.plutil(command + [name])
                outcome.expect(1, error: "\(name): \(reason)\n")
            }
        }
    }

    @Test(
        "text of blanks alone is an empty dictionary in XML for all commands", arguments: ["\n", "\u{FEFF}"])
    func blanks(text: String) throws {
        try Disk.write(text, to: file("f"))
        #expect(try scratch.plutil("-lint", "f").text == "f: OK\n")
        #expect(try scratch.plutil("-p", "f").text == "{\n}\n")
        #expect(try scratch.plutil("-convert", "json", "-o", "-", "f").text == "{}")
        let inserted = try scratch.plutil("-insert", "K", "-string", "v", "-o", "-", "f").text
        #expect(try contents("f") == text)
        #expect(try scratch.plutil("-convert", "xml1", "f") == .silence)
        #expect(try Foreign.foundation(file("f")) == [:])
        try Disk.write(text, to: file("f"))
        #expect(try scratch.plutil("-insert", "K", "-string", "v", "f") == .silence)
        #expect(try Foreign.foundation(file("f")) == ["K": "v"])
        #expect(try contents("f") == inserted)
    }

    @Test("equal values give equal bytes in every run")
    func deterministic() throws {
        try Disk.write(#"{"b":[1,{"y":1,"x":2}],"a":"s","c":{}}"#, to: file("f.json"))
        for format in ["xml1", "binary1", "json"] {
            let first = try scratch.plutil("-convert", format, "-o", "-", "f.json").output
            #expect(try scratch.plutil("-convert", format, "-o", "-", "f.json").output == first)
        }
    }

    @Test("a journal records a change of a dictionary, and another change is refused")
    func journal() throws {
        try Disk.write(Disk.xml("<key>K</key><integer>1</integer>"), to: file("f.plist"))
        try Disk.write(#"{"n":null}"#, to: file("f.json"))
        // Domains below a root have names, and a file given by its path has none.
        var journal = scratch.environment
        journal["DEFAULTS_ROOT"] = nil
        journal["DEFAULTS_JOURNAL"] = file("journal")
        #expect(try scratch.plutil(["-replace", "K", "-integer", "2", "f.plist"], environment: journal).status == 0)
        #expect(try contents("journal").contains(#""command":["plutil","-replace","K","-integer","2","f.plist"]"#))
        #expect(try scratch.plutil(["-insert", "k", "-string", "v", "f.json"], environment: journal) == .silence)
        #expect(try contents("journal").contains(#""command":["plutil","-insert","k","-string","v","f.json"]"#))
        for arguments in [
            ["-remove", "k", "-r", "f.json"], ["-extract", "K", "xml1", "f.plist"],
            ["-create", "xml1", "f.plist"],
        ] {
            let outcome = try scratch.plutil(arguments, environment: journal)
            outcome.expect(1, containing: "cannot be recorded in a journal")
        }
        let lossy = try scratch.plutil(["-remove", "n", "f.json"], environment: journal)
        lossy.expect(1, containing: "so that it can be read again")
        #expect(try contents("f.json") == #"{"k":"v","n":null}"#)
        #expect(try scratch.defaults("undo", environment: journal).status == 0)
        #expect(try contents("f.json") == #"{"n":null}"#)
        #expect(try Foreign.foundation(file("f.plist")) == ["K": 2])
        #expect(try scratch.plutil(["-create", "xml1", "new.plist"], environment: journal).status == 0)
        #expect(try scratch.plutil(["-extract", "K", "raw", "f.plist"], environment: journal).text == "2\n")
    }
}
