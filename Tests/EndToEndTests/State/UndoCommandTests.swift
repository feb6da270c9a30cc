import Foundation
import Testing

/// The entries that `undo` takes back.
@Suite(.waiting) struct UndoCommandTests {
    let scratch = Scratch()

    @Test("the last changes, all, or one entry are undone")
    func selection() throws {
        for value in 1...4 { #expect(try scratch.recorded("write", "D", "k\(value)", "-int", "\(value)").status == 0) }
        let text = "[D]\n- k4: integer 4\n"
        for words in [["--dry-run"], []] {
            let outcome = try scratch.recorded(["undo", "--exit-code"] + words)
            #expect(outcome == Outcome(status: 2, output: Array(text.utf8), error: ""))
        }
        #expect(try scratch.defaults("read", "--json=plain", "D").text.contains("k4") == false)
        #expect(try scratch.recorded("undo", "--entry", "2").status == 0)
        #expect(try scratch.recorded("undo", "--entry", "2", "--exit-code").status == 0)
        #expect(try scratch.defaults("read", "--lines", "D").text == "k1\nk3\n")
        #expect(try scratch.recorded("undo", "1").status == 0)
        #expect(try scratch.defaults("read", "--lines", "D").text == "k1\n")
        #expect(try scratch.recorded("undo", "--redo").text == "[D]\n+ k3: integer 3\n")
        #expect(try scratch.recorded("undo", "--all", "-n").text == "[D]\n- k1: integer 1\n- k3: integer 3\n")
        #expect(try scratch.recorded("undo", "--all").status == 0)
        #expect(try scratch.defaults("domains").text == "\n")
    }

    @Test("without a change, an undo is an error, and an undo of all is not")
    func nothingLeft() throws {
        #expect(try scratch.recorded("write", "D", "k", "1").status == 0)
        #expect(try scratch.recorded("undo", "--all").status == 0)
        try scratch.recorded("undo").expect(1, containing: "has no change to take back")
        #expect(try scratch.recorded("undo", "--all") == .silence)
    }

    @Test("an undo that changes no value says so, and the next one goes further back")
    func nothingRestored() throws {
        for value in ["1", "2"] { #expect(try scratch.recorded("write", "D", "k", value).status == 0) }
        try scratch.succeed("write", "D", "k", "1")
        let notice = "defaults: No value changes: all are already as they would be restored\n"
        #expect(try scratch.recorded("undo") == Outcome(status: 0, output: [], error: notice))
        #expect(try scratch.recorded("undo").text == "[D]\n- k: string \"1\"\n")
    }

    @Test("an undo of a removal restores what an identifier owns, which the history does not print")
    func ownership() throws {
        try Disk.write(#"{"D": {"k": "new"}}"#, to: scratch.path + "/state.json")
        try scratch.defaults("write", "D", "k", "old")
        for words in [["--id", "s", "state.json"], ["--id", "s", "--remove"]] {
            #expect(try scratch.recorded(["apply"] + words).status == 0)
        }
        #expect(try scratch.recorded("undo").text == "[D]\n- k: string \"old\"\n+ k: string \"new\"\n")
        #expect(try scratch.defaults("apply", "--status").text == "s: applied\n  applied D k\n")
        #expect(try scratch.recorded("history", "--json").text.contains("records") == false)
        #expect(try scratch.recorded("undo").status == 0)
        #expect(try scratch.defaults("apply", "--status").text == "")
        #expect(try scratch.recorded("undo", "--redo").status == 0)
        #expect(try scratch.defaults("apply", "--id", "s", "state.json") == .silence)
        #expect(try scratch.defaults("apply", "--id", "s", "--remove") == .silence)
        #expect(try scratch.defaults("read", "D", "k").text == "old\n")
    }

    @Test("an entry of another folder is not taken back, nor counted as taken back")
    func otherFolder() throws {
        #expect(try scratch.recorded("write", "D", "k", "1").status == 0)
        let before = try Disk.bytes(scratch.journal)
        let sentence = "entry 1 was recorded for the domains in '\(scratch.root)'; leaving defaults unchanged; "
        let error = "defaults: \(sentence)use '--entry 1 --force' to restore its old values here\n"
        let other = ["--root", scratch.path + "/other"]
        for words in [[], ["2"], ["--all"], ["--redo"], ["--entry", "1"], ["--dry-run"], ["--force"]] {
            #expect(
                try scratch.recorded(["undo"] + other + words) == Outcome(status: 1, output: [], error: error),
                "\(words)")
        }
        #expect(try Disk.bytes(scratch.journal) == before)
        #expect(!Disk.exists(scratch.path + "/other"))
        // Entries of this folder can be between those of others.
        #expect(try scratch.recorded(["write"] + other + ["D", "k", "2"]).status == 0)
        #expect(try scratch.recorded("write", "D", "l", "3").status == 0)
        #expect(try scratch.recorded(["undo"] + other).text == "[D]\n- k: string \"2\"\n")
        #expect(try scratch.recorded(["undo", "--redo"] + other).text == "[D]\n+ k: string \"2\"\n")
        #expect(try scratch.recorded("undo", "2").text == "[D]\n- k: string \"1\"\n- l: string \"3\"\n")
    }

    @Test("by force, an entry of another folder is taken back here as a change, and stays there")
    func otherFolderByForce() throws {
        #expect(try scratch.recorded("write", "D", "k", "1").status == 0)
        let other = ["--root", scratch.path + "/other"]
        try scratch.succeed("write", "--root", scratch.path + "/other", "D", "k", "1")
        let words = ["undo"] + other
        #expect(try scratch.recorded(words + ["--entry", "1", "--force"]).text == "[D]\n- k: string \"1\"\n")
        #expect(try scratch.recorded(words).text == "[D]\n+ k: string \"1\"\n")
        #expect(try scratch.recorded("undo").text == "[D]\n- k: string \"1\"\n")
    }

    @Test("entries of another home are passed over, but not those of files given by paths")
    func homes() throws {
        let outcome = try scratch.bash(
            """
            unset DEFAULTS_ROOT XDG_CONFIG_HOME; export DEFAULTS_JOURNAL=$PWD/journal
            mkdir h1 h2
            HOME=$PWD/h1 defaults write com.a k v
            HOME=$PWD/h2 defaults undo 2>/dev/null && echo undone
            HOME=$PWD/h1 defaults write ~/f k w
            HOME=$PWD/h2 defaults undo
            HOME=$PWD/h1 defaults undo
            """)
        let path = try #require(outcome.text.split(separator: "\n").first)
        #expect(path.hasSuffix("/f.plist]") || path.hasSuffix("/f]"), "\(outcome)")
        #expect(outcome.text.hasSuffix("- k: string \"w\"\n[com.a]\n- k: string \"v\"\n"), "\(outcome)")
        #expect(outcome.status == 0)
        #expect(!outcome.text.contains("undone"))
    }

    @Test("a folder is the same by any path", arguments: ["root", "./root", "root/", "link", "./link/."])
    func spellingsOfFolder(root: String) throws {
        try Disk.link(scratch.path + "/link", to: "root")
        try Disk.makeFolder(scratch.root)
        #expect(try scratch.recorded("write", "--root", root, "D", "k", "1").status == 0)
        #expect(try scratch.recorded("undo").text == "[D]\n- k: string \"1\"\n")
        #expect(try scratch.recorded("write", "D", "k", "1").status == 0)
        #expect(try scratch.recorded("undo", "--root", root).text == "[D]\n- k: string \"1\"\n")
    }

    @Test("a journal of 0.2 is read, and its undos are changes")
    func olderJournals() throws {
        let lines = [(1, "old", "new"), (2, "new", "old"), (3, "old", "new")].map { number, old, new in
            #"{"changes":[{"domain":"D","new":"\#(new)","old":"\#(old)","path":"k"}],"command":["undo"],"#
                + #""date":"2024-01-31T12:00:00Z","number":\#(number),"root":true,"schema":1}"# + "\n"
        }
        try Disk.write(lines.joined(), to: scratch.journal)
        try scratch.bash("chmod 600 journal")
        try scratch.defaults("write", "D", "k", "new")
        for value in ["old", "new", "old"] {
            #expect(try scratch.recorded("undo").status == 0)
            #expect(try scratch.defaults("read", "D", "k").text == value + "\n")
        }
        #expect(try scratch.recorded("undo").status == 1)
    }

    @Test("an entry of another root is not undone")
    func roots() throws {
        #expect(try scratch.recorded("write", "D", "k", "v").status == 0)
        for words in [["undo"], ["undo", "--redo"], ["undo", "--entry", "1"]] {
            let outcome = try scratch.recorded(words, isBelowRoot: false)
            outcome.expect(1, comment: "\(words)")
            #expect(outcome.error.contains("another root") == words.contains("--entry"))
        }
        #expect(try scratch.recorded(["write", "D", "k", "w"], isBelowRoot: false).status == 0)
        #expect(try scratch.recorded(["undo"], isBelowRoot: false).text == "[D]\n- k: string \"w\"\n")
        #expect(try scratch.recorded("undo").status == 0)
        #expect(try scratch.defaults("domains").text == "\n")
    }

    @Test("an undo that cannot be printed says that it was made")
    func fullOutput() throws {
        #expect(try scratch.recorded("write", "D", "k", "v").status == 0)
        let outcome = try scratch.bash("defaults undo --journal journal >/dev/full")
        outcome.expect(74, containing: "the change has been made")
        #expect(try scratch.defaults("domains").text == "\n")
    }
}
