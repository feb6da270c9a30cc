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

    /// A fault that keeps the change from happening.
    struct Fault: CustomTestStringConvertible {
        let injection: String
        let status: Int32
        let cause: String
        var testDescription: String { injection }

        init(_ injection: String, status: Int32 = 74, _ cause: String) {
            (self.injection, self.status, self.cause) = (injection, status, cause)
        }
    }

    @Test(
        "a change that fails leaves the old file and nothing else",
        arguments: [
            Fault("fsync:error=EIO:when=1", "Input/output error"), Fault("fsync:error=ENOSPC:when=1", "No space left"),
            Fault("fsync:error=EDQUOT:when=1", "Disk quota exceeded"),
            Fault("fsync:error=EROFS:when=1", status: 77, "Read-only file system"),
            Fault("write:error=EIO:when=1", "Input/output"),
            Fault("write:error=ENOSPC:when=1", "No space left on device"), Fault("write:error=EFBIG:when=1", "large"),
            Fault("renameat:error=EIO", "Input/output error"),
            Fault("renameat:error=ENOSPC", "No space left on device"),
            Fault("renameat:error=EACCES", status: 77, "Permission denied"), Fault("fchmod:error=EIO", "Input/output"),
            Fault("flistxattr:error=EIO", "Input/output error"), Fault("flock:error=EIO:when=1", "Input/output error"),
            Fault("faccessat2:error=EROFS", status: 77, "not writable"),
        ])
    func noChange(fault: Fault) throws {
        let before = try (FileFacts(file), Disk.bytes(file))
        let outcome = try scratch.defaults(["write", "D", "k", "new"], injecting: [fault.injection])
        outcome.expect(fault.status, text: "")
        #expect(outcome.error.contains("'\(file)'") && outcome.error.contains(fault.cause), "\(outcome.error)")
        #expect(outcome.error.hasPrefix("defaults: ") && outcome.error.split(separator: "\n").count == 1)
        #expect(try FileFacts(file) == before.0 && Disk.bytes(file) == before.1)
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
        #expect(try scratch.defaults("write", "D", "k", "new").status == 0)
    }

    @Test(
        "a new domain that fails leaves no file and no folder",
        arguments: [
            "fsync:error=EIO:when=1", "fsync:error=EIO:when=2", "fsync:error=EIO:when=3", "fsync:error=EIO:when=4",
            "fsync:error=EIO:when=5", "write:error=ENOSPC:when=1", "renameat:error=EIO",
        ])
    func newDomain(fault: String) throws {
        let outcome = try scratch.defaults(["write", "a/b/D", "k", "v"], injecting: [fault])
        outcome.expect(74, containing: scratch.file("a/b/D"))
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    @Test("a folder that another writer takes away again is made again")
    func vanishingFolder() throws {
        let outcome = try scratch.defaults(["write", "a/b/D", "k", "v"], injecting: ["mkdirat:error=ENOENT:when=2"])
        #expect(outcome == .silence)
        #expect(try Foreign.foundation(scratch.file("a/b/D")) == ["k": "v"])
    }

    @Test("a folder that goes before it is locked is looked for again")
    func vanishedFolder() throws {
        let calls = try scratch.systemCalls("openat", of: "write", "D", "k", "other")
        let number = try #require(calls.firstIndex { $0.contains("O_DIRECTORY") }) + 1
        let outcome = try scratch.defaults(
            ["write", "D", "k", "new"], injecting: ["openat:error=ENOENT:when=\(number)"])
        #expect(outcome == .silence)
        #expect(try Foreign.foundation(file) == ["k": "new"])
    }

    @Test("a removal that fails leaves the file")
    func failedRemoval() throws {
        // The first two calls look for what a killed writer left.
        let outcome = try scratch.defaults(["delete", "D"], injecting: ["unlinkat:error=EIO:when=3"])
        outcome.expect(74, containing: file)
        #expect(try Foreign.foundation(file) == ["k": "old"])
    }

    @Test("a folder that does not reach the disk is 74, and the message says that the change is visible")
    func folderNotSynchronized() throws {
        let outcome = try scratch.defaults(["write", "D", "k", "new"], injecting: ["fsync:error=EIO:when=2"])
        outcome.expect(74, containing: "'\(file)' is changed, but may not survive a power failure")
        #expect(try Foreign.foundation(file) == ["k": "new"])
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    @Test("a write that changes nothing and does not reach the disk is 74", arguments: [1, 2])
    func unchangedNotSynchronized(number: Int) throws {
        let before = try FileFacts(file)
        let outcome = try scratch.defaults(["write", "D", "k", "old"], injecting: ["fsync:error=EIO:when=\(number)"])
        outcome.expect(74, containing: "may not survive a power failure")
        #expect(try FileFacts(file) == before)
    }

    @Test("a call that a signal interrupts is made again", arguments: ["write", "fsync", "renameat", "flock"])
    func interrupted(call: String) throws {
        let outcome = try scratch.defaults(["write", "D", "k", "new"], injecting: ["\(call):error=EINTR:when=1"])
        #expect(outcome.status == 0)
        #expect(try Foreign.foundation(file) == ["k": "new"])
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
