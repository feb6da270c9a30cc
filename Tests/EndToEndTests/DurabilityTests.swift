import Foundation
import Testing

/// Status 0 means that the change is on the disk, in an order that no crash can make a torn file of.
@Suite(.waiting, Strace.condition)
struct DurabilityTests {
    let scratch = Scratch()

    init() throws {
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

    @Test(
        "a success without a change waits for the disk, whatever the reason: a killed run may have made the change",
        arguments: [
            "write D k old", "write Missing {}", "delete --if-exists D other", "delete --if-exists Missing",
            "delete-all --if-exists Missing", "delete-all --if-exists D other", "rename D k k",
            "rename --if-exists D other name", "rename --if-exists Missing k name", "import D same",
            "import --merge D same", "import --replace D same", "migrate --id done D D name=k",
            "migrate --rollback other --if-exists D",
            "migrate --rollback other --if-exists Missing",
        ])
    func noChangeOfAnyKind(command: String) throws {
        try scratch.defaults("migrate", "--id", "done", "D", "D", "name=k")
        try scratch.defaults("write", "D", "k", "old")
        try scratch.defaults("export", "D", scratch.path + "/same")
        let words = command.split(separator: " ").map { $0 == "same" ? scratch.path + "/same" : String($0) }
        let calls = try Trace(scratch.systemCalls(Trace.calls, of: words), root: scratch.root)
        #expect(calls.steps.last == "unlock" && calls.steps.dropLast().last == "sync folder", "\(calls.steps)")
        #expect(!calls.steps.contains("rename") && !calls.steps.contains("remove file"), "\(calls.steps)")
    }

    @Test("of several domains each is on the disk before the next is touched, and the record of a migration last")
    func severalDomains() throws {
        try scratch.defaults("import", "first/From", scratch.file("D"))
        try scratch.defaults("write", "first/From", "other", "stays")
        try scratch.defaults("write", "second/To", "other", "stays")
        let migrate = ["migrate", "--id", "one", "first/From", "second/To", "new=k"]
        #expect(
            try replacements(migrate) == [
                "sync first", "rename To", "sync second",  // the values, where they are going
                "rename From", "sync first", "rename To", "sync second", "sync first",
            ])
        #expect(
            try replacements(["migrate", "--rollback", "one", "second/To"]) == [
                "rename From", "sync first", "rename To", "sync second", "sync first",
            ])
    }

    /// The replacements of files and the waits for their folders.
    private func replacements(_ words: [String]) throws -> [String] {
        try scratch.systemCalls("fsync,renameat", of: words).compactMap { line in
            let paths = line.split(whereSeparator: { "\"<>".contains($0) })
            if line.hasPrefix("renameat(") { return "rename " + paths[paths.count - 2].dropLast(".plist".count) }
            guard line.hasPrefix("fsync(") else { return nil }
            let name = paths[1].split(separator: "/").last ?? ""
            return name.contains(".") ? nil : "sync " + name
        }
    }

    @Test("the folder of a new domain is on the disk before the domain: a killed run may have made the folder")
    func foldersOfKilledRun() throws {
        try Disk.makeFolder(scratch.root + "/a")
        for (name, folders) in [("a/D", ["sync root", "rename D", "sync a"]), ("a/b/D", ["sync root", "sync a"])] {
            let steps = try replacements(["write", name, "k", "v"])
            #expect(Array(steps.prefix(folders.count)) == folders, "\(steps)")
        }
    }

    @Test("folders that are made are on the disk before what is in them")
    func newFolders() throws {
        let calls = try scratch.systemCalls("mkdirat,fsync,renameat", of: "write", "a/b/D", "k", "v")
        let above = URL(fileURLWithPath: scratch.path).lastPathComponent
        let steps = calls.compactMap { line -> String? in
            // The path between the quotes, or between the brackets after the descriptor.
            let paths = line.split(whereSeparator: { "\"<>".contains($0) }).dropFirst()
            let path = (line.hasPrefix("mkdirat(") ? paths.dropFirst(2) : paths).first ?? ""
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            if line.hasPrefix("mkdirat(") { return "make " + name }
            if line.hasPrefix("renameat(") { return "rename" }
            return line.hasPrefix("fsync(") ? "sync " + (name.hasSuffix(".defaults-new") ? "new" : name) : nil
        }
        #expect(
            steps == [
                "sync \(above)", "make a", "sync root", "make b", "sync a", "sync new", "sync a", "rename", "sync b",
            ],
            "\(calls)")
    }
}

/// What a run did to the files of a root, in order and in words.
private struct Trace {
    /// The system calls to be traced.
    static let calls = "write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,flock"

    /// The steps of the ways to lock, write, wait and rename.
    let steps: [String]

    init(_ calls: [String], root: String) {
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
