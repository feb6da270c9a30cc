import Foundation
import Glibc
import Testing

/// A change waits for the lock of the folder as long as it is told to; reading waits for nobody.
@Suite(.waiting) struct LockTests {
    let scratch = Scratch()

    init() throws {
        try scratch.defaults("write", "D", "k", "old")
        try Disk.write("{ k = new; }", to: scratch.path + "/new.plist")
    }

    @Test(
        "a verb that changes something gives up after the time it was given",
        arguments: [
            ["write", "D", "k", "new"], ["write", "D", "{ k = new; }"], ["write", "D", "k", "old"], ["delete", "D"],
            ["delete", "D", "k"], ["import", "D", "./new.plist"],
        ], ["0", "0.2"])
    func timeout(words: [String], seconds: String) throws {
        let before = try (FileFacts(scratch.file("D")), Disk.bytes(scratch.file("D")))
        let holder = try LockHolder(scratch.root)
        let clock = ContinuousClock()
        let start = clock.now
        let outcome = try scratch.defaults(["--lock-timeout", seconds] + words)
        #expect(clock.now - start >= .seconds(Double(seconds) ?? 1))
        outcome.expect(75, text: "")
        let named = "cannot change '\(scratch.file("D"))': its folder is still locked after"
        #expect(outcome.error.contains(named))
        #expect(outcome.error.hasSuffix(" seconds, by \(LockHolder.description)\n"))
        #expect(try FileFacts(scratch.file("D")) == before.0)
        #expect(try Disk.bytes(scratch.file("D")) == before.1)
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])

        holder.release()
        #expect(try scratch.defaults(words).status == 0)
    }

    @Test("a new domain names its file, and is not there after the time is up")
    func newDomain() throws {
        let holder = try LockHolder(scratch.root)
        let outcome = try scratch.defaults("write", "--lock-timeout", "0", "New", "k", "v")
        holder.release()
        outcome.expect(75, containing: scratch.file("New"))
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    @Test("reading waits for nobody")
    func reading() throws {
        let holder = try LockHolder(scratch.root)
        #expect(try scratch.defaults("read", "D", "k").text == "old\n")
        #expect(try scratch.defaults("read-type", "D", "k").text == "Type is string\n")
        #expect(try scratch.defaults("domains").text == "D\n")
        #expect(try scratch.defaults("export", "D", "-").status == 0)
        holder.release()
    }

    @Test("a writer that waits writes once the lock is free")
    func waiting() throws {
        let holder = try LockHolder(scratch.root)
        let waiter = try scratch.start([Executable.defaults, "--lock-timeout", "600", "write", "D", "k", "new"])
        // The time this one takes to give up, the other one waits.
        #expect(try scratch.defaults("--lock-timeout", "0.2", "write", "D", "k", "other").status == 75)
        #expect(try Foreign.foundation(scratch.file("D")) == ["k": "old"])
        holder.release()
        #expect(try waiter.outcome() == .silence)
        #expect(try Foreign.foundation(scratch.file("D")) == ["k": "new"])
    }

    @Test("a writer starts no thread unless it has to wait", Strace.condition)
    func noThread() throws {
        let calls = try scratch.systemCalls("clone,clone3,fork,vfork", of: "write", "D", "k", "new")
        #expect(calls.allSatisfy { !$0.contains("clone") && !$0.contains("fork") }, "\(calls)")
    }

    @Test("writers that wait get their turn in the order in which they came")
    func order() throws {
        let holder = try LockHolder(scratch.root)
        let writers = try (0..<6).map { number in
            let words = ["--lock-timeout", "600", "write", "D", "order", "-array-add", "\(number)"]
            let writer = try scratch.start([Executable.defaults] + words)
            try waitUntilQueued(writer)
            return writer
        }
        holder.release()
        for writer in writers { #expect(try writer.outcome() == .silence) }
        #expect(try Foreign.foundation(scratch.file("D"))["order"] as? [String] == (0..<6).map(String.init))
    }

    /// Waits until the kernel lists a writer among those that wait for a lock.
    private func waitUntilQueued(_ writer: ChildProcess) throws {
        let deadline = ContinuousClock.now + .seconds(600)
        while ContinuousClock.now < deadline {
            // A line such as `5: -> FLOCK  ADVISORY  WRITE 4711 fe:00:77 0 EOF`.
            for line in try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n") {
                let fields = line.split(separator: " ").map(String.init)
                if fields.dropFirst().starts(with: ["->", "FLOCK"]), fields[5] == "\(writer.identifier)" { return }
            }
            usleep(500)
        }
        throw POSIXError(.ETIMEDOUT)
    }

    @Test("an export waits for the lock of its folder")
    func export() throws {
        let holder = try LockHolder(scratch.path)
        let outcome = try scratch.defaults("--lock-timeout", "0.1", "export", "D", "./out.plist")
        outcome.expect(75, containing: "'./out.plist'")
        #expect(!Disk.exists(scratch.path + "/out.plist"))
        holder.release()
        #expect(try scratch.defaults("--lock-timeout", "0.1", "export", "D", "./out.plist").status == 0)
    }

    @Test("a link waits for the lock of the folder it leads to, not of its own")
    func link() throws {
        let other = scratch.path + "/other"
        try Disk.makeFolder(other)
        try Disk.link(scratch.file("Linked"), to: "../other/Real.plist")
        let near = try LockHolder(scratch.root)
        #expect(try scratch.defaults("--lock-timeout", "0", "write", "Linked", "k", "v").status == 0)
        near.release()
        let far = try LockHolder(other)
        let outcome = try scratch.defaults("--lock-timeout", "0", "write", "Linked", "k", "w")
        outcome.expect(75, containing: scratch.file("Linked"))
        far.release()
    }

    @Test("a link that changes while a writer waits is followed again", arguments: ["write", "export"])
    func changedLink(verb: String) throws {
        for folder in ["first", "second"] { try Disk.makeFolder("\(scratch.path)/\(folder)") }
        try Disk.link(scratch.path + "/link.plist", to: "first/Real.plist")
        let holder = try LockHolder(scratch.path + "/first")
        let operands = verb == "write" ? ["./link", "k", "old"] : ["D", "./link.plist"]
        let writer = try scratch.start([Executable.defaults, verb, "--lock-timeout", "600"] + operands)
        try waitUntilQueued(writer)
        try FileManager.default.removeItem(atPath: scratch.path + "/link.plist")
        try Disk.link(scratch.path + "/link.plist", to: "second/Real.plist")
        holder.release()
        #expect(try writer.outcome() == .silence)
        #expect(try Disk.names(in: scratch.path + "/first").isEmpty)
        #expect(try Foreign.foundation(scratch.path + "/second/Real.plist") == ["k": "old"])
    }

    @Test("other users see a value on the command line, but not on standard input", arguments: [true, false])
    func commandLine(isSeen: Bool) throws {
        let holder = try LockHolder(scratch.root)
        let words = isSeen ? ["D", "k", "-string", "hush"] : ["--stdin", "D", "k", "-string"]
        let writer = try scratch.start(
            [Executable.defaults, "write", "--lock-timeout", "600"] + words, input: Array("hush".utf8))
        try waitUntilQueued(writer)
        let line = try String(contentsOfFile: "/proc/\(writer.identifier)/cmdline", encoding: .utf8)
        #expect(line.contains("hush") == isSeen)
        holder.release()
        #expect(try writer.outcome() == .silence)
        #expect(try Foreign.foundation(scratch.file("D")) == ["k": "hush"])
    }

    @Test("domains in other folders are not held up")
    func otherFolder() throws {
        let holder = try LockHolder(scratch.root)
        #expect(try scratch.defaults("--lock-timeout", "0", "-currentHost", "write", "D", "k", "v").status == 0)
        holder.release()
    }
}
