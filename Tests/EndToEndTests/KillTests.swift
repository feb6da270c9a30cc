import Foundation
import Glibc
import Testing

/// A writer that is killed leaves the old contents or the new ones, and stands in nobody's way.
@Suite(.waiting) struct KillTests {
    let scratch = Scratch()

    /// The domain holds a count, and as many keys beside it.
    private var file: String { scratch.file("D") }

    @Test("two hundred kills at random instants leave the state before or after")
    func randomKills() throws {
        #expect(try startWrite(of: 1).outcome().status == 0)
        var count = 1
        var delays = KillDelays(longest: 2000)
        // More rounds only if nearly all kills come too late.
        for round in 0..<2000 where round < 200 || delays.hits < 20 {
            let writer = try startWrite(of: count + 1)
            delays.wait()
            writer.send(signal: SIGKILL)
            let status = try writer.outcome().status
            delays.note(isHit: status == 128 + SIGKILL)

            let found = try countInFile()
            #expect(found == count + 1 || found == count && status != 0, "kill \(round), status \(status)")
            count = found
            #expect(try Disk.names(in: scratch.root).filter { $0 != "D.plist" }.count <= 1, "kill \(round)")

            #expect(try startWrite(of: count + 1).outcome() == .silence)
            count += 1
            #expect(try countInFile() == count, "kill \(round)")
            #expect(try Disk.names(in: scratch.root) == ["D.plist"], "kill \(round)")
        }
        #expect(delays.hits >= 20, "the kills came too late to show anything")
    }

    /// A system call of a write, which of its kind it is, and whether the change is there when it is killed in front of
    /// that.
    struct Instant: CustomTestStringConvertible {
        let call: String
        let number: Int
        let isChanged: Bool
        var testDescription: String { "\(call) \(number)" }

        init(_ call: String, _ number: Int, isChanged: Bool = false) {
            (self.call, self.number, self.isChanged) = (call, number, isChanged)
        }
    }

    @Test(
        "a kill in front of a system call leaves the state before or after",
        Strace.condition,
        arguments: [
            Instant("flock", 1), Instant("fchmod", 1), Instant("write", 1), Instant("fsync", 1),
            Instant("renameat", 1), Instant("fsync", 2, isChanged: true), Instant("flock", 2, isChanged: true),
        ])
    func kill(at instant: Instant) throws {
        #expect(try startWrite(of: 1).outcome().status == 0)
        let fault = "\(instant.call):signal=KILL:when=\(instant.number)"
        try Disk.write("{ count = 2; key2 = two; }", to: scratch.path + "/next")
        let outcome = try scratch.defaults(["import", "D", "./next"], injecting: [fault])
        #expect(outcome.status == 128 + SIGKILL)
        #expect(try countInFile() == (instant.isChanged ? 2 : 1))
        #expect(try Disk.names(in: scratch.root).count <= 2)
        #expect(try startWrite(of: countInFile() + 1).outcome().status == 0)
        #expect(try countInFile() == (instant.isChanged ? 3 : 2))
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    // MARK: - The domain

    private func startWrite(of count: Int) throws -> ChildProcess {
        try scratch.start(
            [Executable.defaults, "import", "D", "-"], input: Array("{ count = \(count); key\(count) = \"\"; }".utf8))
    }

    /// Reads the file with Foundation, and checks that it is whole.
    private func countInFile() throws -> Int {
        let contents = try Foreign.foundation(file)
        let count = try #require((contents["count"] as? String).flatMap { Int($0) })
        #expect(contents.count == count + 1)
        return count
    }
}
