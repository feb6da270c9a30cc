import Foundation
import Testing

/// A system call that fails leaves the old file or the new one and nothing else, and the error says which.
@Suite(.waiting, .withoutSanitizer, Strace.condition)
struct FaultTests {
    let scratch = Scratch()

    init() throws {
        try scratch.defaults("write", "D", "k", "old")
    }

    private var file: String { scratch.file("D") }

    /// A fault that prevents a change.
    struct Fault: CustomTestStringConvertible {
        let injection: String
        let status: Int32
        let cause: String
        let line: String
        var testDescription: String { "\(line), \(injection)" }

        init(_ injection: String, status: Int32 = 74, _ cause: String, of line: String = "write D k new") {
            (self.injection, self.status, self.cause, self.line) = (injection, status, cause, line)
        }

        static let all =
            [
                Fault("fsync:error=EIO:when=1", "Input/output error"),
                Fault("fsync:error=ENOSPC:when=1", "No space left"),
                Fault("fsync:error=EDQUOT:when=1", "Disk quota exceeded"),
                Fault("fsync:error=EROFS:when=1", status: 77, "Read-only file system"),
                Fault("write:error=EIO:when=1", "Input/output"),
                Fault("write:error=ENOSPC:when=1", "No space left on device"),
                Fault("write:error=EFBIG:when=1", "large"),
                Fault("renameat:error=EIO", "Input/output error"),
                Fault("renameat:error=ENOSPC", "No space left on device"),
                Fault("renameat:error=EACCES", status: 77, "Permission denied"),
                Fault("fchmod:error=EIO", "Input/output"), Fault("flistxattr:error=EIO", "Input/output error"),
                Fault("flock:error=EIO:when=1", "Input/output error"),
                Fault("faccessat2:error=EROFS", status: 77, "not writable"),
                // The first two calls look for what a killed writer left.
                Fault("unlinkat:error=EIO:when=3", "Input/output error", of: "delete D"),
                Fault("write:error=ENOSPC:when=1", "No space left", of: "write a/b/D k v"),
                Fault("renameat:error=EIO", "Input/output error", of: "write a/b/D k v"),
            ]
            + (1...5).map { Fault("fsync:error=EIO:when=\($0)", "Input/output error", of: "write a/b/D k v") }
    }

    @Test("a change that fails leaves the old files and folders and nothing else", arguments: Fault.all)
    func noChange(fault: Fault) throws {
        let before = try (FileFacts(file), Disk.bytes(file))
        let words = fault.line.components(separatedBy: " ")
        let outcome = try scratch.defaults(words, injecting: [fault.injection])
        outcome.expect(fault.status, text: "", complaints: 1, containing: fault.cause)
        outcome.expect(containing: scratch.file(words[1]))
        #expect(try FileFacts(file) == before.0)
        #expect(try Disk.bytes(file) == before.1)
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
        #expect(try scratch.defaults(words).status == 0)
    }

    @Test(
        "a call that a signal interrupts is made again, and so is a folder that another writer takes away",
        arguments: [
            ("write:error=EINTR:when=1", "D"), ("fsync:error=EINTR:when=1", "D"), ("renameat:error=EINTR:when=1", "D"),
            ("flock:error=EINTR:when=1", "D"), ("mkdirat:error=ENOENT:when=2", "a/b/D"),
        ])
    func repeated(fault: String, domain: String) throws {
        #expect(try scratch.defaults(["write", domain, "k", "new"], injecting: [fault]) == .silence)
        #expect(try Foreign.foundation(scratch.file(domain)) == ["k": "new"])
    }

    @Test("a folder that goes before it is locked is looked for again")
    func vanishedFolder() throws {
        let calls = try scratch.systemCalls("openat", of: "write", "D", "k", "other")
        let number = try #require(calls.firstIndex { $0.contains("O_DIRECTORY") }) + 1
        try repeated(fault: "openat:error=ENOENT:when=\(number)", domain: "D")
    }

    @Test(
        "a change that does not reach the disk is 74, and the message says that it is visible",
        arguments: [("new", 2), ("old", 1), ("old", 2)])
    func notSynchronized(value: String, number: Int) throws {
        let before = try FileFacts(file)
        let outcome = try scratch.defaults(["write", "D", "k", value], injecting: ["fsync:error=EIO:when=\(number)"])
        let change = value == "new" ? "'\(file)' is changed, but " : ""
        outcome.expect(74, containing: "\(change)may not survive a power failure")
        #expect(try Foreign.foundation(file) == ["k": value])
        #expect(try (FileFacts(file) == before) == (value == "old"))
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    @Test("a file that grows beyond the process's limit while it is written leaves the old one")
    func sizeLimit() throws {
        let script = """
            ulimit -f 8  # blocks of 1024 bytes
            defaults write D k -string "$(printf '%20000d' 1)"
            """
        let outcome = try scratch.bash(script)
        outcome.expect(74, containing: "File too large")
        #expect(try Foreign.foundation(file) == ["k": "old"])
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }
}
