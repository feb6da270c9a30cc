import Foundation
import Testing

/// `read --default` prints a text where the answer would be that something does not exist.
@Suite(.waiting) struct DefaultTextTests {
    private let scratch = Scratch()

    init() throws {
        try scratch.place("<dict><key>k</key><integer>1</integer></dict>", in: "D")
        try Data("no property list".utf8).write(to: URL(fileURLWithPath: scratch.file("Broken")))
    }

    @Test(
        "the text is printed if the domain, key or path does not exist, and the value if it does",
        arguments: [
            ("read --default x D k", "1\n"), ("read --default x D j", "x\n"), ("read D j --default x", "x\n"),
            ("read --default x E k", "x\n"), ("read --default x E", "x\n"), ("read --default= D j", "\n"),
            ("read --default '' D j", "\n"), ("read --default -1 D j", "-1\n"), ("read --default 'a  b' D j", "a  b\n"),
            ("read --default x --path k.a D", "x\n"), ("read --default x --path k D", "1\n"),
            ("read --default x -g k", "x\n"), ("read --default x --effective E k", "x\n"),
            ("read --default x ./none k", "x\n"),
            ("read --default 12 --json D j", "\"12\"\n"), ("read --default é --raw D j", "é"),
            ("read --default x --lines D j", "x\n"), ("read --default x --types D j", "string \"x\"\n"),
            ("read --default 'a b' --sh D j", "default_j='a b'\n"), ("read --default é --ascii D j", "\\351\n"),
        ])
    func text(words: String, output: String) throws {
        let outcome = try scratch.bash("defaults \(words)")
        #expect(outcome == Outcome(status: 0, output: Array(output.utf8), error: ""), "\(words)")
    }

    @Test(
        "a file that cannot be read is still an error, and so is an option without effect",
        arguments: [
            ("read --default x Broken k", 65), ("read --default x Broken", 65), ("read --default x", 255),
            ("read --default", 255), ("read D --default --json", 255), ("read-type --default x D j", 255),
        ] as [(String, Int32)])
    func error(words: String, status: Int32) throws {
        let outcome = try scratch.bash("defaults \(words)")
        outcome.expect(status, text: "", beginning: "defaults: ", comment: "\(words)")
    }
}
