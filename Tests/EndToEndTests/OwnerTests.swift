import Foundation
import Glibc
import Testing

/// Files stay with their owner, and what may not be written is not replaced behind its owner's back.
@Suite(.waiting, OtherAccount.ordinaryCondition)
struct OwnerTests {
    let scratch = Scratch()

    init() throws {
        try Disk.makeFolder(scratch.root)
        if OtherAccount.isAvailable { try scratch.giveToOther(scratch.root) }
    }

    private var file: String { scratch.file("D") }

    @Test("what the superuser makes in a user's folder belongs to the user, folders too", OtherAccount.condition)
    func newFile() throws {
        #expect(try scratch.defaults("write", "a/b/D", "k", "v").status == 0)
        #expect(try scratch.defaults("export", "a/b/D", scratch.root + "/copy.plist").status == 0)
        for path in ["a", "a/b", "a/b/D.plist", "copy.plist"] {
            let facts = try FileFacts("\(scratch.root)/\(path)")
            #expect(facts.owner == OtherAccount.number, "\(path)")
            #expect(facts.group == OtherAccount.number, "\(path)")
        }
        #expect(try scratch.defaultsWithoutRights("write", "a/b/D", "k", "new").status == 0)
    }

    @Test(
        "a file that is not writable is 77 and stays, though its folder would let it be replaced",
        arguments: [["write", "D", "k", "new"], ["delete", "D"], ["delete", "D", "k"], ["write", "D", "{}"]])
    func readOnlyFile(words: [String]) throws {
        #expect(try scratch.defaultsWithoutRights("write", "D", "k", "v").status == 0)
        chmod(file, 0o444)
        let before = try (FileFacts(file), Disk.bytes(file))
        let outcome = try scratch.defaultsWithoutRights(words)
        outcome.expect(77, containing: file)
        #expect(try FileFacts(file) == before.0)
        #expect(try Disk.bytes(file) == before.1)
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    @Test("a file whose owner cannot be kept is 77 and stays", OtherAccount.condition)
    func foreignOwner() throws {
        #expect(try scratch.defaults("write", "D", "k", "v").status == 0)
        #expect(lchown(file, 0, 0) == 0)
        #expect(chmod(file, 0o666) == 0)
        let before = try (FileFacts(file), Disk.bytes(file))
        let outcome = try scratch.defaultsWithoutRights("write", "D", "k", "new")
        outcome.expect(77, containing: file)
        #expect(try FileFacts(file) == before.0)
        #expect(try Disk.bytes(file) == before.1)
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    @Test(
        "a folder that is not writable is 77, a new domain in it and a subfolder too", arguments: ["D", "New", "a/D"])
    func readOnlyFolder(domain: String) throws {
        #expect(try scratch.defaultsWithoutRights("write", "D", "k", "v").status == 0)
        let before = try FileFacts(file)
        chmod(scratch.root, 0o555)
        defer { chmod(scratch.root, 0o755) }
        #expect(try scratch.defaultsWithoutRights("write", domain, "k", "new").status == 77)
        #expect(try FileFacts(file) == before)
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    @Test(
        "a file that may not be read is 77", arguments: [["read", "D"], ["write", "D", "k", "new"], ["delete", "D"]])
    func secretFile(words: [String]) throws {
        #expect(try scratch.defaults("write", "D", "k", "v").status == 0)
        chmod(file, 0)
        let before = try FileFacts(file)
        #expect(try scratch.defaultsWithoutRights(words).status == 77)
        #expect(try FileFacts(file) == before)
    }

    @Test(
        "a link of another user in a sticky folder that everyone can write is 77, and its target stays",
        OtherAccount.condition,
        arguments: ["shared/l.plist", "shared/up/target.plist"],
        [
            "defaults write ./PATH k new", "defaults delete ./PATH k", "defaults rename ./PATH k new",
            "echo '{ k = new; }' | defaults import ./PATH -", "defaults export ./mine.plist PATH",
            "defaults convert --format xml -o PATH mine.plist", "defaults merge -o PATH mine.plist{,,}",
            "PlistBuddy -c 'Set :k new' PATH", "plutil -replace k -string new PATH",
            "plutil -convert xml1 -o PATH mine.plist",
        ])
    func foreignLink(path: String, script: String) throws {
        let command = script.replacing("PATH", with: path)
        try makeShared(owner: OtherAccount.number)
        let before = try TreeState(scratch.path)
        let outcome = try scratch.bash(command)
        if script.hasPrefix("defaults") || script.hasPrefix("echo") {
            outcome.expect(77, complaints: 1, containing: "belongs to another user")
        } else {
            #expect(outcome.status == 1, "\(outcome)")
        }
        #expect(try TreeState(scratch.path) == before)
    }

    @Test(
        "a link of the user, of the folder's owner or in another folder is followed", OtherAccount.condition,
        arguments: [(0o1777, 0, 0), (0o1777, 65_502, 65_502), (0o1755, 65_502, 0), (0o777, 65_502, 0)]
            as [(mode_t, owner: UInt32, folderOwner: UInt32)])
    func followedLink(mode: mode_t, owner: UInt32, folderOwner: UInt32) throws {
        try makeShared(owner: owner)
        #expect(chmod(scratch.path + "/shared", mode) == 0)
        #expect(lchown(scratch.path + "/shared", folderOwner, folderOwner) == 0)
        for path in ["shared/l.plist", "shared/up/target.plist"] {
            try scratch.succeed("write", "\(scratch.path)/\(path)", "k", path)
            #expect(try Foreign.foundation(scratch.path + "/target.plist") == ["k": path])
        }
    }

    /// Makes a sticky folder that everyone can write, with links of a user to a file and to its folder.
    private func makeShared(owner: UInt32) throws {
        let shared = scratch.path + "/shared"
        try Disk.makeFolder(shared)
        chmod(shared, 0o1777)
        try Disk.write("{ k = v; }", to: scratch.path + "/target.plist")
        try Disk.write("{ k = mine; }", to: scratch.path + "/mine.plist")
        for (name, destination) in [("l.plist", "../target.plist"), ("up", "..")] {
            try Disk.link("\(shared)/\(name)", to: destination)
            #expect(lchown("\(shared)/\(name)", owner, owner) == 0)
        }
    }

    @Test("new folders are given away without following links", OtherAccount.condition, Strace.condition)
    func noPathIsGivenAway() throws {
        let calls = try scratch.systemCalls("chown,lchown,fchown,fchownat", of: "write", "a/D", "k", "v")
        let givings = calls.filter { $0.contains("chown") }
        #expect(givings.count == 2, "\(calls)")  // folder and file
        #expect(givings.allSatisfy { $0.hasPrefix("fchown(") }, "\(calls)")
    }
}
