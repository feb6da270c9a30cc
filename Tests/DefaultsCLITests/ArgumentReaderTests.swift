import DefaultsCore
import Testing

@testable import DefaultsCLI

/// How the words of a command line are told apart.
struct ArgumentReaderTests {
    private static func read(_ words: [String]) throws(CommandError) -> Invocation {
        try ArgumentReader.read(words.map { Array($0.utf8) })
    }

    @Test(
        "options stand before the verb or right after it",
        arguments: [
            (["-currentHost", "read", "D"], .current, nil, ["D"]),
            (["read", "-currentHost", "D"], .current, nil, ["D"]),
            (["-host", "h", "read", "D"], .named("h"), nil, ["D"]),
            (["read", "-host", "h", "D"], .named("h"), nil, ["D"]),
            (["--root", "/r", "read", "D"], .any, "/r", ["D"]), (["read", "--root=/r", "D"], .any, "/r", ["D"]),
            (["--root=/r", "read"], .any, "/r", []),
            (["--root=a=b", "read"], .any, "a=b", []),
            (["--root", "/r", "-currentHost", "read", "--root", "/s", "D"], .current, "/s", ["D"]),
            (["--root", "--", "read", "D"], .any, "--", ["D"]), (["READ", "D"], .any, nil, ["D"]),
            (["-host=h", "read", "D"], .named("h"), nil, ["D"]),
        ] as [([String], Domain.Host, String?, [String])])
    func options(words: [String], host: Domain.Host, root: String?, operands: [String]) throws {
        let invocation = try Self.read(words)
        #expect(invocation.command.name == "read")
        #expect(invocation.host == host)
        #expect(invocation.options[.root] == root)
        #expect(invocation.operands == operands)
    }

    @Test(
        "from the first operand on every word is literal",
        arguments: [
            (["write", "D", "K", "-string", "--help"], ["D", "K", "-string", "--help"]),
            (["write", "D", "--root", "x"], ["D", "--root", "x"]),
            (["write", "D", "-currentHost", "x"], ["D", "-currentHost", "x"]),
            (["write", "D", "K", "--", "x"], ["D", "K", "--", "x"]),
            (["write", "-g", "--version", "1"], ["-g", "--version", "1"]),
            (["write", "-x", "--root", "1"], ["-x", "--root", "1"]),
            (["write", "", "--root", "1"], ["", "--root", "1"]),
        ])
    func literalOperands(words: [String], operands: [String]) throws {
        let invocation = try Self.read(words)
        #expect(invocation.operands == operands)
        #expect(invocation.options[.root] == nil)
        #expect(invocation.host == .any)
    }

    @Test(
        "two dashes end the options",
        arguments: [
            (["read", "--", "--root", "K"], ["--root", "K"]), (["read", "--", "-currentHost"], ["-currentHost"]),
            (["read", "--", "--"], ["--"]), (["--", "read", "D"], ["D"]),
            (["read", "-currentHost", "--", "--x"], ["--x"]), (["read", "--"], []),
        ])
    func dashes(words: [String], operands: [String]) throws {
        let invocation = try Self.read(words)
        #expect(invocation.command.name == "read")
        #expect(invocation.operands == operands)
    }

    @Test(
        "what is malformed is refused with its reason, as wrong usage",
        arguments: [
            ([], nil), (["-currentHost"], nil), (["--root", "/r"], nil), (["--"], nil),
            (["reed", "D"], "unknown verb 'reed'; did you mean 'read'?"),
            (["xyzzyplugh"], "unknown verb 'xyzzyplugh'; see 'defaults help'"),
            ([""], "unknown verb ''; see 'defaults help'"),
            (["-unknown", "read"], "unknown verb '-unknown'; see 'defaults help'"),
            (["--rot", "/r", "read"], "unknown option '--rot'; did you mean '--root'?"),
            (["--rot=/r", "read"], "unknown option '--rot'; did you mean '--root'?"),
            (["read", "--xyzzyplugh", "D"], "unknown option '--xyzzyplugh'; see 'defaults help read'"),
            (["READ", "--xyzzyplugh", "D"], "unknown option '--xyzzyplugh'; see 'defaults help read'"),
            (["--root"], "option '--root' needs a value"), (["read", "-host"], "option '-host' needs a value"),
            (["--lock-timeout"], "option '--lock-timeout' needs a value"),
            (["--root=", "read", "D"], "option '--root' needs a value"),
            (["--root", "", "read", "D"], "option '--root' needs a value"),
            (["read", "-host=", "D"], "option '-host' needs a value"),
            (["--lock-timeout=", "read", "D"], "option '--lock-timeout' needs a value"),
            (["write", "--value-file=", "D", "K"], "option '--value-file' needs a value"),
            (["export", "--format", "", "D", "-"], "option '--format' needs a value"),
            (["--help=x"], "option '--help' takes no value"),
            (["-currentHost=x", "read"], "option '-currentHost' takes no value"),
            (["migrate", "--path=x", "D", "E", "A=B"], "option '--path' takes no value"),
        ] as [([String], String?)])
    func refusals(words: [String], message: String?) {
        let error = #expect(throws: CommandError.self) { try Self.read(words) }
        #expect(error?.message == message)
        #expect(error?.status == .usage)
    }

    @Test("an option whose value is a key takes the empty one", arguments: [["--path="], ["--path", ""]])
    func emptyKey(words: [String]) throws {
        #expect(try Self.read(["read"] + words + ["D"]).options[.path] == "")
        #expect(try Self.read(["diff", "--ignore=", "D", "E"]).options.all(.ignore) == [""])
    }

    @Test("words that are no UTF-8 are refused by their place, never repaired")
    func invalidText() {
        let tool = Tool()
        let outcome = tool.run([Array("write".utf8), [0x44, 0xFF], Array("K".utf8), Array("v".utf8)])
        #expect(outcome == Tool.Outcome(status: .usage, error: "defaults: argument 2 is not valid UTF-8\n"))
        #expect(tool.run([[0xC3]]).error == "defaults: argument 1 is not valid UTF-8\n")
    }

    @Test(
        "the size of what is read is a number of bytes",
        arguments: [
            ("1", 1), ("65536", 65_536), ("007", 7), ("1K", 1024), ("64K", 65_536), ("512M", 536_870_912),
            ("2G", 2_147_483_648), ("4611686018427387904", 1 << 62), ("4294967296G", 1 << 62),
        ])
    func sizeLimit(text: String, limit: Int) throws {
        for words in [["--max-size", text, "read"], ["read", "--max-size=\(text)"]] {
            #expect(try Self.read(words).sizeLimit == limit)
        }
        #expect(try Self.read(["read"]).sizeLimit == 1 << 30)
    }

    @Test(
        "any other size is refused",
        arguments: [
            "0", "0G", "-1", "x", "1k", "1KB", "1T", "1.5G", " 1", "1 ", "K", "+1", "1e3", "\u{0661}",
            "4611686018427387905", "4294967297G", "99999999999999999999",
        ])
    func badSizeLimit(text: String) {
        let outcome = Tool()("--max-size", text, "read", "D")
        #expect(outcome.status == .usage)
        #expect(
            outcome.error
                == "defaults: option '--max-size' takes a number of bytes, such as 65536, 64K, 512M or 2G, not '\(text)'\n"
        )
    }

    @Test("the time to wait for a lock is a number of seconds", arguments: ["0", "0.5", "10", "1e3"])
    func lockTimeout(text: String) throws {
        let invocation = try Self.read(["--lock-timeout", text, "read"])
        #expect(try invocation.lockTimeout == .seconds(#require(Double(text))))
    }

    @Test("any other time to wait is refused", arguments: ["-1", "x", "1s", "nan", "inf", "1e10", " 1"])
    func badLockTimeout(text: String) throws {
        let outcome = Tool()("--lock-timeout", text, "read", "D")
        #expect(outcome.status == .usage)
        #expect(outcome.error == "defaults: option '--lock-timeout' takes a number of seconds, not '\(text)'\n")
    }

    @Test(
        "help and version are answered wherever options stand",
        arguments: [["--help"], ["-h"], ["read", "--help"], ["read", "-h", "D"], ["--version", "x"]])
    func helpAndVersion(words: [String]) {
        let outcome = Tool().run(words.map { Array($0.utf8) })
        #expect(outcome.status == .success)
        #expect(outcome.error.isEmpty)
        #expect(!outcome.output.isEmpty)
    }
}
