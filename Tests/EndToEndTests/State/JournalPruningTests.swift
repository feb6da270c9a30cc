import Foundation
import Testing

/// Journals that are kept short.
@Suite(.waiting) struct JournalPruningTests {
    let scratch = Scratch()

    /// The numbers of the entries.
    private func numbers() throws -> [Int] {
        try scratch.recorded("undo", "--list").text.matches(of: #/(?m)^(\d+) /#).compactMap { Int($0.1) }
    }

    private func write(_ values: ClosedRange<Int>) throws {
        for value in values { #expect(try scratch.recorded("write", "D", "k", "\(value)").status == 0) }
    }

    @Test("the last entries stay, with their numbers and the mode of the file, and can be undone")
    func lastEntries() throws {
        try write(1...5)
        #expect(try scratch.recorded("undo", "--prune", "2") == .silence)
        #expect(try numbers() == [4, 5])
        #expect(try FileFacts(scratch.journal).permissions == 0o600)
        let facts = try FileFacts(scratch.journal)
        for count in ["2", "99"] { #expect(try scratch.recorded("undo", "--prune", count).status == 0) }
        #expect(try FileFacts(scratch.journal) == facts)
        try write(6...6)
        #expect(try scratch.recorded("undo", "3").status == 0)
        #expect(try numbers() == [4, 5, 6, 7])
        #expect(try scratch.defaults("read", "D", "k").text == "3\n")
        #expect(try scratch.recorded("undo", "--prune", "1").status == 0)
        for words in [["undo"], ["undo", "--redo"]] {
            let outcome = try scratch.defaults(words + ["--journal", "journal"])
            #expect(outcome.status == 1, "\(words)")
        }
        try write(8...8)
        #expect(try numbers() == [7, 8])
    }

    @Test("no change that is made meanwhile is lost")
    func concurrency() throws {
        let script = """
            export DEFAULTS_JOURNAL=$PWD/journal
            for i in 1 2 3 4; do
                for j in 1 2 3 4 5; do defaults --lock-timeout 600 write D$i k $j || echo failed; done &
            done
            for j in 1 2 3 4 5; do
                [ ! -e journal ] || defaults undo --prune 2 || echo not pruned
            done
            wait
            """
        #expect(try scratch.bash(script) == .silence)
        #expect(try numbers().last == 20)
        #expect(try scratch.recorded("undo", "--prune", "1").status == 0)
        #expect(try numbers() == [20])
    }

    @Test("the lines of the manual record the changes of a shell")
    func profile() throws {
        let page = try String(contentsOfFile: Executable.package + "/man/defaults-state.7", encoding: .utf8)
        let lines = page.split(separator: "\n").filter { $0.hasPrefix("mkdir") || $0.hasPrefix("export") }
        let profile = lines.joined(separator: "\n").replacingOccurrences(of: "\\-", with: "-")
        let outcome = try scratch.bash(profile + "\ndefaults write D k v && defaults undo")
        #expect(outcome == Outcome(status: 0, output: Array("[D]\n- k: string \"v\"\n".utf8), error: ""))
    }
}
