import Foundation
import Testing

/// Each command is at most one entry of a journal, which one undo takes back.
@Suite(.waiting) struct OneEntryTests {
    private let scratch = Scratch()

    init() throws { try scratch.setUpLines() }

    private func run(_ line: String) throws -> Outcome {
        let journal = ["DEFAULTS_JOURNAL": scratch.path + "/j"]
        return try scratch.bash(line, environment: scratch.lineEnvironment.merging(journal) { $1 })
    }

    /// The files of all domains, with their bytes.
    private func state() throws -> String {
        let list = "find root -name .defaults -prune -o -type f -printf '%p %m\n' -exec cat {} \\;"
        return try scratch.bash("\(list) | sort").text
    }

    private func entryCount() throws -> Int {
        try run("defaults history").text.matches(of: #/(?m)^\d+ \d{4}-/#).count
    }

    @Test(
        "a command is one entry, which one undo takes back to the last byte",
        arguments: VerbLine.all.filter { $0.kind == .changes && $0.status == 0 })
    func lines(line: VerbLine) throws {
        let start = (try entryCount(), try state())
        try run(line.text).expect(0, error: "")
        #expect(try entryCount() == start.0 + 1)
        #expect(try state() != start.1)
        let isUndo = line.text.contains(" undo ")
        let back = !isUndo ? "undo" : line.text.contains("--redo") ? "undo 1" : "undo --redo"
        for verb in isUndo ? [back] : [back, "undo --redo", "undo"] {
            #expect(try run("defaults \(verb)").status == 0, "\(verb)")
            #expect(try (state() == start.1) == (verb == back || verb == "undo"), "\(verb)")
        }
    }

    @Test("all saves of PlistBuddy are one entry")
    func plistBuddy() throws {
        let path = scratch.path + "/f.plist"
        var environment = scratch.environment
        environment["DEFAULTS_ROOT"] = nil
        environment["DEFAULTS_JOURNAL"] = scratch.path + "/other journal"
        let commands = "PlistBuddy -c 'Add :k string a' -c Save -c 'Set :k b' -c 'Add :l string c' f.plist"
        let outcome = try scratch.bash(commands + " && defaults history", environment: environment)
        #expect(outcome.text.matches(of: #/(?m)^\d+ \d{4}-/#).count == 1, "\(outcome)")
        #expect(try scratch.defaults("undo", environment: environment).status == 0)
        #expect(try scratch.defaults("read", path).status == 1)
    }

    @Test("after pruning, an entry of several lines is whole or gone")
    func pruning() throws {
        #expect(try run("defaults migrate --id m D E L=S").status == 0)
        let count = try entryCount()
        #expect(try run("defaults history --prune 1").status == 0)
        #expect(try entryCount() == 1)
        #expect(count > 1)
        #expect(try run("defaults undo").status == 0)
        #expect(try scratch.defaults("read", "D", "S").text == "old\n")
        #expect(try scratch.defaults("read", "E", "L").status == 1)
    }
}
