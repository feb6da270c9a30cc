import Foundation
import Glibc
import TestSupport
import Testing

@testable import DefaultsCore

/// Tests of running other programs.
struct ChildProcessTests {
    /// The limit of programs that must end by themselves.
    private static let patience = Duration.seconds(600)

    private func run(
        _ script: String, environment: [String] = [], input: [UInt8] = [],
        within time: Duration = ChildProcessTests.patience
    ) throws -> ChildProcess.Completion {
        try ChildProcess.run(
            "/bin/sh", ["-c", script], environment: environment, input: input, until: Deadline(after: time))
    }

    private func failure(_ body: () throws -> ChildProcess.Completion) -> ChildProcess.Failure? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? ChildProcess.Failure
        }
    }

    @Test("input, both output streams and the status are passed on")
    func streams() throws {
        let outcome = try run("cat; echo oops >&2; exit 7", input: Array("a\0b\n".utf8))
        #expect(outcome.output == Array("a\0b\n".utf8))
        #expect(outcome.errors == Array("oops\n".utf8))
        #expect(outcome.status == 7)
    }

    @Test("both output streams are read at the same time")
    func muchOutput() throws {
        let outcome = try run("head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2")
        #expect(outcome.output.count == 300_000)
        #expect(outcome.errors.count == 600_000)
        #expect(outcome.status == 0)
    }

    @Test("unread input is not an error")
    func unreadInput() throws {
        #expect(try run("exit 0", input: Array(repeating: 1, count: 8192)).status == 0)
    }

    @Test("input that exceeds the size of a pipe is an error, and nothing is started")
    func tooMuchInput() throws {
        let scratch = Scratch()
        let failure = failure { try run("touch \(scratch("started"))", input: Array(repeating: 1, count: 1 << 20)) }
        guard case .system(let error) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(error.code == EAGAIN)
        #expect(try FilePaths.status(scratch("started")) == nil)
    }

    @Test("a program is killed at the deadline, even if its streams are closed")
    func deadline() throws {
        for script in ["exec sleep 1000", "exec >&- 2>&-; exec sleep 1000"] {
            let failure = failure { try run(script, within: .milliseconds(50)) }
            guard case .timedOut = failure else {
                Issue.record("\(script): \(String(describing: failure))")
                continue
            }
        }
    }

    @Test("a program that is ended by a signal has no status")
    func signal() throws {
        #expect(try run("kill -9 $$").status == nil)
    }

    @Test("a program inherits only the given variables, and no open files")
    func isolation() throws {
        let scratch = Scratch()
        let descriptor = open(scratch.path, O_RDONLY)
        #expect(descriptor >= 0)
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0)
        defer { close(descriptor) }
        let outcome = try ChildProcess.run(
            "/usr/bin/env", [], environment: ["A=b", "E="], input: [], until: Deadline(after: Self.patience))
        #expect(String(decoding: outcome.output, as: UTF8.self) == "A=b\nE=\n")
        let files = try openFiles()
        #expect(files.count { $0.hasPrefix("pipe:") } >= 3, "\(files)")
        #expect(!files.contains(scratch.path), "\(files)")
    }

    @Test("a program inherits the lock")
    func lock() throws {
        let scratch = Scratch()
        let folder = try Folder(path: scratch.path)
        let lock = try FolderLock(folder, for: scratch.path, until: Deadline(after: Self.patience))
        #expect(try openFiles(under: lock).count { $0 == scratch.path } == 1)
    }

    /// Returns what the descriptors of a program refer to.
    private func openFiles(under lock: FolderLock? = nil) throws -> [String] {
        let script = "for file in /proc/$$/fd/*; do readlink $file; done"
        let outcome = try ChildProcess.run(
            "/bin/sh", ["-c", script], environment: [], input: [], under: lock, until: Deadline(after: Self.patience))
        return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("a missing program is an error")
    func missing() {
        let failure = failure {
            try ChildProcess.run(
                "/no/such/program", [], environment: [], input: [], until: Deadline(after: Self.patience))
        }
        guard case .system(let error) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(error.code == ENOENT)
    }
}
