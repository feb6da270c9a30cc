import Foundation
import Testing

/// Edits that are refused: the domain is untouched, and a text that the editor has completed is kept.
@Suite(.waiting) struct EditFailureTests {
    let scratch = Scratch()
    private let before: FileFacts

    init() throws {
        try scratch.succeed("write", "D", "Theme", "dark")
        before = try FileFacts(scratch.file("D"))
    }

    private static let failures: [(editor: String, status: Int32, message: String)] = [
        ("false", 1, "the editor 'false' failed with status 1"),
        ("sed -i s/dark/light/ \"$1\"; exit 3 #", 1, "failed with status 3"),
        ("nosuch-editor", 127, "could not run the editor 'nosuch-editor'"),
        ("/dev/null", 126, "could not run the editor '/dev/null'"),
        ("kill -TERM $$ #", 143, "was ended by signal 15"),
        ("kill -KILL $$ #", 137, "was ended by signal 9"),
        ("rm", 1, "the editor removed the text"),
        (": >", 1, "the text is empty"),
        ("printf ' \\n' >", 1, "the text is empty"),
    ]

    @Test("an editor that fails changes nothing, and leaves nothing", arguments: failures)
    func failing(editor: String, status: Int32, message: String) throws {
        let outcome = try scratch.edit("D", editor: editor)
        outcome.expect(status, text: "")
        let line = outcome.errorLines.last ?? ""
        #expect(line.hasPrefix("defaults: "), "\(outcome.error)")
        #expect(line.contains(message), "\(outcome.error)")
        #expect(line.hasSuffix("; leaving defaults unchanged"))
        #expect(outcome.errorLines.filter { $0.hasPrefix("defaults: ") }.count == 1)
        #expect(try FileFacts(scratch.file("D")) == before)
        #expect(try scratch.leftTexts().isEmpty)
    }

    private static let invalid: [(editor: String, format: String, message: String)] = [
        ("printf '{\\n  \"a\": nul\\n}' >", "json", "line 2, column 8"),
        ("printf '{\"a\": null}' >", "json", "at 'a'"),
        ("printf '[1]' >", "json", "the root is an array, not a dictionary"),
        ("printf '{\"a\": \"\\377\"}' >", "json", "UTF-8"),
        ("printf '{\"$merge\": {}}' >", "json", "$merge"),
        ("printf '<plist><dict>\\n<key>a</key></dict></plist>' >", "xml", "line 2, column"),
        ("printf '<plist><dict><key>a</key><string>\\377</string></dict></plist>' >", "xml", "UTF-8"),
        ("printf '<plist><true/></plist>' >", "xml", "the root is a boolean, not a dictionary"),
        ("printf '<plist><dict><key>a</key><date>2024-02-31T00:00:00Z</date></dict></plist>' >", "xml", "at 'a'"),
    ]

    @Test("an invalid text is reported with its place, and kept", arguments: invalid)
    func invalidText(editor: String, format: String, message: String) throws {
        let outcome = try scratch.edit("--format", format, "D", editor: editor)
        outcome.expect(65, text: "", complaints: 2)
        #expect(outcome.errorLines[0].contains("Could not read the text: "), "\(outcome)")
        #expect(outcome.errorLines[0].contains(message), "\(outcome)")
        let kept = try scratch.keptText(in: outcome)
        #expect(kept.text.count > 2)
        #expect(kept.path.hasPrefix(scratch.texts + "/defaults-edit-"))
        #expect(try FileFacts(kept.path).permissions == 0o600)
        #expect(try FileFacts(scratch.file("D")) == before)
    }

    @Test("a domain that changed meanwhile is not changed, and the text can be imported")
    func conflict() throws {
        let editor = "f() { defaults write D Other 1; sed -i s/dark/light/ \"$1\"; }; f"
        let outcome = try scratch.edit("D", editor: editor)
        outcome.expect(1, text: "", complaints: 2)
        #expect(outcome.errorLines[0].contains("domain D has changed since the editor was opened"))
        #expect(try Foreign.foundation(scratch.file("D")) == ["Theme": "dark", "Other": "1"])
        try scratch.succeed("import", "--replace", "D", scratch.keptText(in: outcome).path)
        #expect(try Foreign.foundation(scratch.file("D")) == ["Theme": "light"])
        // Other keys may change while a value is edited.
        let other = "f() { defaults write D Other 2; echo 3 >\"$1\"; }; f"
        #expect(try scratch.edit("D", "Theme", editor: other).text == "- Theme: string \"light\"\n+ Theme: integer 3\n")
        #expect(try Foreign.foundation(scratch.file("D")) == ["Theme": 3, "Other": "2"])
        let same = "f() { defaults write D Theme 4; echo 5 >\"$1\"; }; f"
        let refused = try scratch.edit("D", "Theme", editor: same)
        #expect(refused.errorLines[0].contains("key Theme of domain D has changed"))
        #expect(try scratch.keptText(in: refused).text == "5\n")
    }

    @Test("a change that cannot be made keeps the text: a lock, a broken file, a removed root")
    func notChanged() throws {
        let change = "sed -i s/dark/light/ \"$1\""
        let lock =
            "f() { exec 3<\"$DEFAULTS_ROOT\"; flock 3; \(change); (sleep 1000 & echo $! >sleeper) >/dev/null 2>&1; }; f"
        let locked = try scratch.edit("--lock-timeout", "0", "D", editor: lock)
        try scratch.bash("kill $(cat sleeper)")
        locked.expect(75, complaints: 2)
        #expect(try scratch.keptText(in: locked).text.contains("light"))
        let broken = try scratch.edit("D", editor: "f() { echo junk >\"$DEFAULTS_ROOT/D.plist\"; \(change); }; f")
        broken.expect(65, complaints: 2)
        #expect(try scratch.keptText(in: broken).text.contains("light"))
        #expect(try Disk.bytes(scratch.file("D")) == Array("junk\n".utf8))
        let unreadable = try scratch.edit("D", editor: "touch run; true")
        #expect(unreadable.status == 65)
        #expect(unreadable.complains())
        #expect(!Disk.exists(scratch.path + "/run"))
    }

    @Test("XML that cannot represent the domain is refused before the editor runs")
    func inexact() throws {
        try scratch.succeed("import", "D", try scratch.file(json: #"{"Real": {"$real": "-0.0"}}"#))
        let outcome = try scratch.edit("--format", "xml", "D", editor: "touch run; true")
        outcome.expect(65, complaints: 1, containing: "-0.0 at 'Real'; use binary or JSON")
        #expect(!Disk.exists(scratch.path + "/run"))
    }

    @Test("a folder for temporary files that is missing or full is an error before the editor runs")
    func temporaryFolder() throws {
        var environment = try scratch.environment(editor: "touch run; true")
        environment["TMPDIR"] = scratch.path + "/missing"
        let missing = try scratch.bash("defaults edit D", environment: environment)
        #expect(missing.status == 74)
        #expect(missing.complains())
        #expect(!Disk.exists(scratch.path + "/run"))
    }

    @Test("a full disk for the text or for the domain", MountSpace.condition)
    func fullDisk() throws {
        let script = """
            mkdir full; mount -t tmpfs -o size=16k tmpfs full || exit 99; head -c 20000 /dev/zero >full/zero 2>/dev/null
            TMPDIR=full EDITOR=true defaults edit D; echo $?; ls full
            mount -t tmpfs -o size=64k tmpfs full; cp root/D.plist full; head -c 52000 /dev/zero >full/zero
            EDITOR='f() { printf "{\\"a\\": \\"%s\\"}" "$(head -c 20000 /dev/zero | tr "\\0" x)" >"$1"; }; f' \
                defaults edit ./full/D; echo $?; cmp full/D.plist root/D.plist && ls -A full
            """
        let outcome = try scratch.bashInMountSpace(script, environment: scratch.environment(editor: nil))
        outcome.expect(text: "74\nzero\n74\nD.plist\nzero\n", complaints: 3)
        #expect(try scratch.keptText(in: outcome).text.count > 20_000)
    }
}
