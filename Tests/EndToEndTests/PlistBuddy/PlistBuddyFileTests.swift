import Foundation
import Testing

/// The files that PlistBuddy edits: it never damages one, whatever its format, its name, its root or its state.
@Suite(.waiting) struct PlistBuddyFileTests {
    let scratch = Scratch()

    private func file(_ name: String) -> String { "\(scratch.path)/\(name)" }

    @Test("a file keeps its exact name", arguments: ["App.entitlements", "name", "é ~", "a.plist.plist", "~/x"])
    func names(name: String) throws {
        if name == "~/x" { try Disk.makeFolder(file("~")) }
        #expect(try scratch.plistBuddy(name, "-c", "Add :K string v").status == 0)
        #expect(try Foreign.foundation(file(name)) == ["K": "v"])
        #expect(!Disk.exists(file(name + ".plist")))
        try Disk.write("{ K = sibling; }", to: file(name + ".plist"))
        #expect(try scratch.plistBuddy(name, "-c", "Set :K w", "-c", "Print :K").text == "w\n")
        #expect(try Foreign.foundation(file(name)) == ["K": "w"])
    }

    @Test("a path that cannot be that of a file is refused", arguments: ["", "folder/", "..", "folder/."])
    func invalidPaths(path: String) throws {
        let outcome = try scratch.plistBuddy("-c", "Add :K string v", path)
        outcome.expect(1, error: "PlistBuddy: '\(path)' is not the path of a file\n")
    }

    @Test("without an entry, Print prints the whole file, whatever the working container is")
    func wholeFile() throws {
        let commands = ["Add :A dict", "CD :A", "Add B string v", "Print"]
        let outcome = try scratch.plistBuddy(Scratch.commands(commands, in: "f.plist"))
        #expect(outcome.text.hasSuffix("\nDict {\n    A = Dict {\n        B = v\n    }\n}\n"))
    }

    @Test("a new file in a missing folder gets the folder; without a change there is neither")
    func missingFolder() throws {
        #expect(try scratch.plistBuddy("a/b/new.plist", "-c", "Set :K v").status == 1)
        #expect(!Disk.exists(file("a")))
        #expect(try scratch.plistBuddy("a/b/new.plist", "-c", "Add :K string v").status == 0)
        #expect(try Foreign.foundation(file("a/b/new.plist")) == ["K": "v"])
    }

    @Test(
        "a file that is not a property list stays as it is",
        arguments: ["hello world\n", "<plist><dict><key>K</key>", "bplist00", "<plist><dict>"])
    func damaged(contents: String) throws {
        try Disk.write(contents, to: file("f.plist"))
        let before = try FileFacts(file("f.plist"))
        for command in ["Print", "Add :K string v", "Clear dict", "Delete :K", "Save", "Revert"] {
            let outcome = try scratch.plistBuddy("f.plist", "-c", command)
            outcome.expect(1, text: "Error Reading File: f.plist\n", comment: "\(command)")
            outcome.expect(containing: "f.plist", beginning: "PlistBuddy: ", comment: "\(command)")
        }
        #expect(try scratch.plistBuddy("f.plist", input: "Clear\nSave\n").status == 1)
        #expect(try FileFacts(file("f.plist")) == before)
        #expect(try Disk.bytes(file("f.plist")) == Array(contents.utf8))
    }

    @Test("contents that a change would lose can be printed, but not changed")
    func unfaithful() throws {
        let contents = Disk.xml("<key>K</key><date>2024-02-31T00:00:00Z</date>")
        try Disk.write(contents, to: file("f.plist"))
        #expect(try scratch.plistBuddy("f.plist", "-c", "Print :K").text == "2024-02-31T00:00:00Z\n")
        let outcome = try scratch.plistBuddy("f.plist", "-c", "Add :L string v")
        outcome.expect(1, beginning: "PlistBuddy: ")
        #expect(try Disk.bytes(file("f.plist")) == Array(contents.utf8))
    }

    @Test("commands that fail do not keep the others from being saved, and the status is 1")
    func partialFailure() throws {
        let commands = ["Add :A string a", "Set :Missing x", "Add :B string b"]
        let outcome = try scratch.plistBuddy(Scratch.commands(commands, in: "f.plist"))
        outcome.expect(1, error: "Set: Entry, \":Missing\", Does Not Exist\n")
        #expect(try Foreign.foundation(file("f.plist")) == ["A": "a", "B": "b"])
    }

    @Test("Exit ends a command line, after saving")
    func exit() throws {
        let commands = ["Add :A string a", "Exit", "Add :B string b"]
        #expect(try scratch.plistBuddy(Scratch.commands(commands, in: "f.plist")).status == 0)
        #expect(try Foreign.foundation(file("f.plist")) == ["A": "a"])
    }

    @Test(
        "values are stored exactly, and what is not a value is refused",
        arguments: [
            ("Add :K real 0.1", "<real>0.10000000000000001</real>"),
            ("Add :K integer -9223372036854775808", "<integer>-9223372036854775808</integer>"),
            ("Add :K bool TRUE", "<true/>"), ("Add :K bool", "<false/>"), ("Add :K integer", "<integer>0</integer>"),
            ("Add :K data AQID", "\nQVFJRA==\n"),
            ("Add :K date 01/31/24", "<date>2024-01-31T00:00:00Z</date>"),
            ("Add :K date 2024-01-31T12:00:00+01:00", "<date>2024-01-31T11:00:00Z</date>"),
            ("Add :K date Wed Jan 31 12:00:00 +0100 2024", "<date>2024-01-31T11:00:00Z</date>"),
        ])
    func values(command: String, element: String) throws {
        let outcome = try scratch.plistBuddy("-x", "f.plist", "-c", command, "-c", "Print :K")
        #expect(outcome.status == 0, "\(outcome.text)")
        #expect(outcome.text.contains(element), "\(outcome.text)")
    }

    @Test(
        "a text that is not a value of the type is refused with status 1",
        arguments: [
            ("bool", "maybe"), ("integer", "3.14"), ("integer", "abc"), ("real", "1,5"), ("date", "tomorrow"),
            ("date", ""),
            ("date", "Mon Feb 30 00:00:00 UTC 2024"), ("date", "Mon Jan 01 00:00:00 XYZ 2024"),
        ])
    func invalidValues(type: String, text: String) throws {
        let outcome = try scratch.plistBuddy("f.plist", "-c", "Add :K \(type) \(text)")
        let name = type.prefix(1).uppercased() + type.dropFirst()
        #expect(outcome.status == 1)
        #expect(outcome.text.hasSuffix("\nUnrecognized \(name) Format\n"))
        #expect(!Disk.exists(file("f.plist")))
    }

    @Test("dates are in the time zone of the environment, and are read again as they were printed")
    func timeZone() throws {
        let zone = ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"]
        try scratch.plistBuddy(
            "f.plist", "-c", "Add :S date 2024-07-01T10:00:00Z", "-c", "Add :W date 2024-01-01T11:00:00Z")
        let printed = try scratch.plistBuddy(
            Scratch.commands(["Print :S", "Print :W"], in: "f.plist"), environment: zone)
        #expect(printed.text == "Mon Jul 01 12:00:00 CEST 2024\nMon Jan 01 12:00:00 CET 2024\n")
        let before = try FileFacts(file("f.plist"))
        let again = ["Set :S Mon Jul 01 12:00:00 CEST 2024", "Set :W Mon Jan 01 12:00:00 2024"]
        #expect(try scratch.plistBuddy(Scratch.commands(again, in: "f.plist"), environment: zone).status == 0)
        #expect(try FileFacts(file("f.plist")) == before)
    }

    @Test("a stream can be printed", arguments: ["/dev/stdin", "<(echo '{ K = v; }')"])
    func streams(operand: String) throws {
        let outcome = try scratch.bash("echo '{ K = v; }' | PlistBuddy -c 'Print :K' \(operand)")
        #expect(outcome == Outcome(status: 0, output: Array("v\n".utf8), error: ""))
    }

    @Test("-l refuses a link in the path")
    func refusedLinks() throws {
        try Disk.makeFolder(file("real"))
        try Disk.write("{ K = v; }", to: file("real/f.plist"))
        try Disk.link(file("link"), to: "real")
        try Disk.link(file("f.plist"), to: "real/f.plist")
        for path in ["link/f.plist", "f.plist", "./f.plist", file("link/f.plist")] {
            let outcome = try scratch.plistBuddy("-l", "-c", "Print :K", path)
            outcome.expect(1, text: "", containing: "symbolic link", comment: "\(path)")
        }
        #expect(try scratch.plistBuddy("-l", "-c", "Print :K", "real/f.plist").text == "v\n")
    }

    @Test("values that XML cannot represent are refused with -x")
    func inexact() throws {
        try scratch.bash(#"echo '{"K": {"$real": "-0.0"}}' | defaults convert --format binary -o f.plist -"#)
        let outcome = try scratch.plistBuddy("-x", "-c", "Print", "f.plist")
        let sentence = "PlistBuddy: XML cannot represent the real number -0.0 at 'K'; use binary or JSON\n"
        outcome.expect(1, text: "", error: sentence)
    }

    @Test("the root can be cleared, but not deleted, and a type that does not exist clears nothing")
    func root() throws {
        try Disk.write("{ K = v; }", to: file("f.plist"))
        let before = try FileFacts(file("f.plist"))
        for (command, output) in [("Delete", ""), ("Delete :", ""), ("Clear arrray", "Unrecognized Type: arrray\n")] {
            let outcome = try scratch.plistBuddy("f.plist", "-c", command)
            outcome.expect(1, text: output, comment: "\(command)")
        }
        #expect(try FileFacts(file("f.plist")) == before)
    }

    @Test("Import keeps the type of an entry, and refuses what is not a value of it")
    func imported() throws {
        try Disk.write(Disk.xml("<key>S</key><string>text</string>"), to: file("f.plist"))
        try Disk.write("12\n", to: file("number"))
        try Data([0xFF]).write(to: URL(fileURLWithPath: file("bytes")))
        let commands = [
            "Add :N integer 1", "Import :N number", "Import :S number", "Import :S bytes", "Import :D bytes",
        ]
        let outcome = try scratch.plistBuddy(Scratch.commands(commands, in: "f.plist"))
        #expect(outcome.status == 1)
        #expect(outcome.error == "Import: The File Is Not A Value For Entry, \":S\"\n")
        let found = try Foreign.foundation(file("f.plist"))
        #expect(found == ["N": 12, "S": "12\n", "D": Data([0xFF])])
    }

    @Test("output that cannot be written is an error that mentions the change")
    func fullOutput() throws {
        try scratch.plistBuddy("f.plist", "-c", "Add :K string v")
        let reading = try scratch.plistBuddy("f.plist", "-c", "Print", outputPath: "/dev/full")
        reading.expect(1, error: "PlistBuddy: cannot write the output: No space left on device\n")
        let change = try scratch.plistBuddy("f.plist", "-c", "Set :K w", "-c", "Print", outputPath: "/dev/full")
        #expect(change.status == 1)
        #expect(change.error.hasSuffix("No space left on device; the change has been made\n"))
        #expect(try Foreign.foundation(file("f.plist")) == ["K": "w"])
    }

    @Test("arguments and variables that are not UTF-8 are refused")
    func notUTF8() throws {
        let words = [scratch.plistBuddy, "-c", "Add :K string "].map { Array($0.utf8) }
        let outcome = try scratch.run([words[0], words[1], words[2] + [0xFF], Array("f.plist".utf8)])
        outcome.expect(1, error: "PlistBuddy: argument 2 is not valid UTF-8\n")
        #expect(!Disk.exists(file("f.plist")))
    }

    @Test("changes are recorded in a journal and can be undone, and what cannot be recorded is refused")
    func journal() throws {
        var environment = scratch.environment
        environment["DEFAULTS_ROOT"] = nil
        environment["DEFAULTS_JOURNAL"] = file("journal")
        let run = { (commands: [String]) in
            try scratch.run([scratch.plistBuddy] + Scratch.commands(commands, in: "f.plist"), environment: environment)
        }
        #expect(try run(["Add :K string old"]).status == 0)
        #expect(try run(["Set :K new", "Add :L integer 1"]).status == 0)
        let history = try scratch.defaults("history", environment: environment).text
        #expect(history.contains("PlistBuddy -c 'Set :K new' -c 'Add :L integer 1' f.plist"), "\(history)")
        #expect(try scratch.defaults("undo", environment: environment).status == 0)
        #expect(try Foreign.foundation(file("f.plist")) == ["K": "old"])
        let refused = try run(["Clear array"])
        refused.expect(1, containing: "whose root is not a dictionary")
        #expect(refused.error.contains("in a journal; unset DEFAULTS_JOURNAL to do it"), "\(refused)")
        #expect(try Foreign.foundation(file("f.plist")) == ["K": "old"])
    }
}
