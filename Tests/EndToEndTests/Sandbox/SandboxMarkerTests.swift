import Foundation
import Testing

/// The file by which programs know a sandbox is seen by no verb, and goes with `--keep`.
@Suite(.waiting) struct SandboxMarkerTests {
    let scratch = Scratch()

    init() throws {
        try scratch.prepareSandboxes()
        try Disk.makeFolder(scratch.path + "/empty")
    }

    @Test("the file is in the folder of the sandbox, and no verb sees it", arguments: ["", "--home"])
    func unseen(option: String) throws {
        let outcome = try scratch.inSandboxes(
            """
            defaults sandbox \(option) -o saved.json --expect ./empty -- bash -ec '
                cmp "$DEFAULTS_SANDBOX/.defaults/sandbox" <(stat -c %d:%i "$DEFAULTS_SANDBOX")
                defaults domains; defaults snapshot; defaults check
                defaults diff ./empty "$DEFAULTS_ROOT"'
            echo $?; cat saved.json
            """)
        #expect(outcome == Outcome(status: 0, output: Array("\n{}\n0\n{}\n".utf8), error: ""), "\(outcome.text)")
    }

    @Test("the file is not in a sandbox that is kept", arguments: ["", "--home"])
    func kept(option: String) throws {
        let outcome = try scratch.inSandboxes(
            """
            defaults sandbox \(option) --keep -- defaults write D k v 2>/dev/null; cd "$TMPDIR"/*; find . | sort
            """)
        let home = ".\n./.config\n./.config/D.plist\n./Library\n./Library/Preferences\n"
        let listing = option.isEmpty ? ".\n./D.plist\n" : home
        #expect(outcome.text == listing, "\(outcome.text)")
    }

    @Test("secrets that the command stored are kept")
    func keptSecrets() throws {
        let outcome = try scratch.inSandboxes(
            """
            defaults sandbox --keep -- sh -c 'printf s | defaults --keyring write --stdin D k -string' 2>/dev/null
            cd "$TMPDIR"/*; find . -type f
            """)
        #expect(outcome.text == "./.defaults/keyring/secrets.plist\n", "\(outcome.text)")
    }

    @Test("a sandbox in which the file cannot be made is refused, and leaves nothing", Strace.condition)
    func failure() throws {
        let trace = try scratch.inSandboxes(
            "strace -q -o trace -e trace=mkdirat,openat,write defaults sandbox -- true; cat trace"
        ).text.components(separatedBy: "\n")
        for (call, words) in [("mkdirat", "\".defaults\""), ("openat", "\"sandbox\""), ("write", "\\n\"")] {
            let calls = trace.filter { $0.hasPrefix(call + "(") }
            let number = try #require(calls.firstIndex { $0.contains(words) }) + 1
            let outcome = try scratch.inSandboxes(
                """
                strace -q -o trace -e inject=\(call):error=ENOSPC:when=\(number) defaults sandbox -- touch ran; echo $?
                ls "$TMPDIR"
                """)
            #expect(outcome.text == "74\n", "\(call): \(outcome.text)")
            #expect(outcome.error.hasSuffix(": No space left on device\n"), "\(call): \(outcome.error)")
            #expect(!Disk.exists(scratch.path + "/ran"))
        }
    }
}
