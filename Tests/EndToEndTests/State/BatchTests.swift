import Foundation
import Testing

/// Many changes as one.
@Suite(.waiting) struct BatchTests {
    let scratch = Scratch()

    private func batch(_ text: String, _ options: String...) throws -> Outcome {
        try scratch.defaults(["batch"] + options, input: Array(text.utf8))
    }

    @Test("the lines of a set-up script, run together, leave what they leave one by one")
    func setUpScript() throws {
        let script = #"""
            defaults() {
                case " $* " in *" write "*|*" delete "*|*" rename "*|*" import "*)
                    local words=("$@") file
                    if [[ ${words[-1]} == - ]]; then
                        # A pipe runs the function in a shell of its own, which cannot count.
                        file=$(mktemp "$PWD/inputXXXXXX")
                        cat >"$file"
                        words[-1]=$file
                    fi
                    { printf 'defaults'; printf ' %q' "${words[@]}"; echo; } >>batch
                    command defaults "${words[@]}" ;;
                *) command defaults "$@" ;;
                esac
            }
            # Lines of another command are not part of a batch.
            /usr/libexec/PlistBuddy() { :; }
            source "$SCRIPT"
            unset -f defaults
            mkdir one && mv root "$HOME/Library" project one
            # Of what was imported, the batch imports the same.
            defaults batch batch || exit
            mkdir two && mv root "$HOME/Library" project two
            diff -r one two && wc -l <batch
            """#
        var environment = scratch.environment
        environment["SCRIPT"] = Executable.package + "/Tests/EndToEndTests/Fixtures/setup.sh"
        let outcome = try scratch.bash(script, environment: environment)
        outcome.expect(0, error: "")
        #expect(try #require(Int(outcome.text.trimmingCharacters(in: .whitespacesAndNewlines))) > 90)
    }

    @Test("what diff and export print as commands is a batch", arguments: ["diff", "export"])
    func commands(verb: String) throws {
        try Disk.write(
            #"""
            {"a": 1, "b": ["x", {"y": {"$date": "2024-01-31T12:00:00Z"}}], "c'd e": "it's\n$HOME `x` \\ *", "": {},
             "control": "\u001b[0m", "long": "\#(String(repeating: "x", count: 70_000))", "uid": {"$uid": 3},
             "-n": {"$data": "AAEC"}, "e": {"$real": "1"}, "f": [], "g": true, "nul": "a\u0000b"}
            """#, to: scratch.path + "/all.json")
        try scratch.defaults("import", "Source", scratch.path + "/all.json")
        try scratch.defaults("write", "D", "gone", "1")
        let words =
            verb == "diff"
            ? ["diff", "--format", "commands", "D", "Source"] : ["export", "--format", "commands", "Source", "-"]
        let commands = try scratch.defaults(words)
        let text = verb == "diff" ? commands.text : commands.text.replacingOccurrences(of: " Source ", with: " D ")
        #expect(try batch(text) == .silence)
        if verb == "export" { try scratch.defaults("delete", "D", "gone") }
        #expect(try scratch.defaults("diff", "D", "Source") == .silence)
    }

    @Test("later lines see the effect of earlier ones")
    func order() throws {
        let outcome = try batch(
            """
            # A comment, and a blank line.

            defaults write D a -int 1
            write D list -array x   # without the name of the command
            /usr/bin/defaults write D list -array-add y
            defaults rename D a b
            ["write", "E", "k", "a b"]
            ["defaults", "delete", "D", "b"]
            defaults -currentHost write E k -bool true
            defaults write --path list.0 D z
            """)
        #expect(outcome == .silence)
        #expect(
            try scratch.defaults("read", "--json=plain", "D").text.filter { !$0.isWhitespace } == #"{"list":["z","y"]}"#
        )
        #expect(try scratch.defaults("read", "E", "k").text == "a b\n")
        #expect(try scratch.defaults("-currentHost", "read", "E", "k").text == "1\n")
    }

    @Test(
        "a line that cannot be made is named, and nothing changes",
        arguments: [
            ("delete E k", "-:2: Key (k) of Domain (E) not found. Defaults have not been changed.", 1),
            ("rename D z y", "-:2: Key z does not exist in domain D; leaving defaults unchanged", 1),
            ("write D k -int x", "-:2:", 65), ("write D k $HOME", "-:2: '$' without quotes:", 65),
            ("read D", "-:2: verb 'read' cannot be in a batch", 65), ("migrate D E a=b", "-:2: verb 'migrate'", 65),
            ("write --keyring D k v", "-:2: option '--keyring' cannot be used", 65),
            ("write --dry-run D k v", "-:2: option '--dry-run'", 65),
            ("write --lock-timeout 1 D k v", "-:2: option '--lock-timeout'", 65),
            ("delete --force D", "-:2: option '--force'", 65),
            ("write --stdin D k -string", "-:2: option '--stdin'", 65),
            ("import D -", "-:2: standard input", 65), ("write --value-file - D k", "-:2: standard input", 65),
            ("import D /dev/null/none", "-:2: Could not read data from /dev/null/none", 65),
            ("writ D k v", "-:2: unknown verb 'writ'", 65), ("write D k '{ a'", "-:2: Could not parse", 65),
            ("write D", "-:2: wrong operands; use", 65), ("write D k v >f", "-:2: '>' without quotes", 65),
            ("[\"write\", 1]", "-:2: a word is a string", 65), ("help", "-:2: verb 'help'", 65),
        ])
    func refusals(line: String, message: String, status: Int32) throws {
        try scratch.defaults("write", "D", "k", "old")
        let before = try TreeState(scratch.root)
        let outcome = try batch("write D k new\n\(line)\nwrite D l new\n")
        outcome.expect(status, text: "", complaints: 1, beginning: "defaults: \(message)")
        #expect(try TreeState(scratch.root) == before)
    }

    /// Lines, and the numbers of those that are refused. Lines that do not fit the domains are listed beside those that
    /// are not valid, unless they may need one of them.
    private static let refused: [(lines: [String], places: [Int], status: Int32)] = [
        (
            [
                "writ D k v", "write D k new", "write D k $HOME", "write D l ~x", "write D m -int x \\", "  y",
                "import D <<'EOF' -", "write D", "EOF", #"["write", "E"]"#,
            ], [1, 3, 4, 5, 7, 10], 65
        ),
        (
            [
                "delete D none", "write D k new", "rename D k l", "delete --if-exists D none", "delete E",
                "write D l -array-add x", "delete D k",
            ], [1, 5, 6, 7], 1
        ),
        (
            ["write D k 2", "delete D nope", "rename D nope2 x", "write D k -array-add 1", "write D n -int x"],
            [2, 3, 4, 5], 65
        ),
        (["write D n -int x", "delete D n", "delete E n"], [1, 3], 65),
        (["writ D n 1", "delete D n", "delete E n"], [1, 3], 65),
        (["write D n $HOME", "delete D n", "delete E n"], [1, 3], 65),
        (["write $D n 1", "delete D n", "delete E n"], [1], 65), (["delete D n", "write $D n 1"], [1, 2], 65),
        (["write -g n -int x", "delete NSGlobalDomain n", "delete E n"], [1, 3], 65),
        ([#"["write", "D"]"#, "delete --root ./other D n", "delete E n"], [1, 3], 65),
        (["write -app None n 1", "delete E n"], [1], 65),
        (["writ D", "write E k v", "delete --if-exists F n"], [1], 65),
        // Files that cannot be read or changed. No line before one of them needs it.
        (["write D k v", "write Junk k v"], [2], 65),
        (files, [2, 3, 4, 5, 8], 65), (files + ["writ D k v"], [2, 3, 4, 5, 8, 10], 65),
    ]
    private static let files = [
        "write Z k v", "write Junk k v", "write Junk2 k v", "write Comment k w", "delete Z none", "write Junk l v",
        "write Comment2 k v", "write Fifo k v", "write Link k v",
    ]

    @Test("all lines that are refused are listed in one run, and nothing changes", arguments: refused)
    func allRefused(lines: [String], places: [Int], status: Int32) throws {
        let script = """
            defaults write D k old; mkfifo root/Fifo.plist; ln -s Junk.plist root/Link.plist; cd root
            echo junk | tee Junk.plist >Junk2.plist; echo '{ k = v; /* c */ }' | tee Comment.plist >Comment2.plist
            """
        #expect(try scratch.bash(script) == .silence)
        let before = try TreeState(scratch.root)
        try Disk.write(lines.map { $0 + "\n" }.joined(), to: scratch.path + "/changes")
        for option in ["", "-n"] {
            let outcome = try scratch.bash("defaults batch \(option) changes")
            outcome.expect(status, text: "", complaints: places.count, beginning: "defaults: changes:")
            #expect(outcome.errorLines.map { Int($0.split(separator: ":")[2]) } == places, "\(outcome)")
        }
        #expect(try TreeState(scratch.root) == before)
    }

    @Test("a batch that changes nothing touches nothing")
    func noChange() throws {
        let text = "write D k v\nwrite D n -int 1\nwrite E k v\ndelete --if-exists E x\n"
        #expect(try batch(text, "--exit-code").status == 2)
        let before = try TreeState(scratch.root)
        #expect(try batch(text, "--exit-code") == .silence)
        #expect(try TreeState(scratch.root) == before)
    }

    @Test("a dry run prints what each domain would become")
    func dryRun() throws {
        try scratch.defaults("write", "D", "k", "old")
        let before = try TreeState(scratch.root)
        let outcome = try batch("write E l -int 1\nwrite D k new\nwrite F x y\ndelete F x\n", "-n", "--exit-code")
        outcome.expect(2, text: "[D]\n- k: string \"old\"\n+ k: string \"new\"\n[E]\n+ l: integer 1\n")
        #expect(try TreeState(scratch.root) == before)
    }

    @Test("a line can name another root, where files are as private as in the user's")
    func roots() throws {
        let other = scratch.path + "/other root"
        #expect(
            try batch(
                """
                write --root '\(other)' D k v
                write D k w
                write --root '\(other)' E k v
                delete --root '\(other)' E
                """
            ).status == 0)
        #expect(try scratch.defaults("read", "D", "k").text == "w\n")
        #expect(try scratch.defaults("--root", other, "read", "D", "k").text == "v\n")
        #expect(try FileFacts(other + "/D.plist").permissions == 0o600)
        #expect(try Disk.names(in: other) == ["D.plist"])
    }

    @Test("a here-document is the input of its line")
    func hereDocument() throws {
        let outcome = try batch(
            "import D - <<'EOF'\n{ a = $HOME; }\nEOF\nwrite --stdin D b -string <<'END'\n~ 'x\n\nEND\n")
        #expect(outcome == .silence)
        #expect(try scratch.defaults("read", "D", "a").text == "$HOME\n")
        #expect(try scratch.defaults("read", "--raw", "D", "b").text == "~ 'x\n\n")
        #expect(try batch("write D k v <<'E'\nE\n").status == 65)
    }

    @Test("ten thousand lines are run")
    func manyLines() throws {
        let count = 10_000
        let written = try batch((0..<count).map { "write D key\($0) -int \($0)\n" }.joined())
        #expect(written == .silence)
        #expect(try scratch.defaults("read", "D", "key9999").text == "9999\n")
        let deleted = try batch((1..<count).map { "delete D key\($0)\n" }.joined())
        #expect(deleted == .silence)
        #expect(try scratch.defaults("read", "D").text == "{\n    key0 = 0;\n}\n")
    }
}
