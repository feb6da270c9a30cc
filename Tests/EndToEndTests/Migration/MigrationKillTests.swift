import Foundation
import Glibc
import TestExtent
import Testing

/// A migration or rollback that is killed in front of any system call that has to do with files is completed by the
/// next run.
@Suite(.waiting, .withoutSanitizer, .serialized, Strace.condition)
struct MigrationKillTests {
    private static let from: StoredValue = ["Keep": 1, "Old": "o", "Size": "14"]
    private static let to: StoredValue = ["Beside": true, "Shown": "s"]
    private static let words = [
        "--id", "rename", "--convert", "--on-conflict=overwrite", "From", "To", "New=Old", "TextSize=Size:int",
        "Shown=Keep",
    ]
    private static let rollBack = ["--rollback", "rename", "To"]

    private static let fromAfter: String? = nil
    private static let toAfter: StoredValue = ["Beside": true, "New": "o", "Shown": 1, "TextSize": 14]

    /// The calls by which files are found, opened, made, locked, written, waited for and removed.
    private static let calls =
        "openat,open,close,flock,fstat,newfstatat,statx,read,pread64,write,pwrite64,fchmod,fchown,fsync,"
        + "renameat,linkat,unlinkat,flistxattr,faccessat2,readlink"

    private static func scratch(isMigrated: Bool) throws -> Scratch {
        let scratch = Scratch()
        try scratch.store(from, as: "From")
        try scratch.store(to, as: "To")
        if isMigrated { #expect(try scratch.migrate(words).status == 0) }
        return scratch
    }

    /// The calls between the first lock and the last, each with its number among those of its name.
    private static func instants(of words: [String], isMigrated: Bool) throws -> [String] {
        let scratch = try scratch(isMigrated: isMigrated)
        let trace = [
            "/usr/bin/env", "strace", "-q", "-o", scratch.path + "/trace", "-e", "trace=" + Strace.calls(calls),
        ]
        let outcome = try scratch.run(trace + [Executable.defaults, "migrate"] + words)
        #expect(outcome.status == 0)
        let lines = try String(contentsOfFile: scratch.path + "/trace", encoding: .utf8).split(separator: "\n")
        var counts: [String: Int] = [:]
        var instants: [String] = []
        var isLocked = false
        for line in lines {
            guard let bracket = line.firstIndex(of: "(") else { continue }
            let name = String(line[..<bracket])
            counts[name, default: 0] += 1
            if name == "flock" { isLocked = true }
            if isLocked { instants.append("\(name):signal=KILL:when=\(counts[name] ?? 0)") }
        }
        return instants
    }

    private func kill(_ scratch: Scratch, _ words: [String], at instant: String) throws {
        let outcome = try scratch.defaults(["migrate"] + words, injecting: [instant])
        #expect(outcome.status == 128 + SIGKILL, "\(instant)")
    }

    /// No value is lost, wherever it is: each of the old ones is at its old or at its new place.
    private func expectNoLoss(_ scratch: Scratch, _ instant: String) throws {
        let all = (try scratch.stored("From") ?? "") + (try scratch.stored("To") ?? "")
        #expect(all.contains("\"Old\": \"o\"") || all.contains("\"New\": \"o\""), "\(instant)")
        #expect(all.contains("\"Size\": \"14\"") || all.contains("\"TextSize\": integer(14)"), "\(instant)")
        #expect(all.contains("\"Keep\": integer(1)") || all.contains("\"Shown\": integer(1)"), "\(instant)")
        #expect(all.contains("\"Beside\": boolean(true)"), "\(instant)")
        #expect(try scratch.migrationStates("To").count <= 1)
    }

    @Test("one more run after a kill gives the undisturbed result, and a value changed in between survives")
    func migration() throws {
        let instants = try Self.instants(of: Self.words, isMigrated: false)
        #expect(instants.count > 60)
        var copied = 0
        for instant in Extent.sample(instants, short: 40) {
            let scratch = try Self.scratch(isMigrated: false)
            try kill(scratch, Self.words, at: instant)
            copied += try scratch.migrationStates("To") == ["rename": "copied"] ? 1 : 0
            try expectNoLoss(scratch, instant)
            #expect(try scratch.migrate(Self.words) == .silence, "\(instant)")
            #expect(try scratch.stored("From") == Self.fromAfter, "\(instant)")
            #expect(try scratch.stored("To") == Self.toAfter.text, "\(instant)")
            #expect(try scratch.migrationStates("To") == ["rename": "done"], "\(instant)")
            #expect(try Disk.names(in: scratch.root) == ["To.plist"], "\(instant)")

            let changed = try Self.scratch(isMigrated: false)
            try kill(changed, Self.words, at: instant)
            #expect(try changed.defaults("write", "From", "Old", "changed").status == 0)
            #expect(try changed.migrate(Self.words).status == 0, "\(instant)")
            let all = (try changed.stored("From") ?? "") + (try changed.stored("To") ?? "")
            #expect(all.contains("\"Old\": \"changed\"") || all.contains("\"New\": \"changed\""), "\(instant): \(all)")
            #expect(try changed.migrationStates("To") == ["rename": "done"], "\(instant)")
        }
        #expect(copied > Extent.count(10, short: 3), "the kills between the two changes are missing")
    }

    @Test("one more rollback after a kill gives the undisturbed result, and a value changed in between survives")
    func rollback() throws {
        let instants = try Self.instants(of: Self.rollBack, isMigrated: true)
        #expect(instants.count > 40)
        for instant in Extent.sample(instants, short: 30) {
            let scratch = try Self.scratch(isMigrated: true)
            try kill(scratch, Self.rollBack, at: instant)
            try expectNoLoss(scratch, instant)
            let again = try scratch.migrate(["--if-exists"] + Self.rollBack)
            #expect(again == .silence, "\(instant)")
            #expect(try scratch.stored("From") == Self.from.text, "\(instant)")
            #expect(try scratch.stored("To") == Self.to.text, "\(instant)")
            #expect(try scratch.migrationStates("To") == [:], "\(instant)")

            let changed = try Self.scratch(isMigrated: true)
            try kill(changed, Self.rollBack, at: instant)
            #expect(try changed.defaults("write", "From", "Old", "changed").status == 0)
            let outcome = try changed.migrate(["--if-exists"] + Self.rollBack)
            let all = (try changed.stored("From") ?? "") + (try changed.stored("To") ?? "")
            #expect(all.contains("\"Old\": \"changed\""), "\(instant)")
            // Both values are there as long as the record is.
            let isUndone = try changed.migrationStates("To").isEmpty
            #expect(outcome.status == (isUndone ? 0 : 1), "\(instant)")
            if !isUndone { #expect(all.contains("\"New\": \"o\""), "\(instant)") }
        }
    }
}
