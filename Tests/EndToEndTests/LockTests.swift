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
        let holder = try Holder(scratch.root)
        let clock = ContinuousClock()
        let start = clock.now
        let outcome = try scratch.defaults(["--lock-timeout", seconds] + words)
        #expect(clock.now - start >= .seconds(Double(seconds) ?? 1))
        outcome.expect(75, text: "")
        let named = "cannot change '\(scratch.file("D"))': its folder is still locked after"
        #expect(outcome.error.contains(named) && outcome.error.hasSuffix(" seconds, by \(Holder.description)\n"))
        #expect(try FileFacts(scratch.file("D")) == before.0 && Disk.bytes(scratch.file("D")) == before.1)
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])

        holder.release()
        #expect(try scratch.defaults(words).status == 0)
    }

    @Test("a new domain names its file, and is not there after the time is up")
    func newDomain() throws {
        let holder = try Holder(scratch.root)
        let outcome = try scratch.defaults("write", "--lock-timeout", "0", "New", "k", "v")
        holder.release()
        outcome.expect(75, containing: scratch.file("New"))
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    @Test("reading waits for nobody")
    func reading() throws {
        let holder = try Holder(scratch.root)
        #expect(try scratch.defaults("read", "D", "k").text == "old\n")
        #expect(try scratch.defaults("read-type", "D", "k").text == "Type is string\n")
        #expect(try scratch.defaults("domains").text == "D\n")
        #expect(try scratch.defaults("export", "D", "-").status == 0)
        holder.release()
    }

    @Test("a writer that waits writes once the lock is free")
    func waiting() throws {
        let holder = try Holder(scratch.root)
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
        let holder = try Holder(scratch.root)
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
            let lines = try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
            let waiting = lines.map { $0.split(separator: " ") }.filter { $0.count > 5 && $0[1] == "->" }
            if waiting.contains(where: { $0[2] == "FLOCK" && $0[5] == "\(writer.identifier)" }) { return }
            usleep(500)
        }
        throw POSIXError(.ETIMEDOUT)
    }

    @Test("an export waits for the lock of its folder")
    func export() throws {
        let holder = try Holder(scratch.path)
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
        let near = try Holder(scratch.root)
        #expect(try scratch.defaults("--lock-timeout", "0", "write", "Linked", "k", "v").status == 0)
        near.release()
        let far = try Holder(other)
        let outcome = try scratch.defaults("--lock-timeout", "0", "write", "Linked", "k", "w")
        outcome.expect(75, containing: scratch.file("Linked"))
        far.release()
    }

    @Test("domains in other folders are not held up")
    func otherFolder() throws {
        let holder = try Holder(scratch.root)
        #expect(try scratch.defaults("--lock-timeout", "0", "-currentHost", "write", "D", "k", "v").status == 0)
        holder.release()
    }

    @Test(
        "what is no number of seconds is refused before anything happens",
        arguments: ["", "x", "-1", "nan", "inf", "1s", "1e10", " 1", "1 "])
    func unusableTimeout(value: String) throws {
        let outcome = try scratch.defaults("--lock-timeout", value, "write", "D", "k", "new")
        outcome.expect(255, containing: "'--lock-timeout'")
        #expect(try Foreign.foundation(scratch.file("D")) == ["k": "old"])
    }
}

/// The file `.defaults.lock` where the file system cannot lock a folder, as `strace` makes it appear.
@Suite(.waiting, Strace.condition)
struct StandInLockTests {
    let scratch = Scratch()
    private let noFolderLock = "flock:error=ENOLCK:when=1"

    init() throws {
        try scratch.defaults("write", "D", "k", "old")
    }

    private var standIn: String { scratch.root + "/.defaults.lock" }

    @Test("a change is made under it, and it goes", arguments: ["ENOLCK", "EBADF", "ENOSYS", "EOPNOTSUPP"])
    func change(error: String) throws {
        let outcome = try scratch.defaults(
            ["write", "D", "k", "new"], injecting: ["flock:error=\(error):when=1"])
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(try Foreign.foundation(scratch.file("D")) == ["k": "new"])
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    @Test("it goes after an error of any call that looks at a file", arguments: ["newfstatat", "fstat", "statx"])
    func failingStatus(call: String) throws {
        #expect(try scratch.defaults(["write", "D", "k", "0"], injecting: [noFolderLock]).status == 0)
        let trace = try String(contentsOfFile: scratch.path + "/trace", encoding: .utf8)
        let count = trace.split(separator: "\n").count { $0.contains(" \(call)(") }
        for number in 0..<count {
            try scratch.defaults("write", "D", "k", "old")
            let fault = "\(call):error=EIO:when=\(number + 1)"
            let outcome = try scratch.defaults(["write", "D", "k", "new"], injecting: [noFolderLock, fault])
            if outcome.status == 0 { #expect(try Foreign.foundation(scratch.file("D")) == ["k": "new"]) }
            #expect(try Disk.names(in: scratch.root) == ["D.plist"], "\(fault): \(outcome.error)")
        }
    }

    @Test("it keeps others out, and one that was left by a killed writer does not")
    func held() throws {
        try Disk.write("", to: standIn)
        let holder = try Holder(standIn)
        let words = ["--lock-timeout", "0.2", "write", "D", "k", "new"]
        let outcome = try scratch.defaults(words, injecting: [noFolderLock], isFollowed: false)
        #expect(outcome.status == 75 && outcome.error.hasSuffix(", by \(Holder.description)\n"), "\(outcome.error)")
        #expect(try Foreign.foundation(scratch.file("D")) == ["k": "old"])
        holder.release()
        #expect(try scratch.defaults(words, injecting: [noFolderLock]).status == 0)
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    @Test("a link in its place is not followed")
    func planted() throws {
        try Disk.link(standIn, to: scratch.path + "/victim")
        let outcome = try scratch.defaults(["write", "D", "k", "new"], injecting: [noFolderLock])
        #expect(outcome.status == 74)
        #expect(!Disk.exists(scratch.path + "/victim"))
        #expect(try Foreign.foundation(scratch.file("D")) == ["k": "old"])
    }

    @Test("without any lock nothing is changed")
    func noLock() throws {
        let outcome = try scratch.defaults(["write", "D", "k", "new"], injecting: ["flock:error=ENOLCK"])
        outcome.expect(74, containing: "cannot lock '\(scratch.file("D"))'")
        #expect(try Foreign.foundation(scratch.file("D")) == ["k": "old"])
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    @Test("one that the superuser left does not keep the user out", OtherAccount.condition)
    func leftBySuperuser() throws {
        try scratch.giveToOther(scratch.root)
        try scratch.giveToOther(scratch.file("D"))
        let kill = "fsync:signal=KILL:when=1"
        #expect(try scratch.defaults(["write", "D", "k", "new"], injecting: [noFolderLock, kill]).status == 137)
        #expect(try Disk.names(in: scratch.root).contains(".defaults.lock"))
        #expect(try FileFacts(standIn).owner == OtherAccount.number)
    }

    @Test("writers under it lose no update")
    func concurrency() throws {
        let script = """
            for ((i = 0; i < 8; i++)); do
                strace -o "trace$1" --inject=\(noFolderLock) \
                    defaults --lock-timeout 600 write D "$1.$i" "$i" || exit 1
            done
            """
        let writers = try (0..<4).map { writer in
            try scratch.start(["/bin/bash", "-c", script, "writer", "\(writer)"])
        }
        for writer in writers { #expect(try writer.outcome() == .silence) }
        #expect(try Foreign.foundation(scratch.file("D")).count == 33)
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }
}

/// Another program that has locked a folder, or a file, as the library does it.
private final class Holder {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw POSIXError(.EBUSY) }
    }

    /// This process, as the command names it.
    static var description: String {
        let name = try? String(contentsOfFile: "/proc/self/comm", encoding: .utf8).dropLast()
        return "process \(getpid()) ('\(name ?? "")')"
    }

    func release() {
        flock(descriptor, LOCK_UN)
    }

    deinit {
        release()
        close(descriptor)
    }
}
