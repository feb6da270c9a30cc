import Foundation
import Testing

/// Commands in forms whose results with Apple's tool are public: the streams, the status and the contents.
@Suite(.waiting) struct PlistBuddyRecordedTests {
    let scratch = Scratch()

    init() throws {
        let markup =
            "<key>panel</key><dict><key>depth</key><string>deep</string>"
            + "<key>items</key><array><string>inbox</string></array></dict>"
            + "<key>look</key><string>dark</string>"
        try Disk.write(Disk.xml(markup), to: scratch.path + "/settings.plist")
        try Disk.write("( red, green )", to: scratch.path + "/colors.plist")
        try Disk.write("{ title = Mail; items = ( sent ); }", to: scratch.path + "/more.plist")
        try Disk.write("( blue, pink )", to: scratch.path + "/more-colors.plist")
        try Disk.write("bytes", to: scratch.path + "/bytes.bin")
        let kinds =
            "<key>Name</key><string>Editor</string><key>Build</key><integer>7</integer><key>Enabled</key><true/>"
            + "<key>Scale</key><real>2.5</real><key>Icon</key><data>BQYH</data>"
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
    private static let panel = "Dict {\n    depth = deep\n    items = Array {\n        inbox\n    }\n}\n"

    private static let printing = [
        Case(file: "kinds.plist", commands: ["Print :Name", "Print :Build"], output: "Editor\n7\n"),
        Case(file: "kinds.plist", commands: ["Print Enabled", "Print :Scale"], output: "true\n2.500000\n"),
        Case(file: "kinds.plist", commands: ["Print :Icon"], output: "\u{5}\u{6}\u{7}\n"),
        Case(file: "settings.plist", commands: ["ls :panel"], output: panel),
        Case(
            file: "settings.plist", commands: ["PRINT :panel:items:0", "print panel:depth and more"],
            output: "inbox\ndeep\n"),
        Case(
            file: "colors.plist", commands: ["Print", "Print :"],
            output: "Array {\n    red\n    green\n}\nArray {\n    red\n    green\n}\n"),
        Case(file: "missing.plist", commands: ["Print"], output: willCreate + "Dict {\n}\n"),
        Case(
            file: "settings.plist", commands: ["Print :missing"], error: "Print: Entry, \":missing\", Does Not Exist\n",
            status: 1),
        Case(
            file: "colors.plist", commands: ["Print :99"], error: "Print: Entry, \":99\", Does Not Exist\n", status: 1),
        Case(file: "settings.plist", commands: ["CD :panel", "Print depth"], output: "deep\n"),
        Case(
            file: "settings.plist", commands: ["CD :panel", "CD items", "Print 0", "CD", "Print look"],
            output: "inbox\ndark\n"),
        Case(
            file: "settings.plist", commands: ["CD :look"], error: "CD: Entry, \":look\", Is Not A Container\n",
            status: 1
        ),
        Case(
            file: "settings.plist", commands: ["CD :none"], error: "CD: Entry, \":none\", Does Not Exist\n", status: 1),
        Case(file: "settings.plist", commands: ["FooBar"], output: "Unrecognized Command\n", status: 1),
        Case(file: "settings.plist", commands: [""], output: "Unrecognized Command\n", status: 1),
        Case(file: "settings.plist", commands: ["  Print :look"], output: "Unrecognized Command\n", status: 1),
        Case(file: "settings.plist", commands: ["Save"], output: "Saving...\n"),
        Case(file: "settings.plist", commands: ["Revert"], output: "Reverting to last saved state...\n"),
    ]

    private static let changing = [
        Case(
            file: "missing.plist", commands: ["Add :text string \"good morning\"", "Print :text"],
            output: willCreate + "good morning\n"),
        Case(
            file: "missing.plist", commands: ["Add :text string 'good  morning'", "Print :text"],
            output: willCreate + "good  morning\n"),
        Case(
            file: "missing.plist", commands: ["Add :left\\:top string wide", "Print"],
            output: willCreate + "Dict {\n    left:top = wide\n}\n"),
        Case(file: "missing.plist", commands: ["Add :quiet bool yes", "Print :quiet"], output: willCreate + "true\n"),
        Case(file: "missing.plist", commands: ["Add :quiet bool no", "Print :quiet"], output: willCreate + "false\n"),
        Case(file: "missing.plist", commands: ["Add :gap real 1.25", "Print :gap"], output: willCreate + "1.250000\n"),
        Case(file: "missing.plist", commands: ["Add :rows INTEGER 9", "Print :rows"], output: willCreate + "9\n"),
        Case(
            file: "missing.plist", commands: ["Add :since date \"Tue Nov 04 09:30:00 UTC 2025\"", "Print :since"],
            output: willCreate + "Tue Nov 04 09:30:00 UTC 2025\n"),
        Case(
            file: "missing.plist", commands: ["Add :mode string day", "Add :mode string night"], output: willCreate,
            error: "Add: \":mode\" Entry Already Exists\n", status: 1),
        Case(
            file: "missing.plist", commands: ["+ :mode string day", "= :mode night", "Print :mode"],
            output: willCreate + "night\n"),
        Case(
            file: "missing.plist", commands: ["Set :mode day"], output: willCreate,
            error: "Set: Entry, \":mode\", Does Not Exist\n", status: 1),
        Case(
            file: "settings.plist", commands: ["Set :panel wide"], error: "Set: Cannot Perform Set On Containers\n",
            status: 1),
        Case(
            file: "settings.plist", commands: ["Set"], error: "Set: Cannot Perform Set On Containers\n", status: 1),
        Case(file: "settings.plist", commands: ["Add"], output: "Unrecognized Type: \n", status: 1),
        Case(
            file: "missing.plist", commands: ["Add :mode text day"], output: willCreate + "Unrecognized Type: text\n",
            status: 1),
        Case(
            file: "settings.plist", commands: ["Add :look:tint string gray"],
            error: "Add: Can't Add Entry, \":look:tint\", to Parent\n", status: 1),
        Case(file: "settings.plist", commands: ["cp :look :copy", "Print :copy"], output: "dark\n"),
        Case(
            file: "settings.plist", commands: ["Copy :look :old:night", "Print :old"],
            output: "Dict {\n    night = dark\n}\n"),
        Case(
            file: "settings.plist", commands: ["Copy :none :other"], error: "Copy: Entry, \":none\", Does Not Exist\n",
            status: 1),
        Case(
            file: "settings.plist", commands: ["Copy :look :panel"], error: "Copy: \":panel\" Entry Already Exists\n",
            status: 1),
        Case(file: "settings.plist", commands: ["Copy"], error: "Copy: \"\" Entry Already Exists\n", status: 1),
        Case(
            file: "settings.plist", commands: ["rm :look", "- :panel:items", "Print"],
            output: "Dict {\n    panel = Dict {\n        depth = deep\n    }\n}\n"),
        Case(
            file: "settings.plist", commands: ["Delete :none"], error: "Delete: Entry, \":none\", Does Not Exist\n",
            status: 1),
        Case(
            file: "settings.plist", commands: ["CD :panel", "Delete :panel", "Print"],
            output: "Working Container has become Invalid.  Setting to :\nDict {\n    look = dark\n}\n"),
        Case(
            file: "settings.plist", commands: ["Merge more.plist :panel", "Print :panel"],
            output:
                "Duplicate Entry Was Skipped: items\n"
                + "Dict {\n    depth = deep\n    items = Array {\n        inbox\n    }\n    title = Mail\n}\n"
        ),
        Case(
            file: "settings.plist", commands: ["Merge -r more.plist :panel", "Print :panel"],
            output:
                "Dict {\n    depth = deep\n    items = Array {\n        inbox\n        sent\n    }\n"
                + "    title = Mail\n}\n"
        ),
        Case(
            file: "colors.plist", commands: ["Merge more-colors.plist", "Print"],
            output: "Array {\n    red\n    green\n    blue\n    pink\n}\n"),
        Case(
            file: "colors.plist", commands: ["Merge more.plist"],
            error: "Merge: Can't Add dict Entries to array\n", status: 1),
        Case(
            file: "settings.plist", commands: ["Merge more-colors.plist"],
            error: "Merge: Can't Add array Entries to dict\n", status: 1),
        Case(
            file: "settings.plist", commands: ["Merge more.plist Level"],
            error: "Merge: \"Level\" Entry Does Not Exist\n",
            status: 1),
        Case(file: "settings.plist", commands: ["Import :bytes bytes.bin", "Print :bytes"], output: "bytes\n"),
        Case(
            file: "settings.plist", commands: ["Import :panel bytes.bin"],
            error: "Import: Specified Entry Must Not Be a Container\n", status: 1),
        Case(
            file: "missing.plist",
            commands: ["Add :mode string day", "Save", "Set :mode night", "Revert", "Print :mode"],
            output: willCreate + "Saving...\nReverting to last saved state...\nday\n"),
        Case(
            file: "missing.plist", commands: ["Clear", "Print"],
            output: willCreate + "Unrecognized Type: \nInitializing Plist...\nDict {\n}\n"),
        Case(
            file: "missing.plist", commands: ["Clear array", "Add :0 string day", "Print"],
            output: willCreate + "Initializing Plist...\nArray {\n    day\n}\n"),
        Case(
            file: "settings.plist", commands: ["Clear integer", "Print", "Set : 12", "Print"],
            output: "Initializing Plist...\n0\n12\n"),
        Case(
            file: "settings.plist",
            commands: [
                "Add :panel:items: string z", "Add :panel:items:0 string w", "Add :panel:items:99 string e",
                "Print :panel:items",
            ],
            output: "Array {\n    w\n    inbox\n    z\n    e\n}\n"),
        Case(
            file: "settings.plist", commands: ["Add : string gray", "Print"],
            output:
                "Dict {\n     = gray\n    look = dark\n"
                + "    panel = Dict {\n        depth = deep\n"
                + "        items = Array {\n            inbox\n        }\n    }\n}\n"
        ),
        Case(
            file: "missing.plist", commands: ["Add :mode string \"day"],
            output: willCreate + "Parse Error: Unclosed Quotes\n", status: 1),
        Case(file: "settings.plist", commands: ["Set :look a\\\\b\\tc", "Print :look"], output: "a\\b\tc\n"),
        Case(
            file: "settings.plist", commands: ["Set :look https://example.com:8080/?q=1&r=2", "Print :look"],
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
        let line = command == "Merge" ? "Merge none.plist" : "Import :bytes none.plist"
        let outcome = try scratch.plistBuddy("settings.plist", "-c", line)
        outcome.expect(1, text: "", beginning: "PlistBuddy: ")
        #expect(outcome.error.hasSuffix("No such file or directory\n\(command): Error Reading File: none.plist\n"))
    }

    @Test("-x prints an XML property list of the entry")
    func xml() throws {
        let outcome = try scratch.plistBuddy("settings.plist", "-x", "-c", "Print :panel:items")
        #expect(
            outcome.text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <array>
                \t<string>inbox</string>
                </array>
                </plist>

                """)
        outcome.expect(0, error: "")
    }

    @Test("missing arguments print the usage, surplus ones are refused, with status 1")
    func arguments() throws {
        for arguments in [[], ["-c"], ["-x"], ["settings.plist", "-c"]] {
            let outcome = try scratch.plistBuddy(arguments)
            outcome.expect(1, error: "", comment: "\(arguments)")
            #expect(outcome.text.hasPrefix("Usage: PlistBuddy "), "\(arguments)")
        }
        for arguments in [
            ["settings.plist", "other"], ["-xc", "Print", "settings.plist"], ["settings.plist", "--json"],
        ] {
            let outcome = try scratch.plistBuddy(arguments)
            outcome.expect(1, text: "Invalid Arguments\n\n", comment: "\(arguments)")
            #expect(outcome.error.hasPrefix("PlistBuddy: unexpected argument '"), "\(arguments)")
        }
    }

    @Test("-h and Help print the commands; without a file, -h ends with 1")
    func help() throws {
        let outcome = try scratch.plistBuddy("-h")
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("Command Format:"))
        #expect(outcome.text.contains("Types:\n"))
        #expect(try scratch.plistBuddy("-h", "settings.plist") == Outcome(status: 0, output: outcome.output, error: ""))
        #expect(try scratch.plistBuddy("settings.plist", "-c", "Help").output == outcome.output)
    }
}
