import Foundation
import TestExtent
import Testing

/// Changes of every verb that are recorded, and taken back.
@Suite(.waiting) struct UndoTests {
    let scratch = Scratch()
    private let environment: [String: String]

    init() throws {
        environment = scratch.environment.merging(["DEFAULTS_JOURNAL": scratch.path + "/journal"]) { $1 }
        try Disk.write(
            #"""
            {"D": {"x": {"y": 1, "z": [1, 2]}, "y": "old", "z": {"$date": "2024-01-31T12:00:00Z"}},
             "E": {"x": 1}, "-currentHost E": {"h": true}, "NSGlobalDomain": {"a b": {"$data": "AAEC"}}}
            """#, to: scratch.path + "/start.json")
        try scratch.succeed("apply", "start.json")
    }

    private func run(_ words: [String], input: [UInt8] = []) throws -> Outcome {
        try scratch.defaults(words, input: input, environment: environment)
    }

    private func undo(_ words: String...) throws {
        let outcome = try run(["undo"] + words)
        outcome.expect(0, error: "", comment: "\(words)")
    }

    /// All domains, those of hosts too, as text.
    private func state() throws -> String { try scratch.defaults("snapshot").text }

    /// The numbers of the entries in the journal.
    private func entries() throws -> [Int] {
        try run(["history"]).text.split(separator: "\n").filter { $0.contains(" +0000 ") && $0.first?.isNumber == true }
            .compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    }

    @Test("random changes of every verb are undone and redone", arguments: Extent.sample(0..<30, short: 15))
    func randomChanges(seed: Int) throws {
        var changes = RandomChanges(seed: UInt64(seed), scratch: scratch)
        var states = [try state()]
        var verbs: Set<String> = []
        for _ in 0..<changes.count(5...25) {
            let (words, input) = try changes.next()
            let outcome = try run(words, input: input)
            let now = try state()
            if outcome.status != 0 { #expect(now == states.last, "\(words): \(outcome)") }
            if now != states.last { verbs.formUnion(words) }
            states.append(now)
        }
        #expect(verbs.count > 3)
        let numbers = try entries()
        #expect(Set(numbers).sorted() == numbers)
        try undo("--all")
        #expect(try state() == states.first)
        if states.first != states.last {
            try undo("--redo")
            #expect(try state() == states.last)
        }
        try undo("--all")
        #expect(try state() == states.first)
    }

    @Test(
        "on a full disk nothing is changed without an entry, and with space again everything is undone",
        MountSpace.condition)
    func fullDisk() throws {
        let script = #"""
            mkdir small && mount -t tmpfs -o size=1m tmpfs small || exit 99
            head -c $((252 * 4096)) /dev/zero >small/filler || exit 99  # 16 KiB are left
            cp -pr root start
            export DEFAULTS_JOURNAL=$PWD/small/journal
            long=$(printf %1000d 0)
            for ((i = 1; i < 100; i++)); do
                defaults write D k$i "$long" 2>error || break
            done
            defaults read D k$i >/dev/null 2>&1 && echo "changed without an entry"
            defaults read D k$((i - 1)) >/dev/null || echo "not changed"
            [ "$(defaults history | grep -c '^[1-9]')" = $((i - 1)) ] || echo "entries are missing"
            cat error
            defaults undo --all 2>&1 && echo "undone without an entry"
            rm small/filler
            defaults undo --all >/dev/null && defaults diff ./start ./root && diff -r start root
            """#
        let outcome = try scratch.bashInMountSpace(script)
        let message = "/small/journal': No space left on device; leaving defaults unchanged"
        #expect(outcome.error.isEmpty, "\(outcome.error)")
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.count == 2, "\(outcome.text)")
        #expect(lines.allSatisfy { $0.hasSuffix(message) }, "\(outcome.text)")
    }
}
