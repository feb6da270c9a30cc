import Foundation
import Glibc
import TestExtent
import Testing

/// Values in a real keyring: they come back byte for byte, or are refused and nothing has changed.
@Suite(.waiting, .serialized, Keyring.condition)
struct KeyringValueTests {
    let scratch = Scratch()

    @Test(
        "a string comes back byte for byte",
        arguments: [
            "x", "a\n", "\n", "\n\n", "", " ", "a\0b", "\0", "\r\n", "\u{1B}[0m", "\u{FFFE}", "é e\u{301} 😀", "]]>",
            "<a&b>",
            "\nsecret = x\n[/1]\ncreated = y\n", "attribute.domain = other\n",
        ])
    func strings(text: String) throws {
        let bytes = Array(text.utf8)
        #expect(
            try scratch.keyring("write", "--stdin", "D", "k", "-string", input: bytes)
                == .silence)
        #expect(try scratch.keyring("read", "--raw", "D", "k") == Outcome(status: 0, output: bytes, error: ""))
        #expect(try scratch.keyring("domains").text == "D\n")
        #expect(try Disk.names(in: scratch.root) == [])
    }

    @Test("every type comes back as it was, as an independent reader sees it")
    func types() throws {
        let contents: NSDictionary = [
            "array": ["a", 1, 1.5, true], "data": Data((0...255).map { $0 }), "date": Date(timeIntervalSince1970: 0.25),
            "dictionary": ["inner": [:] as NSDictionary], "false": false, "integer": Int64.min, "real": 0.1,
            "string": "a\0\n", "true": true, "": "empty",
        ]
        let document = try PropertyListSerialization.data(fromPropertyList: contents, format: .binary, options: 0)
        #expect(try scratch.keyring("import", "D", "-", input: Array(document)).status == 0)
        let exported = try scratch.keyring("export", "--reveal", "--format", "binary", "D", "-")
        let found = try PropertyListSerialization.propertyList(from: Data(exported.output), format: nil)
        #expect(found as? NSDictionary == contents)
        #expect(try scratch.keyring("read-type", "D", "true").text == "Type is boolean\n")
        #expect(try scratch.keyring("read-type", "D", "real").text == "Type is float\n")
    }

    @Test("bytes at and around the limit come back, or are refused and nothing has changed", arguments: [false, true])
    func limit(isText: Bool) throws {
        var kept: [UInt8] = []
        var refusals = 0
        for count in [
            4096, 6050, 6060, 6070, 6080, 6085, 6090, 6095, 6100, 6110, 8000, 8191, 8192, 8193, 20_000, 100_000,
        ] {
            let bytes = (0..<count).map { isText ? 0x61 + UInt8($0 % 26) : UInt8(truncatingIfNeeded: $0 &* 7) }
            let flag = isText ? "-string" : "-data"
            let outcome = try scratch.keyring("write", "--stdin", "D", "k", flag, input: bytes)
            if outcome.status == 0 {
                kept = bytes
            } else {
                refusals += 1
                outcome.expect(65, containing: " bytes are too many for a keyring item, which has at most 8192")
            }
            #expect(try scratch.keyring("read", "--raw", "D", "k").output == kept, "\(count) bytes")
        }
        #expect(refusals >= 4)
        #expect(kept.count >= 6000)
    }

    @Test("the item is what other programs find: by application and domain, with the property list for its secret")
    func item() throws {
        try scratch.keyring("write", "--stdin", "com.example.App", "token", "-string", input: Array("s3cret".utf8))
        let words = [
            "/usr/bin/secret-tool", "lookup", "application", "defaults", "domain", "com.example.App", "base",
            scratch.root,
        ]
        let found = try scratch.run(words, environment: scratch.keyringEnvironment)
        let contents = try PropertyListSerialization.propertyList(from: Data(found.output), format: nil)
        #expect(contents as? [String: String] == ["token": "s3cret"])
        #expect(try scratch.keyring("delete", "com.example.App").status == 0)
        #expect(
            try scratch.run(words, environment: scratch.keyringEnvironment)
                == Outcome(status: 1, output: [], error: ""))
        #expect(try scratch.keyring("read", "com.example.App").status == 1)
    }

    @Test("a migration leaves the values in the keyring alone")
    func migration() throws {
        try scratch.defaults("write", "App", "{ token = s3cret; size = 12; }")
        #expect(
            try scratch.keyring("migrate", "--id", "m", "App", "App", "token=token")
                == .silence)
        #expect(try scratch.keyring("read", "App", "token").text == "s3cret\n")
        #expect(try scratch.defaults("read", "App").text == "{\n    size = 12;\n}\n")
        let record = try scratch.keyring("read", "--path", "DefaultsMigrations.m.Steps", "App").text
        #expect(record.contains("token"))
        #expect(!record.contains("Digests"))
        #expect(!record.contains("s3cret"))
    }

    @Test("the commands of a difference, run, make the domains equal")
    func script() throws {
        try scratch.keyring("import", "A", "-", input: Array("{ a = 1; gone = x; }".utf8))
        try scratch.keyring(
            "import", "B", "-", input: Array("{ a = \"two\nlines\n\"; b = ( 1, { c = <00ff>; } ); }".utf8))
        let script = try scratch.keyring("diff", "--reveal", "--format", "commands", "A", "B").text
        #expect(
            try scratch.bash(script, environment: scratch.keyringEnvironment)
                == .silence)
        #expect(try scratch.keyring("diff", "A", "B") == .silence)
    }

    @Test(
        "the standard streams may be closed, and signals of children ignored",
        arguments: ["defaults --keyring read D k 0<&- 2>&-", "env --ignore-signal=CHLD defaults --keyring read D k"])
    func hostileStart(command: String) throws {
        try scratch.keyring("write", "--stdin", "D", "k", "-string", input: [0x61])
        #expect(
            try scratch.bash(command, environment: scratch.keyringEnvironment)
                == Outcome(status: 0, output: Array("a\n".utf8), error: ""))
    }

    @Test("a copy of the domain in a file is its owner's alone")
    func exported() throws {
        try scratch.keyring("write", "--stdin", "D", "k", "-string", input: [0x61])
        #expect(try scratch.keyring("export", "--reveal", "D", "./copy.plist").status == 0)
        #expect(try FileFacts(scratch.path + "/copy.plist").permissions == 0o600)
    }
}
