import Foundation
import TestExtent
import Testing

/// Records of migrations in files that others can write: they change no domain that the command does not name.
@Suite(.waiting) struct ForgedRecordTests {
    let scratch = Scratch()
    /// A file that the forged record names.
    private let victim: String
    /// The file with the record, as a domain.
    private let target: String

    init() throws {
        victim = scratch.path + "/elsewhere/Victim"
        target = scratch.path + "/shared/To"
        try scratch.store(["Rest": 1], as: "Rest")
        for folder in ["elsewhere", "shared"] { try Disk.makeFolder("\(scratch.path)/\(folder)") }
    }

    /// Makes a migration of which the record, in the given state, is in the target, and lets others write that.
    private func forge(from source: String, to target: String? = nil, state: String = "done", mode: String) throws {
        let target = target ?? self.target
        try scratch.succeed("write", source, "Old", "-int", "1")
        try scratch.succeed("migrate", "--id", "m", source, target, "New=Old")
        try scratch.succeed("write", source, "Beside", "b")
        if state == "copied" {
            try scratch.succeed("write", "--path", "DefaultsMigrations.m.State", target, "copied")
            try scratch.succeed("write", source, "Old", "-int", "1")
        }
        let file = target.hasPrefix("/") ? target + ".plist" : scratch.file(target)
        #expect(try scratch.bash("chmod \(mode) '\(file)'").status == 0)
    }

    /// Runs `migrate`, which must refuse the record for a domain that it names, and change nothing.
    private func expectRefusal(_ words: [String], naming domain: String, target: String? = nil) throws {
        let before = try TreeState(scratch.path)
        let outcome = try scratch.migrate(words)
        let sentence = """
            defaults: The record of migration m in domain \(target ?? self.target), which others can write, \
            names \(domain); to trust the record, pass that domain too; leaving defaults unchanged

            """
        #expect(outcome == Outcome(status: 77, output: [], error: sentence))
        #expect(try TreeState(scratch.path).differences(from: before) == [])
    }

    @Test(
        "a rollback by a record that others can write takes back only what the command names",
        arguments: ["666", "664", "602"])
    func rollback(mode: String) throws {
        try forge(from: victim, mode: mode)
        try expectRefusal(["--rollback", "m", target], naming: victim)
        try expectRefusal(["--dry-run", "--rollback", "m", target], naming: victim)
        try expectRefusal(["--if-exists", "--rollback", "m", target], naming: victim)
        #expect(try scratch.migrate(["--rollback", "m", target, victim]) == .silence)
        #expect(
            try Foreign.stored(victim + ".plist").text
                == StoredValue.dictionary([("Beside", "b"), ("Old", 1)]).text)
    }

    @Test("a file is not made because a record says so")
    func creates() throws {
        try forge(from: victim, mode: "666")
        try FileManager.default.removeItem(atPath: scratch.path + "/elsewhere")
        try expectRefusal(["--rollback", "m", target], naming: victim)
        #expect(!Disk.exists(scratch.path + "/elsewhere"))
    }

    @Test("nor is a domain of the base, if the record is outside of it")
    func baseDomain() throws {
        try forge(from: "App", mode: "666")
        try expectRefusal(["--rollback", "m", target], naming: "App")
        #expect(try scratch.migrate(["--rollback", "m", target, "App"]) == .silence)
    }

    @Test("a record in the base counts for the base, whoever can write it, and not for files elsewhere")
    func recordInBase() throws {
        try forge(from: "App", to: "To", mode: "666")
        #expect(try scratch.migrate(["--rollback", "m", "To"]) == .silence)
        try forge(from: victim, to: "To", mode: "666")
        try expectRefusal(["--rollback", "m", "To"], naming: victim, target: "To")
        #expect(try scratch.migrate(["--rollback", "m", "To", victim]) == .silence)
    }

    @Test("any user's domain is not one of the base")
    func anyUser() throws {
        try forge(from: "App", to: "To", mode: "666")
        let edit = "defaults write --path DefaultsMigrations.m.Steps.0.AnyUser To -bool true; chmod 666 root/To.plist"
        #expect(try scratch.bash(edit).status == 0)
        try expectRefusal(["--rollback", "m", "To"], naming: "App", target: "To")
    }

    @Test("a record in a file that only its user can write counts for every domain", arguments: ["600", "644"])
    func trusted(mode: String) throws {
        try expectTrust(mode: mode)
    }

    @Test("so does one that only the superuser can write", OtherAccount.superuserCondition)
    func trustedForSuperuser() throws {
        try expectTrust(mode: "444")
    }

    private func expectTrust(mode: String) throws {
        try forge(from: victim, mode: mode)
        let outcome = try scratch.migrate(["--rollback", "m", target])
        #expect(outcome == .silence)
    }

    @Test("a record in another user's file does not, whatever its mode", OtherAccount.condition)
    func foreignFile() throws {
        try forge(from: victim, mode: "600")
        try scratch.giveToOther(target + ".plist")
        try expectRefusal(["--rollback", "m", target], naming: victim)
    }

    @Test("a migration that is completed removes no old key from a domain that only the record names")
    func completion() throws {
        try forge(from: victim, state: "copied", mode: "666")
        try expectRefusal(["--id", "m", "Rest", target, "New=Old"], naming: victim)
        try expectRefusal(["--dry-run", "--id", "m", "Rest", target, "New=Old"], naming: victim)
        #expect(
            try scratch.migrate(["--id", "m", victim, target, "New=Old"]) == .silence)
        #expect(try Foreign.stored(victim + ".plist").text == StoredValue.dictionary([("Beside", "b")]).text)
    }

    @Test("a domain that the migration took nothing from is an error, not ignored")
    func needless() throws {
        try forge(from: victim, mode: "600")
        let before = try TreeState(scratch.path)
        let sentence =
            "defaults: Migration m into domain \(target) took nothing from domain Rest; leaving defaults unchanged\n"
        #expect(
            try scratch.migrate(["--rollback", "m", target, victim, "Rest"])
                == Outcome(status: 1, output: [], error: sentence))
        #expect(try TreeState(scratch.path).differences(from: before) == [])
    }
}
