import Foundation
import Glibc
import TestExtent
import Testing

/// Signals by which users and the system end a program leave no temporary file.
@Suite(.waiting, Strace.condition)
struct SignalTests {
    let scratch = Scratch()

    init() throws {
        try scratch.store(["k": "old", "stays": 1], as: "D")
        try scratch.store(["other": 1], as: "E")
    }

    private static let commands = [
        "write D k new", "delete D", "import D root/E.plist", "export D copy.plist", "write a/b/New k new",
        "migrate --id one D E new=k",
    ]

    /// The calls of a change, from the first that locks a folder to the last that unlocks it.
    private func instants(of command: String) throws -> [(call: String, number: Int)] {
        let names =
            "openat,close,flock,fstat,newfstatat,read,write,fchmod,fsync,renameat,linkat,unlinkat,mkdir,faccessat2"
        let trace = "strace -f -q -o trace -e 'trace=\(Strace.calls(names))'"
        try #require(try scratch.bash("\(trace) defaults \(command)").status == 0)
        let lines = try String(contentsOfFile: scratch.path + "/trace", encoding: .utf8).split(separator: "\n")
        var counts: [Substring: Int] = [:]
        var instants: [(String, Int)] = []
        var end = 0
        for line in lines {
            // After the number of the process, which is padded.
            let call = line.drop(while: { $0 != " " }).drop(while: { $0 == " " })
            let name = call.prefix(while: { $0 != "(" })
            counts[name, default: 0] += 1
            if name == "flock" { end = instants.count }
            if counts["flock"] != nil { instants.append((String(name), counts[name] ?? 0)) }
        }
        return Array(instants.prefix(end))
    }

    /// What is left beside domains.
    private func leftovers() throws -> [String] {
        let files = FileManager.default.enumerator(atPath: scratch.path)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.contains("defaults-new") || $0.contains("defaults-old") }
    }

    @Test(
        "a signal at any moment of a change ends the command with that signal, and leaves no temporary file",
        arguments: commands)
    func ends(command: String) throws {
        let signals = [("TERM", SIGTERM), ("INT", SIGINT), ("HUP", SIGHUP)]
        let instants = try instants(of: command)
        let undisturbed = try stored()
        #expect(instants.count > 10)
        for (index, instant) in Extent.sample(instants, short: 12).enumerated() {
            let (name, number) = signals[index % signals.count]
            let other = try SignalTests()
            let words = command.split(separator: " ").map(String.init)
            let fault = "\(instant.call):signal=\(name):when=\(instant.number)"
            let outcome = try other.scratch.defaults(words, injecting: [fault])
            #expect(outcome == Outcome(status: 128 + number, output: [], error: ""), "\(fault)")
            #expect(try other.leftovers().isEmpty, "\(fault)")
            // The old contents or the new ones: the same command, run again, leads to the same.
            _ = try other.scratch.defaults(words)
            #expect(try other.stored() == undisturbed, "\(fault)")
        }
    }

    /// What the domains hold.
    private func stored() throws -> [String?] {
        try ["D", "E"].map { try scratch.stored($0) }
    }

    @Test("signals that the command was started to ignore stay ignored", arguments: ["TERM", "INT", "HUP"])
    func ignored(signal: String) throws {
        for call in ["flock:signal=\(signal):when=1", "write:signal=\(signal):when=1", "fsync:signal=\(signal):when=1"]
        {
            let trace = "strace -f -q -o trace --inject=\(call) defaults write D k \(call)"
            #expect(try scratch.bash("trap '' \(signal); \(trace)") == .silence)
            #expect(try scratch.defaults("read", "D", "k").text == call + "\n")
        }
        #expect(try leftovers().isEmpty)
    }

    /// With a small stack the command does its work on a second thread, and the signal is sent to the process. The
    /// process is stopped while the temporary file exists.
    @Test("a signal to the process waits until the temporary file is gone", arguments: ["256", "8192", "unlimited"])
    func sentToProcess(stack: String) throws {
        let script = """
            ulimit -s \(stack)
            strace -f -q -o trace --inject=fsync:signal=STOP:when=1 \
                bash -c 'echo $$ >pid; exec defaults write D k new' &
            until [ -e root/.D.plist.defaults-new ]; do sleep 0.01; done
            pid=$(cat pid)
            kill -TERM $pid
            # Until it ends: a signal to continue that comes before the stop has no effect.
            while kill -CONT $pid 2>/dev/null; do sleep 0.01; done
            wait $!
            """
        #expect(try scratch.bash(script).status == 128 + SIGTERM)
        #expect(try leftovers().isEmpty)
        #expect(try scratch.defaults("read", "D", "k").text == "old\n")
    }

    @Test("a command that waits for a lock is ended by a signal")
    func waiting() throws {
        let script = """
            exec 3<root; flock 3
            strace -f -q -o trace --inject=flock:signal=TERM:when=1 defaults write --lock-timeout 60 D k new 3<&-
            """
        #expect(try scratch.bash(script).status == 128 + SIGTERM)
    }
}
