import Foundation
import Testing

/// Status 0 means that the change is on the disk, in an order that no crash can make a torn file of.
@Suite(.waiting, Strace.condition)
struct DurabilityTests {
    let scratch = Scratch()

    init() throws {
        try scratch.defaults("write", "D", "k", "old")
    }

    /// Command lines with their steps, or without them if they change nothing.
    private static let lines: [(line: String, steps: [String])] =
        [
            ("write D k new", ["lock", "write new", "sync new", "rename", "sync folder", "unlock"]),
            ("write New k new", ["lock", "write new", "sync new", "rename", "sync folder", "unlock"]),
            ("delete D", ["lock", "remove file", "sync folder", "unlock"]),
            ("write D k old", ["lock", "sync file", "sync folder", "unlock"]),
        ]
        + [
            "write Missing {}", "delete --if-exists D other", "delete --if-exists Missing",
            "delete-all --if-exists Missing", "delete-all --if-exists D other", "rename D k k",
            "rename --if-exists D other name", "rename --if-exists Missing k name", "import D same",
            "import --merge D same", "import --replace D same", "migrate --id done D D name=k",
            "migrate --rollback other --if-exists D", "migrate --rollback other --if-exists Missing",
        ].map { ($0, []) }

    @Test(
        "a success waits for the disk in the order of the steps, also without a change: a killed run may have made it",
        arguments: lines)
    func order(line: String, expected: [String]) throws {
        try scratch.defaults("migrate", "--id", "done", "D", "D", "name=k")
        try scratch.defaults("write", "D", "k", "old")
        try scratch.defaults("export", "D", scratch.path + "/same")
        let words = line.components(separatedBy: " ").map { $0 == "same" ? scratch.path + "/same" : $0 }
        let calls = try Trace(scratch.systemCalls(Trace.calls, of: words), root: scratch.root)
        if expected.isEmpty {
            #expect(calls.steps.suffix(2) == ["sync folder", "unlock"])
            #expect(!calls.steps.contains { $0 == "rename" || $0 == "remove file" }, "\(calls.steps)")
        } else {
            #expect(calls.steps == expected)
        }
    }

    @Test("of several domains each is on the disk before the next is touched, and the record of a migration last")
    func severalDomains() throws {
        try scratch.defaults("import", "first/From", scratch.file("D"))
        try scratch.defaults("write", "first/From", "other", "stays")
        try scratch.defaults("write", "second/To", "other", "stays")
        let migrate = ["migrate", "--id", "one", "first/From", "second/To", "new=k"]
        #expect(
            try steps(migrate) == [
                "sync first", "rename To", "sync second",  // the values, where they are going
                "rename From", "sync first", "rename To", "sync second", "sync first",
            ])
        #expect(
            try steps(["migrate", "--rollback", "one", "second/To"]) == [
                "rename From", "sync first", "rename To", "sync second", "sync first",
            ])
    }

    /// The folders that a run makes, the replacements of files, and the waits for folders.
    private func steps(_ words: [String]) throws -> [String] {
        try scratch.systemCalls("mkdirat,fsync,renameat", of: words).compactMap { line in
            // The last path: between quotes, or between the brackets after a descriptor.
            let name = line.split { "\"<>".contains($0) }.dropLast().last?.split(separator: "/").last ?? ""
            switch line.prefix(while: { $0 != "(" }) {
            case "mkdirat": return "make " + name
            case "renameat": return "rename " + name.dropLast(".plist".count)
            case "fsync": return name.contains(".") ? nil : "sync " + name
            default: return nil
            }
        }
    }

    @Test("the folder of a new domain is on the disk before the domain, and before that each folder that is made")
    func newFolders() throws {
        try Disk.makeFolder(scratch.root + "/a")
        let above = URL(fileURLWithPath: scratch.path).lastPathComponent
        for (name, expected) in [
            // A killed run may have made the first folder.
            ("a/D", ["sync root", "rename D", "sync a"]),
            ("a/b/D", ["sync root", "make b", "sync a", "sync a", "rename D", "sync b"]),
            ("c/d/D", ["sync \(above)", "make c", "sync root", "make d", "sync c", "sync c", "rename D", "sync d"]),
        ] {
            #expect(try steps(["write", name, "k", "v"]) == expected, "\(name)")
        }
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
