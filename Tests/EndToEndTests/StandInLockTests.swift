import Foundation
import Testing

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
        let holder = try LockHolder(standIn)
        let words = ["--lock-timeout", "0.2", "write", "D", "k", "new"]
        let outcome = try scratch.defaults(words, injecting: [noFolderLock], isFollowed: false)
        #expect(outcome.status == 75, "\(outcome.error)")
        #expect(outcome.error.hasSuffix(", by \(LockHolder.description)\n"), "\(outcome.error)")
        #expect(try Foreign.foundation(scratch.file("D")) == ["k": "old"])
        holder.release()
        #expect(try scratch.defaults(words, injecting: [noFolderLock]).status == 0)
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    @Test("a program that can lock the folder does not see it, and the other way round")
    func twoLocks() throws {
        try Disk.write("", to: standIn)
        let holder = try LockHolder(standIn)
        try scratch.succeed("--lock-timeout", "0", "write", "D", "k", "new")
        holder.release()
        let other = try LockHolder(scratch.root)
        let words = ["--lock-timeout", "0", "write", "D", "k", "newer"]
        #expect(try scratch.defaults(words, injecting: [noFolderLock]).status == 0)
        other.release()
        #expect(try Foreign.foundation(scratch.file("D")) == ["k": "newer"])
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
