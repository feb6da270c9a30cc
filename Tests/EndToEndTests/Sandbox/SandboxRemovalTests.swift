import Foundation
import Glibc
import TestExtent
import Testing

/// The folder of a sandbox is removed whatever happens in it, and nothing else is.
@Suite(.waiting) struct SandboxRemovalTests {
    let scratch = Scratch()

    init() throws {
        try scratch.prepareSandboxes()
        try Disk.makeFolder(scratch.path + "/outside/folder")
        try Disk.write("kept", to: scratch.path + "/outside/folder/file")
    }

    private static let contents: [String: String] = [
        "read-only folders": "mkdir -p a/b/c/d; touch a/b/c/file; chmod 0 a/b/c; chmod 500 a/b a .",
        "a folder without rights": "mkdir a; touch a/file; chmod 0 a .",
        "links": "ln -s ../../outside l; ln -s l m; ln -s nothing n; mkdir d; ln -s ../../../outside/folder d/l",
        "hard links, FIFOs and sockets": "ln ../../outside/folder/file h 2>/dev/null; mkfifo f; mkdir g; mkfifo g/f",
        "deep folders": "p=$(printf 'd/%.0s' $(seq 1500)); mkdir -p $p; touch $p/f",
        "many files": "mkdir m; cd m; seq 3000 | xargs touch; mkdir $(seq -f d%g 500)",
        "odd names": "mkdir -- -r $'a\\nb' $'\\377' .defaults-removed-1; touch -- -r/-f $'\\377/\\376' '*'",
        "nothing in its place": "rm -rf \"$DEFAULTS_ROOT\"",
    ]

    @Test("a sandbox is removed with everything in it", arguments: contents.keys.sorted())
    func removed(name: String) throws {
        try expectRemoval(of: name, as: .own)
    }

    @Test("so is that of a user without rights", OtherAccount.ordinaryCondition, arguments: contents.keys.sorted())
    func removedWithoutRights(name: String) throws {
        try expectRemoval(of: name, as: .unprivileged)
    }

    private func expectRemoval(of name: String, as account: Account) throws {
        try scratch.giveAway(scratch.sandboxes)
        try scratch.giveAway(scratch.path)
        chmod(scratch.sandboxes, 0o777)
        let command = "cd \"$DEFAULTS_ROOT\"; \(Self.contents[name] ?? "exit 9")"
        let words = ["sandbox", "--", "bash", "-c", command]
        let outcome = try scratch.defaults(words, as: account, environment: scratch.sandboxEnvironment)
        #expect(outcome == .silence, "\(name)")
        #expect(try scratch.leftSandboxes().filter { $0 != "x" }.isEmpty, "\(name)")
        #expect(try Disk.bytes(scratch.path + "/outside/folder/file") == Array("kept".utf8))
    }

    @Test("processes that the command leaves keep running, and are not waited for")
    func background() throws {
        let outcome = try scratch.inSandboxes(
            """
            defaults sandbox -- sh -c '{ until [ -e go ]; do :; done; : >late; } >/dev/null 2>&1 &'
            ls "$TMPDIR"; : >go; until [ -e late ]; do :; done
            """)
        #expect(outcome == .silence)
    }

    @Test("processes that the command leaves are waited for on request, also those of other sessions")
    func waiting() throws {
        let outcome = try scratch.inSandboxes(
            """
            defaults sandbox --wait --save - -- sh -c '
                late() { until [ -e "$1" ]; do sleep 0.01; done; defaults write D "$1" -bool true; }
                { late one & late two & } & (setsid sh -c "sleep 0.1; : >two; : >one" &)'
            """)
        outcome.expect(0, error: "")
        #expect(outcome.text.filter { !$0.isWhitespace } == #"{"D":{"one":true,"two":true}}"#)
        #expect(try scratch.inSandboxes("defaults sandbox --wait -- sh -c 'sleep 0.1 & exit 3'").status == 3)
        #expect(try scratch.leftSandboxes().isEmpty)
    }

    @Test("a termination ends the wait for processes that the command leaves, and removes the folder")
    func endOfWaiting() throws {
        let outcome = try scratch.inSandboxes(
            """
            defaults sandbox --wait -- sh -c '
                {
                    while kill -0 $$; do sleep 0.01; done; : >ready
                    until [ -e go ] || [ ! -e bin ]; do sleep 0.01; done
                } 2>&- >&- &' &
            until [ -e ready ]; do sleep 0.01; done
            while kill -TERM $! 2>&-; do sleep 0.05; done
            wait $! && echo 0 || echo $?; ls "$TMPDIR"; : >go
            """)
        outcome.expect(text: "143\n", error: "")
    }

    @Test(
        "a termination in front of any system call leaves no folder, and a kill one whose name says what it is",
        Strace.condition,
        arguments: [
            "mkdirat", "openat", "flock", "write", "renameat", "vfork,clone,clone3", "wait4", "getdents64", "unlinkat",
        ], ["TERM", "KILL", "INT"])
    func terminations(call: String, signal: String) throws {
        let calls = Strace.calls(call)
        for number in Extent.sample(1...8, short: 2) {
            let outcome = try scratch.inSandboxes(
                """
                exec strace -q -o trace -e "trace=\(calls)" -e "inject=\(calls):signal=\(signal):when=\(number)" \
                    defaults sandbox --from state.json --expect state.json -- /bin/true
                """)
            let status: Int32 = 128 + (signal == "TERM" ? SIGTERM : signal == "KILL" ? SIGKILL : SIGINT)
            #expect([0, status].contains(outcome.status), "\(call) \(number): \(outcome.error)")
            let left = try scratch.leftSandboxes()
            #expect(
                left.allSatisfy { signal == "KILL" && $0.hasPrefix("defaults-sandbox-") }, "\(call) \(number): \(left)")
            try scratch.bash("rm -rf tmp/*")
        }
    }

    @Test("64 sandboxes at once share nothing")
    func parallel() throws {
        let before = try TreeState(scratch.root)
        let children = try (0..<64).map { index in
            let command = "defaults write D k -int \(index); defaults write D own.\(index) x; defaults read D | wc -l"
            // Each in a folder of its own, so that no sandbox waits for the lock of another one's folder.
            try Disk.makeFolder("\(scratch.path)/saved.\(index)")
            let saved = "saved.\(index)/state.json"
            let words = ["sandbox", "--from", "state.json", "--save", saved, "--", "sh", "-c", command]
            return try scratch.start([Executable.defaults] + words, environment: scratch.sandboxEnvironment)
        }
        for (index, child) in children.enumerated() {
            #expect(try child.outcome() == Outcome(status: 0, output: Array("8\n".utf8), error: ""))
            let saved = String(decoding: try Disk.bytes("\(scratch.path)/saved.\(index)/state.json"), as: UTF8.self)
            #expect(saved.contains(#""k": \#(index),"#))
            #expect(saved.contains(#""own.\#(index)": "x""#))
        }
        #expect(try scratch.leftSandboxes().isEmpty)
        #expect(try TreeState(scratch.root) == before)
    }
}
