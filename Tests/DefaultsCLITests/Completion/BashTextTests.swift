import Testing

@testable import DefaultsCLI
@testable import ToolSupport

/// Words of bash that are still being typed.
struct BashTextTests {
    @Test(
        "a word has no quotes, whether they are closed or open",
        arguments: [
            ("re", "re", .none), ("", "", .none), ("''", "", .none), ("b'c'\"d\"e", "bcde", .none),
            ("'b c", "b c", .single), ("'b\"c", "b\"c", .single), ("b\\ c\\", "b c", .none),
            ("\"b\\\"\\x", "b\"\\x", .double), ("\"a\\", "a", .double),
            ("$'b\\n\\303\\251\\u00e9", "b\néé", .escapes), ("$'b\\'c\\", "b'c", .escapes),
            ("~/a\\ 'b", "~/a b", .single), ("a'b'\"c", "abc", .double),
            // A shell would expand these.
            ("\"$HOME", "\"$HOME", .none), ("a*'b", "a*'b", .none), ("$x", "$x", .none), ("~root", "~root", .none),
        ] as [(String, String, ShellWords.Quote)])
    func unquoted(word: String, text: String, quote: ShellWords.Quote) {
        #expect(ShellWords.unquoted(word) == (text, quote))
    }

    @Test(
        "bash gets the rest of a word, in the quotes that are open",
        arguments: [
            ("a", "a", "ab c", "ab\\ c"), ("'a", "a", "ab c", "ab c"), ("'a", "a", "ab'c", "ab'\\''c"),
            ("\"a", "a", "a$b!", "a\\$b\"'!'\"\""), ("--path=a", "a", "--path=ab", "ab"),
            ("a:b", "b", "a:bc", "bc"), ("$'a", "a", "ab\n'", "ab\\n\\''"), ("", "", "", "''"),
            ("'", "", "'x", "''\\''x"), ("", "", "\u{1B}é", "$'\\033'é"), ("a\\ ", "a\\ ", "a b", "a\\ b"),
        ])
    func texts(typed: String, replaced: String, word: String, text: String) {
        #expect(BashText(word: typed, replaced: replaced).text(of: word) == text)
    }
}
