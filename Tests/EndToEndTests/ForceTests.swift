import Foundation
import Glibc
import TestExtent
import Testing

/// `--force`, which removes and replaces domains whose files cannot be read, and nothing else.
@Suite(.waiting) struct ForceTests {
    let scratch = Scratch()

    init() throws {
        try Disk.makeFolder(scratch.root)
    }

    /// Contents of a file whose reading ends with 65: truncated, another root, another kind of text, and a set.
    static let unreadable: [[UInt8]] = [
        Array("<plist><dict>".utf8), Array("<plist><array/></plist>".utf8), Array("hello".utf8),
        CraftedBinary([0xD1, 1, 2], .ascii("K"), [0xC1, 3], [0x51, 0x76]).bytes,
    ]

    private func put(_ bytes: [UInt8], at path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    @Test("every change of a file that cannot be read is refused, and says how to remove it", arguments: unreadable)
    func refused(bytes: [UInt8]) throws {
        try put(bytes, at: scratch.file("D"))
        let before = try TreeState(scratch.root)
        let changes = [
            ["write", "D", "k", "v"], ["delete", "D"], ["delete", "--if-exists", "D"],
            ["import", "--replace", "D", "-"],
            ["delete", "--dry-run", "D"], ["import", "--dry-run", "--replace", "D", "-"],
        ]
        for words in changes {
            let outcome = try scratch.defaults(words, input: Array("{ a = 1; }".utf8))
            outcome.expect(65, text: "", complaints: 1, comment: "\(words)")
            #expect(
                outcome.error.hasSuffix(
                    "; use 'delete --force' to remove the file, or 'import --replace --force' to replace it\n"),
                "\(words): \(outcome.error)")
            #expect(try TreeState(scratch.root).differences(from: before) == [], "\(words)")
        }
    }

    @Test("delete --force removes it", arguments: unreadable)
    func delete(bytes: [UInt8]) throws {
        for verb in ["delete", "delete-all"] {
            try put(bytes, at: scratch.file("D"))
            try scratch.succeed("write", "Other", "k", "v")
            #expect(try scratch.defaults(verb, "--force", "D") == .silence)
            #expect(try Disk.names(in: scratch.root) == ["Other.plist"])
        }
    }

    @Test("import --replace --force replaces it, and keeps the mode", arguments: unreadable)
    func replace(bytes: [UInt8]) throws {
        try put(bytes, at: scratch.file("D"))
        chmod(scratch.file("D"), 0o640)
        let outcome = try scratch.defaults("import", "--replace", "--force", "D", "-", input: Array("{ a = 1; }".utf8))
        #expect(outcome == .silence)
        #expect(try Foreign.lines(scratch.file("D")) == [#""a": "1""#])
        #expect(try FileFacts(scratch.file("D")).permissions == 0o640)
    }

    @Test("a dry run says so, changes nothing, and counts as a change", arguments: unreadable)
    func dryRun(bytes: [UInt8]) throws {
        try put(bytes, at: scratch.file("D"))
        let before = try TreeState(scratch.root)
        let deletion = try scratch.defaults("delete", "--force", "--dry-run", "--exit-code", "D")
        #expect(deletion == Outcome(status: 2, output: Array("- (a file that cannot be read)\n".utf8), error: ""))
        let replacement = try scratch.defaults(
            "import", "--force", "--replace", "--dry-run", "D", "-", input: Array("{ a = 1; }".utf8))
        replacement.expect(0, text: "- (a file that cannot be read)\n+ a: string \"1\"\n")
        #expect(try TreeState(scratch.root).differences(from: before) == [])
    }

    @Test("a domain that can be read, or does not exist, is treated as without the option")
    func readable() throws {
        try scratch.succeed("write", "D", "k", "v")
        #expect(try scratch.defaults("delete", "--force", "D") == .silence)
        #expect(try Disk.names(in: scratch.root) == [])
        let missing = try scratch.defaults("delete", "--force", "D")
        #expect(missing == (try scratch.defaults("delete", "D")))
        #expect(missing.status == 1)
        #expect(try scratch.defaults("delete", "--force", "--if-exists", "D") == .silence)
    }

    @Test("a link stays, and a path keeps an empty dictionary, as when they can be read")
    func linkAndPath() throws {
        try put(Self.unreadable[0], at: scratch.path + "/real.plist")
        try Disk.link(scratch.file("D"), to: scratch.path + "/real.plist")
        #expect(try scratch.defaults("delete", "--force", "D") == .silence)
        #expect(try Foreign.lines(scratch.path + "/real.plist") == [])
        try put(Self.unreadable[0], at: scratch.path + "/real.plist")
        #expect(try scratch.defaults("delete", "--force", "./real") == .silence)
        #expect(try Foreign.lines(scratch.path + "/real.plist") == [])
    }

    @Test("a folder and a FIFO are not removed")
    func otherThings() throws {
        try scratch.bash("mkdir root/D.plist; mkfifo root/E.plist")
        for name in ["D", "E"] {
            let outcome = try scratch.defaults("delete", "--force", name)
            outcome.expect(65, complaints: 1)
            #expect(Disk.exists(scratch.file(name)))
        }
    }

    @Test(
        "where it cannot take effect it is refused, before anything changes",
        arguments: [
            ["delete", "--force", "D", "k"], ["delete", "--force", "--path", "k", "D"],
            ["import", "--force", "D", "-"],
            ["import", "--force", "--merge", "D", "-"], ["--keyring", "delete", "--force", "D"],
            ["--keyring", "import", "--replace", "--force", "D", "-"],
        ])
    func refusedOptions(words: [String]) throws {
        try put(Self.unreadable[0], at: scratch.file("D"))
        let before = try TreeState(scratch.path)
        let outcome = try scratch.defaults(words, input: Array("{ a = 1; }".utf8))
        outcome.expect(255, text: "", complaints: 1)
        #expect(try TreeState(scratch.path).differences(from: before) == [])
    }
}
