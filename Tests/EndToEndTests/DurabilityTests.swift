import Foundation
import Testing

/// Status 0 means that the change is on the disk, in an order that no crash can make a torn file of.
@Suite(.enabled(if: Strace.isAvailable, "strace is not installed or may not trace"))
struct DurabilityTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.defaults("write", "D", "k", "old")
    }

    @Test("a write is on the disk before it gets its name, and the name before the status")
    func order() throws {
        let calls = try Trace(scratch.systemCalls(Trace.calls, of: "write", "D", "k", "new"), root: scratch.root)
        #expect(calls.steps == ["lock", "write new", "sync new", "rename", "sync folder", "unlock"])
    }

    @Test("a new domain goes the same way")
    func newDomain() throws {
        let calls = try Trace(scratch.systemCalls(Trace.calls, of: "write", "New", "k", "new"), root: scratch.root)
        #expect(calls.steps == ["lock", "write new", "sync new", "rename", "sync folder", "unlock"])
    }

    @Test("a write that changes nothing waits for the disk and writes nothing")
    func noChange() throws {
        let calls = try Trace(scratch.systemCalls(Trace.calls, of: "write", "D", "k", "old"), root: scratch.root)
        #expect(calls.steps == ["lock", "sync file", "sync folder", "unlock"])
    }

    @Test("a removed file is gone from the disk before the status")
    func removal() throws {
        let calls = try Trace(scratch.systemCalls(Trace.calls, of: "delete", "D"), root: scratch.root)
        #expect(calls.steps == ["lock", "remove file", "sync folder", "unlock"])
    }

    @Test("folders that are made are on the disk before what is in them")
    func newFolders() throws {
        let calls = try scratch.systemCalls("mkdir,fsync,renameat", of: "write", "a/b/D", "k", "v")
        let steps = calls.compactMap { line -> String? in
            // The path between the quotes, or between the brackets after the descriptor.
            let path = line.split(whereSeparator: { "\"<>".contains($0) }).dropFirst().first ?? ""
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            if line.hasPrefix("mkdir(") { return "make " + name }
            if line.hasPrefix("renameat(") { return "rename" }
            return line.hasPrefix("fsync(") ? "sync " + (name.hasSuffix(".defaults-new") ? "new" : name) : nil
        }
        #expect(steps == ["make a", "sync root", "make b", "sync a", "sync new", "rename", "sync b"], "\(calls)")
    }
}

/// What a run did to the files of a root, in order and in words.
private struct Trace {
    /// The system calls to be traced.
    static let calls = "write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,flock"

    /// The steps of the ways to lock, write, wait and rename.
    let steps: [String]

    init(_ calls: [String], root: String) {
        let root = URL(fileURLWithPath: root).resolvingSymlinksInPath().path
        steps = calls.compactMap { line in
            guard line.contains("<\(root)"), !line.contains("ENOENT") else { return nil }
            let object = line.contains("defaults-new") ? "new" : line.contains("<\(root)>)") ? "folder" : "file"
            if line.hasPrefix("flock(") { return line.contains("LOCK_UN") ? "unlock" : "lock" }
            if line.hasPrefix("write(") || line.hasPrefix("pwrite64(") { return "write \(object)" }
            if line.hasPrefix("fsync(") || line.hasPrefix("fdatasync(") { return "sync \(object)" }
            if line.hasPrefix("rename") { return "rename" }
            return line.hasPrefix("unlink") ? "remove \(object)" : nil
        }
    }
}
