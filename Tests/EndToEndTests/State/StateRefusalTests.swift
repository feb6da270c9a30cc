import Testing

/// Command lines about documents, records and journals that are refused.
@Suite(.waiting) struct StateRefusalTests {
    let scratch = Scratch()

    /// Command lines with their status and a part of their sentence. `J` stands for the option of a journal.
    private static let refusals: [(status: Int32, part: String, lines: [String])] = [
        (255, "wrong operands", ["apply", "apply --id me --remove state", "apply --status a b", "batch changes x"]),
        (
            255, "wrong operands",
            ["snapshot D", "undo J 1 2", "undo J 0", "undo J x", "undo J --all 1", "undo J --redo 1"]
        ),
        (255, "wrong operands", ["undo J --prune 1 1", "undo J --list 0"]),
        (
            255, "cannot be combined",
            ["apply --status --id me", "migrate --keyring J D E a=b", "undo J --all --entry 1"]
        ),
        (255, "cannot be combined", ["undo J --redo --all", "undo J --redo --entry 1", "undo J --list --prune 1"]),
        (
            255, "cannot be combined",
            ["undo J --list --all", "undo J --list -n", "undo J --prune 1 --dry-run", "undo J --prune 1 --redo"]
        ),
        (255, "'--json' requires option '--list'", ["undo J --json"]),
        (255, "does not apply to verb", ["apply --keyring state", "batch --keyring", "read J D"]),
        (255, "takes ", ["apply --id a/b state", "undo J --entry x", "undo J --prune 0", "undo J --prune -1"]),
        (255, "option '--", ["apply --id '' state", "apply --remove", "undo"]),
        (255, "cannot be recorded", ["apply --id me path", "write J ./f k v", "delete --force J D"]),
        (255, "'D' is a domain; a state document is given by a path", ["diff --state D E"]),
        (74, "issing", ["apply state missing", "batch missing", "--root missing snapshot", "diff ./missing ./root"]),
        (74, "journal 'none' does not exist; leaving defaults unchanged", ["undo", "undo --list"].map { $0 + none }),
        (74, "journal 'none' does not exist", ["--all", "--redo", "-n"].map { "undo " + $0 + none }),
        (74, "journal 'none' does not exist", ["undo --prune 1" + none]),
        (74, "/journal'", ["missing", "other"].map { "write --journal \($0)/journal D k v" }),
        (65, "is not a state document", ["apply bad", "apply relative", "diff ./root/D.plist ./root"]),
        (65, "cannot read 'folder'", ["write --journal folder D k v"]),
        (65, "cannot read 'fifo'", ["write --journal fifo D k v"]),
        (65, "cannot use journal 'other'", ["write --journal other D k v"]),
        (65, "cannot read 'link'", ["write --journal link D k v", "undo --journal link --prune 1"]),
        (77, "cannot use journal 'shared'", ["write --journal shared D k v", "undo --journal shared --prune 1"]),
        (77, "others can write it", ["--id open --remove", "--id open state", "--status open"].map { "apply " + $0 }),
        (
            1, "nothing is applied under the identifier 'nobody'",
            ["apply --status nobody", "apply --id nobody --remove"]
        ),
        (1, "'k' of domain 'D' is owned by 'me'; leaving defaults unchanged", ["apply --id you state"]),
        (1, "has 3 changes to take back, not ", ["99", "4", "--dry-run 4", "--force 4"].map { "undo J " + $0 }),
        (1, "has no undo that can be taken back", ["undo J --redo"]), (1, "has no entry 99", ["undo J --entry 99"]),
    ]
    private static let none = " --journal none"

    @Test("a refusal is one sentence, and changes nothing", arguments: refusals)
    func refused(status: Int32, part: String, lines: [String]) throws {
        let script = #"""
            for value in 1 2 3; do defaults --journal journal write D k $value; done
            echo '{"D": 1}' >bad; echo '{"./D": {"k": 1}}' >relative; echo "{\"$PWD/f\": {\"k\": 1}}" >path
            echo '{"D": {"k": "new"}}' >state; echo hello >other; echo 'write D k new' >changes
            ln -s journal link; mkfifo fifo; mkdir folder; : >shared; chmod 620 shared
            defaults apply --id me state; defaults apply --id open <(echo '{"E": {"k": 1}}')
            chmod 622 root/.defaults/applied/open.plist
            """#
        #expect(try scratch.bash(script) == .silence)
        let before = try (scratch.fileStates(), scratch.names())
        for line in lines.map({ $0.replacing(" J ", with: " --journal journal ") }) {
            let outcome = try scratch.bash("defaults \(line)")
            outcome.expect(status, text: "", complaints: 1, containing: part, comment: line)
            #expect(try scratch.fileStates() == before.0, "\(line)")
            #expect(try scratch.names() == before.1, "\(line)")
        }
    }
}
