import Foundation
import Glibc
import Testing

/// The temporary file that replaces a file, and other things that have its name.
@Suite(.waiting) struct TemporaryNameTests {
    let scratch = Scratch()

    init() throws {
        try Disk.makeFolder(scratch.root)
    }

    private var file: String { scratch.file("D") }
    private var usual: String { scratch.root + "/.D.plist.defaults-new" }
    private var second: String { scratch.root + "/.D.plist.\(geteuid()).defaults-new" }

    @Test("a folder with the name of a temporary file keeps no change from being made, and stays")
    func folder() throws {
        try Disk.makeFolder(usual + "/sub")
        for words in [["write", "D", "k", "v"], ["write", "D", "k", "w"], ["delete", "D"]] {
            try scratch.succeed(words)
        }
        try Disk.makeFolder(scratch.root + "/.copy.plist.defaults-new")
        try scratch.succeed("write", "D", "k", "v")
        try scratch.succeed("export", "D", scratch.root + "/copy.plist")
        #expect(
            try Set(Disk.names(in: scratch.root)) == [
                ".D.plist.defaults-new", ".copy.plist.defaults-new", "D.plist", "copy.plist",
            ])
    }

    @Test("a planted link with the temporary name is not followed")
    func plantedLink() throws {
        let victim = scratch.path + "/victim"
        try Disk.write("mine", to: victim)
        try Disk.link(usual, to: victim)
        try scratch.succeed("write", "D", "k", "new")
        #expect(try Disk.bytes(victim) == Array("mine".utf8))
        #expect(try !FileFacts(file).isLink)
        #expect(try Foreign.foundation(file) == ["k": "new"])
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    @Test("a planted file with the temporary name affects neither the mode nor the links of the new file")
    func plantedFile() throws {
        try Disk.write("mine", to: usual)
        #expect(chmod(usual, 0o666) == 0)
        #expect(link(usual, scratch.path + "/second") == 0)
        try scratch.succeed("write", "D", "k", "new")
        #expect(try FileFacts(file).permissions == 0o600)
        #expect(try Disk.bytes(scratch.path + "/second") == Array("mine".utf8))
    }

    @Test("the temporary file never grants more access than the file", Strace.condition, arguments: [false, true])
    func mode(isNew: Bool) throws {
        if !isNew { try scratch.succeed("write", "D", "k", "old") }
        let calls = try scratch.systemCalls("openat,write", of: "write", "D", "k", "secret")
        let creation = try #require(calls.first { $0.contains("O_CREAT") && $0.contains("defaults-new") })
        for part in ["O_EXCL", "O_NOFOLLOW", ", 0600)"] { #expect(creation.contains(part)) }
        #expect(calls.count { $0.hasPrefix("write(") && $0.contains("defaults-new") } == 1)
    }

    @Test("another name of the file keeps the old contents")
    func hardLink() throws {
        try scratch.succeed("write", "D", "k", "old")
        #expect(link(file, scratch.file("Second")) == 0)
        let before = try FileFacts(scratch.file("Second"))
        try scratch.succeed("write", "D", "k", "new")
        #expect(try FileFacts(scratch.file("Second")) == before)
        #expect(try Foreign.foundation(scratch.file("Second")) == ["k": "old"])
        #expect(try Foreign.foundation(file) == ["k": "new"])
    }

    @Test("folders with the names of what a change of several domains puts beside them keep none from being made")
    func several() throws {
        for name in ["D", "E"] {
            try scratch.succeed("write", name, "k" + name, "v")
            for suffix in ["new", "old"] { try Disk.makeFolder("\(scratch.root)/.\(name).plist.defaults-\(suffix)") }
        }
        try scratch.succeed("migrate", "--id", "one", "D", "E", "new=kD")
        try scratch.succeed("migrate", "--rollback", "one", "E")
        #expect(try Foreign.foundation(scratch.file("D")) == ["kD": "v"])
        #expect(try Foreign.foundation(scratch.file("E")) == ["kE": "v"])
        #expect(try Disk.names(in: scratch.root).count == 6)
    }

    @Test(
        "the temporary file of another user in a sticky folder keeps no change from being made, and stays",
        OtherAccount.condition)
    func anotherUser() throws {
        chmod(scratch.root, 0o1777)
        try Disk.write("theirs", to: usual)
        for value in ["v", "w"] {
            #expect(
                try scratch.defaultsWithoutRights("write", "D", "k", value) == .silence
            )
        }
        #expect(try Foreign.foundation(scratch.file("D")) == ["k": "w"])
        #expect(try Disk.bytes(usual) == Array("theirs".utf8))
        #expect(try Disk.names(in: scratch.root).sorted() == [".D.plist.defaults-new", "D.plist"])
    }

    @Test("if both names are taken, the message names what is to be removed, and nothing changes")
    func both() throws {
        try scratch.succeed("write", "D", "k", "v")
        for path in [usual, second] { try Disk.makeFolder(path + "/sub") }
        let before = try TreeState(scratch.root)
        for words in [["write", "D", "k", "w"], ["delete", "D", "k"], ["import", "D", "-"]] {
            let outcome = try scratch.defaults(words, input: Array("{a=b;}".utf8))
            #expect(outcome.status == 74)
            #expect(outcome.complains(), "\(outcome.error)")
            #expect(outcome.error.contains("'\(usual)' has the name of the temporary file and must be removed first"))
        }
        #expect(try TreeState(scratch.root) == before)
        rmdir(usual + "/sub")
        rmdir(usual)
        try scratch.succeed("write", "D", "k", "w")
    }

    @Test("what an interrupted write left under either name goes with the next change", arguments: [false, true])
    func leftovers(changes: Bool) throws {
        try scratch.succeed("write", "D", "k", "v")
        for path in [usual, second] { try Disk.write("left", to: path) }
        try scratch.succeed("write", "D", "k", changes ? "w" : "v")
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }
}
