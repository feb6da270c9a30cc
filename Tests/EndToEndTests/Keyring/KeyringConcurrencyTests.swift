import Foundation
import Glibc
import TestExtent
import Testing

/// Many writers of one domain in a real keyring, and writers that are killed.
@Suite(.waiting, .serialized, Keyring.condition)
struct KeyringConcurrencyTests {
    let scratch = Scratch()

    private func start(_ words: [String], input: [UInt8] = []) throws -> ChildProcess {
        try scratch.start(words, input: input, environment: scratch.keyringEnvironment)
    }

    @Test("eight processes write twenty-five keys each, and none is lost")
    func manyWriters() throws {
        let script = """
            for ((i = 0; i < 25; i++)); do
                printf %s "$i" | defaults --keyring --lock-timeout 600 write --stdin D "$1.$i" -int || exit 1
            done
            """
        let writers = try (0..<8).map { try start(["/bin/bash", "-c", script, "writer", "\($0)"]) }
        for writer in writers { #expect(try writer.outcome() == .silence) }
        let keys = try scratch.keyring("read", "--lines", "D").text.split(separator: "\n").map(String.init)
        #expect(Set(keys) == Set((0..<8).flatMap { writer in (0..<25).map { "\(writer).\($0)" } }))
        #expect(try scratch.keyring("read", "D", "7.24").text == "24\n")
    }

    // MARK: - Kills

    /// The domain holds a count, and as many keys beside it.
    private func contents(_ count: Int) -> [UInt8] {
        let keys = (0..<count).map { "key\($0) = value; " }
        return Array("{ count = \(count); \(keys.joined()) }".utf8)
    }

    private func importWords(_ prefix: [String] = []) -> [String] {
        prefix + [Executable.defaults, "--keyring", "import", "--replace", "D", "-"]
    }

    /// The count, where the domain is whole.
    private func count() throws -> Int {
        let exported = try scratch.keyring("export", "--reveal", "D", "-")
        #expect(exported.status == 0, "\(exported.error)")
        let found = try PropertyListSerialization.propertyList(from: Data(exported.output), format: nil)
        let dictionary = try #require(found as? [String: String])
        let count = try #require(dictionary["count"].flatMap { Int($0) })
        #expect(dictionary.count == count + 1)
        return count
    }

    /// Checks that the domain has the count before a write that was killed or the next one, and makes another change.
    ///
    /// A program of the killed writer may still be running. Until it has ended, nobody else can write.
    private func expectWhole(after outcome: Outcome, _ count: inout Int, _ comment: String) throws {
        let found = try self.count()
        #expect(found == next(count) || found == count && outcome.status != 0, "\(comment)")
        count = next(next(count))
        #expect(try start(importWords(), input: contents(count)).outcome() == .silence)
        #expect(try self.count() == count, "\(comment)")
    }

    private func next(_ count: Int) -> Int { count % 20 + 1 }

    @Test("a hundred kills at random instants leave the state before or after, and no change comes late")
    func randomKills() throws {
        var count = 5
        #expect(try start(importWords(), input: contents(count)).outcome().status == 0)
        var delays = KillDelays(longest: 50_000)
        // More rounds only if nearly all kills come too late.
        for round in 0..<1000 where round < 100 || delays.hits < 10 {
            let writer = try start(importWords(), input: contents(next(count)))
            delays.wait()
            writer.send(signal: SIGKILL)
            let outcome = try writer.outcome()
            delays.note(isHit: outcome.status == 128 + SIGKILL)
            try expectWhole(after: outcome, &count, "kill \(round)")
        }
        #expect(delays.hits >= 10, "the kills came too late to show anything")
    }

    @Test("a migration that is killed leaves a value in the file or in the keyring, and the next run completes it")
    func migrationKills() throws {
        let words = [Executable.defaults, "--keyring", "migrate", "--id", "m", "Plain", "D", "token=token"]
        var delays = KillDelays(longest: 50_000)
        // More rounds only if nearly all kills come too late.
        for round in 0..<300 where round < 30 || delays.hits < 5 {
            try scratch.defaults("write", "Plain", "token", "value \(round)")
            let migration = try start(words)
            delays.wait()
            migration.send(signal: SIGKILL)
            delays.note(isHit: try migration.outcome().status == 128 + SIGKILL)
            let plain = try scratch.defaults("read", "Plain", "token").text
            let secret = try scratch.keyring("read", "D", "token").text
            #expect([plain, secret].contains("value \(round)\n"), "kill \(round)")
            #expect(try start(words).outcome() == .silence, "kill \(round)")
            #expect(try scratch.keyring("read", "D", "token").text == "value \(round)\n", "kill \(round)")
            #expect(try scratch.defaults("read", "Plain").status == 1, "kill \(round)")
            #expect(try scratch.keyring("migrate", "--status", "D").text.hasPrefix("m: done, "), "kill \(round)")
            #expect(try scratch.keyring("delete", "D").status == 0)
        }
        #expect(delays.hits >= 5, "the kills came too late to show anything")
    }

    @Test(
        "a kill in front of a system call, of the command's or of its programs', leaves the state before or after",
        Strace.condition,
        arguments: ["sendmsg", "poll", "read", "write", "clone", "vfork", "wait4", "exit_group", "dup2", "flock"])
    func kills(call: String) throws {
        var count = 1
        #expect(try start(importWords(), input: contents(count)).outcome().status == 0)
        for (number, follows) in [1, 2, 3, 5, 8, 13].flatMap({ number in [(number, true), (number, false)] }) {
            let strace =
                ["/usr/bin/env", "strace", "-q", "-o", "/dev/null"] + (follows ? ["-f"] : [])
                + ["--inject=\(Strace.calls(call)):signal=KILL:when=\(number)"]
            let outcome = try start(importWords(strace), input: contents(next(count))).outcome()
            try expectWhole(after: outcome, &count, "\(call) \(number)")
        }
    }
}
