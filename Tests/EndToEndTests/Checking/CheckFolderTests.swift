import Foundation
import PropertyList
import Testing

/// `check` with folders and files that are given by their paths, and its options for them.
@Suite(.waiting) struct CheckFolderTests {
    private let scratch = Scratch()

    init() throws {
        try Disk.makeFolder(scratch.path + "/App/en.lproj")
    }

    private static let broken = "{ a = b }"
    private static let sentence = "invalid old-style text, a missing ';' after a value on line 1, column 8"

    private func put(_ text: String, at path: String) throws {
        try Disk.makeFolder((scratch.path + "/" + path as NSString).deletingLastPathComponent)
        try Disk.write(text, to: scratch.path + "/" + path)
    }

    /// The line that is printed for a broken file.
    private func line(_ path: String) -> String {
        "\(path):1:8: cannot read '\(path)': \(Self.sentence)\n"
    }

    @Test("property lists are recognized by extension and by content, and other files are not read")
    func recognition() throws {
        for name in ["Info.plist", "en.lproj/X.strings", "N.entitlements", "X.stringsdict", "P.xcprivacy"] {
            try put(Self.broken, at: "App/" + name)
        }
        try put("<?xml version=\"1.0\"?>\n<plist><dict><key>a</key></dict></plist>", at: "App/unnamed")
        for name in ["main.swift", "a.json", "index.html"] { try put("<html>\n{", at: "App/" + name) }
        let outcome = try scratch.defaults("check", "./App")
        outcome.expect(65, error: "")
        let names = ["Info.plist", "N.entitlements", "P.xcprivacy", "X.stringsdict", "en.lproj/X.strings"]
        let lines = names.map { line("./App/" + $0) }.joined()
        let last =
            "./App/unnamed:2:26: cannot read './App/unnamed': invalid XML, a missing value after a key on line 2, "
        #expect(outcome.text == lines + last + "column 26\n")
        #expect(try scratch.bash("cd App && defaults check .").text.contains("./unnamed:2:26: "))
        #expect(try scratch.bash("cd App/en.lproj && defaults check ..").text.contains("../unnamed:2:26: "))
    }

    @Test("a folder without property lists, and a path that does not exist, are not clean")
    func nothing() throws {
        try put("text", at: "App/README.txt")
        let cases = [
            (["./App"], "no property lists in './App'"), (["App/"], "no property lists in 'App/'"),
            (["--files", "*.json", "./App"], "no file in './App' matches the patterns of '--files'"),
            (["./Missing/"], "'./Missing/' does not exist"), (["--paths", "Missing"], "'Missing' does not exist"),
            (["./Missing"], "Domain ./Missing.plist does not exist"),
        ]
        for (words, sentence) in cases {
            let outcome = try scratch.defaults(["check"] + words)
            #expect(outcome == Outcome(status: 1, output: [], error: "defaults: \(sentence)\n"))
        }
    }

    @Test(
        "patterns choose the files, by name or by path",
        arguments: [
            (["*.json"], ["a.json", "en.lproj/b.json"]), (["en.lproj/*"], ["en.lproj/X.strings", "en.lproj/b.json"]),
            (["**/*.strings", "a.*"], ["a.json", "en.lproj/X.strings"]), (["Info.plist"], ["Info.plist"]),
        ])
    func patterns(patterns: [String], names: [String]) throws {
        for name in ["Info.plist", "a.json", "en.lproj/X.strings", "en.lproj/b.json"] {
            try put(Self.broken, at: "App/" + name)
        }
        let words = ["check", "--json", "./App"] + patterns.flatMap { ["--files", $0] }
        let findings = try Finding.all(in: scratch.defaults(words))
        #expect(findings.map(\.path) == names.map { "./App/" + $0 })
    }

    @Test("options that have no effect are refused")
    func withoutEffect() throws {
        try put("{}", at: "App/Info.plist")
        let commands = [
            ["--files", "*.plist", "D"], ["--files", "*.plist"], ["--paths"], ["--same-keys", "./App/Info.plist"],
            ["--same-keys", "--paths", "a", "b"], ["--json", "--format", "text"], ["--format", "xml"],
            ["--files", "a**", "./App"], ["--domains", "a*", "./App"], ["--domains", "a*", "--paths", "App"],
            ["--domains", "a*", "D"],
        ]
        for words in commands {
            let outcome = try scratch.defaults(["check"] + words)
            outcome.expect(255, text: "", comment: "\(words)")
        }
    }

    @Test("a folder is checked even if a property list has its name")
    func besideFile() throws {
        try put(Self.broken, at: "App/Info.plist")
        try put("{}", at: "App.plist")
        try Disk.makeFolder(scratch.root)
        #expect(try scratch.defaults("check", "./App").text == line("./App/Info.plist"))
        #expect(try scratch.defaults("check", "./App.plist") == .silence)
        #expect(
            try scratch.defaults("check", "App")
                == Outcome(
                    status: 1, output: [], error: "defaults: Domain App does not exist; did you mean './App'?\n"))
    }

    @Test("JSON with the name of a property list is a finding, since programs do not read it")
    func namedPropertyList() throws {
        for name in ["Info.plist", "X.strings"] { try put(#"{"a": 1}"#, at: "App/" + name) }
        for name in ["X.xcstrings", "x.json"] { try put(#"{"a": 1}"#, at: "App/" + name) }
        let findings = try Finding.all(in: scratch.defaults("check", "--json", "--files", "*", "./App"))
        #expect(findings.map(\.path) == ["./App/Info.plist", "./App/X.strings"])
        #expect(findings.allSatisfy { $0.kind == "unreadable-by-foundation" })
        #expect(try scratch.defaults("check", "./App/Info.plist").status == 1)
    }

    @Test("with --paths, operands are files and folders, and not domains")
    func paths() throws {
        try put(Self.broken, at: "App/Info.plist")
        try put(Self.broken, at: "Info.plist")
        #expect(
            try scratch.defaults("check", "--paths", "App", "Info.plist").text
                == line("App/Info.plist") + line("Info.plist"))
        try scratch.succeed("write", "Info", "k", "v")
        #expect(try scratch.defaults("check", "Info.plist") == .silence)
    }

    @Test("files may have any root, and a file without keys and the modes of files are no problem")
    func anyRoot() throws {
        let texts = ["(a, b)", "\"text\"", "<0fbd>", "{}", "<plist><date>2024-01-01T00:00:00Z</date></plist>"]
        for (index, text) in texts.enumerated() { try put(text, at: "App/\(index).plist") }
        try put("[1, 2]", at: "App/a.xcstrings")
        try scratch.bash("chmod 666 App/0.plist; ln App/0.plist App/other.plist; ln -s 0.plist App/link.plist")
        #expect(try scratch.defaults("check", "./App", "./App/1", "./App/link.plist") == .silence)
        #expect(try scratch.defaults("check", "--paths", "App/a.xcstrings") == .silence)
    }

    @Test("a walk has no limit of depth, follows no links, and does not enter .git", Executable.condition("python3"))
    func walk() throws {
        let deep =
            #"import os; [(os.mkdir("d" * 60), os.chdir("d" * 60)) for _ in range(300)]; "#
            + #"open("x.plist", "w").write("{ a = b }")"#
        try scratch.bash(
            """
            cd App && python3 -c '\(deep)'
            mkdir -p .git z/.git && echo '{ a = b }' | tee .git/x.plist > z/.git/y.plist
            ln -s . loop.plist && ln -s .. z/up && ln -s /nowhere z/dangling.plist && mkfifo z/fifo.plist
            """)
        let outcome = try scratch.defaults("check", "./App")
        outcome.expect(65, error: "")
        #expect(outcome.text.split(separator: "\n").count == 1)
        #expect(outcome.text.contains("/x.plist:1:8: cannot read") && outcome.text.utf8.count > 2 * 300 * 61)
        try scratch.bash("rm -rf App")
    }

    @Test("names that are not UTF-8 are named, and unreadable folders and files too")
    func names() throws {
        try scratch.bash(#"cd App && mkdir $'f\xff' && echo x > $'x\xff.plist' && echo x > $'y\xff.txt'"#)
        let outcome = try scratch.defaults("check", "./App")
        let sentence = "the name is not valid UTF-8; the file or folder was not checked"
        outcome.expect(1, error: "")
        #expect(outcome.text == #"./App/f\377: \#(sentence)"# + "\n" + #"./App/x\377.plist: \#(sentence)"# + "\n")
        #expect(try scratch.defaults("check", "--ignore", "name-not-utf8", "./App") == .silence)
    }

    @Test("folders and files that may not be read are named", OtherAccount.ordinaryCondition)
    func permissions() throws {
        try put("{}", at: "App/a.plist")
        try put("{}", at: "App/closed/b.plist")
        try scratch.bash("chmod 0 App/a.plist App/closed")
        let outcome = try scratch.defaults(["check", "./App"], as: .unprivileged)
        try scratch.bash("chmod 700 App/closed")
        #expect(outcome.status == 65)
        #expect(outcome.text.contains("./App/a.plist: ") && outcome.text.contains("./App/closed: "))
    }

    @Test("signed profiles are omitted from folders")
    func signed() throws {
        let start: [UInt8] = [0x30, 0x82, 0x1E, 0x50, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        try Data(start + Array(repeating: 0xA0, count: 2000)).write(
            to: URL(fileURLWithPath: scratch.path + "/App/A.mobileprovision"))
        try put("{ a = b; }", at: "App/B.mobileconfig")
        #expect(try scratch.defaults("check", "./App") == .silence)
    }
}
