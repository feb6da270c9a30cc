import Foundation
import PropertyList
import Testing

/// A dry run shows the difference that a change would make, and touches nothing.
@Suite(.waiting, .withoutSanitizer) struct DryRunTests {
    struct Change: Sendable {
        let arguments: [String]
        var input = ""
        /// The domain that changes.
        var domain = "D"

        init(_ arguments: String..., input: String = "", domain: String = "D") {
            (self.arguments, self.input, self.domain) = (arguments, input, domain)
        }

        /// With options right after the verb.
        func words(_ options: [String]) -> [String] {
            [arguments[0]] + options + arguments.dropFirst()
        }
    }

    static let changes = [
        Change("write", "D", "K", "new"), Change("write", "D", "N", "-int", "1"),
        Change("write", "E", "K", "v", domain: "E"),
        Change("write", "sub/E", "K", "v", domain: "sub/E"), Change("write", "D", "{ a = 1; }"),
        Change("write", "D", "{}"),
        Change("write", "D", "A", "-array-add", "x"), Change("write", "D", "M", "-dict-add", "x", "y"),
        Change("write", "--unique", "D", "A", "-array-add", "x", "a"),
        Change("write", "D", "A", "-array-remove", "a"),
        Change("write", "--path", "M.k.x", "D", "-bool", "yes"),
        Change("write", "--path", "A.1", "--insert", "D", "-int", "5"),
        Change("write", "--stdin", "D", "K", "-string", input: "text\n"),
        Change("write", "--stdin", "D", input: #"{"J": [1.0]}"#),
        Change("write", "--value-file", "new.json", "D", "K"), Change("write", "-g", "K", "v", domain: "-g"),
        Change("rename", "D", "K", "L"), Change("rename", "--path", "A.0", "D", "M.moved"), Change("delete", "D", "K"),
        Change("delete", "D"), Change("remove", "--path", "A.0", "D"), Change("delete-all", "D", "M"),
        Change("import", "D", "new.json"), Change("import", "--merge", "D", "new.json"),
        Change("import", "--replace", "D", "-", input: "a = b;"),
        Change("write", "./root/D.plist", "K", "new"), Change("delete", "./root/D", domain: "D"),
        Change("write", "Link", "K", "new", domain: "Link"),
        // Nothing changes.
        Change("write", "D", "K", "v"), Change("delete", "--if-exists", "D", "z"),
        Change("write", "--unique", "D", "A", "-array-add", "a"), Change("write", "D", "z", "-array-remove", "a"),
        Change("import", "--merge", "D", "-", input: "{}"),
    ]

    /// Changes that are refused, with their statuses.
    static let refusals: [(Change, Int32)] = [
        (Change("delete", "D", "z"), 1), (Change("delete", "E"), 1), (Change("rename", "D", "z", "y"), 1),
        (Change("write", "D", "K", "-array-add", "x"), 1), (Change("write", "D", "K", "-array-remove", "x"), 1),
        (Change("write", "--path", "A.9", "D", "x"), 1),
        (Change("write", "D", "K", "-int", "x"), 255), (Change("import", "D", "-", input: "{"), 65),
        (Change("import", "D", "missing"), 74),
    ]

    private static func scratch() throws -> Scratch {
        let scratch = Scratch()
        try Data(#"{"K": "imported", "M": {"k": {"y": 2}}, "$n": {"$date": "2024-01-31T00:00:00Z"}}"#.utf8)
            .write(to: URL(fileURLWithPath: scratch.path + "/new.json"))
        try scratch.store(
            ["K": "v", "A": ["a", 0.5], "M": ["k": ["x": 1], "l": true], "\n": .uid(1)], at: scratch.file("D"))
        try scratch.bash("ln -s D.plist root/Link.plist")
        return scratch
    }

    private func run(_ change: Change, _ options: [String], _ scratch: Scratch) throws -> Outcome {
        try scratch.defaults(change.words(options), input: Array(change.input.utf8))
    }

    @Test("what it prints is what diff says of the change, and nothing is touched", arguments: changes)
    func preview(_ change: Change) throws {
        let scratch = try Self.scratch()
        let before = try TreeState(scratch.path)
        let preview = try run(change, ["--dry-run"], scratch)
        preview.expect(0, error: "")
        #expect(try run(change, ["--exit-code", "--dry-run"], scratch).status == (preview.output.isEmpty ? 0 : 2))
        #expect(try TreeState(scratch.path).differences(from: before) == [])

        try scratch.bash("cp -a root old")
        let made = try run(change, ["--exit-code"], scratch)
        made.expect((preview.output.isEmpty ? 0 : 2), text: "", error: "")
        let old = scratch.path + "/old/" + (change.domain == "-g" ? ".GlobalPreferences" : change.domain)
        let difference = try scratch.defaults("diff", "--allow-missing", "--", old, change.domain)
        difference.expect((preview.output.isEmpty ? 0 : 1), text: preview.text)
    }

    @Test("what would be refused is, with the same status and words", arguments: 0..<8)
    func refusal(index: Int) throws {
        let (change, status) = Self.refusals[index]
        let scratch = try Self.scratch()
        let before = try TreeState(scratch.path)
        let preview = try run(change, ["--dry-run"], scratch)
        preview.expect(status, text: "", complaints: 1)
        #expect(try run(change, [], scratch) == preview)
        #expect(try TreeState(scratch.path).differences(from: before) == [])
    }

    @Test("an export writes no file")
    func export() throws {
        let scratch = try Self.scratch()
        let before = try TreeState(scratch.path)
        for path in ["./out.plist", "./root/E.plist", "./no/such/folder"] {
            #expect(try scratch.defaults("--dry-run", "export", "D", path) == .silence)
        }
        #expect(try TreeState(scratch.path).differences(from: before) == [])
    }

    @Test("a folder that cannot be written is no obstacle", OtherAccount.ordinaryCondition)
    func readOnlyFolder() throws {
        let scratch = try Self.scratch()
        try scratch.bash("chmod 444 root/D.plist; chmod 555 root")
        defer { _ = try? scratch.bash("chmod 755 root") }
        let before = try TreeState(scratch.path)
        for change in Self.changes where change.input.isEmpty {
            let outcome = try scratch.defaults(change.words(["--dry-run"]), as: .unprivileged)
            outcome.expect(0, error: "", comment: "\(change.arguments)")
            #expect(outcome.output == (try run(change, ["--dry-run"], scratch)).output)
        }
        #expect(try TreeState(scratch.path).differences(from: before) == [])
    }

    @Test(
        "a file system that is read-only is no obstacle",
        MountSpace.condition,
        arguments: [
            "write D K new", "write E K new", "delete D", "delete D K", "rename D K N", "import D - <<<'a = b;'",
            "write --stdin D K -string <<<x", "write --path K2.a.b D x",
        ])
    func readOnlyMount(command: String) throws {
        let outcome = try Scratch().bashOnMountedRoot(
            "cd ..; mount --bind root root && mount -o remount,bind,ro root",
            command: "defaults --dry-run --exit-code \(command)")
        outcome.expect(2, error: "")
        #expect(outcome.text.hasSuffix("\nunchanged\n"))
    }
}
