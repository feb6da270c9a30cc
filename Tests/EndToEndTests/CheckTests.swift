import Foundation
import PropertyList
import Testing

/// What `check` tells of files, and that it leaves them alone.
struct CheckTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try Disk.makeFolder(scratch.root)
    }

    /// Puts a property list of some XML inside its root dictionary in a domain's place.
    private func put(_ inside: String, in domain: String, mode: mode_t = 0o600) throws {
        let text = "<plist version=\"1.0\"><dict>\(inside)</dict></plist>"
        try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.file(domain)))
        chmod(scratch.file(domain), mode)
    }

    @Test("there is nothing to tell of what the command writes")
    func clean() throws {
        try scratch.succeed("write", "D", "k", "v")
        try scratch.succeed("write", "-g", "k", "v")
        try scratch.succeed("-currentHost", "write", "D", "k", "v")
        #expect(try scratch.defaults("check") == Outcome(status: 0, output: [], error: ""))
        #expect(try scratch.defaults("check", "D").status == 0)
    }

    @Test(
        "what is odd about a file is told, with status 1",
        arguments: [
            ("<key>a</key><true/><key>a</key><false/>", "key 'a' stands there more than once"),
            (
                "<key>d</key><dict><key>a</key><true/><key>a</key><false/></dict>",
                "key 'd.a' stands there more than once"
            ),
            (String(repeating: "<key>a</key><true/>", count: 3), "key 'a' stands there more than once"),
            ("<key>a</key><string>\u{1B}[0m</string>", "'a' has control characters"),
            ("<key>\u{1B}</key><string>\u{1B}</string>", "'\\033' has control characters"),
            (
                "<key>d</key><dict><key>\u{E9}</key><true/><key>e\u{301}</key><true/></dict>",
                "keys 'd.e\u{301}' (e\\u0301) and 'd.\u{E9}' (\\351) look alike"
            ),
            ("", "it has no keys"),
        ])
    func contents(inside: String, sentence: String) throws {
        try put(inside, in: "D")
        let before = try Disk.bytes(scratch.file("D"))
        let outcome = try scratch.defaults("check")
        #expect(outcome.status == 1 && outcome.error.isEmpty)
        #expect(outcome.text.hasPrefix(scratch.file("D") + ": ") && outcome.text.contains(sentence), "\(outcome.text)")
        #expect(outcome.text.split(separator: "\n").count == 1)
        #expect(try Disk.bytes(scratch.file("D")) == before)
    }

    @Test("modes that let others in, several names, strays, leftovers and other hosts' files are told")
    func files() throws {
        try put("<key>a</key><true/>", in: "Loose", mode: 0o644)
        try put("<key>a</key><true/>", in: "Linked")
        try put("<key>a</key><true/>", in: "NSGlobalDomain")
        try Disk.makeFolder(scratch.root + "/ByHost")
        try put("<key>a</key><true/>", in: "ByHost/D")
        try scratch.bash("cd root && ln Linked.plist other && touch .D.plist.defaults-new .defaults.lock")
        let outcome = try scratch.defaults("check")
        #expect(outcome.status == 1)
        let sentences = [
            "its mode 644", "it has 2 names", "nothing reads it; the global",
            "the next change of its domain removes it", "it keeps nobody out", "another host",
        ]
        for sentence in sentences {
            #expect(outcome.text.contains(sentence), "\(sentence) in \(outcome.text)")
        }
        #expect(outcome.text.split(separator: "\n").count == 6)
    }

    @Test("what cannot be read is 65, by Foundation 1, and a domain that is not there 1 with a sentence")
    func unreadable() throws {
        try put("<key>a</key>", in: "D")
        #expect(try scratch.defaults("check").status == 65)
        #expect(try scratch.defaults("check", "./root/D").text.contains("cannot read"))
        let missing = try scratch.defaults("check", "Missing")
        #expect(missing.status == 1 && missing.error == "defaults: Domain Missing does not exist\n")
        // A date with a fraction is nothing that Foundation reads in XML.
        try put("<key>a</key><date>2024-01-31T12:00:00.5Z</date>", in: "D")
        let outcome = try scratch.defaults("check")
        #expect(outcome.status == 1 && outcome.text.contains("Foundation cannot read it"))
    }

    @Test("what cannot even be looked at is told, and everything else as well")
    func goesOn() throws {
        try put("", in: "D")
        try scratch.bash("cd root && ln -s A.plist A.plist && ln -s ByHost ByHost")
        let all = try scratch.defaults("check")
        #expect(all.status == 65 && all.error.isEmpty)
        #expect(
            all.text == """
                \(scratch.file("A")): cannot read '\(scratch.file("A"))': Too many levels of symbolic links
                \(scratch.file("D")): it has no keys, so that its domain does not exist
                \(scratch.root)/ByHost: cannot list '\(scratch.root)/ByHost': Too many levels of symbolic links

                """)
        let named = try scratch.defaults("check", "Missing", "D")
        #expect(named.status == 1 && named.error == "defaults: Domain Missing does not exist\n")
        #expect(named.text == "\(scratch.file("D")): it has no keys, so that its domain does not exist\n")
        let missing = try scratch.defaults("check", "--json", "Missing")
        #expect(missing.status == 1 && missing.error == named.error)
        #expect(try JSONReader.read(missing.output) == ["schema": 1, "findings": []])
    }

    @Test("of many look-alikes four are told, and all in JSON")
    func manyLookAlikes() throws {
        let keys = ["e\u{302}\u{323}", "e\u{323}\u{302}", "\u{EA}\u{323}", "\u{1EB9}\u{302}", "\u{1EC7}"]
        try put(keys.map { "<key>\($0)</key><true/>" }.joined(), in: "D")
        let sentence =
            "keys '\(keys[0])' (e\\u0302\\u0323) and '\(keys[1])' (e\\u0323\\u0302) and '\(keys[2])' (\\352\\u0323) "
            + "and '\(keys[3])' (\\u1eb9\\u0302) look alike, and Swift programs take them for one"
        #expect(try scratch.defaults("check").text == "\(scratch.file("D")): \(sentence)\n")
        let json = try JSONReader.read(scratch.defaults("check", "--json").output)
        #expect(
            json == [
                "schema": 1,
                "findings": [
                    [
                        "path": .string(scratch.file("D")), "kind": "equivalent-keys", "message": .string(sentence),
                        "keyPath": [], "keys": .array(keys.map(PropertyListValue.string)),
                    ]
                ],
            ])
    }

    @Test("a FIFO is told for what it is, and not for its mode")
    func fifo() throws {
        try scratch.bash("mkfifo -m 666 root/D.plist")
        #expect(
            try scratch.defaults("check").text
                == "\(scratch.file("D")): cannot read '\(scratch.file("D"))': it is not a regular file\n")
    }

    /// Files of a key `S` and another value, and whether `UserDefaults` finds the key; which is why `check` tells of them.
    static let values: [([UInt8], isFound: Bool)] = [
        ([0x51, 0x76], true), ([0x61, 0xD8, 0x00], true), ([0x80, 0x05], false), ([0xA1, 5], false), ([0x00], false),
        ([0xD1, 6, 4], false), ([0xC1, 4], false),
    ]

    @Test("what UserDefaults finds nothing in is told", arguments: values)
    func userDefaults(value: [UInt8], isFound: Bool) throws {
        let key: [UInt8] = [0x51, UInt8(ascii: "S")]
        let bytes = BinaryObjects.file(
            [[0xD2, 1, 2, 3, 4], BinaryObjects.key, key, value, [0x51, 0x74], [0x80, 0x01], [0x10, 0x05]])
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.file("D")))
        let outcome = try scratch.defaults("check", "D")
        let isTold = ["UserDefaults take it for empty", "nor can programs that use UserDefaults"]
            .contains { outcome.text.contains($0) }
        #expect(isTold == !isFound, "\(outcome.text)")
        #expect(try scratch.probe("get", "D", "S").contains("\"t\"") == isFound)
    }

    @Test("look-alikes are told in the order of their keys, in every run")
    func order() throws {
        let letters = ["a", "c", "e", "i", "n", "o", "u", "y", "z"]
        let pairs = [
            "\u{E1}", "\u{107}", "\u{E9}", "\u{ED}", "\u{144}", "\u{F3}", "\u{FA}", "\u{FD}", "\u{17A}",
        ]
        let keys = letters.map { $0 + "\u{301}" } + pairs
        try put(keys.reversed().map { "<key>\($0)</key><true/>" }.joined(), in: "D")
        guard case .dictionary(let root) = try JSONReader.read(scratch.defaults("check", "--json").output) else {
            throw CocoaError(.coderInvalidValue)
        }
        for (index, (letter, pair)) in zip(letters, pairs).enumerated() {
            #expect(
                root[PropertyListPath(["findings", String(index), "keys"])]
                    == .array([.string(letter + "\u{301}"), .string(pair)]))
        }
    }

    @Test("of one kind a hundred are told, however many there are and however deep")
    func many() throws {
        let values = String(repeating: "(", count: 510) + String(repeating: "\"\u{1}\",", count: 50_000)
        try Disk.write("{ K = \(values)\(String(repeating: ")", count: 510)); }", to: scratch.file("D"))
        chmod(scratch.file("D"), 0o600)
        for words in [["check"], ["check", "--json"]] {
            let outcome = try scratch.startWithinLimits(words).outcome()
            #expect(outcome.status == 1 && outcome.error.isEmpty)
            #expect(outcome.text.split(separator: "has control characters").count == 101)
        }
    }

    @Test("findings are told to programs as JSON")
    func json() throws {
        try put("<key>a</key><true/><key>a</key><false/>", in: "D")
        let outcome = try scratch.defaults("check", "--json", "D")
        #expect(outcome.status == 1)
        guard case .dictionary(let root) = try JSONReader.read(outcome.output) else {
            throw CocoaError(.coderInvalidValue)
        }
        #expect(root["schema"] == 1)
        #expect(root[PropertyListPath(["findings", "0", "kind"])] == "duplicate-key")
        #expect(root[PropertyListPath(["findings", "0", "keyPath"])] == ["a"])
        #expect(root[PropertyListPath(["findings", "0", "path"])] == .string(scratch.file("D")))
    }
}
