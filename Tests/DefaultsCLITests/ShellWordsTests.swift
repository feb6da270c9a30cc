import Testing

@testable import DefaultsCLI
@testable import ToolSupport

/// Commands as a shell reads them, of which nothing is expanded.
struct ShellWordsTests {
    /// The commands of a text, all of whose lines are commands.
    private func commands(in text: String) throws -> [ShellWords.Command] {
        try ShellWords.commands(in: Array(text.utf8)).map { try $0.get() }
    }

    @Test(
        "words are split and unquoted as by a shell",
        arguments: [
            ("", []), ("\n \t\n# a\n", []), ("a b", [["a", "b"]]), ("a  'b c'\t\"d e\"\n", [["a", "b c", "d e"]]),
            ("a\nb", [["a"], ["b"]]), ("a \\\n b", [["a", "b"]]), ("a\\\nb", [["ab"]]), ("a\\ b", [["a b"]]),
            ("a '' \"\"", [["a", "", ""]]), ("'a'\"b\"c\\d", [["abcd"]]), ("a # b", [["a"]]), ("a#b", [["a#b"]]),
            ("\"a\\$b\\`c\\\"d\\\\e\\f\"", [["a$b`c\"d\\e\\f"]]), ("\"a\\\nb\"", [["ab"]]), ("'a\nb'", [["a\nb"]]),
            (#"'it'\''s'"#, [["it's"]]), (#"$'a\tb\n\'\\\033\x41\u00e9'"#, [["a\tb\n'\\\u{1B}A\u{E9}"]]),
            (#"$'\303\251'"#, [["\u{E9}"]]), ("a=b ./c:%+,-@_", [["a=b", "./c:%+,-@_"]]), ("a~b", [["a~b"]]),
            (#"["a", "b c", "$x", "\n"]"# + "\nd", [["a", "b c", "$x", "\n"], ["d"]]), (" [\"a\"]", [["a"]]),
            ("\\\n\\\na", [["a"]]), ("a \\#b", [["a", "#b"]]), ("\\~", [["~"]]), ("a -- -b", [["a", "--", "-b"]]),
        ] as [(String, [[String]])])
    func words(text: String, expected: [[String]]) throws {
        #expect(try commands(in: text).map(\.words) == expected)
    }

    @Test(
        "what a shell would act on is refused, with its line",
        arguments: [
            ("\na $b", 2), ("a `b`", 1), ("a ~", 1), ("a\nb ~/c", 2), ("a *", 1), ("a b?", 1), ("a b[0]", 1),
            ("a > b", 1),
            ("a < b", 1), ("a | b", 1), ("a & b", 1), ("a; b", 1), ("(a)", 1), ("a {b,c}", 1), ("a \"$b\"", 1),
            ("a \"`b`\"", 1), ("a 'b", 1), ("a\nb \"c\nd", 2), ("a $'b", 1), ("a \\", 1), ("a\r\n", 1), ("a $'\\q'", 1),
            ("a $'\\0'", 1), ("[1]", 1), ("\n[]", 2), ("[\"a\"", 1), ("[\"a\"] b", 1), ("a <<EOF\nEOF\n", 1),
            ("a <<'EOF'\nb\n", 1), ("<<'EOF'\nEOF\n", 1), ("a <<'b' <<'c'\nb\nc\n", 1), ("a $'\\377'", 1),
        ])
    func refusals(text: String, line: Int) {
        #expect { try commands(in: text) } throws: { error in
            (error as? ShellWords.Failure)?.line == line
        }
    }

    @Test(
        "every line that is not a command is found, and only those",
        arguments: [
            ("a $b\nc\nd *\n", [1, 3], ["c"]), ("a 'b\nc\nd $e\n", [1, 3], ["c"]), ("a \"b\nc \\\"\n", [1], ["c"]),
            ("a $'b\nc\n", [1], ["c"]), ("a $b \\\n $c \\\n d\ne\n", [1], ["e"]), ("a \\\n$b\nc", [2], ["c"]),
            ("[1]\nb\n[\"c\"", [1, 3], ["b"]), ("a $b 'c\nd'\ne\n", [1, 2], ["e"]), ("a\r\nb\r\n", [1, 2], []),
            ("<<'E'\nb\nE\nc\n", [1], ["c"]), ("a <<E\nb $c\nE\nd\n", [1], []), ("a <<'E'\nb $c\n", [1], []),
            ("a <<'E'\n$b\nE\n$c\nd", [4], ["a", "d"]),
        ] as [(String, [Int], [String])])
    func failures(text: String, lines: [Int], words: [String]) {
        var (failed, found): ([Int], [String]) = ([], [])
        for command in ShellWords.commands(in: Array(text.utf8)) {
            switch command {
            case .success(let command): found.append(command.words[0])
            case .failure(let failure): failed.append(failure.line)
            }
        }
        #expect(failed == lines, "\(failed) \(found)")
        #expect(found == words, "\(failed) \(found)")
    }

    @Test("a here-document with a quoted delimiter is the input of its command")
    func hereDocument() throws {
        let text = "a b <<'EOF'\n$c 'd\nEOF \nEOF\ne <<'F'\nF"
        #expect(
            try commands(in: text) == [
                .init(line: 1, words: ["a", "b"], input: Array("$c 'd\nEOF \n".utf8)),
                .init(line: 5, words: ["e"], input: []),
            ])
    }

    @Test(
        "what the command quotes is read again",
        arguments: ["", "a", "it's", "a b", "$`\"\\*?[]{}~#\n\t", "\u{1B}[0m", "\u{E9}\u{85}\u{7F}\r"])
    func quoting(text: String) throws {
        for quoted in [ShellText.quoted(text), ShellText.escaped(text)] {
            #expect(try commands(in: "a \(quoted)").map(\.words) == [["a", text]])
        }
    }
}
