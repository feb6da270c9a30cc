import Foundation
import Glibc
import Testing

/// Whatever a file is besides its contents, it stays: inode of an unchanged one, mode, owner, attributes.
@Suite(.waiting) struct AttributeTests {
    let scratch = Scratch()

    private var file: String { scratch.file("D") }

    // MARK: - Unchanged files

    @Test(
        "what changes nothing touches nothing",
        arguments: [
            ["write", "D", "k", "v"], ["write", "D", "n", "-int", "1"], ["write", "D", "a", "-array", "x"],
            ["write", "D", "{ k = v; n = 1; a = (x); }"], ["import", "D", "./same.plist"],
            ["import", "D", "./D.plist"],
            ["delete", "D", "missing"], ["delete", "Missing"], ["delete", "Missing", "k"], ["read", "D"], ["domains"],
        ])
    func unchanged(words: [String]) throws {
        try scratch.defaults("write", "D", "{ k = v; a = (x); }")
        // Only a literal has a whole domain in it, and that knows strings alone.
        let number = words.contains { $0.hasPrefix("{") } ? ["1"] : ["-int", "1"]
        try run(["write", "D", "n"] + number)
        try Disk.write("{ k = v; }", to: scratch.path + "/same.plist")
        try FileManager.default.copyItem(atPath: file, toPath: scratch.path + "/D.plist")
        let before = try (FileFacts(file), Disk.bytes(file), FileFacts(scratch.root))
        try run(words)
        #expect(try FileFacts(file) == before.0)
        #expect(try Disk.bytes(file) == before.1)
        #expect(try FileFacts(scratch.root) == before.2, "something came and went in the folder")
    }

    @Test(
        "a change that fails makes no folder",
        arguments: [["delete", "D"], ["delete", "D", "k"], ["write", "D", "("]])
    func noFolder(words: [String]) throws {
        #expect(try run(words).status == 1)
        #expect(!Disk.exists(scratch.root))
    }

    // MARK: - Modes

    @Test("new folders and files of the base are the user's alone", arguments: ["000", "022", "077"])
    func newInBase(mask: String) throws {
        for command in ["defaults write a/D k v", "defaults -currentHost write D k v", "defaults write -g k v"] {
            #expect(try scratch.bash("umask \(mask); \(command)").status == 0)
        }
        for folder in ["", "/a", "/ByHost"] { #expect(try FileFacts(scratch.root + folder).permissions == 0o700) }
        for name in ["a/D", "ByHost/D.", ".GlobalPreferences"] {
            #expect(try FileFacts(scratch.file(name)).permissions == 0o600, "\(name)")
        }
    }

    @Test(
        "a new file of a path has the mode that the mask leaves",
        arguments: [0, 0o022, 0o027, 0o077, 0o002] as [mode_t])
    func newOfPath(mask: mode_t) throws {
        let script = "umask \(String(mask, radix: 8)); defaults write ./new k v && defaults export ./new ./copy.plist"
        #expect(try scratch.bash(script).status == 0)
        #expect(try FileFacts(scratch.path + "/new.plist").permissions == 0o666 & ~mask)
        #expect(try FileFacts(scratch.path + "/copy.plist").permissions == 0o666 & ~mask)
    }

    @Test("a path into the base is the domain there, with its mode")
    func pathIntoBase() throws {
        try Disk.makeFolder(scratch.root)
        #expect(try scratch.bash("umask 0; defaults write ./root/D k v").status == 0)
        #expect(try FileFacts(file).permissions == 0o600)
    }

    // MARK: - Attributes

    @Test(
        "extended attributes with names in any encoding stay", Executable.condition("getfattr", "setfattr"),
        arguments: [[0xFF], [0xC3, 0x28, 0x20], [0x80, 0xE9]])
    func attributeNames(bytes: [UInt8]) throws {
        try scratch.defaults("write", "D", "k", "v")
        func run(_ words: String...) throws -> Outcome {
            let words = (["/usr/bin/env"] + words).map { Array($0.utf8) }
            return try scratch.run(words + [Array("user.".utf8) + bytes, Array(file.utf8)])
        }
        guard try run("setfattr", "-v", "kept", "-n").status == 0 else {
            try Test.cancel("the file system has no attributes")
        }
        let outcome = try scratch.defaults("write", "D", "k", "new")
        #expect(outcome == .silence)
        #expect(try Foreign.foundation(file) == ["k": "new"])
        #expect(try run("getfattr", "--absolute-names", "--only-values", "-n").text == "kept")
    }

    @discardableResult
    private func run(_ words: [String]) throws -> Outcome {
        try scratch.defaults(words)
    }
}
