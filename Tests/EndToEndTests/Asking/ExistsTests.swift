import Foundation
import Testing

/// `exists` answers with its status, and prints nothing.
@Suite(.waiting) struct ExistsTests {
    private let scratch = Scratch()

    init() throws {
        try scratch.place("<dict><key>k</key><array><false/></array><key></key><string></string></dict>", in: "D")
        try scratch.place("<dict></dict>", in: "Empty")
        try Data("no property list".utf8).write(to: URL(fileURLWithPath: scratch.file("Broken")))
    }

    @Test(
        "the status is 0 for what exists, and 1 for what does not",
        arguments: [
            (["D"], 0), (["D", "k"], 0), (["D", ""], 0), (["--path", "k.0", "D"], 0), (["D", "--path", "k"], 0),
            (["./root/D"], 0), (["./root/D.plist", "k"], 0), (["--", "D", "k"], 0),
            (["E"], 1), (["D", "K"], 1), (["--path", "k.1", "D"], 1), (["--path", "k.0.x", "D"], 1), (["Empty"], 1),
            (["Empty", "k"], 1), (["-currentHost", "D"], 1), (["-g"], 1), (["-g", "k"], 1), (["./none", "k"], 1),
            (["--", "-x"], 1),
        ] as [([String], Int32)])
    func answer(words: [String], status: Int32) throws {
        let outcome = try scratch.defaults(["exists"] + words)
        #expect(outcome == Outcome(status: status, output: [], error: ""), "\(words)")
    }

    @Test(
        "what cannot be read or is malformed is an error, which is neither 0 nor 1",
        arguments: [
            (["Broken"], 65), (["Broken", "k"], 65), ([], 255), (["D", "k", "x"], 255),
            (["--path", "k", "D", "x"], 255),
            (["--dry-run", "D"], 255), (["-x"], 255), (["D", "--json"], 255), ([""], 255),
        ] as [([String], Int32)])
    func error(words: [String], status: Int32) throws {
        let outcome = try scratch.defaults(["exists"] + words)
        outcome.expect(status, text: "", comment: "\(words)")
        #expect(outcome.error.hasPrefix("defaults: "), "\(words)")
        #expect(outcome.error.hasSuffix("\n"), "\(words)")
    }

    @Test("nothing is created")
    func harmless() throws {
        let before = try TreeState(scratch.root)
        try scratch.defaults("exists", "New", "k")
        #expect(try TreeState(scratch.root) == before)
    }
}
