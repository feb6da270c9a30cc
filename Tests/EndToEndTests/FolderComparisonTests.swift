import Foundation
import Testing

/// What a comparison of two folders finds, and what keeps it from being one.
@Suite(.waiting) struct FolderComparisonTests {
    private let scratch = Scratch()

    init() throws {
        try scratch.bash("mkdir -p a b && defaults write --root ./a D K v && cp -a a/D.plist b/")
    }

    /// The outcome of a comparison after a script.
    private func difference(after script: String, _ options: String = "") throws -> Outcome {
        try scratch.bash("set -e; \(script)\nset +e; defaults diff \(options) ./a ./b")
    }

    @Test("folders with the same domains are equal, whatever else is in them")
    func equal() throws {
        let script =
            "echo x >a/notes; mkdir -p a/sub b/.defaults/applied; echo '{ x = y; }' >b/.defaults/applied/ID.plist"
        #expect(try difference(after: script) == .silence)
    }

    @Test(
        "domains in subfolders, of this host and of other hosts are compared",
        arguments: [
            ("mkdir -p b/x/y; cp a/D.plist b/x/y/E.plist", "[x/y/E]"),
            ("mkdir b/ByHost; cp a/D.plist b/ByHost/E..plist", "[-currentHost E]"),
            ("defaults -host mac write --root ./b E K v", "[ByHost/E.mac]"),
            ("defaults -host mac write --root ./b -g K v", "[ByHost/.GlobalPreferences.mac]"),
            ("mkdir b/ByHost; cp a/D.plist b/ByHost/E.plist", "[ByHost/E]"),
            ("defaults -currentHost write --root ./b x/E K v", "[-currentHost x/E]"),
            ("mkdir -p b/ByHost/x; cp a/D.plist b/ByHost/x/E.mac.plist", "[ByHost/x/E.mac]"),
            ("mkdir -p elsewhere b; cp a/D.plist elsewhere/E.plist; ln -s ../elsewhere b/link", "[link/E]"),
            ("mkdir -p b/.git; cp a/D.plist b/.git/E.plist", "[.git/E]"),
            ("mkdir b/x; cp a/D.plist b/x/-E.plist", "[x/-E]"),
            ("mkdir -p b/s/.defaults; cp a/D.plist b/s/.defaults/E.plist", "[s/.defaults/E]"),
        ])
    func found(script: String, title: String) throws {
        let outcome = try difference(after: script)
        #expect(outcome == Outcome(status: 1, output: Array("\(title)\n+ K: string \"v\"\n".utf8), error: ""))
        let commands = try difference(after: ":", "--format commands")
        #expect(commands.status == 1)
        let replayed = try scratch.bash(
            "defaults diff --format commands ./a ./b >script; bash -e script; defaults diff ./a ./b")
        #expect(replayed == .silence, "\(commands.text)")
    }

    @Test("links in a circle end")
    func circles() throws {
        let outcome = try difference(
            after: "mkdir b/x; ln -s .. b/x/up; ln -s . b/self; ln -s self b/again; ln -s loop b/loop")
        #expect(outcome == .silence)
    }

    @Test(
        "what could be a domain and cannot be looked at is an error, never equal",
        arguments: [
            ("ln -s nowhere b/E.plist", 74), ("ln -s nowhere b/.GlobalPreferences.plist", 74),
            ("mkdir b/E.plist", 65), ("mkdir b/x; ln -s nowhere b/x/E.plist", 74), ("ln -s E.plist b/E.plist", 74),
            ("mkdir b/ByHost; ln -s nowhere b/ByHost/E.mac.plist", 74),
            ("mkdir b/ByHost; ln -s nowhere b/ByHost/E..plist", 74),
            ("echo >b/ByHost", 74), ("mkfifo b/E.plist", 65), ("echo broken >b/E.plist", 65),
            ("echo '(a)' >b/E.plist", 65),
            ("cp a/D.plist $'b/\\xff.plist'", 65), ("mkdir $'b/\\xff'; cp a/D.plist $'b/\\xff/E.plist'", 65),
            ("ln -s nowhere a/E.plist; ln -s nowhere b/E.plist", 74), ("mkdir a/E.plist b/E.plist", 65),
        ] as [(String, Int32)])
    func obstacles(script: String, status: Int32) throws {
        let outcome = try difference(after: script)
        #expect(outcome.status == status, "\(outcome.error)")
        #expect(outcome.output.isEmpty, "\(outcome.error)")
        #expect(!outcome.error.isEmpty, "\(outcome.error)")
        #expect(outcome.complains(lines: outcome.errorLines.count), "\(outcome.error)")
    }

    @Test("a domain behind a broken link is an error too when it is named")
    func brokenLink() throws {
        let script = "ln -s nowhere root/E.plist; defaults write D K v"
        #expect(try scratch.bash("mkdir -p root; \(script); defaults diff E D").status == 74)
        #expect(try scratch.bash("defaults diff D E").status == 74)
    }

    @Test("domains, find and read show domains in subfolders of a root, and of the user's folder none")
    func verbs() throws {
        try scratch.bash(
            "mkdir -p root/x/y home/.config/x; cp a/D.plist root/x/y/E.plist; cp a/D.plist home/.config/x/E.plist")
        #expect(try scratch.defaults("domains").text == "x/y/E\n")
        #expect(try scratch.defaults("find", "--lines", "K").text == "x/y/E\tK\n")
        #expect(try scratch.defaults("read", "--json=plain").text.contains("\"x/y/E\""))
        #expect(try scratch.defaults("read", "x/y/E", "K").text == "v\n")
        #expect(try scratch.bash("unset DEFAULTS_ROOT; defaults domains").text == "\n")
    }

    @Test(
        "what could be a domain is named on standard error, and the rest is shown",
        arguments: ["domains", "read", "find K"])
    func named(verb: String) throws {
        try scratch.bash(
            "mkdir -p root/E.plist; cp a/D.plist root; ln -s nowhere root/x.plist; cp a/D.plist $'root/\\xff.plist'")
        let outcome = try scratch.bash("defaults \(verb)")
        outcome.expect(65, complaints: 3)
        #expect(outcome.text.contains("D"))
        for word in ["E.plist': it is a directory", "x.plist': No such file", "not valid UTF-8"] {
            #expect(outcome.error.contains(word), "\(outcome.error)")
        }
    }

    @Test("patterns choose what is compared in every domain")
    func patterns() throws {
        let change =
            "defaults write --root ./b --path w.t D -int 1; defaults write --root ./b LastOpened.x/D LastOpened x; "
            + "defaults write --root ./b -g LastSeen 1"
        #expect(try difference(after: change, "--ignore w.t").status == 1)
        #expect(try difference(after: ":", "--ignore 'Last*' --ignore '**.t'").status == 0)
        #expect(try difference(after: ":", "--ignore 'Last*' --ignore w").status == 0)
        #expect(
            try difference(after: ":", "--only 'Last*' --ignore LastOpened").text
                == "[NSGlobalDomain]\n+ LastSeen: string \"1\"\n")
        #expect(try difference(after: ":", "--only w.t").text == "[D]\n+ w: dictionary {\"t\":1}\n")
        #expect(try difference(after: ":", "--only K").status == 0)
        #expect(try difference(after: ":", "--only none.such").status == 74)
        for option in ["--ignore 'a\\b'", "--only 'a**'"] {
            let outcome = try difference(after: ":", option)
            outcome.expect(255, complaints: 1)
        }
    }

    @Test("commands leave alone what is not compared")
    func commands() throws {
        let outcome = try scratch.bash(
            """
            echo '{"w": {"t": 1, "u": 1}, "a.b": 1, "gone": {"t": 1}}' | defaults import A -
            echo '{"w": {"t": 2, "u": 2}, "a.b": 2, "new": {"t": 1}}' | defaults import B -
            defaults diff --ignore '**.t' --ignore 'a\\.b' --format commands A B >script; bash -e script
            defaults read --json=plain A | tr -d ' \\n'; echo
            defaults diff --only w.t --format commands A B >script; bash -e script; defaults diff A B
            """)
        #expect(
            outcome.text
                == #"{"a.b":1,"gone":{"t":1},"w":{"t":1,"u":2}}"# + "\n"
                + #"- a\.b: integer 1"# + "\n" + #"+ a\.b: integer 2"# + "\n" + #"- gone: dictionary {"t":1}"# + "\n"
                + #"+ new: dictionary {"t":1}"# + "\n")
    }
}
