import Foundation
import Glibc
import TestExtent
import Testing

/// A real keyring that is stopped at a random moment of a change, and goes on before or after the command has ended.
@Suite(.waiting, .serialized, Keyring.stoppingCondition)
struct StoppedKeyringTests {
    let scratch = Scratch()
    private let daemon: pid_t

    init() throws {
        daemon = try #require(Keyring.daemon)
    }

    /// Starts a change and stops the keyring during it; for so long, or until the command has ended.
    private func write(_ value: String, stoppingFor microseconds: UInt32?) throws -> Outcome {
        let words = [Executable.defaults, "--keyring", "write", "--stdin", "D", "k", "-string"]
        let writer = try scratch.start(words, input: Array(value.utf8), environment: scratch.keyringEnvironment)
        usleep(.random(in: 0...120_000))
        kill(daemon, SIGSTOP)
        defer { kill(daemon, SIGCONT) }
        if let microseconds {
            usleep(microseconds)
            kill(daemon, SIGCONT)
        }
        return try writer.outcome()
    }

    @Test(
        "status 0 means that the value is there, 69 that the old one is, and where neither is known 74 says so",
        arguments: 0..<16)
    func stopped(trial: Int) throws {
        #expect(try scratch.keyring("write", "--stdin", "D", "k", "-string", input: Array("old".utf8)).status == 0)
        let outcome = try write("new", stoppingFor: trial.isMultiple(of: 2) ? 1_700_000 : nil)
        // The keyring may have a change in its queue that it does now.
        usleep(300_000)
        let now = try scratch.keyring("read", "D", "k").text
        switch outcome.status {
        case 0: #expect(now == "new\n")
        case 69: #expect(now == "old\n", "\(outcome.error)")
        default:
            outcome.expect(74, containing: "may or may not have changed")
            #expect(["old\n", "new\n"].contains(now))
        }
    }
}
