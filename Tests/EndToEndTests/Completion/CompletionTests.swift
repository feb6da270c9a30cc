import Foundation
import TestExtent
import Testing

/// Command lines completed in real shells, on a terminal.
@Suite(.waiting) struct CompletionTests {
    private let scratch = Scratch()

    /// Names that a shell could take for something else.
    private static let oddNames = [
        "a b", " a", "a ", "a\"b", "a\"", "a'b", "a'", "'", "\"", "a\\b", "a\\", "\\", "$HOME", "`id`", "$(id)", "~",
        "~root", "#c", "=ls", "a=b", "a:b", "a:b=c", "!x", "a!b", "{a,b}", "*", "a?", "[a]", "a\nb", "\n", "a\tb",
        "\u{1B}[31m", "\u{85}x", "é", "e\u{301}", "😀 x", "-x", "--path", "-", "a;b", "a|b", "a&b", "<a>", "(a)", "a^b",
        "%1", "@x", "a,b", "a\u{A0}b", "a\"\n'b", "a\\'b", "",
    ]

    @Test("an odd key arrives as it is", arguments: CompletingShell.installed)
    func oddKeys(shell: CompletingShell) throws {
        var lines: [String] = []
        var expected: [[String]] = []
        for (index, name) in Self.oddNames.enumerated() {
            try scratch.succeed("write", "D\(index)", "--", name, "1")
            // One quote after the other, so that each name and each quote is typed.
            let quotes = ["", "'", "\""]
            for quote in Extent.isWhole ? quotes : [quotes[index % 3]] where !isOmitted(name, quote, in: shell) {
                lines.append("defaults read -- D\(index) \(quote)\t\r")
                expected.append(["read", "--", "D\(index)", name])
            }
        }
        let records = try shell.type(lines, in: scratch)
        #expect(records.count == lines.count)
        for (record, expected) in zip(records, expected) { #expect(record == expected) }
    }

    /// Fish inserts some names as other words, so these are no candidates. It does not close the quote of a name that
    /// ends in a mark after which words often go on.
    private func isOmitted(_ name: String, _ quote: String, in shell: CompletingShell) -> Bool {
        guard shell == .fish else { return false }
        if quote.isEmpty { return name.isEmpty || name.hasPrefix("~") || name.contains("\t") }
        return name.contains("\t") || name.last.map { "/=@:.,-".contains($0) } == true
    }

    @Test("each kind of word is completed", arguments: CompletingShell.installed)
    func words(shell: CompletingShell) throws {
        try scratch.succeed("write", "com.example.Editor", "Font Size", "-int", "12")
        try scratch.succeed("write", "com.example.Editor", "Window", "-dict", "Wide", "1", "x.y", "2")
        try scratch.succeed("write", "com.example.Editor", "a:b=c d", "1")
        try scratch.succeed("-currentHost", "write", "Here", "k", "1")
        try scratch.succeed("-host", "laptop", "write", "com.example.Editor", "OnLaptop", "1")
        try scratch.succeed("--root", "\(scratch.path)/other root", "write", "Elsewhere", "There", "1")
        try Disk.write(#"{"com.example.Editor": {"Applied": 1}}"#, to: scratch.path + "/state 1.json")
        try scratch.succeed("apply", "--id", "machine", scratch.path + "/state 1.json")
        try scratch.succeed("migrate", "--id", "first", "com.example.Editor", "Moved", "New=Applied")
        var lines: [(String, [String])] = [
            ("read-t\t com.ex\t Font\t", ["read-type", "com.example.Editor", "Font Size"]),
            ("read com.ex\t --dec\t Font\t", ["read", "com.example.Editor", "--decode", "Font Size"]),
            ("read com.ex\t --path Window.W\t", ["read", "com.example.Editor", "--path", "Window.Wide"]),
            ("read --path Window.W\t com.ex\t", ["read", "--path", "Window.Wide", "com.example.Editor"]),
            ("read com.ex\t --path=Window.x\t", ["read", "com.example.Editor", "--path=Window.x\\.y"]),
            ("read com.ex\t --path Win\t.W\t", ["read", "com.example.Editor", "--path", "Window.Wide"]),
            ("-currentHost read He\t k\t", ["-currentHost", "read", "Here", "k"]),
            ("read -host la\t com\t On\t", ["read", "-host", "laptop", "com.example.Editor", "OnLaptop"]),
            ("read --root oth\tEl\t Th\t", ["read", "--root", "other root", "Elsewhere", "There"]),
            ("write com.ex\t k -boole\t tr\t", ["write", "com.example.Editor", "k", "-boolean", "true"]),
            ("export com.ex\t --format=bin\t -", ["export", "com.example.Editor", "--format=binary", "-"]),
            ("check --ignore hard\t", ["check", "--ignore", "hard-links"]),
            ("apply sta\t", ["apply", "state 1.json"]),
            ("apply --remove --id m\t", ["apply", "--remove", "--id", "machine"]),
            ("apply --status ma\t", ["apply", "--status", "machine"]),
            ("migrate --rollback f\t Mov\t", ["migrate", "--rollback", "first", "Moved"]),
            ("migrate Moved Here --rollback f\t", ["migrate", "Moved", "Here", "--rollback", "first"]),
            ("help rea\t-t\t", ["help", "read-type"]),
            ("completions f\t", ["completions", "fish"]),
            ("read com.ex\t Font\\ S\t", ["read", "com.example.Editor", "Font Size"]),
            ("read com.ex\t a:b=\t", ["read", "com.example.Editor", "a:b=c d"]),
            ("read com.ex\t 'a:b=c\t", ["read", "com.example.Editor", "a:b=c d"]),
            ("read com.ex\t --path 'Window.W\t", ["read", "com.example.Editor", "--path", "Window.Wide"]),
            ("read com.ex\t --path=\"Window.x\t", ["read", "com.example.Editor", "--path=Window.x\\.y"]),
            ("read com.ex\t >sta\t", ["read", "com.example.Editor"]),
        ]
        // Fish passes the file of a redirection as a word.
        if shell != .fish {
            lines += [
                ("read com.ex\t 2>sta\t Font\t", ["read", "com.example.Editor", "Font Size"]),
                (
                    "read 2> 'state 1.json' com.ex\t >>sta\t -- Font\t",
                    ["read", "com.example.Editor", "--", "Font Size"]
                ),
            ]
        }
        // A folder is not the end of a word.
        let texts = lines.map { "defaults \($0.0)\r".replacingOccurrences(of: "oth\t", with: "oth\t\u{20}") }
        let records = try shell.type(["cd '\(scratch.path)'; defaults help\r"] + texts, in: scratch)
        #expect(records.count == lines.count + 1)
        for (record, line) in zip(records.dropFirst(), lines) {
            // Only some shells keep the slash after a folder.
            let words = record.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
            #expect(words == line.1, "\(line.0)")
        }
    }

    @Test("a command after other text of a line is completed", arguments: CompletingShell.installed)
    func severalCommands(shell: CompletingShell) throws {
        let lines = ["true; defaults read-t\t\r", "true | A='b c' defaults expl\t D --js\t\r"]
        #expect(try shell.type(lines, in: scratch) == [["read-type"], ["explain", "D", "--json"]])
    }

    @Test(
        "the command of a sandbox is completed by its own completions",
        arguments: CompletingShell.installed.filter { $0 != .bash })
    func sandbox(shell: CompletingShell) throws {
        try scratch.succeed("write", "com.example.Editor", "Font Size", "-int", "12")
        let records = try shell.type(
            ["defaults sandbox --keep defaults read com.ex\t Font\t\r", "defaults sandbox -- defaults read-t\t\r"],
            in: scratch)
        #expect(
            records == [
                ["sandbox", "--keep", "defaults", "read", "com.example.Editor", "Font Size"],
                ["sandbox", "--", "defaults", "read-type"],
            ])
    }

    @Test("a request prints nothing on standard error, changes nothing and does not wait")
    func harmless() throws {
        try scratch.succeed("write", "D", "k", "1")
        try Disk.write("<plist><dict><key>K</ke", to: scratch.file("Damaged"))
        try scratch.bash("mkfifo root/Fifo.plist; mkfifo journal; ln -s nowhere root/Broken.plist; mkdir root/F.plist")
        try scratch.fake("secret-tool", "touch '\(scratch.path)/asked'")
        let before = try TreeState(scratch.root)
        for line in [
            "read ", "read Damaged ", "read Fifo ", "read Broken ", "read F ", "read --keyring ", "read --keyring D ",
            "read --root /nonexistent D ", "undo --journal journal --entry ", "--journal journal undo --entry ",
            "migrate --rollback ", "apply --id ", "-host ", "read D --path k.", "nope ", "read --nope ", "read --path=",
            "sandbox -- ", "write D k -array -bool ", "", "read 'D", "read \\", "read $'\\",
        ] {
            let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            for arguments in [["bash", "9", ""] + words, ["zsh"] + words, ["fish", ""] + words] {
                let outcome = try scratch.defaults(["__complete"] + arguments, environment: scratch.fakeEnvironment)
                outcome.expect(0, error: "", comment: "\(arguments)")
            }
        }
        #expect(try TreeState(scratch.root) == before)
        #expect(!Disk.exists(scratch.path + "/asked"))
    }

    @Test("a request that is not UTF-8 or not complete has an empty answer")
    func invalidRequests() throws {
        for arguments: [[UInt8]] in [
            [], [Array("zsh".utf8), [0xFF]], ["bash", "9", ""].map { Array($0.utf8) }, [Array("sh".utf8), []],
        ] {
            let outcome = try scratch.run([Array(Executable.defaults.utf8), Array("__complete".utf8)] + arguments)
            #expect(outcome == .silence)
        }
    }

    @Test("a path before its domain is completed by the paths of all domains, each once")
    func pathsOfAllDomains() throws {
        try scratch.succeed("write", "D", "Window", "-dict", "Wide", "1", "x.y", "2")
        try scratch.succeed("write", "E", "Window", "-dict", "Wide", "1", "High", "2")
        try scratch.succeed("write", "-g", "Theme", "dark")
        try scratch.succeed("-currentHost", "write", "D", "Here", "1")
        try Disk.write("<plist><dict><key>K</ke", to: scratch.file("Damaged"))
        func paths(_ words: String...) throws -> [String] {
            let outcome = try scratch.defaults(["__complete", "fish", ""] + words)
            return outcome.text.split(separator: "\0").dropFirst().map { String($0.prefix { $0 != "\t" }) }
        }
        #expect(try paths("read", "--path", "") == ["Theme", "Window."])
        #expect(try paths("read", "--path", "Window.") == ["Window.Wide", "Window.x\\.y", "Window.High"])
        #expect(try paths("read", "--path=The") == ["--path=Theme", "--path=Window."])
        #expect(try paths("-currentHost", "write", "--path", "") == ["Here"])
        #expect(try paths("--keyring", "read", "--path", "").isEmpty)
        #expect(try paths("read", "E", "--path", "Window.") == ["Window.High", "Window.Wide"])
    }

    @Test("the domains of the keyring are no candidates")
    func keyring() throws {
        try scratch.succeed("write", "D", "k", "1")
        #expect(try scratch.defaults("__complete", "fish", "", "read", "").text.contains("\0D\0"))
        #expect(try scratch.defaults("__complete", "fish", "", "--keyring", "read", "").text == "words\0")
        #expect(try scratch.defaults("__complete", "fish", "", "--keyring", "read", "D", "").text == "words\0")
    }
}

/// The scripts that `completions` prints.
@Suite(.waiting) struct CompletionScriptTests {
    private let scratch = Scratch()

    // One test for each shell, so that a missing one is reported as skipped.

    @Test("bash loads the completions", CompletingShell.bash.condition)
    func bash() throws {
        try expectPrecedence(in: .bash)
    }

    @Test("bash-completion finds the completions", CompletingShell.bashWithPackage.condition)
    func bashWithPackage() throws {
        try expectPrecedence(in: .bashWithPackage)
    }

    @Test("the completions take precedence over those of zsh", CompletingShell.zsh.condition)
    func zsh() throws {
        try expectPrecedence(in: .zsh)
    }

    @Test("the completions take precedence over those of fish", CompletingShell.fish.condition)
    func fish() throws {
        try expectPrecedence(in: .fish)
    }

    private func expectPrecedence(in shell: CompletingShell) throws {
        // Only the command itself has these verbs.
        let lines = ["defaults snaps\t\r", "defaults expl\t D --js\t\r"]
        #expect(try shell.type(lines, in: scratch) == [["snapshot"], ["explain", "D", "--json"]])
    }

    @Test(
        "the script can be loaded by the start file of a shell",
        arguments: [
            (
                "zsh",
                "autoload -Uz compinit; compinit -u -D; source <(defaults completions zsh); print $_comps[defaults]"
            ),
            ("bash", "source <(defaults completions bash); complete -p defaults"),
            ("fish", "defaults completions fish | source; complete -C 'defaults snaps'"),
        ].filter { Executable.isInstalled($0.0) })
    func loading(shell: String, command: String) throws {
        let outcome = try scratch.run(["/usr/bin/\(shell)", "-c", command])
        let expected = [
            "zsh": "_defaults\n", "bash": "complete -F _defaults defaults\n",
            "fish": "snapshot\twrites all domains as one document\n",
        ]
        #expect(outcome == Outcome(status: 0, output: Array((expected[shell] ?? "").utf8), error: ""))
    }

    @Test("an unknown shell is an error")
    func unknownShell() throws {
        #expect(
            try scratch.defaults("completions", "fis")
                == Outcome(status: 255, output: [], error: "defaults: unknown shell 'fis'; did you mean 'fish'?\n"))
        #expect(
            try scratch.defaults("completions", "powershell").error
                == "defaults: unknown shell 'powershell'; completions are for bash, zsh and fish\n")
    }
}
