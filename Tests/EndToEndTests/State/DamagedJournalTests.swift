import Foundation
import Testing

/// Journals that others have written or damaged.
@Suite(.waiting) struct DamagedJournalTests {
    let scratch = Scratch()

    init() throws {
        try scratch.defaults("write", "D", "k", "old")
    }

    /// A line of a journal.
    private func line(_ number: String, old: String = "old", new: String = "new") -> String {
        #"{"changes":[{"domain":"D","new":"\#(new)","old":"\#(old)","path":"k"}],"command":[],"#
            + #""date":"2024-01-31T12:00:00Z","number":\#(number),"root":true,"schema":1}"# + "\n"
    }

    private func makeJournal(_ text: String) throws {
        try Disk.write(text, to: scratch.path + "/journal")
        try scratch.bash("chmod 600 journal")
    }

    private func run(_ words: String...) throws -> Outcome {
        try scratch.defaults(words + ["--journal", "journal"])
    }

    @Test(
        "a number that is too large is an error, and leaves everything as it is",
        arguments: [
            "9223372036854775807", "9007199254740992", #"{"$integer":"9223372036854775807"}"#,
            #"{"$integer":"18446744073709551615"}"#, "-1", "0", "1.0", "1e3",
        ])
    func largeNumbers(number: String) throws {
        try makeJournal(line(number))
        let before = try (Disk.names(in: scratch.root), Disk.bytes(scratch.file("D")))
        let commands = [
            ["write", "D", "k", "new"], ["history"], ["undo"], ["undo", "--all"], ["history", "--prune", "1"],
        ]
        for words in commands {
            let outcome = try scratch.run([Executable.defaults, words[0], "--journal", "journal"] + words.dropFirst())
            outcome.expect(65, text: "", beginning: "defaults: ", comment: "\(words)")
        }
        #expect(try Disk.names(in: scratch.root) == before.0 && Disk.bytes(scratch.file("D")) == before.1)
        #expect(try String(decoding: Disk.bytes(scratch.path + "/journal"), as: UTF8.self) == line(number))
    }

    @Test(
        "text that another program has appended is an error, and stays", arguments: [0, 1, 2],
        ["my notes", "{ \"changes\": [] }", "notes\0\n"])
    func foreignRest(count: Int, rest: String) throws {
        let text = (1...3).prefix(count).map { line("\($0)") }.joined() + rest
        try makeJournal(text)
        let before = try Disk.bytes(scratch.file("D"))
        for words in [
            ["write", "D", "k", "new"], ["history"], ["history", "1"], ["history", "--prune", "1"], ["undo"],
            ["undo", "--all"], ["undo", "--redo"], ["undo", "--entry", "1"],
        ] {
            let outcome = try scratch.run([Executable.defaults, words[0], "--journal", "journal"] + words.dropFirst())
            outcome.expect(65, text: "", containing: "its last line is not an entry", comment: "\(words)")
        }
        #expect(try String(decoding: Disk.bytes(scratch.path + "/journal"), as: UTF8.self) == text)
        #expect(try Disk.bytes(scratch.file("D")) == before)
    }

    @Test("a journal whose numbers are used up says so")
    func lastNumber() throws {
        try makeJournal(line("9007199254740991"))
        #expect(try run("history").status == 0)
        let outcome = try scratch.defaults("write", "--journal", "journal", "D", "k", "new")
        #expect(
            outcome.status == 65
                && outcome.error.hasSuffix(
                    "the numbers of its entries are used up; leaving defaults unchanged; "
                        + "use another file as the journal\n"),
            "\(outcome)")
    }

    @Test(
        "entries after a damaged line can be used, and the damage is an error of what needs more",
        arguments: ["9", "damaged", "newer", "root"])
    func damagedLines(kind: String) throws {
        let damaged =
            switch kind {
            case "9": line("9")
            case "damaged": "{}\n"
            case "newer": line("1").replacingOccurrences(of: "\"schema\":1", with: "\"schema\":3")
            default: line("1").replacingOccurrences(of: "\"D\"", with: "\"/D.plist\"")
            }
        try makeJournal(line("1", old: "older", new: "old") + damaged + line("3"))
        #expect(try scratch.defaults("write", "--journal", "journal", "D", "k", "new").status == 0)
        #expect(try scratch.defaults("write", "--journal", "journal", "D", "k", "newest").status == 0)
        #expect(try run("history", "2").status == 0)
        let history = try run("history")
        #expect(history.status == 65 && history.text.matches(of: #/(?m)^\d /#).count == 3, "\(history)")
        #expect(history.error.contains("up to line 2"), "\(history)")
        for words in [["4"], ["--all"], ["--entry", "1"], ["--redo"]] {
            let outcome = try scratch.defaults(["undo", "--journal", "journal"] + words)
            outcome.expect(65, text: "", comment: "\(words)")
        }
        #expect(try run("undo").status == 0)
        #expect(try scratch.defaults("read", "D", "k").text == "new\n")
        #expect(try run("undo", "--redo").status == 0)
        #expect(try run("history", "--prune", "99").status == 65)
        #expect(try run("history", "--prune", "2").status == 0)
        #expect(try run("history").status == 0)
    }

    @Test("a change is not made if its entry could not be read again", arguments: [500, 507, 508, 509, 510, 511, 512])
    func deepValues(depth: Int) throws {
        let value = String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
        let before = try Disk.bytes(scratch.file("D"))
        let outcome = try scratch.defaults("write", "--journal", "journal", "D", "deep", value)
        if outcome.status == 0 {
            #expect(try run("history").status == 0)
            #expect(try run("undo").status == 0)
        } else {
            #expect(outcome.status == 65 || outcome.status == 1, "\(outcome)")
            #expect(try !Disk.exists(scratch.path + "/journal") || Disk.bytes(scratch.path + "/journal").isEmpty)
        }
        #expect(try Disk.bytes(scratch.file("D")) == before)
    }
}
