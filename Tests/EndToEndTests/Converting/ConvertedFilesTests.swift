import Foundation
import Testing

/// The files that `convert` reads and writes.
@Suite(.waiting) struct ConvertedFilesTests {
    let scratch = Scratch()

    init() throws {
        for name in ["a", "b"] { try Disk.write("{ name = \(name); }", to: "\(scratch.path)/\(name).strings") }
    }

    private func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

    private func text(_ name: String) throws -> String { String(decoding: try Disk.bytes(path(name)), as: UTF8.self) }

    @Test("several files get another extension, go to a folder, or are replaced")
    func severalFiles() throws {
        try scratch.succeed("convert", "--json", "-e", "json", "a.strings", "b.strings")
        #expect(try text("b.json") == "{\n  \"name\": \"b\"\n}\n")
        try Disk.makeFolder(path("folder"))
        try scratch.succeed("convert", "-o", "folder", "-e", ".plist", "a.strings", "./b.strings")
        try scratch.succeed("convert", "--format", "binary", "-o", "folder/", path("a.strings"))
        #expect(try Disk.names(in: path("folder")) == ["a.plist", "a.strings", "b.plist"])
        #expect(try text("folder/b.plist").hasPrefix("<?xml"))
        #expect(try text("folder/a.strings").hasPrefix("bplist00"))
        try scratch.succeed("convert", "--format", "xml", "--in-place", "a.strings", "b.strings")
        #expect(try text("a.strings").hasPrefix("<?xml"))
        #expect(try text("b.strings").hasPrefix("<?xml"))
        let names = [(".hidden", ".hidden.json"), (".a.plist", ".a.json"), ("x.tar.gz", "x.tar.json"), ("é", "é.json")]
        for (name, expected) in names {
            try Disk.write("{}", to: path(name))
            try scratch.succeed("convert", "--json", "-e", "json", name)
            #expect(Disk.exists(path(expected)), "\(name)")
        }
    }

    @Test("failing files are reported, the others are converted, and the first error decides the status")
    func failingFiles() throws {
        try Disk.write("junk junk", to: path("c.strings"))
        let outcome = try scratch.defaults(
            "convert", "--json", "-e", "json", "missing", "a.strings", "c.strings", ".", "b.strings")
        outcome.expect(74, text: "", complaints: 3)
        for (line, name) in zip(outcome.errorLines, ["missing", "c.strings", "."]) {
            #expect(line.contains(name), "\(line)")
        }
        #expect(Disk.exists(path("a.json")))
        #expect(Disk.exists(path("b.json")))
        #expect(!Disk.exists(path("c.json")))
        #expect(try scratch.defaults("convert", "--json", "-e", "json", "c.strings", "missing").status == 65)
    }
}
