import Foundation
import PropertyList
import Testing

/// `merge`, as users and scripts call it.
@Suite(.waiting) struct MergeTests {
    private let scratch = Scratch()

    private static let base = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
          <!-- The font. -->
          <key>Font</key> <string>Menlo</string>
          <key>Size</key> <integer>14</integer>
          <key>Files</key>
          <array>
            <string>a</string>
            <string>b</string>
          </array>
        </dict>
        </plist>

        """

    /// Writes the files `base`, `ours` and `theirs`.
    ///
    /// - Parameters:
    ///   - ours: Texts of the base and what replaces them.
    private func write(
        ours: [(String, String)], theirs: [(String, String)], base: String = Self.base
    ) throws {
        func text(_ changes: [(String, String)]) -> String {
            changes.reduce(base) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
        }
        try Disk.write(base, to: scratch.path + "/base")
        try Disk.write(text(ours), to: scratch.path + "/ours")
        try Disk.write(text(theirs), to: scratch.path + "/theirs")
    }

    @Test("changes of both sides are merged, in the layout of our side, and with their comments")
    func clean() throws {
        try write(
            ours: [("Menlo", "Monaco"), ("  <key>Size", "\n  <key>Size")],
            theirs: [
                ("14", "16"), ("<string>b</string>", "<string>b</string>\n    <string>c</string>"),
                ("  <key>Files", "  <!-- New. -->\n  <key>New</key> <true/>\n  <key>Files"),
            ])
        let outcome = try scratch.defaults("merge", "ours", "base", "theirs")
        let expected = Self.base.replacingOccurrences(of: "Menlo", with: "Monaco")
            .replacingOccurrences(of: "  <key>Size", with: "\n  <key>Size")
            .replacingOccurrences(of: "14", with: "16")
            .replacingOccurrences(of: "<string>b</string>", with: "<string>b</string>\n    <string>c</string>")
            .replacingOccurrences(
                of: "  </array>\n", with: "  </array>\n  <!-- New. -->\n  <key>New</key>\n  <true/>\n")
        #expect(outcome == Outcome(status: 0, output: Array(expected.utf8), error: ""), "\(outcome)")
        try scratch.succeed("merge", "-o", "out", "ours", "base", "theirs")
        #expect(try Disk.bytes(scratch.path + "/out") == Array(expected.utf8))
        #expect(try Disk.bytes(scratch.path + "/ours") != Array(expected.utf8))
        try scratch.succeed("merge", "-o", "ours", "ours", "base", "theirs")
        #expect(try Disk.bytes(scratch.path + "/ours") == Array(expected.utf8))
    }

    @Test("a character that XML does not allow is reported once, wherever the result is written")
    func invalidText() throws {
        try write(ours: [], theirs: [("Menlo", "a&#8;b")])
        let notice = "defaults: 'Font' in the result contains control characters, "
        for options in [[], ["-o", "out"], ["-o", "ours"]] {
            let outcome = try scratch.defaults(["merge"] + options + ["ours", "base", "theirs"])
            #expect(outcome.status == 0)
            #expect(outcome.error.hasPrefix(notice), "\(options): \(outcome)")
            #expect(outcome.error.filter { $0 == "\n" }.count == 1, "\(options): \(outcome)")
        }
        try scratch.defaults("merge", "ours", "base", "theirs").expect(0, error: "")
    }

    @Test("a conflict is reported and marked, and everything else is merged")
    func conflict() throws {
        try write(
            ours: [("14", "15"), ("Menlo", "Monaco")],
            theirs: [("14", "16"), ("<string>a</string>", "<string>z</string>")])
        let outcome = try scratch.defaults("merge", "ours", "base", "theirs")
        #expect(outcome.status == 1)
        #expect(
            outcome.error
                == "defaults: ours: a conflict in 'Size': ours integer 15, base integer 14, theirs integer 16\n")
        let line = { (size: Int) in "  <key>Size</key> <integer>\(size)</integer>\n" }
        let expected = Self.base.replacingOccurrences(of: "Menlo", with: "Monaco")
            .replacingOccurrences(of: "<string>a</string>", with: "<string>z</string>")
            .replacingOccurrences(
                of: line(14), with: "<<<<<<< ours\n\(line(15))=======\n\(line(16))>>>>>>> theirs\n")
        #expect(outcome.text == expected)
        let other = try scratch.defaults(
            "merge", "--zdiff3", "-L", "A", "-L", "B", "-L", "C", "--marker-size", "3", "ours", "base", "theirs")
        #expect(other.text.contains("<<< A\n\(line(15))||| B\n\(line(14))===\n\(line(16))>>> C\n"))
        let check = try scratch.bash("defaults merge -o m.plist ours base theirs; defaults check ./m.plist")
        #expect(check.text.contains("m.plist:6:1"), "\(check)")
        #expect(check.text.contains("conflict"), "\(check)")
    }

    @Test("a side can be chosen for all conflicts")
    func sides() throws {
        try write(ours: [("14", "15"), ("Menlo", "Monaco")], theirs: [("14", "16"), (">a<", ">z<")])
        for (option, size) in [("--ours", "15"), ("--theirs", "16")] {
            let outcome = try scratch.defaults("merge", option, "ours", "base", "theirs")
            let expected = Self.base.replacingOccurrences(of: "Menlo", with: "Monaco")
                .replacingOccurrences(of: ">a<", with: ">z<").replacingOccurrences(of: "14", with: size)
            #expect(outcome == Outcome(status: 0, output: Array(expected.utf8), error: ""))
        }
    }

    @Test("binary files and files in different formats are merged into the format of our side")
    func formats() throws {
        try write(ours: [("Menlo", "Monaco")], theirs: [("14", "16")])
        let outcome = try scratch.bash(
            """
            defaults convert --format binary -o ours.b ours; defaults convert --json -o theirs.json theirs
            defaults merge -o out ours.b base theirs.json && head -c 6 out && defaults convert --json=plain out
            echo '{"Font": "x", "Size": 14, "Files": ["a", "b"]}' >theirs.json
            defaults merge -o out ours.b base theirs.json; echo $?; defaults read "$PWD/out" Font
            """)
        let merged =
            "bplist{\n  \"Files\": [\n    \"a\",\n    \"b\"\n  ],\n  \"Font\": \"Monaco\",\n  \"Size\": 16\n}\n"
        outcome.expect(text: merged + "1\nMonaco\n", containing: "a conflict in 'Font'")
    }

    @Test(
        "JSON is merged and marked in its layout, as state documents are, and a null too",
        arguments: [
            (
                """
                {
                  "D" : {
                    "Size" : 14,
                    "base" : true // c
                  }
                }
                """,
                """
                {
                  "D" : {
                <<<<<<< ours.json
                    "Size" : 15,
                =======
                    "Size" : null,
                >>>>>>> theirs.json
                    "ours" : true, // c
                    "theirs" : true // c
                  }
                }
                """
            ),
            (
                #"{"D": {"Size": 14, "base": true}}"#,
                """
                <<<<<<< ours.json
                {"D": {"Size": 15, "ours": true, "theirs": true}}
                =======
                {"D": {"Size": null, "ours": true, "theirs": true}}
                >>>>>>> theirs.json
                """
            ),
        ])
    func json(base: String, expected: String) throws {
        for (name, size) in [("base", "14"), ("ours", "15"), ("theirs", "null")] {
            let text = base.replacing("14", with: size).replacing("base", with: name)
            try Disk.write(text + "\n", to: "\(scratch.path)/\(name).json")
        }
        let outcome = try scratch.defaults("merge", "ours.json", "base.json", "theirs.json")
        let conflict = "a conflict in 'D.Size': ours integer 15, base integer 14, theirs null"
        outcome.expect(1, text: expected + "\n", error: "defaults: ours.json: \(conflict)\n")
    }

    @Test("comments of their side that have no place are reported")
    func comments() throws {
        try write(ours: [("14", "15")], theirs: [("The font.", "Their font."), ("Menlo", "Monaco")])
        let outcome = try scratch.defaults("merge", "ours", "base", "theirs")
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("<!-- The font. -->"))
        #expect(
            outcome.error
                == "defaults: theirs: the comment '<!-- Their font. -->' of their version is not in the result\n")
        let many = try scratch.bash(
            """
            echo '{ }' >empty; printf '{ /* a */ /* b */ /* c */ /* d */ /* e */ }' >all
            defaults merge empty empty all
            """)
        many.expect(0, text: "{ }\n")
        let quoted = "'/* a */', '/* b */', '/* c */' and 2 more"
        #expect(many.error == "defaults: all: comments of their version are not in the result: \(quoted)\n")
    }

    @Test("a missing or empty base is accepted only on request")
    func missingBase() throws {
        try write(ours: [("14", "15")], theirs: [])
        for (setUp, status) in [("rm base", 74), (": >base", 65)] {
            let outcome = try scratch.bash("\(setUp); defaults merge -o out ours base theirs; echo $?; ls out")
            outcome.expect(text: "\(status)\n", containing: "base")
            let accepted = try scratch.bash("defaults merge --allow-missing ours base theirs")
            accepted.expect(1, containing: "base no value")
        }
    }

    @Test(
        "what cannot be read is refused with its place, and nothing is written",
        arguments: ["ours", "base", "theirs"].map { ($0, "<plist><dict><key>a</key></plist>") }
            + [("theirs", "{ a = 1; a = 2; }")])
    func unreadable(file: String, text: String) throws {
        try write(ours: [("14", "15")], theirs: [])
        try Disk.write(text, to: "\(scratch.path)/\(file)")
        let outcome = try scratch.bash("echo old >out; defaults merge -o out ours base theirs; echo $?; cat out")
        outcome.expect(text: "65\nold\n", containing: file)
        #expect(outcome.error.split(separator: "\n").count == 1)
    }

    @Test("with --rewrite, a key that occurs twice in their version has the value that is read")
    func duplicateOfTheirs() throws {
        for name in ["ours", "base"] { try Disk.write("{ a = 0; }", to: "\(scratch.path)/\(name)") }
        try Disk.write("{ a = 1; a = 2; }", to: scratch.path + "/theirs")
        let outcome = try scratch.defaults("merge", "--rewrite", "ours", "base", "theirs")
        outcome.expect(0, text: "{\n    a = 2;\n}\n", error: "")
    }

    @Test(
        "operands and options that do not fit are refused",
        arguments: [
            "ours base", "ours base theirs more", "", "- - theirs", "--ours --theirs ours base theirs",
            "-L a -L b -L c -L d ours base theirs", "--marker-size 0 ours base theirs",
            "--lock-timeout 1 ours base theirs", "--git-config ours", "--driver base ours theirs 7",
            "--driver base ours theirs x path", "--driver -o out base ours theirs 7 path",
        ])
    func usage(words: String) throws {
        try write(ours: [("14", "15")], theirs: [])
        let outcome = try scratch.bash("defaults merge \(words)")
        #expect(outcome.status == 255, "\(outcome)")
        #expect(!outcome.error.isEmpty, "\(outcome)")
        #expect(outcome.output.isEmpty, "\(outcome)")
    }

    @Test(
        "options that would have no effect are refused",
        arguments: [
            ("--ours", "-L a"), ("--ours", "--marker-size 9"), ("--ours", "--diff3"), ("--ours", "--zdiff3"),
            ("--theirs", "-L a"), ("--theirs", "--marker-size 9"), ("--theirs", "--diff3"), ("--theirs", "--zdiff3"),
            ("--diff3", "--zdiff3"), ("--rewrite", "--git-config"), ("--lock-timeout 1", "--git-config"),
            ("--max-size 1G", "--git-config"), ("-L a", "--git-config"), ("--marker-size 9", "--git-config"),
            ("--rewrite", "--driver"), ("-L a", "--driver"), ("--marker-size 9", "--driver"),
            ("--lock-timeout 1", "--driver"),
        ])
    func excluded(option: String, other: String) throws {
        try write(ours: [("14", "15")], theirs: [])
        let operands = ["--git-config": "", "--driver": "base ours theirs 7 path"][other] ?? "ours base theirs"
        for options in ["\(option) \(other)", "\(other) \(option)"] where !options.hasPrefix("--driver") {
            let outcome = try scratch.bash("defaults merge \(options) \(operands)")
            outcome.expect(255, text: "", complaints: 1, containing: "cannot be combined")
        }
    }

    @Test(
        "the options of a change are refused if the output replaces none of the files",
        arguments: ["--journal j", "--schema s", "--no-schema"], ["-", "out"])
    func unguarded(option: String, output: String) throws {
        try write(ours: [("14", "15")], theirs: [])
        let outcome = try scratch.bash("defaults merge \(option) -o \(output) ours base theirs; echo $?; ls out j")
        outcome.expect(2, text: "255\n", containing: "replaces none of the files")
    }

    @Test("a merge with conflicts is not recorded, so with a journal nothing is changed")
    func unrecorded() throws {
        try write(ours: [("14", "15")], theirs: [("14", "16")])
        let before = try Disk.bytes(scratch.path + "/ours")
        let outcome = try scratch.defaults("merge", "--journal", "j", "-o", "ours", "ours", "base", "theirs")
        outcome.expect(255, text: "", complaints: 1, containing: "a merge with conflicts cannot be recorded")
        #expect(try Disk.bytes(scratch.path + "/ours") == before)
    }

    @Test("an output that replaces an empty base is no other change with a journal")
    func recordable() throws {
        try write(ours: [("14", "15")], theirs: [], base: "")
        let outcome = try scratch.bash(
            """
            unset DEFAULTS_ROOT; export DEFAULTS_JOURNAL=$PWD/j
            echo '{ K = v; }' | tee ours >theirs; mv base base.plist
            defaults merge --allow-missing -o base.plist ours base.plist theirs && cat base.plist && wc -l <j
            """)
        outcome.expect(0, text: "{ K = v; }\n1\n")
    }

    @Test("a value that the format of our side cannot represent is refused, and so is a loss of comments")
    func unstorable() throws {
        try Disk.write("// c\n{ a = 1; }\n", to: scratch.path + "/base")
        try Disk.write("// c\n{ a = 2; }\n", to: scratch.path + "/ours")
        try Disk.write(Disk.xml("<key>a</key><string>1</string><key>b</key><true/>"), to: scratch.path + "/theirs")
        let outcome = try scratch.bash("echo old >out; defaults merge -o out ours base theirs; echo $?; cat out")
        outcome.expect(text: "65\nold\n", containing: "cannot represent")
        let driven = try scratch.bash(
            "defaults merge --driver base ours theirs 7 p.plist; echo $?; grep -c '^<<<<' ours")
        driven.expect(text: "1\n1\n", complaints: 1, containing: "the merge by keys: cannot write 'p.plist'")
    }

    @Test(
        "a change that another program makes under the lock is not lost",
        arguments: [
            ("ours", "-o link ours base theirs", "s/}/c = 3; }/", "{ a = 2; b = 2; c = 3; }"),
            ("theirs", "-o theirs ours base theirs", "s/}/c = 3; }/", "{ a = 2; b = 2; c = 3; }"),
            ("base", "-o base ours base theirs", "s/a = 1/a = 2/", "{ a = 1; b = 2; }"),
        ])
    func concurrentChange(file: String, words: String, change: String, result: String) throws {
        let outcome = try scratch.bash(
            """
            echo '{ a = 1; b = 1; }' >base; echo '{ a = 2; b = 1; }' >ours; echo '{ a = 1; b = 2; }' >theirs
            ln -s ours link; exec 3<"$PWD"; flock 3
            defaults merge --lock-timeout 600 \(words) 3<&- & job=$!
            until grep -q -- "-> FLOCK.* $job " /proc/locks || ! kill -0 $job; do sleep 0.01; done
            sed '\(change)' \(file) >new; mv new \(file); flock -u 3; wait $job; echo $?; cat \(file)
            """)
        outcome.expect(text: "0\n\(result)\n", error: "")
    }

    @Test("a merge does not wait forever for a lock")
    func lockTimeout() throws {
        try write(ours: [("14", "15")], theirs: [("Menlo", "Monaco")])
        let outcome = try scratch.bash(
            """
            cp ours old; exec 3<"$PWD"; flock 3
            defaults merge --lock-timeout 0 -o ours ours base theirs 3<&-; echo $?; cmp ours old
            """)
        outcome.expect(text: "75\n", complaints: 1)
    }

    @Test("input that comes from a program is read before the folder is locked")
    func inputOfWriter() throws {
        try write(ours: [("14", "15")], theirs: [("Menlo", "Monaco")])
        let outcome = try scratch.bash(
            """
            { defaults write --lock-timeout 0 "$PWD/other" key value >&2 && cat theirs; } |
                defaults merge -o ours ours base - && defaults read "$PWD/ours" Font
            """)
        outcome.expect(text: "Monaco\n", error: "")
    }

    @Test("--rewrite writes the result whole")
    func rewrite() throws {
        try write(ours: [("14", "15")], theirs: [("Menlo", "Monaco")])
        let outcome = try scratch.bash(
            """
            defaults merge --rewrite -o out ours base theirs; defaults convert out | cmp - out
            defaults read "$PWD/out" Font
            """
        )
        outcome.expect(0, text: "Monaco\n")
    }

    @Test("one file can come from standard input")
    func input() throws {
        try write(ours: [("14", "15")], theirs: [("Menlo", "Monaco")])
        let files = ["ours", "base", "theirs"]
        let expected = try scratch.defaults("merge", "ours", "base", "theirs").text
        for file in files {
            let words = files.map { $0 == file ? "-" : $0 }.joined(separator: " ")
            #expect(try scratch.bash("defaults merge \(words) <\(file)").text == expected)
        }
    }
}
