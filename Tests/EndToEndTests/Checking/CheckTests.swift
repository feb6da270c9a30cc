import Foundation
import PropertyList
import Testing

/// What `check` tells of files, and that it leaves them alone.
@Suite(.waiting) struct CheckTests {
    let scratch = Scratch()

    init() throws {
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
        #expect(try scratch.defaults("check") == .silence)
        #expect(try scratch.defaults("check", "D").status == 0)
    }

    @Test(
        "what is odd about a file is told, with status 1",
        arguments: [
            ("<key>a</key><true/><key>a</key><false/>", "key 'a' occurs more than once"),
            (
                "<key>d</key><dict><key>a</key><true/><key>a</key><false/></dict>",
                "key 'd.a' occurs more than once"
            ),
            ("<key>a</key><string>\u{1B}[0m</string>", "'a' contains control characters"),
            ("<key>\u{1B}</key><string>\u{1B}</string>", "'\\033' contains control characters"),
            (
                "<key>d</key><dict><key>\u{E9}</key><true/><key>e\u{301}</key><true/></dict>",
                "keys 'd.e\u{301}' (e\\u0301) and 'd.\u{E9}' (\\351) look alike"
            ),
            ("", "the file has no keys"),
        ])
    func contents(inside: String, sentence: String) throws {
        try put(inside, in: "D")
        let before = try Disk.bytes(scratch.file("D"))
        let outcome = try scratch.defaults("check")
        outcome.expect(1, error: "")
        #expect(outcome.text.hasPrefix(scratch.file("D") + ":") && outcome.text.contains(sentence), "\(outcome.text)")
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
        // The base of the user is private; a root is a folder like any other.
        var environment = scratch.environment
        environment["DEFAULTS_ROOT"] = nil
        environment["XDG_CONFIG_HOME"] = scratch.root
        let outcome = try scratch.defaults("check", environment: environment)
        #expect(outcome.status == 1)
        #expect(try !scratch.defaults("check").text.contains("other users have access (mode 644)"))
        let sentences = [
            "other users have access (mode 644)", "the file has 2 hard links", "no program reads the file; the global",
            "the next change of the domain removes it", "lock file of a running", "another host",
        ]
        for sentence in sentences {
            #expect(outcome.text.contains(sentence), "\(sentence) in \(outcome.text)")
        }
        #expect(outcome.text.split(separator: "\n").count == 6)
    }

    @Test("a file of another host is told, also in a subfolder")
    func otherHosts() throws {
        for domain in ["app", "vendor/app"] {
            try scratch.succeed("-host", "lab7", "write", domain, "k", "v")
            try scratch.succeed("-currentHost", "write", domain, "k", "v")
        }
        let outcome = try scratch.defaults("check")
        let sentence = "the file belongs to another host and is not read on this host"
        let lines = ["app", "vendor/app"].map { "\(scratch.file("ByHost/\($0).lab7")): \(sentence)\n" }
        #expect(outcome == Outcome(status: 1, output: Array(lines.joined().utf8), error: ""))
    }

    @Test("what cannot be read is 65, by Foundation 1, and a domain that is not there 1 with a sentence")
    func unreadable() throws {
        try put("<key>a</key>", in: "D")
        #expect(try scratch.defaults("check").status == 65)
        #expect(try scratch.defaults("check", "./root/D").text.contains("cannot read"))
        let missing = try scratch.defaults("check", "Missing")
        missing.expect(1, error: "defaults: Domain Missing does not exist\n")
        // A date with a fraction is nothing that Foundation reads in XML.
        try put("<key>a</key><date>2024-01-31T12:00:00.5Z</date>", in: "D")
        let outcome = try scratch.defaults("check")
        #expect(
            outcome.status == 1
                && outcome.text.contains("Foundation and programs that use UserDefaults cannot read the file"))
    }

    @Test("kinds that are ignored are not told, and do not count for the status")
    func ignored() throws {
        try put("<key>a</key><true/><key>a</key><false/>", in: "D", mode: 0o666)
        try put("", in: "E")
        let all = try scratch.defaults("check")
        #expect(all.status == 1 && all.text.split(separator: "\n").count == 3)
        let some = try scratch.defaults("check", "--ignore", "duplicate-key", "--ignore=no-keys")
        some.expect(1, text: "\(scratch.file("D")): other users have access (mode 666)\n")
        let words = ["loose-mode", "duplicate-key", "no-keys"].flatMap { ["--ignore", $0] }
        #expect(try scratch.defaults(["check"] + words) == .silence)
        let json = try scratch.defaults("check", "--json", "--ignore", "loose-mode", "D").text
        #expect(json.contains("duplicate-key") && !json.contains("loose-mode"))
        try put("<key>a</key>", in: "E")
        #expect(try scratch.defaults("check").status == 65)
        #expect(try scratch.defaults("check", "--ignore", "unreadable", "E") == .silence)
    }

    @Test(
        "a kind that does not exist is a usage error, with a suggestion if one is near",
        arguments: [("loose-mod", "; did you mean 'loose-mode'?"), ("x", "; see FINDINGS in 'man defaults-formats'")])
    func unknownKind(name: String, advice: String) throws {
        let outcome = try scratch.defaults("check", "--ignore", name)
        outcome.expect(255, text: "", error: "defaults: unknown kind of finding '\(name)'\(advice)\n")
    }

    @Test("a dangling link and a folder in a domain's place are told for what they are")
    func otherThings() throws {
        try Disk.link(scratch.file("D"), to: "nowhere")
        let link =
            "\(scratch.file("D")): the link leads to 'nowhere', which does not exist; the domain does not exist\n"
        for words in [["check"], ["check", "D"]] {
            let outcome = try scratch.defaults(words)
            #expect(outcome == Outcome(status: 1, output: Array(link.utf8), error: ""))
        }
        try Disk.makeFolder(scratch.file("E"))
        let folder = "\(scratch.file("E")): cannot read '\(scratch.file("E"))': it is a directory\n"
        #expect(try scratch.defaults("check") == Outcome(status: 65, output: Array((link + folder).utf8), error: ""))
        #expect(try scratch.defaults("check", "E") == Outcome(status: 65, output: Array(folder.utf8), error: ""))
    }

    @Test("what makes a domain empty for UserDefaults is named with its place")
    func reason() throws {
        try put("<key>a</key><dict><key>b</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>", in: "D")
        let sentence =
            "programs that use UserDefaults treat the file as empty, "
            + "because it contains a reference of an archive at 'a.b'"
        #expect(try scratch.defaults("check", "D").text == "\(scratch.file("D")):1:58: \(sentence)\n")
        let json = try JSONReader.read(scratch.defaults("check", "--json", "D").output)
        guard case .dictionary(let root) = json else { throw CocoaError(.coderInvalidValue) }
        #expect(root[PropertyListPath(["findings", "0", "keyPath"])] == ["a", "b"])
    }

    @Test("names that differ only in case or composition are told")
    func caseVariants() throws {
        for name in ["com.apple.Terminal", "com.apple.terminal", "caf\u{E9}", "cafe\u{301}", "other"] {
            try put("<key>a</key><true/>", in: name)
        }
        let outcome = try scratch.defaults("check")
        outcome.expect(1, error: "")
        let pairs = [("com.apple.terminal", "com.apple.Terminal"), ("caf\u{E9}", "cafe\u{301}")]
        #expect(outcome.text.split(separator: "\n").count == pairs.count)
        for (name, other) in pairs {
            let line =
                "\(scratch.file(name)): the name differs from '\(other).plist' only in the case or composition "
                + "of letters; macOS treats both as one domain\n"
            #expect(outcome.text.utf8.firstRange(of: Array(line.utf8)) != nil, "\(outcome.text)")
        }
        #expect(try scratch.defaults("check", "--ignore", "case-variant") == .silence)
    }

    @Test("a name that is not UTF-8 is told by every verb that goes through domains")
    func namesNotUTF8() throws {
        try put("<key>a</key><true/>", in: "D")
        try scratch.bash(#"cd root && cp -p D.plist $'x\xff\xe9.plist' && cp D.plist $'y\xff.other'"#)
        let path = scratch.root + #"/x\377\351.plist"#
        let check = try scratch.defaults("check")
        check.expect(1, text: "\(path): the name is not valid UTF-8; the file is not a domain\n", error: "")
        let sentence = "defaults: the name of '\(path)' is not valid UTF-8; the file is not a domain\n"
        for words in [["domains"], ["find", "a"], ["read"], ["domains", "--json"]] {
            let outcome = try scratch.defaults(words)
            #expect(outcome.status == 65 && outcome.error == sentence && outcome.text.contains("D"), "\(words)")
        }
        try scratch.bash("mkdir other; cp -p root/D.plist other")
        let difference = try scratch.defaults("diff", "./other", "./root")
        difference.expect(65, text: "", containing: #"/x\377\351.plist' is not valid UTF-8"#)
    }

    @Test("files in the subfolders of a root are checked too, those in its hidden folder are not")
    func subfolders() throws {
        for folder in ["a/b", "ByHost/c", ".defaults"] { try Disk.makeFolder(scratch.root + "/" + folder) }
        try put("<key>a</key><true/>", in: "D")
        for domain in ["a/b/Empty", "ByHost/c/Empty.", ".defaults/Empty"] { try put("", in: domain) }
        let outcome = try scratch.defaults("check")
        outcome.expect(1, error: "")
        let paths = ["a/b/Empty", "ByHost/c/Empty."].map(scratch.file)
        let sentence = "the file has no keys; its domain does not exist"
        #expect(outcome.text == paths.map { "\($0): \(sentence)\n" }.joined())
        try Disk.write("broken", to: scratch.file("a/b/Empty"))
        #expect(try scratch.defaults("check").status == 65)
    }

    @Test("what cannot even be looked at is told, and everything else as well")
    func goesOn() throws {
        try put("", in: "D")
        try scratch.bash("cd root && ln -s A.plist A.plist && ln -s ByHost ByHost")
        let all = try scratch.defaults("check")
        all.expect(65, error: "")
        #expect(
            all.text == """
                \(scratch.file("A")): cannot read '\(scratch.file("A"))': Too many levels of symbolic links
                \(scratch.file("D")): the file has no keys; its domain does not exist
                \(scratch.root)/ByHost: cannot list '\(scratch.root)/ByHost': Too many levels of symbolic links

                """)
        let named = try scratch.defaults("check", "Missing", "D")
        named.expect(1, error: "defaults: Domain Missing does not exist\n")
        #expect(named.text == "\(scratch.file("D")): the file has no keys; its domain does not exist\n")
        let missing = try scratch.defaults("check", "--json", "Missing")
        missing.expect(1, error: named.error)
        #expect(try JSONReader.read(missing.output) == ["schema": 1, "findings": []])
    }

    @Test("of many look-alikes four are told, and all in JSON")
    func manyLookAlikes() throws {
        let keys = ["e\u{302}\u{323}", "e\u{323}\u{302}", "\u{EA}\u{323}", "\u{1EB9}\u{302}", "\u{1EC7}"]
        try put(keys.map { "<key>\($0)</key><true/>" }.joined(), in: "D")
        let sentence =
            "keys '\(keys[0])' (e\\u0302\\u0323) and '\(keys[1])' (e\\u0323\\u0302) and '\(keys[2])' (\\352\\u0323) "
            + "and '\(keys[3])' (\\u1eb9\\u0302) look alike; Swift programs treat them as one key"
        #expect(try scratch.defaults("check").text == "\(scratch.file("D")):1:49: \(sentence)\n")
        let json = try JSONReader.read(scratch.defaults("check", "--json").output)
        #expect(
            json == [
                "schema": 1,
                "findings": [
                    [
                        "path": .string(scratch.file("D")), "kind": "equivalent-keys", "message": .string(sentence),
                        "keyPath": [], "keys": .array(keys.map(PropertyListValue.string)), "line": 1, "column": 49,
                        "first": ["line": 1, "column": 28],
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

    /// Files of a key `S` and another value, and whether `UserDefaults` finds the key; which is why `check` tells of
    /// them.
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
        let isTold = ["UserDefaults treat the file as empty", "programs that use UserDefaults cannot read"]
            .contains { outcome.text.contains($0) }
        #expect(isTold == !isFound, "\(outcome.text)")
        let isReadable = outcome.text.contains("treat the file as empty")
        #expect(
            !isReadable || outcome.text.contains(" treat the file as empty, because it contains a"), "\(outcome.text)")
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

    @Test("of one kind a hundred are told, however many there are and however deep", .withoutSanitizer)
    func many() throws {
        let arrays = ["<array>", "</array>"].map { String(repeating: $0, count: 510) }
        let strings = String(repeating: "<string>\u{1}</string>", count: 50_000)
        try put("<key>K</key>" + arrays.joined(separator: strings), in: "D")
        for words in [["check"], ["check", "--json"]] {
            let outcome = try scratch.startWithinLimits(words).outcome()
            outcome.expect(1, error: "")
            #expect(outcome.text.split(separator: "contains control characters").count == 101)
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
