import Foundation
import TestExtent
import Testing

/// `migrate` as a script sees it: dry runs, maps, status, rollback, many at once.
@Suite(.waiting) struct MigrationCommandTests {
    let scratch = Scratch()

    init() throws {
        try scratch.store(["Dark": "YES", "FontSize": 14, "Other": "x", "Rest": 1], as: "From")
        try scratch.store(["Beside": true, "TextSize": 9], as: "To")
    }

    /// An environment in which the clock stands still.
    private var frozen: [String: String] {
        scratch.environment.merging(["SOURCE_DATE_EPOCH": "1767225600"]) { $1 }
    }

    private func migrate(_ words: String...) throws -> Outcome {
        try scratch.migrate(words, environment: frozen)
    }

    /// What `diff` says of the root and what it was before.
    private func difference(_ words: String...) throws -> String {
        try scratch.defaults(["diff"] + words).text
    }

    private let words = [
        "--on-conflict=overwrite", "--convert", "From", "To", "TextSize=FontSize:int", "DarkMode=Dark:bool",
        "No=Nothing",
    ]

    @Test("a dry run prints what diff of the roots before and after shows, and writes nothing")
    func dryRun() throws {
        try FileManager.default.copyItem(atPath: scratch.root, toPath: scratch.path + "/before")
        let state = try TreeState(scratch.root)
        let preview = try scratch.migrate(["--dry-run"] + words, environment: frozen)
        preview.expect(0, error: "")
        #expect(try TreeState(scratch.root) == state)
        #expect(try scratch.migrate(words, environment: frozen) == .silence)
        #expect(try difference(scratch.path + "/before", scratch.root) == preview.text)
        #expect(preview.text.contains("[From]\n- Dark: string \"YES\"\n- FontSize: integer 14\n"))
        #expect(preview.text.contains("- TextSize: integer 9\n+ TextSize: integer 14\n"))
        #expect(preview.text.contains("+ DefaultsMigrations: dictionary "))

        let undone = try scratch.migrate(["--dry-run", "--rollback", identifier(), "To"], environment: frozen)
        try FileManager.default.copyItem(atPath: scratch.root, toPath: scratch.path + "/migrated")
        #expect(try migrate("--rollback", identifier(), "To").status == 0)
        #expect(try difference(scratch.path + "/migrated", scratch.root) == undone.text)
        #expect(try difference(scratch.path + "/before", scratch.root).isEmpty)
    }

    @Test("the error of a file names the domain of that file, that of the old keys or that of the new ones")
    func domainsOfErrors() throws {
        let file = scratch.path + "/File.plist"
        for path in [scratch.file("Commented"), file] { try Disk.write("// c\n{ K = v; L = w; }", to: path) }
        try Disk.write("{ broken", to: scratch.file("Broken"))
        for (words, domain) in [
            (["Commented", "To", "N=K"], "Commented"), (["From", "Commented", "N=FontSize"], "Commented"),
            (["-n", "Commented", "To", "N=K"], "Commented"), (["Broken", "To", "N=K"], "Broken"),
            // The file keeps its layout, but the old style has no integers.
            (["From", file, "N=FontSize"], file),
            // The old keys are only read.
            (["--copy", "Broken", "To", "N=K"], "To"),
        ] {
            let outcome = try scratch.migrate(words)
            outcome.expect(65, complaints: 1, comment: "\(words)")
            #expect(
                outcome.error.hasPrefix("defaults: Could not write domain \(domain); exiting: cannot "), "\(outcome)")
        }
    }

    @Test("a dry run within one domain prints its name, and what diff of its files before and after shows")
    func dryRunOfOne() throws {
        try FileManager.default.copyItem(atPath: scratch.file("From"), toPath: scratch.path + "/before.plist")
        let preview = try migrate("--dry-run", "From", "From", "Size=FontSize")
        #expect(try migrate("From", "From", "Size=FontSize").status == 0)
        #expect(try "[From]\n" + difference("./before", "From") == preview.text)
        #expect(preview.text.hasSuffix("- FontSize: integer 14\n+ Size: integer 14\n"))
    }

    @Test(
        "a dry run reports what prevents the migration, and with --exit-code whether there is something to do"
    )
    func dryRunStatus() throws {
        #expect(try migrate("--dry-run", "From", "To", "N=FontSize:string").status == 1)
        #expect(try migrate("--dry-run", "--exit-code", "From", "To", "N=FontSize").status == 2)
        #expect(try migrate("--exit-code", "From", "To", "N=FontSize").status == 2)
        #expect(try migrate("--exit-code", "From", "To", "N=FontSize").status == 0)
        #expect(
            try migrate("--dry-run", "--exit-code", "From", "To", "N=FontSize")
                == .silence)
    }

    @Test("a migration that finds nothing is recorded, and does not take a later value of an old key away")
    func nothing() throws {
        let words = ["--id", "one", "--exit-code", "From", "New", "Size=Nothing"]
        #expect(try scratch.migrate(["--dry-run"] + words, environment: frozen).status == 2)
        let report = try scratch.migrate(["-v"] + words, environment: frozen)
        report.expect(2, text: "absent Nothing -> Size\none: nothing to do\n")
        #expect(try migrate("--status", "New").text == "one: done, 2026-01-01 00:00:00 +0000, 0 keys\n")
        #expect(try scratch.defaults("write", "From", "Nothing", "later").status == 0)
        let before = try TreeState(scratch.root)
        #expect(try scratch.migrate(words, environment: frozen) == .silence)
        #expect(try TreeState(scratch.root) == before)
        #expect(try migrate("--rollback", "one", "New").status == 0)
        #expect(try migrate("--id", "one", "From", "New", "Size=Nothing").status == 0)
        #expect(try scratch.stored("New") == StoredValue.dictionary([("Size", "later")]).text)
    }

    @Test("a rollback of a migration that found no old values accepts the domains in which it looked")
    func rollbackOfNothing() throws {
        try Disk.write(#"{"Size": {"default": 0}}"#, to: scratch.path + "/map.json")
        for word in ["Size=Nothing", scratch.path + "/map.json"] {
            #expect(try migrate("--id", "one", "From", "New", word).status == 0)
            let preview = try migrate("--dry-run", "--rollback", "one", "New", "From")
            #expect(preview.status == 0)
            #expect(preview.error.isEmpty)
            #expect(preview.text.contains("- DefaultsMigrations"))
            let rollback = try migrate("--rollback", "one", "New", "From")
            #expect(rollback == .silence)
            #expect(try migrate("--status", "New").text == "")
        }
    }

    private func identifier() throws -> String {
        try #require(try scratch.migrationStates("To").keys.first)
    }

    @Test("twenty processes that start one migration do it once, and all end with 0")
    func manyAtOnce() throws {
        let command = [Executable.defaults, "migrate", "--lock-timeout", "60"] + words
        let runs = try (0..<20).map { _ in try scratch.start(command) }
        for run in runs { #expect(try run.outcome() == .silence) }
        #expect(try scratch.stored("From") == StoredValue.dictionary([("Other", "x"), ("Rest", 1)]).text)
        let expected: StoredValue = ["Beside": true, "DarkMode": true, "TextSize": 14]
        #expect(try scratch.stored("To") == expected.text)
        #expect(Array(try scratch.migrationStates("To").values) == ["done"])
        #expect(try Disk.names(in: scratch.root) == ["From.plist", "To.plist"])
    }

    @Test(
        "the map is a property list or JSON, with old keys or dictionaries",
        arguments: [
            #"{"Size": "FontSize", "DarkMode": {"from": "Dark", "type": "bool", "convert": true}, "#
                + #""New": {"default": 3}}"#,
            "{ Size = FontSize; DarkMode = { from = Dark; type = bool; convert = lossless; }; "
                + "New = { default = <*I3>; }; }",
            """
            <plist version="1.0"><dict><key>Size</key><string>FontSize</string>
            <key>DarkMode</key><dict><key>from</key><string>Dark</string><key>domain</key><string>From</string>
            <key>type</key><string>boolean</string><key>convert</key><true/></dict>
            <key>New</key><dict><key>from</key><string>None</string><key>default</key><integer>3</integer></dict>\
            </dict></plist>
            """,
        ])
    func map(text: String) throws {
        guard !text.contains("<*I3>") else {
            // Numbers of old style are text; the map says so by its default.
            return try map(text: text.replacingOccurrences(of: "<*I3>", with: "three"), default: "three")
        }
        try map(text: text, default: 3)
    }

    private func map(text: String, default value: StoredValue) throws {
        let before = try TreeState(scratch.root)
        try Disk.write("{}", to: scratch.path + "/empty")
        #expect(try migrate("From", "To", "empty") == .silence)
        #expect(try TreeState(scratch.root) == before)
        try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.path + "/map=1"))
        #expect(try migrate("From", "To", "./map=1") == .silence)
        let expected: StoredValue = ["Beside": true, "DarkMode": true, "New": value, "Size": 14, "TextSize": 9]
        #expect(try scratch.stored("To") == expected.text)
    }

    @Test("named conversions turn a meaning round and numbers into dates")
    func conversions() throws {
        try scratch.store(["Off": true, "Saved": 1_700_000_000, "Seen": 721_692_800.0], as: "From")
        let text =
            #"{"On": {"from": "Off", "convert": "not"}, "A": {"from": "Saved", "convert": "unix-time"},"#
            + #""B": {"from": "Seen", "type": "date", "convert": "reference-time"}}"#
        try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.path + "/map"))
        #expect(try migrate("From", "New", "map").status == 0)
        let expected: StoredValue = ["A": .date(1_700_000_000), "B": .date(1_700_000_000), "On": false]
        #expect(try scratch.stored("New") == expected.text)
    }

    @Test(
        "a map that is none is refused with one sentence, before anything is touched",
        arguments: [
            (#"{"N": 1}"#, "Entry N of the map map is an integer. Defaults have not been changed."),
            (
                #"{"N": {"type": "int"}}"#,
                "Entry N of the map map lacks 'from' and 'default'. Defaults have not been changed."
            ),
            (
                #"{"N": {"from": "FontSize", "to": "x"}}"#,
                "Entry N of the map map has the unknown key 'to'. Defaults have not been changed."
            ),
            (
                #"{"N": {"from": "FontSize", "type": "integr"}}"#,
                "Entry N of the map map names the unknown type 'integr'. Defaults have not been changed."
            ),
            (
                #"{"N": {"from": 5}}"#,
                "Entry N of the map map has an integer for 'from'. Defaults have not been changed."
            ),
            (
                #"{"N": {"from": "FontSize", "convert": "x"}}"#,
                "Entry N of the map map names the unknown conversion 'x'. Defaults have not been changed."
            ), ("[1]", "Property list map was not a dictionary. Defaults have not been changed."),
        ])
    func malformedMap(text: String, message: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.path + "/map"))
        let before = try TreeState(scratch.root)
        #expect(try migrate("From", "To", "map") == Outcome(status: 65, output: [], error: "defaults: \(message)\n"))
        #expect(try TreeState(scratch.root) == before)
    }

    @Test(
        "wrong usage is 255",
        arguments: [
            (["From", "To", "A=B", "A=C"], "two steps set key A"),
            (
                ["From", "To", "A=B:integr"],
                "'integr' is not a type; after an old key that contains a colon, add another colon"
            ),
            (["From", "To", "A=B", "C"], "'C' is not a mapping; write NEW=OLD"),
            (["--path", "From", "To", "A=B", "A.x=C"], "one step sets A and another sets A.x inside it"),
            (["--path", "From", "To", "A=B", "C=B.x"], "one step uses B and another uses B.x inside it"),
            (
                ["From", "To", "DefaultsMigrations=B"],
                "key DefaultsMigrations cannot be migrated: it holds the records of migrations"
            ),
            (
                ["--on-conflict", "ask", "From", "To", "A=B"],
                "option '--on-conflict' takes keep-new, overwrite or fail, not 'ask'"
            ),
            (["--status", "--copy", "To"], "options '--status' and '--copy' cannot be combined"),
        ])
    func usage(words: [String], message: String) throws {
        let before = try TreeState(scratch.root)
        #expect(try scratch.migrate(words) == Outcome(status: 255, output: [], error: "defaults: \(message)\n"))
        #expect(try scratch.migrate(["From"]).status == 255)
        #expect(try TreeState(scratch.root) == before)
    }

    @Test("status lists what was migrated, verbose what became of each key")
    func status() throws {
        let outcome = try migrate("-v", "--id", "one", "From", "To", "Size=FontSize", "TextSize=Other", "No=Nothing")
        let lines = Set(outcome.text.split(separator: "\n"))
        #expect(lines == ["moved FontSize -> Size", "kept Other -> TextSize", "absent Nothing -> No", "one: done"])
        #expect(try migrate("-v", "--id", "one", "From", "To", "Size=FontSize").text == "one: already done\n")
        #expect(try migrate("--status", "To").text == "one: done, 2026-01-01 00:00:00 +0000, 1 key\n")
        #expect(try migrate("--status", "From") == .silence)
    }

    @Test("a rollback refuses what has changed since, names the key and changes nothing")
    func refusedRollback() throws {
        #expect(try migrate("--id", "one", "From", "To", "Size=FontSize").status == 0)
        #expect(try scratch.defaults("write", "To", "Size", "-int", "15").status == 0)
        let before = try TreeState(scratch.root)
        let changed = "defaults: Key Size of domain To has changed since it was migrated; leaving defaults unchanged\n"
        #expect(try migrate("--rollback", "one", "To") == Outcome(status: 1, output: [], error: changed))
        #expect(try TreeState(scratch.root) == before)
        #expect(try scratch.defaults("write", "To", "Size", "-int", "14").status == 0)
        #expect(try scratch.defaults("write", "From", "FontSize", "-int", "16").status == 0)
        let occupied = "defaults: Key FontSize of domain From already has another value; leaving defaults unchanged\n"
        #expect(try migrate("--rollback", "one", "To") == Outcome(status: 1, output: [], error: occupied))
        let unknown = "defaults: Domain To has no record of migration two; leaving defaults unchanged\n"
        #expect(try migrate("--rollback", "two", "To") == Outcome(status: 1, output: [], error: unknown))
        #expect(try migrate("--rollback", "two", "--if-exists", "To").status == 0)
    }

    @Test("a record of a newer version is an error, and nothing changes")
    func newerRecord() throws {
        #expect(try migrate("--id", "m", "From", "To", "New=Rest").status == 0)
        #expect(try scratch.defaults("write", "--path", "DefaultsMigrations.m.Schema", "To", "-int", "2").status == 0)
        let before = try TreeState(scratch.root)
        for words in [["--id", "m", "From", "To", "New=Rest"], ["--rollback", "m", "To"], ["--status", "To"]] {
            let outcome = try scratch.migrate(words, environment: frozen)
            #expect(outcome.status == 65, "\(words)")
            let end = words.first == "--status" ? "\n" : "; leaving defaults unchanged\n"
            let sentence = "defaults: The record of migration m in domain To was written by a newer version"
            #expect(outcome.error == sentence + end, "\(words)")
            #expect(try TreeState(scratch.root) == before)
        }
    }

    @Test("two names of one file are one domain, so that a key is not moved over itself and lost")
    func aliases() throws {
        let before = try TreeState(scratch.root)
        #expect(try migrate("--on-conflict=overwrite", "From", "./root/From", "Rest=Rest").status == 0)
        #expect(try TreeState(scratch.root) == before)
        #expect(try migrate("From", "./root/From", "Size=FontSize").status == 0)
        #expect(
            try scratch.stored("From")
                == StoredValue.dictionary([("Dark", "YES"), ("Other", "x"), ("Rest", 1), ("Size", 14)]).text)
    }

    @Test(
        "a relative path means the same in a rollback from another folder, also if it begins with a combining mark",
        arguments: ["./root/From", "./\u{301}x"])
    func relativePath(source: String) throws {
        #expect(try scratch.defaults("write", source, "Old", "-int", "14").status == 0)
        #expect(try migrate("--id", "one", source, "./root/To", "New=Old").status == 0)
        let outcome = try scratch.bash("cd /; defaults migrate --rollback one To")
        #expect(outcome == .silence)
        #expect(try scratch.defaults("read", source, "Old").text == "14\n")
    }
}
