import Testing

@testable import DefaultsCLI
@testable import ToolSupport

/// Incomplete command lines of shells.
struct ShellLineTests {
    @Test(
        "words of bash",
        arguments: [
            ("defaults re", ["defaults", "re"]), ("defaults read ", ["defaults", "read", ""]),
            ("a 'b c", ["a", "b c"]), ("a b\\ c\\", ["a", "b c"]), ("a \"b\\\"\\x", ["a", "b\"\\x"]),
            ("a $'b\\n\\303\\251\\u00e9", ["a", "b\néé"]), ("a $'b\\'c\\", ["a", "b'c"]),
            ("a b'c'\"d\"e", ["a", "bcde"]),
            ("x | a b; c d", ["c", "d"]), ("a 2>f b", ["a", "b"]), ("a b >f c", ["a", "b", "c"]),
            ("a &>f b", ["a", "b"]),
            ("a '' b", ["a", "", "b"]), ("", [""]),
        ])
    func bash(text: String, words: [String]) {
        #expect(ShellLine(Array(text.utf8), .bash).words == words)
    }

    @Test(
        "a word of fish",
        arguments: [
            ("a", "a"), ("'a\\'b", "a'b"), ("a\\ b\\n\\x41\\u00e9", "a b\nAé"), ("\"a\\\"b\\$c", "a\"b$c"), ("\\", ""),
            ("'a\\b", "a\\b"), ("a;b", "a;b"),
        ])
    func fish(text: String, word: String) {
        #expect(ShellLine(Array(text.utf8), .fish).words.last == word)
    }

    @Test(
        "bash gets the rest of a word, in the quotes that are open",
        arguments: [
            ("d read a", "a", "ab c", "ab\\ c"), ("d read 'a", "a", "ab c", "ab c"),
            ("d read 'a", "a", "ab'c", "ab'\\''c"),
            ("d read \"a", "a", "a$b!", "a\\$b\"'!'\"\""), ("d read --path=a", "a", "--path=ab", "ab"),
            ("d read a:b", "b", "a:bc", "bc"), ("d read $'a", "a", "ab\n'", "ab\\n\\''"), ("d read ", "", "", "''"),
            ("d read '", "", "'x", "''\\''x"), ("d read ", "", "\u{1B}é", "$'\\033'é"),
            ("d read a\\ ", "a\\ ", "a b", "a\\ b"),
        ])
    func texts(line: String, replaced: String, word: String, text: String) {
        #expect(BashText(line: Array(line.utf8), replaced: Array(replaced.utf8)).text(of: word) == text)
    }

    @Test("a redirection is not a word")
    func redirection() {
        #expect(ShellLine(Array("a b >c".utf8), .bash).isRedirection)
        #expect(!ShellLine(Array("a b >c d".utf8), .bash).isRedirection)
    }
}
