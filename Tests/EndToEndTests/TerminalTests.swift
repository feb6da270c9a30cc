import PropertyList
import Testing

/// What the command prints on a terminal.
@Suite(.waiting, Executable.condition("script"))
struct TerminalTests {
    private let scratch = Scratch()

    @Test(
        "on a terminal, control characters in values, keys and names are escaped, except in unchanged copies",
        arguments: [
            ("read D", false), ("read D k", false), ("find x", false), (#"read-type D $'x\e[2J'"#, false),
            (#"read $'x\e]0;x\a'"#, false), ("read --json D", false), ("read --xml D", false),
            ("read --raw D k", true), ("export D -", false), ("export --format binary D -", true),
            ("export --format json D -", false),
            ("read --lines D k", false), ("read --lines D", false), ("read --sh D k", false), ("read --sh D", false),
            ("read --types D", false), ("read --json=plain D", false), ("read --decode D", false),
            ("read --ascii D", false), ("export --format commands D -", false), ("export C1 -", false),
            ("export --format xml C1 -", false), ("read --xml C1", false),
            ("diff --allow-missing --format commands E D", false),
            ("diff --allow-missing --format json E D", false), ("diff --allow-missing D E", false),
            ("find --lines x", false),
            ("find --json x", false), ("write --dry-run D k y", false), ("delete --dry-run D", false),
            ("domains", false), ("domains --lines", false), ("domains --json", false), ("check", false),
            ("merge root/C1.plist{,,}", false), (#"merge $'root/C0\302\233.plist'{,,}"#, false),
            (#"merge -L $'\e[2J\302\233' -L b <(echo '{k=1;}') <(echo '{k=2;}') <(echo '{k=3;}')"#, false),
            ("convert --format openstep root/C1.plist -o -", false), ("snapshot", false),
        ])
    func terminal(words: String, isCopy: Bool) throws {
        try scratch.succeed("write", "D", "k", "-string", "x\u{1B}[2J\u{7}\u{9B}x")
        try scratch.succeed("write", "D", "x\u{1B}]0;t\u{7}", "-string", "y")
        try scratch.succeed("write", "C1\u{9B}", "k", "-string", "x")
        try scratch.succeed("write", "C1", "k\u{7F}", "-string", "x\u{9B}x\u{7F}")
        try Disk.write("<plist><dict><key>\u{1B}</key><string>x</string></dict></plist>", to: scratch.file("C0\u{9B}"))
        let output = try shown(words)
        #expect(output.unicodeScalars.count > 5)
        let controls = output.unicodeScalars.filter {
            $0.properties.generalCategory == .control && !["\n", "\t"].contains($0)
        }
        #expect(controls.isEmpty == !isCopy, "\(output.debugDescription)")
    }

    @Test("a string that other programs refuse in XML is reported on a terminal, also for a domain")
    func charactersNotInXML() throws {
        #expect(try shown(#"write D k $'\e'"#).hasPrefix("defaults: 'k' in '"))
        try scratch.succeed("write", "D", "l", "-string", "\u{1B}")
    }

    @Test("a number without a type flag is reported if it was typed, but not if a script wrote it")
    func untypedNumber() throws {
        let notice = "defaults: the value of 'k' is a string; use '-int' to store an integer\n"
        #expect(try shown("write D k 5") == notice)
        #expect(try shown("sandbox -- bash -c 'defaults write D k 5; defaults read D k'") == "5\n")
        // A schema that describes the key has accepted the string.
        try Disk.write(#"{"properties": {"v": {"type": "string"}}}"#, to: scratch.path + "/schema.json")
        #expect(try shown("write --schema schema.json E v 5") == "")
        #expect(try shown("write --schema schema.json E k 5") == notice)
    }

    @Test("an assignment or command copied from a terminal has the same value")
    func copied() throws {
        let contents: PropertyListDictionary = [
            "'\u{1B}[31m\\": "it's \\ \u{1B}[2J\u{7}\u{7F}\u{9B}\u{1}7\t\né", "plain": "$HOME `x` \"y\"",
            "list\u{85}": ["\u{1B}\u{9B}", ["\u{7}": "\u{7F}"]],
        ]
        try scratch.store(contents, at: scratch.file("D\u{9B}"))
        try scratch.store(["k": contents["'\u{1B}[31m\\"] ?? ""], at: scratch.file("S"))
        let assignment = try shown("read --sh S")
        #expect(!assignment.unicodeScalars.contains("\u{1B}"))
        let text = try scratch.bash("\(assignment)printf %s \"$default_k\"").output
        #expect(text == Array("it's \\ \u{1B}[2J\u{7}\u{7F}\u{9B}\u{1}7\t\né".utf8))
        for words in [
            #"export --format commands $'D\302\233' -"#,
            #"diff --allow-missing --format commands Missing $'D\302\233'"#,
        ] {
            try scratch.succeed("delete", "--if-exists", "Missing")
            let commands = try shown(words)
            #expect(!commands.unicodeScalars.contains("\u{1B}"))
            #expect(!commands.unicodeScalars.contains("\u{9B}"))
            let copy = words.hasPrefix("diff") ? commands : commands.replacing(#"$'D\302\233'"#, with: "Missing")
            try scratch.bash(copy)
            #expect(try scratch.defaults("diff", "Missing", "D\u{9B}") == .silence, "\(commands)")
        }
    }

    @Test("on a terminal, a notice reports that a file is binary because of a new value")
    func newFormat() throws {
        try scratch.succeed("write", "D", "k", "x")
        let notice = "D.plist' has been written as binary, to represent all values exactly\n"
        #expect(try shown("write D k -float -0.0").hasSuffix(notice))
        #expect(try shown("write D j -float -0.0") == "")
        let quiet = try scratch.defaults("write", "E", "k", "-float", "-0.0")
        #expect(quiet == .silence)
    }

    /// Returns what a command prints on a terminal.
    private func shown(_ words: String) throws -> String {
        try Disk.write("exec defaults \(words)", to: scratch.path + "/command")
        // A terminal adds a carriage return to each line.
        let script = #"script -qec "exec bash ./command" /dev/null </dev/null | LC_ALL=C tr -d '\r'"#
        return try scratch.bash(script).text
    }
}
