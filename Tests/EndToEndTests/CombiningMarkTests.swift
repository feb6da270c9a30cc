import Foundation
import PropertyList
import Testing

/// A combining mark makes another character, to Swift, of what is before it; to shells, options and paths that stays
/// what it is.
@Suite(.waiting) struct CombiningMarkTests {
    let scratch = Scratch()

    @Test("a quote with a mark on it does not end the quotes of a shell")
    func quotes() throws {
        let text = "'\u{301}; echo injected >file; echo '\u{338}"
        try scratch.store(["K": .string(text), text: 1], at: scratch.file("D"))
        #expect(try scratch.bash("eval \"$(defaults read --sh D K)\"; printf %s \"$default_K\"").text == text)
        #expect(
            try scratch.bash("defaults export --format commands D - | sed 's/ D / E /' | bash; defaults diff D E")
                .status == 0)
        #expect(!Disk.exists(scratch.path + "/file"))
    }

    @Test("a value of an option may begin with one")
    func optionValues() throws {
        try scratch.succeed("write", "--path=\u{338}k.l", "D", "v")
        #expect(try scratch.defaults("read", "--path", "\u{338}k.l", "D").text == "v\n")
    }

    @Test(
        "a name with dots between slashes is no name, marked or not",
        arguments: ["a/..\u{2F}\u{301}b", "a/./\u{301}", "/\u{301}/..", "a//\u{301}"])
    func names(name: String) throws {
        let outcome = try scratch.defaults("write", name, "K", "v")
        #expect(outcome.status != 0)
        #expect(outcome.complains())
        #expect(try scratch.bash("find . -name '*.plist'").output.isEmpty)
    }

    /// "café" in both forms, which Swift's strings take for equal.
    private static let forms = ["caf\u{E9}", "cafe\u{301}"]

    @Test("a migration between two names that look alike moves a key from one to the other")
    func migration() throws {
        let (composed, decomposed) = (Self.forms[0], Self.forms[1])
        try scratch.store(["A": 1], at: scratch.file(composed))
        try scratch.store(["A": 2], at: scratch.file(decomposed))
        try scratch.succeed("migrate", composed, decomposed, "Z=A")
        #expect(!Disk.exists(scratch.file(composed)))
        #expect(try scratch.defaults("read", decomposed, "A").text == "2\n")
        #expect(try scratch.defaults("read", decomposed, "Z").text == "1\n")
    }

    @Test("a migration is split at its signs, whatever follows them")
    func migrationSteps() throws {
        let (old, sign) = ("\u{301}old", ":\u{301}string")
        try scratch.store([old: "1", "a\(sign)": "2"], at: scratch.file("D"))
        let unknown = try scratch.defaults("migrate", "D", "E", "new=a\(sign)")
        unknown.expect(255, containing: "is not a type")
        try scratch.succeed("migrate", "D", "E", "\u{301}new=\(old)", "other=a\(sign):")
        #expect(try scratch.defaults("read", "E", "\u{301}new").text == "1\n")
        #expect(try scratch.defaults("read", "E", "other").text == "2\n")
    }

    @Test("a file of migration steps is found, whatever its name")
    func migrationFile() throws {
        try scratch.store(["a": "1"], at: scratch.file("D"))
        try Disk.write("b = a;", to: scratch.path + "/\u{301}steps=1")
        try scratch.succeed("migrate", "D", "D", "./\u{301}steps=1")
        #expect(try scratch.defaults("read", "D", "b").text == "1\n")
    }

    @Test("each verb tells two names that look alike apart, as files, hosts and roots")
    func names() throws {
        for (number, name) in Self.forms.enumerated() {
            try scratch.succeed("write", name, "N", "-int", String(number))
            try scratch.succeed("-host", name, "write", "D", "N", "-int", String(number))
            try scratch.succeed("--root", scratch.path + "/" + name, "write", "D", "N", "-int", String(number))
        }
        for (number, name) in Self.forms.enumerated() {
            #expect(try scratch.defaults("read", name, "N").text == "\(number)\n")
            #expect(try scratch.defaults("-host", name, "read", "D", "N").text == "\(number)\n")
            #expect(try scratch.defaults("--root", scratch.path + "/" + name, "read", "D", "N").text == "\(number)\n")
        }
        #expect(try scratch.defaults("domains", "--lines").output == Array("cafe\u{301}\ncaf\u{E9}\n".utf8))
        #expect(try scratch.defaults("diff", Self.forms[0], Self.forms[1]).text == "- N: integer 0\n+ N: integer 1\n")
    }

    @Test("a temporary file whose name begins with a mark is found and removed")
    func temporaryFiles() throws {
        try Disk.makeFolder(scratch.root)
        try Disk.write("left", to: scratch.root + "/.\u{301}x.plist.defaults-new")
        #expect(try scratch.defaults("check").text.contains("the next change of the domain removes it"))
        try scratch.succeed("write", "\u{301}x", "K", "v")
        #expect(try scratch.defaults("check") == .silence)
    }

    @Test("paths go where they say")
    func paths() throws {
        try Disk.makeFolder(scratch.path + "/inner")
        try scratch.succeed("write", "./inner/../\u{301}out", "K", "v")
        #expect(try Foreign.lines(scratch.path + "/\u{301}out.plist") == [#""K": "v""#])
        try scratch.succeed("write", scratch.path + "/\u{338}abs", "K", "v")
        #expect(try Foreign.lines(scratch.path + "/\u{338}abs.plist") == [#""K": "v""#])
        #expect(!Disk.exists(scratch.root))
    }
}
