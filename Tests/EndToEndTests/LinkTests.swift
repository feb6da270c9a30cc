import Foundation
import Testing

/// Links are written through and stay links; only a file of the base goes with its last key.
@Suite(.waiting) struct LinkTests {
    let scratch = Scratch()

    init() throws {
        try Disk.makeFolder(scratch.root)
        try Disk.makeFolder(other)
    }

    private var other: String { scratch.path + "/other" }
    private var target: String { other + "/Real.plist" }

    @Test("a link to a folder stays a link")
    func folderLink() throws {
        try Disk.link(scratch.root + "/sub", to: "../other")
        let before = try FileFacts(scratch.root + "/sub")
        #expect(try scratch.defaults("write", "sub/Real", "k", "v").status == 0)
        #expect(try FileFacts(scratch.root + "/sub") == before)
        #expect(try Foreign.foundation(target) == ["k": "v"])
    }

    @Test("a root that is a link is the folder it leads to")
    func rootLink() throws {
        try Disk.link(scratch.path + "/link", to: "root")
        #expect(try scratch.defaults("--root", scratch.path + "/link", "write", "D", "k", "v").status == 0)
        #expect(try FileFacts(scratch.file("D")).permissions == 0o600)
        #expect(try FileFacts(scratch.path + "/link").isLink)
    }

    @Test("a folder that is a link to nowhere is an error", arguments: ["link", "link/sub"])
    func danglingFolderLink(root: String) throws {
        try Disk.link(scratch.path + "/link", to: "nowhere")
        let outcome = try scratch.bash("timeout -s KILL 20 defaults --root ./\(root) write D k v")
        outcome.expect(74, containing: "./\(root)/D.plist")
        #expect(!Disk.exists(scratch.path + "/nowhere"))
    }

    @Test(
        "a link whose destination ends in a slash leads to a folder, and is an error",
        arguments: ["../other/", "../other/Real.plist/", "nowhere/", "/"])
    func folderInPlace(destination: String) throws {
        try Disk.write("{ k = old; }", to: target)
        try Disk.link(scratch.file("D"), to: destination)
        let before = try TreeState(scratch.path)
        let outcome = try scratch.defaults("write", "D", "k", "v")
        outcome.expect(74, containing: scratch.file("D"))
        #expect(try TreeState(scratch.path).differences(from: before).isEmpty)
    }

    @Test("a link to a name that is no UTF-8 is an error, and no other file comes of it")
    func notUTF8() throws {
        #expect(try scratch.bash(#"cd root; ln -s $'\xff.plist' D.plist"#).status == 0)
        let outcome = try scratch.defaults("write", "D", "k", "v")
        outcome.expect(74, containing: scratch.file("D"))
        #expect(try scratch.bash("cd root; echo *").text == "D.plist\n")
    }

    @Test("an export goes through a link, and leaves alone what others keep beside it")
    func export() throws {
        #expect(try scratch.defaults("write", "D", "k", "v").status == 0)
        try Disk.write("old", to: target)
        try Disk.link(scratch.path + "/copy", to: "other/Real.plist")
        let neighbours = [".Real.plist.bak", ".Real.plist.old", ".Real.plist.tmp", ".Real.plist~"]
        for name in neighbours { try Disk.write("mine", to: other + "/" + name) }
        #expect(try scratch.defaults("export", "D", "./copy").status == 0)
        #expect(try FileFacts(scratch.path + "/copy").isLink)
        #expect(try Foreign.foundation(target) == ["k": "v"])
        #expect(try Disk.names(in: other) == neighbours + ["Real.plist"])
    }

    @Test("the last key takes the file with it in the base, subfolders and hosts included", arguments: ["D", "a/D"])
    func lastKey(domain: String) throws {
        for verb in [["delete", domain], ["delete", domain, "k"], ["write", domain, "{}"]] {
            #expect(try scratch.defaults("write", domain, "k", "v").status == 0)
            #expect(try run(verb).status == 0)
            #expect(!Disk.exists(scratch.file(domain)), "\(verb)")
        }
    }

    @Test("the last key behind a link leaves an empty dictionary")
    func lastKeyBehindLink() throws {
        try Disk.write("{ k = v; }", to: target)
        try Disk.link(scratch.file("D"), to: "../other/Real.plist")
        #expect(try scratch.defaults("delete", "D", "k").status == 0)
        #expect(try FileFacts(scratch.file("D")).isLink)
        #expect(try Foreign.foundation(target) == [:])
        #expect(try scratch.defaults("read", "D").status == 1)
    }

    @Test("the last key of a path leaves an empty dictionary, in the format of the file")
    func lastKeyOfPath() throws {
        #expect(try scratch.defaults("write", "./other/Real", "k", "v").status == 0)
        #expect(try scratch.defaults("delete", "./other/Real").status == 0)
        #expect(try Foreign.foundation(target) == [:])
        #expect(try Disk.bytes(target).starts(with: Array("<?xml".utf8)))
    }

    private func run(_ words: [String]) throws -> Outcome {
        try scratch.defaults(words)
    }
}
