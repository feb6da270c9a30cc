import Foundation
import PropertyList
import Testing

/// A combining mark makes another character, to Swift, of what is before it; to shells, options and paths that stays what it is.
struct CombiningMarkTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

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
        #expect(outcome.status != 0 && outcome.complains())
        #expect(try scratch.bash("find . -name '*.plist'").output.isEmpty)
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
