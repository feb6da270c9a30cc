import DefaultsCore
import Foundation
import Testing

@testable import DefaultsCLI
@testable import ToolSupport

/// How a value is read from the words after the key.
struct ValueArgumentsTests {
    private static func value(_ words: [String]) throws(CommandError) -> PropertyListValue {
        let edit = try ValueArguments.edit(of: "key", first: words[0], Array(words.dropFirst()))
        guard case .set(_, let value) = edit else { preconditionFailure("no value: \(edit)") }
        return value
    }

    @Test(
        "whole numbers are read to the ends of their range",
        arguments: [
            ("0", 0), ("-0", 0), ("+5", 5), ("14", 14), ("-1", -1), (" 5", 5), ("5\n", 5), ("\t 5 \t", 5), ("007", 7),
            ("9223372036854775807", PropertyListInteger(Int64.max)),
            ("18446744073709551615", PropertyListInteger(UInt64.max)),
            ("-9223372036854775808", PropertyListInteger(Int64.min)),
        ] as [(String, PropertyListInteger)])
    func integers(text: String, number: PropertyListInteger) throws {
        #expect(try Self.value(["-int", text]) == .integer(number))
        #expect(try Self.value(["-integer", text]) == .integer(number))
    }

    @Test(
        "numbers are read in full",
        arguments: [
            ("0", 0), ("-0", -0.0), ("1", 1), ("32.3", 32.3), ("0.1", 0.1), (".5", 0.5), ("5.", 5), ("-1", -1),
            ("+1.5", 1.5), ("1e3", 1000),
            ("1E-3", 0.001), (" 1.5\n", 1.5), ("nan", .nan), ("NaN", .nan), ("inf", .infinity),
            ("-Infinity", -.infinity), ("+inf", .infinity),
            ("0e-400", 0), ("179769313486231570e291", .greatestFiniteMagnitude), ("5e-324", .leastNonzeroMagnitude),
            ("12345678901234567890", 12_345_678_901_234_567_890.0),
        ] as [(String, Double)])
    func reals(text: String, number: Double) throws {
        #expect(try Self.value(["-float", text]) == .real(number))
    }

    @Test(
        "booleans are words in any case",
        arguments: [
            (["true", "TRUE", "yes", "Yes", "1", "on", "ON"], true),
            (["false", "False", "no", "NO", "0", "off"], false),
        ] as [([String], PropertyListValue)])
    func booleans(words: [String], value: PropertyListValue) throws {
        for word in words {
            #expect(try Self.value(["-bool", word]) == value)
            #expect(try Self.value(["-boolean", word]) == value)
        }
    }

    @Test(
        "data are hexadecimal digits; of an odd number the first is a byte by itself",
        arguments: [
            ("", []), ("00", [0]), ("0FbD", [0x0F, 0xBD]), ("A", [10]), ("34f", [3, 0x4F]),
            ("123abcdef", [1, 0x23, 0xAB, 0xCD, 0xEF]),
        ] as [(String, [UInt8])])
    func data(text: String, bytes: [UInt8]) throws {
        #expect(try Self.value(["-data", text]) == .data(Data(bytes)))
    }

    @Test(
        "dates are ISO 8601 or Apple's form, in universal time where they name no zone",
        arguments: [
            ("2019-09-16 05:45:42 +0000", 1_568_612_742), ("2019-09-16T05:45:42Z", 1_568_612_742),
            ("2019-09-16t05:45:42z", 1_568_612_742),
            ("2019-09-16 05:45:42", 1_568_612_742), ("2019-09-16T07:45:42+02:00", 1_568_612_742),
            ("2019-09-16 07:45:42 +0200", 1_568_612_742),
            ("2019-09-16T03:45:42-02", 1_568_612_742), ("2019-09-16", 1_568_592_000),
            ("2019-09-16T05:45", 1_568_612_700),
            ("2019-09-16T05:45Z", 1_568_612_700), ("1970-01-01T00:00:00.5Z", 0.5), ("1970-01-01T00:00:00,25Z", 0.25),
            ("1919-01-01T01:01:00.000Z", -1_609_455_540), ("2024-02-29", 1_709_164_800),
            ("0001-01-01", -62_135_596_800),
            ("9999-12-31T23:59:59Z", 253_402_300_799), ("1970-01-01T00:00:00+23:59", -86_340),
            ("2024-02-29 23:30:00 -0230", 1_709_258_400),
        ])
    func dates(text: String, seconds: Double) throws {
        #expect(try Self.value(["-date", text]) == .date(Date(timeIntervalSince1970: seconds)))
    }

    @Test(
        "an operand that does not fit its flag is refused, naming both and what the flag takes",
        arguments: [
            (
                ["-int", "-integer"], "a whole number of at most 64 bits",
                [
                    "", " ", "abc", "1.0", "1e3", "0x10", "1 2", "--1", "-", "+", "½", "18446744073709551616",
                    "-9223372036854775809", "1,000", "٣",
                ]
            ),
            (
                ["-float"], "a number",
                [
                    "", "abc", "0x10", "0x1p3", "1e999", "-1e999", "1e-400", "1,5", "1 2", "1.2.3", "e", "e5", "nanx",
                    "nan(1)", "nano", "infinit", "1e", "1f", "--1", "١",
                ]
            ),
            (
                ["-bool", "-boolean"], "true, false, yes, no, 1, 0, on or off",
                ["", "y", "n", "t", "2", "maybe", "truee", " true", "ja"]
            ),
            (["-data"], "hexadecimal digits", ["0x00", "zz", "00 11", "<00>", " ", "0g", "é", "٣"]),
            (
                ["-date"], "a date such as 2024-01-31T12:00:00Z or '2024-01-31 12:00:00 +0000'",
                [
                    "", "today", "tomorrow noon", "2024", "2024-01", "2024-1-1", "2024-13-01", "2024-02-30",
                    "2023-02-29", "01/02/2024", "1577836800", "2024-01-01T25:00:00Z", "2024-01-01T12:60",
                    "2024-01-01T12", "2024-01-01T12:00:60Z", "2024-01-01X12:00", "2024-01-01T12:00:00+24:00",
                    "2024-01-01T12:00:00+1", "2024-01-01T12:00:00.Z", "2024-01-01T12:00:00Zx", "2024-01-01 ",
                    "20240101", "٢٠٢٤-01-01", "2024-01-01T12:00:00 EST", "+2024-01-01",
                ]
            ),
        ] as [([String], String, [String])])
    func refusals(flags: [String], expected: String, operands: [String]) throws {
        for flag in flags {
            for operand in operands {
                for words in [[flag, operand], ["-array", flag, operand], ["-dict", "k", flag, operand]] {
                    Self.expectRefusal(of: words, "'\(flag)' takes \(expected), not '\(operand)'", .usage)
                }
            }
        }
    }

    private static func expectRefusal(of words: [String], _ message: String, _ status: ToolSupport.ExitStatus) {
        let error = #expect(throws: CommandError.self, "\(words)") { try value(words) }
        #expect(error?.message == message)
        #expect(error?.status == status)
    }

    @Test(
        "a string is taken as it is",
        arguments: ["", " ", "a\\nb", "(a, b)", "-int", "--", "\"", "<true/>", "\u{1B}", "e\u{301}"])
    func strings(text: String) throws {
        #expect(try Self.value(["-string", text]) == .string(text))
    }

    @Test(
        "a flag without its operand is wrong usage",
        arguments: ["-string", "-int", "-integer", "-float", "-bool", "-boolean", "-date", "-data"])
    func missingOperand(flag: String) {
        for words in [[flag], ["-array", "a", flag], ["-dict", "k", flag]] {
            Self.expectRefusal(of: words, "'\(flag)' needs a value after it", .usage)
        }
    }

    @Test(
        "arrays and dictionaries take all the words that are left",
        arguments: [
            (["-array"], []), (["-array", "a", "1"], ["a", "1"]),
            (
                ["-array", "-int", "1", "-bool", "no", "-data", "00", "-float", "1", "-string", "-int", "x"],
                [1, false, .data(Data([0])), 1.0, "-int", "x"]
            ),
            (["-array", "-string", "-array"], ["-array"]), (["-dict", "", ""], ["": ""]),
            (["-array", "(a, b)", "{k = v;}"], [["a", "b"], ["k": "v"]]), (["-array", "<integer>5</integer>"], [5]),
            (["-dict"], [:]),
            (["-dict", "a", "1", "b", "-int", "2"], ["a": "1", "b": 2]),
            (["-dict", "-string", "\\k", "v"], ["\\k": "v"]),
            (["-dict", "a", "1", "a", "2"], ["a": "2"]), (["-dict", "a", "(x)"], ["a": ["x"]]),
            (["-dict", "\"a b\"", "1", "-string", "c (d)", "y"], ["a b": "1", "c (d)": "y"]),
        ] as [([String], PropertyListValue)])
    func containers(words: [String], value: PropertyListValue) throws {
        #expect(try Self.value(words) == value)
    }

    @Test(
        "what makes no value is refused with Apple's words",
        arguments: [
            (["-array", "-array"], "Cannot nest composite types (arrays and dictionaries); exiting"),
            (["-array", "-dict", "a", "b"], "Cannot nest composite types (arrays and dictionaries); exiting"),
            (["-dict", "k", "-array"], "Cannot nest composite types (arrays and dictionaries); exiting"),
            (["-dict", "-int", "5", "x"], "Dictionary keys must be strings"),
            (["-dict", "(a)", "x"], "Dictionary keys must be strings"),
            (["-dict", "a"], "Key a lacks a corresponding value"),
            (["-dict", "a", "1", "b"], "Key b lacks a corresponding value"),
            (["-dict", "a", "1", "-string", "b"], "Key b lacks a corresponding value"),
            (["-dict-add", "a"], "Key a lacks a corresponding value"),
            (["-dict", "a", "-array-add"], "Cannot nest composite types (arrays and dictionaries); exiting"),
            (["-string", "a", "-int"], "Unexpected argument -int; leaving defaults unchanged."),
            (["-int", "1", "2"], "Unexpected argument 2; leaving defaults unchanged."),
            (["a", "b"], "Unexpected argument b; leaving defaults unchanged."),
        ])
    func appleRefusals(words: [String], message: String) {
        Self.expectRefusal(of: words, message, .negative)
    }

    @Test(
        "a literal that does not parse is refused with the reason and its place",
        arguments: [
            (#"{"a":1}"#, "The text is JSON, which option '--stdin' reads."),
            ("[1, 2]", "The text is JSON, which option '--stdin' reads."),
            (
                "[1, 2",
                "Invalid old-style text, '[' instead of '(' on line 1, column 1; for JSON, use option '--stdin'."
            ),
            (
                #"{"a": 1,}"#,
                "Invalid old-style text, a missing '=' or ';' after a key on line 1, column 5; "
                    + "for JSON, use option '--stdin'."
            ),
            (#"{"a" 1}"#, "Invalid old-style text, a missing '=' or ';' after a key on line 1, column 5."),
            ("{ a = 1 }", "Invalid old-style text, a missing ';' after a value on line 1, column 8."),
            ("{ a = 1;\n  b = 2 }", "Invalid old-style text, a missing ';' after a value on line 2, column 8."),
            (
                #"{"a": nul}"#,
                "Invalid old-style text, a missing '=' or ';' after a key on line 1, column 5; "
                    + "for JSON, use option '--stdin'."
            ),
            (#"it"s"#, "An unexpected '\"' on line 1, column 3."),
            ("Local (x)", "An unexpected '(' on line 1, column 7."),
            ("a é <b>", "An unexpected '<' on line 1, column 5."),
            ("(", "Invalid old-style text, a missing ')' for the array that begins on line 1, column 1."),
            ("<abc>", "Invalid old-style text, an odd number of digits in data on line 1, column 4."),
            ("<dict>", "Invalid XML, the text ends while looking for '</dict>' on line 1, column 7."),
            ("(a, b", "Invalid old-style text, a missing ')' for the array that begins on line 1, column 1."),
            ("(a) b", "Invalid old-style text, unexpected text after the end on line 1, column 5."),
            (
                "{length = 2, bytes = 0x6869}",
                "Invalid old-style text, printed data (use 'defaults export' to copy values) on line 1, column 2."
            ),
            ("<*I3>", "Invalid XML, the unknown element <*I3> on line 1, column 1."),
            (
                "<dict><key>a</key>",
                "Invalid XML, the text ends while looking for a value in <dict> on line 1, column 19."
            ),
            (#"{ k = "\Ud800"; }"#, "An unpaired surrogate at 'k', which cannot be stored."),
            ("//host/<name>", "The text is a comment."),
        ])
    func unparsed(word: String, reason: String) {
        let message = "Could not parse: \(word).  \(reason)  To store it as a string, use -string."
        for words in [[word], ["-array", "a", word], ["-dict", word, "a"]] {
            Self.expectRefusal(of: words, message, .negative)
        }
    }

    @Test(
        "a word that is parsed in quotes is reported in quotes",
        arguments: [
            ("a\\", "Invalid old-style text, a missing '\"' for the string that begins on line 1, column 1."),
            ("\\Ud800", "An unpaired surrogate, which cannot be stored."),
        ])
    func unparsedInQuotes(word: String, reason: String) {
        let message = "Could not parse: \"\(word)\".  \(reason)  To store it as a string, use -string."
        Self.expectRefusal(of: [word], message, .negative)
    }

    @Test(
        "a word without brackets or quotes is a string in which escapes count",
        arguments: [
            ("", ""), ("1", "1"), ("true", "true"), ("-1", "-1"), ("-foo", "-foo"), ("two words", "two words"),
            ("@\\U21a9", "@↩"),
            ("\\033File", "\u{1B}File"), ("\\u21a9", "u21a9"), ("a\\nb", "a\nb"), ("it's", "it's"),
            ("a;b=c,//x /*y*/", "a;b=c,//x /*y*/"),
            ("\\\\", "\\"), ("a\\\nb", "a\nb"), ("\\Ud83d\\Ude00", "😀"), ("é😀", "é😀"), ("-array-x", "-array-x"),
            ("bplist00", "bplist00"), (" ", " "), ("\u{FEFF}x", "\u{FEFF}x"), (#"a\000b"#, "a\0b"), ("-INT", "-INT"),
        ])
    func plainLiterals(word: String, string: String) throws {
        #expect(try Literal.value(of: word) == .string(string))
    }

    @Test(
        "any other word is a property list",
        arguments: [
            ("()", []), ("(255, 0, 0)", ["255", "0", "0"]), ("{}", [:]),
            ("{ a = 1; b = (x); }", ["a": "1", "b": ["x"]]), ("<0fbd77>", .data(Data([15, 0xBD, 0x77]))),
            ("\"\\\"\"", "\""), ("\"'\"", "'"), ("<true/>", true),
            ("<dict><key>k</key><integer>-1</integer></dict>", ["k": -1]),
            ("<?xml version=\"1.0\"?><plist version=\"1.0\"><real>1</real></plist>", 1.0), ("'(a)'", "(a)"),
            ("{tile-data={}; tile-type=\"spacer-tile\";}", ["tile-data": [:], "tile-type": "spacer-tile"]),
            ("\"a\" = (b);", ["a": ["b"]]), ("'b'=\"2\";", ["b": "2"]),
            ("<integer>18446744073709551615</integer>", .integer(PropertyListInteger(UInt64.max))),
            ("  \n<string>a &lt;b&gt;</string>\n", "a <b>"), ("<62706c69 7374>", .data(Data("bplist".utf8))),
        ] as [(String, PropertyListValue)])
    func literals(word: String, value: PropertyListValue) throws {
        #expect(try Literal.value(of: word) == value)
    }

    @Test("a word without brackets or quotes is what the parser reads in double quotes")
    func fastPath() {
        let scalars = (UInt32(1)...0x17F).compactMap(Unicode.Scalar.init)
        let characters: [String] = scalars.map { String($0) } + ["\u{2028}", "\u{FEFF}", "\u{FFFF}", "\u{1F600}"]
        for character in characters where !"\"()[]{}<>".contains(character) {
            for word in [
                character, "a" + character, character + "n", "\\" + character, "/" + character + "*",
                character + " " + character,
            ] {
                let parsed = try? PropertyListReader.read(Array("\"\(word)\"".utf8)).value
                #expect((try? Literal.value(of: word)) == parsed, "\(word)")
            }
        }
    }
}
