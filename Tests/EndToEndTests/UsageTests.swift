import Foundation
import Testing

/// A command line that is none is refused with one sentence, before anything is made.
struct UsageTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// Words, and what is said of them after `defaults: `.
    typealias Misuse = (words: [String], sentence: String)

    private static func unparsed(_ literal: String, _ reason: String) -> Misuse {
        (
            ["write", "D", "K", literal],
            "Could not parse: \(literal).  \(reason).  To store it as a string, use -string."
        )
    }

    static let verbs: [Misuse] = [
        (["raed", "D"], "unknown verb 'raed'; did you mean 'read'?"),
        (["WIRTE", "D", "K", "v"], "unknown verb 'WIRTE'; did you mean 'write'?"),
        (["exprt", "D", "-"], "unknown verb 'exprt'; did you mean 'export'?"),
        (["frobnicate"], "unknown verb 'frobnicate'; see 'defaults help'"),
        ([""], "unknown verb ''; see 'defaults help'"), (["-g"], "unknown option '-g'; see 'defaults help'"),
        (["--", "--help"], "unknown verb '--help'; did you mean 'help'?"),
        (["help", "raed"], "unknown verb 'raed'; did you mean 'read'?"),
        (["help", "nope"], "unknown verb 'nope'; see 'defaults help'"),
        (["help", "read", "x"], "unexpected operand 'x'; see 'defaults help help'"),
        (["--help", "nope"], "unknown verb 'nope'; see 'defaults help'"),
    ]

    static let options: [Misuse] = [
        (["--hepl"], "unknown option '--hepl'; did you mean '--help'?"),
        (["--vesion"], "unknown option '--vesion'; did you mean '--version'?"),
        (["--frobnicate", "read"], "unknown option '--frobnicate'; see 'defaults help'"),
        (["read", "--frobnicate", "D"], "unknown option '--frobnicate'; see 'defaults help read'"),
        (["--rot=x", "read", "D"], "unknown option '--rot'; did you mean '--root'?"),
        (["-currenthost", "read"], "unknown option '-currenthost'; did you mean '-currentHost'?"),
        (["read", "--currenthost"], "unknown option '--currenthost'; did you mean '-currentHost'?"),
        (["-host", "h", "-currentHost", "read", "D"], "options '-currentHost' and '-host' cannot be combined"),
        (["-host"], "option '-host' needs a value"), (["read", "-host"], "option '-host' needs a value"),
        (["--root"], "option '--root' needs a value"), (["--lock-timeout"], "option '--lock-timeout' needs a value"),
        (["--root=", "write", "D", "K", "v"], "option '--root' needs a value"),
        (["--root", "", "write", "D", "K", "v"], "option '--root' needs a value"),
        (["-host", "", "write", "D", "K", "v"], "option '-host' needs a value"),
        (["--help=yes"], "option '--help' takes no value"),
        (["-currentHost=x", "read", "D"], "option '-currentHost' takes no value"),
        (
            ["--lock-timeout", "soon", "write", "D", "K", "v"],
            "option '--lock-timeout' takes a number of seconds, not 'soon'"
        ),
        (
            ["--lock-timeout", "-1", "write", "D", "K", "v"],
            "option '--lock-timeout' takes a number of seconds, not '-1'"
        ),
        (
            ["--lock-timeout", "nan", "write", "D", "K", "v"],
            "option '--lock-timeout' takes a number of seconds, not 'nan'"
        ),
    ]

    static let operands: [Misuse] = [
        (["read-type"], "wrong operands; use 'defaults read-type <domain> <key>'"),
        (["read-type", "D"], "wrong operands; use 'defaults read-type <domain> <key>'"),
        (
            ["write"],
            "wrong operands; use 'defaults write <domain> <domain_rep>' or 'defaults write <domain> <key> <value>'"
        ),
        (
            ["write", "D"],
            "wrong operands; use 'defaults write <domain> <domain_rep>' or 'defaults write <domain> <key> <value>'"
        ),
        (["delete"], "wrong operands; use 'defaults delete <domain>' or 'defaults delete <domain> <key>'"),
        (
            ["delete", "D", "K", "L"],
            "wrong operands; use 'defaults delete <domain>' or 'defaults delete <domain> <key>'"
        ),
        (["read", "--path", "a"], "wrong operands; use 'defaults read --path <key path> <domain>'"),
        (["read-type", "--path", "a"], "wrong operands; use 'defaults read-type --path <key path> <domain>'"),
        (["write", "--path", "a", "D"], "wrong operands; use 'defaults write --path <key path> <domain> <value>'"),
        (
            ["rename", "--path", "a", "D"],
            "wrong operands; use 'defaults rename --path <key path> <domain> <new key path>'"
        ),
        (["delete", "--path", "a", "D", "K"], "wrong operands; use 'defaults delete --path <key path> <domain>'"),
        (["delete-all", "--path", "a"], "wrong operands; use 'defaults delete-all --path <key path> <domain>'"),
        (["import"], "wrong operands; use 'defaults import <domain> <path to plist>' or 'defaults import <domain> -'"),
        (["export"], "wrong operands; use 'defaults export <domain> <path to plist>' or 'defaults export <domain> -'"),
    ]

    private static let dates = "a date such as 2024-01-31T12:00:00Z or '2024-01-31 12:00:00 +0000'"

    /// What follows `write D K`, with a flag whose operand is missing or is none.
    static let flags: [Misuse] = [
        (["-string"], "'-string' needs a value after it"), (["-data"], "'-data' needs a value after it"),
        (["-int"], "'-int' needs a value after it"), (["-integer"], "'-integer' needs a value after it"),
        (["-float"], "'-float' needs a value after it"), (["-bool"], "'-bool' needs a value after it"),
        (["-boolean"], "'-boolean' needs a value after it"), (["-date"], "'-date' needs a value after it"),
        (["-array", "a", "-int"], "'-int' needs a value after it"),
        (["-dict", "-string"], "'-string' needs a value after it"),
        (["-int", "abc"], "'-int' takes a whole number of at most 64 bits, not 'abc'"),
        (["-int", "1.5"], "'-int' takes a whole number of at most 64 bits, not '1.5'"),
        (["-int", ""], "'-int' takes a whole number of at most 64 bits, not ''"),
        (
            ["-integer", "18446744073709551616"],
            "'-integer' takes a whole number of at most 64 bits, not '18446744073709551616'"
        ),
        (["-float", "abc"], "'-float' takes a number, not 'abc'"),
        (["-float", "1,5"], "'-float' takes a number, not '1,5'"),
        (["-bool", "2"], "'-bool' takes true, false, yes, no, 1, 0, on or off, not '2'"),
        (["-boolean", "maybe"], "'-boolean' takes true, false, yes, no, 1, 0, on or off, not 'maybe'"),
        (["-data", "0g"], "'-data' takes hexadecimal digits, not '0g'"),
        (["-data", "0x00"], "'-data' takes hexadecimal digits, not '0x00'"),
        (["-date", "tomorrow"], "'-date' takes \(dates), not 'tomorrow'"),
        (["-date", "2024-02-30T00:00:00Z"], "'-date' takes \(dates), not '2024-02-30T00:00:00Z'"),
        (["-array", "-bool", "2"], "'-bool' takes true, false, yes, no, 1, 0, on or off, not '2'"),
    ]

    @Test("a malformed invocation ends with 255", arguments: verbs + options + operands)
    func invocation(_ misuse: Misuse) throws {
        try expect(misuse.words, 255, misuse.sentence)
    }

    @Test("a type flag without a good operand ends with 255", arguments: flags)
    func flag(_ misuse: Misuse) throws {
        try expect(["write", "D", "K"] + misuse.words, 255, misuse.sentence)
    }

    /// What Apple's tool ends with 1 for, in its words.
    static let refusals: [Misuse] = [
        (["import", "D"], "Need a path to read from"), (["export", "D"], "Need a path to write to"),
        (["write", "D", "K"], "Rep argument is not a dictionary. Defaults have not been changed."),
        (["write", "D", "(a)"], "Rep argument is not a dictionary. Defaults have not been changed."),
        (["write", "D", "K", "a", "b"], "Unexpected argument b; leaving defaults unchanged."),
        (["write", "D", "K", "-int", "1", "2"], "Unexpected argument 2; leaving defaults unchanged."),
        (["-currentHost", "write", "K", "-array", "a", "b"], "Unexpected argument b; leaving defaults unchanged."),
        (
            ["write", "D", "K", "-array", "-dict", "a", "b"],
            "Cannot nest composite types (arrays and dictionaries); exiting"
        ),
        (
            ["write", "D", "K", "-dict", "a", "-array", "b"],
            "Cannot nest composite types (arrays and dictionaries); exiting"
        ),
        (["write", "D", "K", "-dict", "a"], "Key a lacks a corresponding value"),
        (["write", "D", "K", "-dict", "-int", "1", "a"], "Dictionary keys must be strings"),
        unparsed("{", "Invalid old-style text, a missing '}' for the dictionary that begins on line 1, column 1"),
        unparsed("{ a = 1 }", "Invalid old-style text, a missing ';' after a value on line 1, column 8"),
        unparsed("Local (x)", "An unexpected '(' on line 1, column 7"),
        unparsed("{\"a\":1}", "The text is JSON, which option '--stdin' reads"),
        (["read", "D"], "Domain D does not exist"), (["read", "-g"], "Domain Apple Global Domain does not exist"),
        (["read", "D", "-h"], "The domain/default pair of (D, -h) does not exist"),
        (["read", "--", "--root"], "Domain --root does not exist"),
        (["read", "-g", "K"], "The domain/default pair of (kCFPreferencesAnyApplication, K) does not exist"),
        (["read-type", "D", "K"], "The domain/default pair of (D, K) does not exist"),
        (["export", "D", "-"], "The domain D does not exist"),
        (["delete", "D"], "Domain (D) not found. Defaults have not been changed."),
        (["delete", "D", "K"], "Domain (D) not found: it has no key (K). Defaults have not been changed."),
    ]

    @Test("what Apple's tool refuses with 1 ends with 1, in its words", arguments: refusals)
    func refusal(_ misuse: Misuse) throws {
        try expect(misuse.words, 1, misuse.sentence)
    }

    @Test("words that Apple's tool ignores are ignored")
    func ignored() throws {
        try scratch.defaults("write", "D", "K", "v")
        for words in [
            "read D K x", "read-type D K x", "domains x", "export D - x", "import E ./root/D.plist x",
        ] {
            let outcome = try scratch.bash("defaults \(words)")
            outcome.expect(0, error: "", comment: "\(words)")
        }
    }

    /// Expects that the words are refused with a status and a sentence, and that the root is not even made.
    private func expect(_ words: [String], _ status: Int32, _ sentence: String) throws {
        let outcome = try scratch.defaults(words)
        #expect(outcome == Outcome(status: status, output: [], error: "defaults: \(sentence)\n"))
        #expect(try TreeState(scratch.root).isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.home).isEmpty)
    }
}
