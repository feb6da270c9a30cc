import Foundation
import Testing

/// Journals that others have written or damaged.
@Suite(.waiting) struct DamagedJournalTests {
    let scratch = Scratch()

    init() throws {
        try scratch.defaults("write", "D", "k", "old")
    }

    /// A line of a journal.
    private static func line(_ number: String, old: String = "old", new: String = "new") -> String {
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

    /// Journals with numbers that are too large or none, and with text that another program has appended.
    private static let unusable: [(text: String, part: String)] =
        [
            "9223372036854775807", "9007199254740992", #"{"$integer":"9223372036854775807"}"#,
            #"{"$integer":"18446744073709551615"}"#, "-1", "0", "1.0", "1e3",
        ].map { (line($0), "cannot use journal 'journal'") }
        + ["my notes", "{ \"changes\": [] }", "notes\0\n"].flatMap { rest in
            ["", line("1"), line("1") + line("2")].map { ($0 + rest, "its last line is not an entry") }
        }

    @Test("a journal that cannot be used is an error of every verb, and nothing changes", arguments: unusable)
    func everyVerb(text: String, part: String) throws {
        try makeJournal(text)
        let before = try scratch.fileStates()
        for words in [
            ["write", "D", "k", "new"], ["history"], ["history", "1"], ["history", "--prune", "1"], ["undo"],
            ["undo", "--all"], ["undo", "--redo"], ["undo", "--entry", "1"],
        ] {
            let outcome = try scratch.defaults([words[0], "--journal", "journal"] + words.dropFirst())
            outcome.expect(65, text: "", complaints: 1, containing: part, comment: "\(words)")
        }
        #expect(try scratch.fileStates() == before)
    }

    @Test("a journal whose numbers are used up says so")
    func lastNumber() throws {
        try makeJournal(Self.line("9007199254740991"))
        #expect(try run("history").status == 0)
        let outcome = try scratch.defaults("write", "--journal", "journal", "D", "k", "new")
        let sentence =
            "the numbers of its entries are used up; leaving defaults unchanged; use another file as the journal"
        outcome.expect(65, containing: sentence + "\n")
    }

    @Test(
        "entries after a damaged line can be used, and the damage is an error of what needs more",
        arguments: ["9", "damaged", "newer", "root"])
    func damagedLines(kind: String) throws {
        let damaged =
            switch kind {
            case "9": Self.line("9")
            case "damaged": "{}\n"
            case "newer": Self.line("1").replacingOccurrences(of: "\"schema\":1", with: "\"schema\":4")
            default: Self.line("1").replacingOccurrences(of: "\"D\"", with: "\"/D.plist\"")
            }
        try makeJournal(Self.line("1", old: "older", new: "old") + damaged + Self.line("3"))
        #expect(try scratch.defaults("write", "--journal", "journal", "D", "k", "new").status == 0)
        #expect(try scratch.defaults("write", "--journal", "journal", "D", "k", "newest").status == 0)
        #expect(try run("history", "2").status == 0)
        let history = try run("history")
        #expect(history.status == 65, "\(history)")
        #expect(history.text.matches(of: #/(?m)^\d /#).count == 3, "\(history)")
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
