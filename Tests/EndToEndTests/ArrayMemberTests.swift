import Foundation
import Testing

/// Elements are added once with `--unique`, and removed with `-array-remove`.
@Suite(.waiting) struct ArrayMemberTests {
    private let scratch = Scratch()

    init() throws {
        try scratch.place(
            """
            <dict><key>A</key><array><string>a</string><integer>1</integer><string>a</string><array/></array>
            <key>M</key><dict><key>L</key><array/></dict><key>S</key><string>a</string></dict>
            """, in: "D")
    }

    @Test(
        "only new elements are added, and all equal elements are removed",
        arguments: [
            ("--unique D A -array-add a b", #"["a",1,"a",[],"b"]"#),
            ("--unique D A -array-add b b", #"["a",1,"a",[],"b"]"#),
            ("--unique D A -array-add 1", #"["a",1,"a",[],"1"]"#),
            ("--unique D A -array-add -int 1", #"["a",1,"a",[]]"#),
            ("--unique D A -array-add -float 1", #"["a",1,"a",[],{"$real":"1.0"}]"#),
            ("--unique D A -array-add '()'", #"["a",1,"a",[]]"#), ("--unique D A -array-add", #"["a",1,"a",[]]"#),
            ("--unique D A --array-add b", #"["a",1,"a",[],"b"]"#),
            ("D A -array-remove a", "[1,[]]"), ("D A -array-remove -int 1 '()'", #"["a","a"]"#),
            ("D A -array-remove 1 b", #"["a",1,"a",[]]"#), ("D A -array-remove", #"["a",1,"a",[]]"#),
            ("D A -array-remove a -int 1 '()'", "[]"), ("D A -array-remove A", #"["a",1,"a",[]]"#),
        ])
    func elements(words: String, contents: String) throws {
        #expect(try scratch.bash("defaults write \(words)") == .silence)
        #expect(try scratch.defaults("read", "--json", "D", "A").text.filter { !$0.isWhitespace } == contents)
        // The same change again changes nothing.
        let outcome = try scratch.bash("defaults write --exit-code \(words)")
        #expect(outcome == .silence, "\(words)")
    }

    @Test("a key path leads to the array, which is created by an addition only")
    func paths() throws {
        try scratch.bash(
            "defaults write --unique --path M.L D -array-add x x; defaults write --path M.N D -array-remove x")
        #expect(try scratch.defaults("read", "--json=plain", "D", "M").text == "{\n  \"L\": [\n    \"x\"\n  ]\n}\n")
        try scratch.bash("defaults write --unique E K -array-add x x; defaults write F K -array-remove x")
        #expect(try scratch.defaults("read", "--lines", "E", "K").text == "x\n")
        #expect(try scratch.names().contains("root/F.plist") == false)
    }

    @Test(
        "an array without change keeps its file, and a batch adds once",
        arguments: ["write --unique D A -array-add a", "write D A -array-remove z", "write D Z -array-remove a"])
    func unchanged(line: String) throws {
        let before = try scratch.fileStates()
        #expect(try scratch.bash("defaults \(line)").status == 0)
        #expect(try scratch.bash("echo '\(line)' | defaults batch").status == 0)
        #expect(try scratch.fileStates() == before)
    }

    @Test(
        "what is not an array is refused, and the option needs the flag",
        arguments: [
            (
                "D S -array-remove a", 1,
                "Value for key S is not an array; cannot remove elements. Leaving defaults unchanged."
            ),
            (
                "--unique D S -array-add a", 1,
                "Value for key S is not an array; cannot append.  Leaving defaults unchanged."
            ),
            ("--unique D A -array a", 255, "option '--unique' requires the type flag '-array-add'"),
            ("--unique D A b", 255, "option '--unique' requires the type flag '-array-add'"),
            ("--unique D A -array-remove b", 255, "option '--unique' requires the type flag '-array-add'"),
            ("--unique D '{ a = b; }'", 255, "option '--unique' requires the type flag '-array-add'"),
            ("--unique --stdin D A", 255, "options '--unique' and '--stdin' cannot be combined"),
            (
                "--unique --insert --path A.0 D x", 255,
                "options '--unique' and '--insert' cannot be combined"
            ),
            (
                "D A -array-add --unique b", 255,
                "'--unique' must precede the key; to store this text, use -string '--unique'"
            ),
            ("--insert --path A.0 D -array-remove x", 255, "option '--insert' inserts a single value"),
            ("--stdin D A -array-remove", 255, "'-array-remove' reads its values from the command line only"),
            ("D A -array -array-remove b", 1, "Cannot nest composite types (arrays and dictionaries); exiting"),
            (
                "D A -array-remov b", 255,
                "unknown type flag '-array-remov'; did you mean '-array-remove'? "
                    + "To store it as a string, use -string '-array-remov'"
            ),
        ] as [(String, Int32, String)])
    func refusals(words: String, status: Int32, sentence: String) throws {
        let before = try scratch.fileStates()
        let outcome = try scratch.bash("defaults write \(words)")
        #expect(outcome == Outcome(status: status, output: [], error: "defaults: \(sentence)\n"), "\(words)")
        #expect(try scratch.fileStates() == before)
    }

    @Test("processes that add the same elements concurrently add each once")
    func concurrency() throws {
        let script = """
            for i in 1 2 3 4 5 6 7 8; do
                (for e in a b c d e f g h; do defaults --lock-timeout 600 write --unique E K -array-add $e; done) &
            done; wait; defaults read --lines E K | sort | tr -d '\\n'
            """
        #expect(try scratch.bash(script).text == "abcdefgh")
    }
}
