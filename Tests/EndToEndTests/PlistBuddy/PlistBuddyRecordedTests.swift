import Foundation
import Testing

/// Commands whose output with Apple's tool has been recorded publicly: the streams, the status and the contents.
struct PlistBuddyRecordedTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        let markup =
            "<key>root</key><dict><key>a</key><string>one</string>"
            + "<key>arr</key><array><string>x</string></array></dict>"
            + "<key>plain</key><string>text</string>"
        try Disk.write(Disk.xml(markup), to: scratch.path + "/case.plist")
        try Disk.write("( a, b )", to: scratch.path + "/list.plist")
        try Disk.write("{ b = two; arr = ( y ); }", to: scratch.path + "/merge-dict.plist")
        try Disk.write("( m1, m2 )", to: scratch.path + "/merge-array.plist")
        try Disk.write("ABC", to: scratch.path + "/blob.bin")
        let kinds =
            "<key>Name</key><string>Test App</string><key>Version</key><integer>42</integer><key>Enabled</key><true/>"
            + "<key>Rating</key><real>3.14</real><key>Icon</key><data>AQIDBA==</data>"
        try Disk.write(Disk.xml(kinds), to: scratch.path + "/kinds.plist")
    }

    /// Commands, and what they print.
    struct Case: CustomTestStringConvertible {
        let file: String
        let commands: [String]
        var output = ""
        var error = ""
        var status: Int32 = 0

        var testDescription: String { commands.joined(separator: "; ") }
    }

    private static let willCreate = "File Doesn't Exist, Will Create: missing.plist\n"
    private static let root = "Dict {\n    a = one\n    arr = Array {\n        x\n    }\n}\n"

    private static let printing = [
        Case(file: "kinds.plist", commands: ["Print :Name", "Print :Version"], output: "Test App\n42\n"),
        Case(file: "kinds.plist", commands: ["Print Enabled", "Print :Rating"], output: "true\n3.140000\n"),
        Case(file: "kinds.plist", commands: ["Print :Icon"], output: "\u{1}\u{2}\u{3}\u{4}\n"),
        Case(file: "case.plist", commands: ["ls :root"], output: root),
        Case(file: "case.plist", commands: ["PRINT :root:arr:0", "print root:a and more"], output: "x\none\n"),
        Case(
            file: "list.plist", commands: ["Print", "Print :"],
            output: "Array {\n    a\n    b\n}\nArray {\n    a\n    b\n}\n"),
        Case(file: "missing.plist", commands: ["Print"], output: willCreate + "Dict {\n}\n"),
        Case(
            file: "case.plist", commands: ["Print :missing"], error: "Print: Entry, \":missing\", Does Not Exist\n",
            status: 1),
        Case(file: "list.plist", commands: ["Print :99"], error: "Print: Entry, \":99\", Does Not Exist\n", status: 1),
        Case(file: "case.plist", commands: ["CD :root", "Print a"], output: "one\n"),
        Case(
            file: "case.plist", commands: ["CD :root", "CD arr", "Print 0", "CD", "Print plain"], output: "x\ntext\n"),
        Case(
            file: "case.plist", commands: ["CD :plain"], error: "CD: Entry, \":plain\", Is Not A Container\n", status: 1
        ),
        Case(file: "case.plist", commands: ["CD :nope"], error: "CD: Entry, \":nope\", Does Not Exist\n", status: 1),
        Case(file: "case.plist", commands: ["FooBar"], output: "Unrecognized Command\n", status: 1),
        Case(file: "case.plist", commands: [""], output: "Unrecognized Command\n", status: 1),
        Case(file: "case.plist", commands: ["  Print :plain"], output: "Unrecognized Command\n", status: 1),
        Case(file: "case.plist", commands: ["Save"], output: "Saving...\n"),
        Case(file: "case.plist", commands: ["Revert"], output: "Reverting to last saved state...\n"),
    ]

    private static let changing = [
        Case(
            file: "missing.plist", commands: ["Add :msg string \"hello world\"", "Print :msg"],
            output: willCreate + "hello world\n"),
        Case(
            file: "missing.plist", commands: ["Add :msg string 'hello  world'", "Print :msg"],
            output: willCreate + "hello  world\n"),
        Case(
            file: "missing.plist", commands: ["Add :foo\\:bar string baz", "Print"],
            output: willCreate + "Dict {\n    foo:bar = baz\n}\n"),
        Case(file: "missing.plist", commands: ["Add :flag bool yes", "Print :flag"], output: willCreate + "true\n"),
        Case(file: "missing.plist", commands: ["Add :flag bool no", "Print :flag"], output: willCreate + "false\n"),
        Case(file: "missing.plist", commands: ["Add :pi real 3.5", "Print :pi"], output: willCreate + "3.500000\n"),
        Case(file: "missing.plist", commands: ["Add :n INTEGER 42", "Print :n"], output: willCreate + "42\n"),
        Case(
            file: "missing.plist", commands: ["Add :d date \"Mon Jan 01 00:00:00 UTC 2024\"", "Print :d"],
            output: willCreate + "Mon Jan 01 00:00:00 UTC 2024\n"),
        Case(
            file: "missing.plist", commands: ["Add :a string x", "Add :a string y"], output: willCreate,
            error: "Add: \":a\" Entry Already Exists\n", status: 1),
        Case(file: "missing.plist", commands: ["+ :a string x", "= :a y", "Print :a"], output: willCreate + "y\n"),
        Case(
            file: "missing.plist", commands: ["Set :a x"], output: willCreate,
            error: "Set: Entry, \":a\", Does Not Exist\n", status: 1),
        Case(
            file: "case.plist", commands: ["Set :root x"], error: "Set: Cannot Perform Set On Containers\n", status: 1),
        Case(
            file: "case.plist", commands: ["Set"], error: "Set: Cannot Perform Set On Containers\n", status: 1),
        Case(file: "case.plist", commands: ["Add"], output: "Unrecognized Type: \n", status: 1),
        Case(
            file: "missing.plist", commands: ["Add :a bogus x"], output: willCreate + "Unrecognized Type: bogus\n",
            status: 1),
        Case(
            file: "case.plist", commands: ["Add :plain:sub string val"],
            error: "Add: Can't Add Entry, \":plain:sub\", to Parent\n", status: 1),
        Case(file: "case.plist", commands: ["cp :plain :copy", "Print :copy"], output: "text\n"),
        Case(
            file: "case.plist", commands: ["Copy :plain :new:deep", "Print :new"],
            output: "Dict {\n    deep = text\n}\n"),
        Case(
            file: "case.plist", commands: ["Copy :nope :dst"], error: "Copy: Entry, \":nope\", Does Not Exist\n",
            status: 1),
        Case(
            file: "case.plist", commands: ["Copy :plain :root"], error: "Copy: \":root\" Entry Already Exists\n",
            status: 1),
        Case(file: "case.plist", commands: ["Copy"], error: "Copy: \"\" Entry Already Exists\n", status: 1),
        Case(
            file: "case.plist", commands: ["rm :plain", "- :root:arr", "Print"],
            output: "Dict {\n    root = Dict {\n        a = one\n    }\n}\n"),
        Case(
            file: "case.plist", commands: ["Delete :nope"], error: "Delete: Entry, \":nope\", Does Not Exist\n",
            status: 1),
        Case(
            file: "case.plist", commands: ["CD :root", "Delete :root", "Print"],
            output: "Working Container has become Invalid.  Setting to :\nDict {\n    plain = text\n}\n"),
        Case(
            file: "case.plist", commands: ["Merge merge-dict.plist :root", "Print :root"],
            output:
                "Duplicate Entry Was Skipped: arr\n"
                + "Dict {\n    a = one\n    arr = Array {\n        x\n    }\n    b = two\n}\n"
        ),
        Case(
            file: "case.plist", commands: ["Merge -r merge-dict.plist :root", "Print :root"],
            output: "Dict {\n    a = one\n    arr = Array {\n        x\n        y\n    }\n    b = two\n}\n"),
        Case(
            file: "list.plist", commands: ["Merge merge-array.plist", "Print"],
            output: "Array {\n    a\n    b\n    m1\n    m2\n}\n"),
        Case(
            file: "list.plist", commands: ["Merge merge-dict.plist"],
            error: "Merge: Can't Add dict Entries to array\n", status: 1),
        Case(
            file: "case.plist", commands: ["Merge merge-array.plist"],
            error: "Merge: Can't Add array Entries to dict\n", status: 1),
        Case(
            file: "case.plist", commands: ["Merge merge-dict.plist Level"],
            error: "Merge: \"Level\" Entry Does Not Exist\n",
            status: 1),
        Case(file: "case.plist", commands: ["Import :blob blob.bin", "Print :blob"], output: "ABC\n"),
        Case(
            file: "case.plist", commands: ["Import :root blob.bin"],
            error: "Import: Specified Entry Must Not Be a Container\n", status: 1),
        Case(
            file: "missing.plist",
            commands: ["Add :a string x", "Save", "Set :a y", "Revert", "Print :a"],
            output: willCreate + "Saving...\nReverting to last saved state...\nx\n"),
        Case(
            file: "missing.plist", commands: ["Clear", "Print"],
            output: willCreate + "Unrecognized Type: \nInitializing Plist...\nDict {\n}\n"),
        Case(
            file: "missing.plist", commands: ["Clear array", "Add :0 string x", "Print"],
            output: willCreate + "Initializing Plist...\nArray {\n    x\n}\n"),
        Case(
            file: "case.plist", commands: ["Clear integer", "Print", "Set : 99", "Print"],
            output: "Initializing Plist...\n0\n99\n"),
        Case(
            file: "case.plist",
            commands: [
                "Add :root:arr: string z", "Add :root:arr:0 string w", "Add :root:arr:99 string e", "Print :root:arr",
            ],
            output: "Array {\n    w\n    x\n    z\n    e\n}\n"),
        Case(
            file: "case.plist", commands: ["Add : string val", "Print"],
            output:
                "Dict {\n     = val\n    plain = text\n"
                + "    root = Dict {\n        a = one\n        arr = Array {\n            x\n        }\n    }\n}\n"
        ),
        Case(
            file: "missing.plist", commands: ["Add :a string \"unterminated"],
            output: willCreate + "Parse Error: Unclosed Quotes\n", status: 1),
        Case(file: "case.plist", commands: ["Set :plain a\\\\b\\tc", "Print :plain"], output: "a\\b\tc\n"),
        Case(
            file: "case.plist", commands: ["Set :plain https://example.com:8080/?q=1&r=2", "Print :plain"],
            output: "https://example.com:8080/?q=1&r=2\n"),
    ]

    @Test("a command prints what is recorded of Apple's tool", arguments: printing + changing)
    func recorded(test: Case) throws {
        let outcome = try scratch.plistBuddy(Scratch.commands(test.commands, in: test.file))
        #expect(outcome == Outcome(status: test.status, output: Array(test.output.utf8), error: test.error))
    }

    @Test("a command that only reads touches nothing", arguments: printing.filter { $0.file != "missing.plist" })
    func reading(test: Case) throws {
        let file = scratch.path + "/" + test.file
        let before = try FileFacts(file)
        try scratch.plistBuddy(Scratch.commands(test.commands, in: test.file))
        #expect(try FileFacts(file) == before)
    }

    @Test("a file that cannot be read for Merge or Import is named on standard error", arguments: ["Merge", "Import"])
    func missingInput(command: String) throws {
        let line = command == "Merge" ? "Merge nope.plist" : "Import :blob nope.plist"
        let outcome = try scratch.plistBuddy("case.plist", "-c", line)
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.error.hasPrefix("PlistBuddy: "))
        #expect(outcome.error.hasSuffix("No such file or directory\n\(command): Error Reading File: nope.plist\n"))
    }

    @Test("-x prints an XML property list of the entry")
    func xml() throws {
        let outcome = try scratch.plistBuddy("case.plist", "-x", "-c", "Print :root:arr")
        #expect(
            outcome.text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <array>
                \t<string>x</string>
                </array>
                </plist>

                """)
        #expect(outcome.status == 0 && outcome.error.isEmpty)
    }

    @Test("missing arguments print the usage, surplus ones are refused, with status 1")
    func arguments() throws {
        for arguments in [[], ["-c"], ["-x"], ["case.plist", "-c"]] {
            let outcome = try scratch.plistBuddy(arguments)
            #expect(outcome.status == 1 && outcome.error.isEmpty, "\(arguments)")
            #expect(outcome.text.hasPrefix("Usage: PlistBuddy "), "\(arguments)")
        }
        for arguments in [["case.plist", "other"], ["-xc", "Print", "case.plist"], ["case.plist", "--json"]] {
            let outcome = try scratch.plistBuddy(arguments)
            #expect(outcome.status == 1 && outcome.text == "Invalid Arguments\n\n", "\(arguments)")
            #expect(outcome.error.hasPrefix("PlistBuddy: unexpected argument '"), "\(arguments)")
        }
    }

    @Test("-h and Help print the commands; without a file, -h ends with 1")
    func help() throws {
        let outcome = try scratch.plistBuddy("-h")
        #expect(outcome.status == 1 && outcome.text.contains("Command Format:") && outcome.text.contains("Types:\n"))
        #expect(try scratch.plistBuddy("-h", "case.plist") == Outcome(status: 0, output: outcome.output, error: ""))
        #expect(try scratch.plistBuddy("case.plist", "-c", "Help").output == outcome.output)
    }
}
