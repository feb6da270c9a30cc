import Testing

/// The spelling of domains in documents, which is that of the command line.
@Suite(.waiting) struct SpelledDomainTests {
    let scratch = Scratch()

    init() throws {
        try Disk.write("{ k = 1; }", to: scratch.path + "/list")
    }

    /// Writes a document with one domain.
    private func document(_ domain: String) throws -> String {
        try Disk.write(#"{"\#(domain)": {"k": 1}}"#, to: scratch.path + "/state.json")
        return "state.json"
    }

    private func run(_ words: [String]) throws -> Outcome {
        try scratch.defaults(words)
    }

    @Test("'-host H D' is the domain of that host for every reader of documents")
    func otherHost() throws {
        let file = try document("-host lab7 com.z")
        try scratch.succeed("apply", "--id", "x", file)
        #expect(try scratch.defaults("-host", "lab7", "read", "com.z", "k").text == "1\n")
        #expect(Disk.exists(scratch.path + "/root/ByHost/com.z.lab7.plist"))
        #expect(try scratch.defaults("diff", "./state.json", "./root").status == 0)
        #expect(try scratch.defaults("sandbox", "--from", file, "--expect", file, "true").status == 0)
        let outcome = try scratch.defaults(
            "sandbox", "--from", "-host lab7 com.z=list", "--", "defaults", "-host", "lab7", "read", "com.z", "k")
        #expect(outcome.text == "1\n", "\(outcome)")
        try scratch.succeed("apply", "--id", "x", "--remove")
        #expect(!Disk.exists(scratch.path + "/root/ByHost/com.z.lab7.plist"))
    }

    @Test(
        "a domain is the same by the name of its file for every reader of documents",
        arguments: [
            (".GlobalPreferences", ["-g"], "NSGlobalDomain"),
            ("ByHost/.GlobalPreferences.", ["-currentHost", "-g"], "-currentHost NSGlobalDomain"),
            ("-currentHost .GlobalPreferences", ["-currentHost", "-g"], "-currentHost NSGlobalDomain"),
            ("-host lab7 .GlobalPreferences", ["-host", "lab7", "-g"], "ByHost/.GlobalPreferences.lab7"),
            ("ByHost/com.z.", ["-currentHost", "com.z"], "-currentHost com.z"),
            ("ByHost/vendor/com.z.", ["-currentHost", "vendor/com.z"], "-currentHost vendor/com.z"),
        ] as [(String, [String], String)])
    func namesOfFiles(text: String, words: [String], spelling: String) throws {
        let file = try document(text)
        let write = ["defaults"] + words.dropLast() + ["write"] + words.suffix(1) + ["k", "-int", "1"]
        #expect(try run(["sandbox", "--expect", file, "--"] + write).status == 0)
        #expect(try run(["sandbox", "--from", file, "--expect", file, "true"]).status == 0)
        try scratch.succeed("apply", "--journal", "journal", "--id", "x", file)
        for operands in [["./state.json", "./root"], ["./root", "./state.json"]] {
            #expect(try run(["diff"] + operands) == .silence)
        }
        try Disk.write(#"{"\#(spelling)": {"k": 1}}"#, to: scratch.path + "/other.json")
        #expect(try run(["diff", "--state", "./state.json", "./other.json"]) == .silence)
        #expect(try run(["apply", "--exit-code", "--id", "x", "other.json"]).status == 0)
        #expect(try run(["history", "--journal", "journal"]).text.contains("\n[\(spelling)]\n"))
        try scratch.succeed("apply", "--id", "x", "--remove")
        #expect(try scratch.defaults("snapshot").text == "{}\n")
    }

    @Test(
        "a name that the command line refuses is refused in every document",
        arguments: ["-foo", "--journal", "-app Foo", "--", "-host h", "-currentHost -x"])
    func optionsAsNames(domain: String) throws {
        let file = try document(domain)
        try Disk.makeFolder(scratch.path + "/folder")
        for words in [
            ["apply", file], ["apply", "--dry-run", file], ["diff", "./state.json", "./folder"],
            ["sandbox", "--from", file, "touch", "ran"], ["sandbox", "--expect", file, "touch", "ran"],
        ] {
            let outcome = try run(words)
            #expect(outcome.status == 65, "\(words) \(outcome)")
            #expect(outcome.error.hasSuffix(" is not a domain: \(Self.rule)\n"), "\(outcome)")
        }
        let source = try run(["sandbox", "--from=\(domain)=list", "touch", "ran"])
        #expect(source.status == 255, "\(source)")
        #expect(source.error.hasSuffix("\(Self.rule)\n"), "\(source)")
        try Disk.write(#"{"new": {"from": "k", "domain": "\#(domain)"}}"#, to: scratch.path + "/map.json")
        let migration = try scratch.defaults("migrate", "E", "D", "./map.json")
        migration.expect(65, containing: Self.rule)
        #expect(!Disk.exists(scratch.path + "/ran"))
        #expect(!Disk.exists(scratch.path + "/root"))
    }

    private static let rule =
        "a name does not begin with '-' (a domain of a host is '-currentHost NAME' or '-host HOST NAME')"

    @Test("a change of a domain that begins with a dash is recorded, and taken back")
    func recordedDash() throws {
        try Disk.makeFolder(scratch.root)
        try Disk.write("{ a = 1; }", to: scratch.file("-foo"))
        try scratch.succeed("--journal", "journal", "write", "--", "-foo", "k", "v")
        #expect(try scratch.defaults("--journal", "journal", "undo").status == 0)
        #expect(try scratch.defaults("read", "--lines", "--", "-foo").text == "a\n")
    }

    @Test("a domain that documents cannot name is not created, but read, changed and deleted")
    func dash() throws {
        try Disk.write("write -- -foo k v\n", to: scratch.path + "/lines")
        for words in [
            "write -- -foo k v", "write -- -foo '{ k = v; }'", "-currentHost write -- -foo k v",
            "import -- -foo list", "edit -- -foo", "migrate -- D -foo a=b", "batch lines", "-n write -- -foo k v",
        ] {
            let outcome = try scratch.bash("EDITOR=true defaults \(words)")
            #expect(outcome.status == (words.hasPrefix("batch") ? 65 : 255), "\(words): \(outcome)")
            #expect(outcome.error.hasSuffix("'-foo' is not a domain: \(Self.rule)\n"), "\(words): \(outcome)")
        }
        #expect(!Disk.exists(scratch.root))
        try Disk.makeFolder(scratch.root)
        try Disk.write("{ a = 1; }", to: scratch.file("-foo"))
        try scratch.succeed("batch", "lines")
        #expect(try scratch.defaults("read", "--", "-foo", "k").text == "v\n")
        try scratch.succeed("delete", "--", "-foo")
        #expect(!Disk.exists(scratch.file("-foo")))
        try scratch.succeed("delete", "--if-exists", "--", "-foo")
    }
}
