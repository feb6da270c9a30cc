import Foundation
import PropertyList
import Testing

/// Text that is not JSON, or has no property list value, is refused with its position.
struct JSONRefusalTests {
    struct Refusal: Sendable {
        let text: String
        let reason: String
        let path: [String]
        let line: Int
        let column: Int

        init(_ text: String, _ reason: String, _ path: [String] = [], line: Int = 1, column: Int) {
            (self.text, self.reason, self.path, self.line, self.column) = (text, reason, path, line, column)
        }
    }

    static let refusals = [
        Refusal(#"{"a": null}"#, "null, which property lists do not support", ["a"], column: 7),
        Refusal("[1,\n\n  null]", "null, which property lists do not support", ["1"], line: 3, column: 3),
        Refusal(#"{"a": 1, "b": 2, "a": 3}"#, "a duplicate key", ["a"], column: 18),
        Refusal("{\"x\": [{\n\"\": 1,\n \"\": 2}]}", "a duplicate key", ["x", "0", ""], line: 3, column: 2),
        Refusal(#"{"$dictionary": {"k": 1, "k": 1}}"#, "a duplicate key", ["$dictionary", "k"], column: 26),
        Refusal(#"["é\ud800"]"#, "an unpaired surrogate in a string", ["0"], column: 2),
        Refusal(#"{"\udc00": 1}"#, "an unpaired surrogate in a string", column: 2),
        Refusal(#"["😀e\#u{301}", "\ude00\ud83d"]"#, "an unpaired surrogate in a string", ["1"], column: 9),
        Refusal(#"{"a": {"$x": 1}}"#, "unknown tag '$x'", ["a"], column: 7),
        Refusal(#"[{"$date": "today"}]"#, "an invalid value for '$date'", ["0"], column: 2),
        Refusal(#"[{"$date": {"a": 1}}]"#, "an invalid value for '$date'", ["0"], column: 2),
        Refusal(#"{"$data": "A"}"#, "an invalid value for '$data'", column: 1),
        Refusal(#"{"$uid": 4294967296}"#, "an invalid value for '$uid'", column: 1),
        Refusal(#"{"$uid": -1}"#, "an invalid value for '$uid'", column: 1),
        Refusal(#"{"$real": "0x1p3"}"#, "an invalid value for '$real'", column: 1),
        Refusal(#"{"$real": "1e999"}"#, "an invalid value for '$real'", column: 1),
        Refusal(#"{"$real": "1e-999"}"#, "an invalid value for '$real'", column: 1),
        Refusal(#"{"$integer": "18446744073709551616"}"#, "an invalid value for '$integer'", column: 1),
        Refusal(#"{"$dictionary": 1}"#, "an invalid value for '$dictionary'", column: 1),
        Refusal(#"{"k": 18446744073709551616}"#, "an integer beyond 64 bits", ["k"], column: 7),
        Refusal("[-9223372036854775809]", "an integer beyond 64 bits", ["0"], column: 2),
        Refusal("[1e400]", "a number out of range", ["0"], column: 2),
        Refusal("[0.0, -0.001E-400]", "a number out of range", ["1"], column: 7),
        Refusal(#"{"a": 1} x"#, "unexpected text after the end", column: 10),
        Refusal("[1] [2]", "unexpected text after the end", column: 5),
        Refusal("[1,]", "a ',' before ']'", column: 3),
        Refusal("[01]", "a number that begins with zero", ["0"], column: 2),
        Refusal("[-]", "missing digits after '-'", ["0"], column: 3),
        Refusal("[1.]", "missing digits after a point", ["0"], column: 4),
        Refusal("[1e+]", "missing digits in an exponent", ["0"], column: 5),
        Refusal("[+1]", "unexpected text", ["0"], column: 2),
        Refusal("[NaN]", "unexpected text", ["0"], column: 2),
        Refusal("[tru]", "unexpected text", ["0"], column: 2),
        Refusal(#"{a: 1}"#, "no string as the key", column: 2),
        Refusal(#"{"a" 1}"#, "a missing ':' after a key", column: 5),
        Refusal(#"{"a": 1"#, "a missing ',' or '}' after a value", column: 8),
        Refusal("[1 2]", "a missing ',' or ']' after an element", column: 3),
        Refusal("{\"a\": 1\n \"b\": 2}", "a missing ',' or '}' after a value", column: 8),
        Refusal("{\"a\": 1,\n}", "a ',' before '}'", column: 8),
        Refusal(
            "[\n \"a,\n \"b\"]", "a missing '\"' at the end of the line, for the string that begins", ["0"], line: 2,
            column: 2),
        Refusal("{\n \"a\": {\n  \"b\": 1\n}\n", "a missing '}' for the object that begins", line: 2, column: 7),
        Refusal("[\"a\tb\"]", "a control character in a string", ["0"], column: 4),
        Refusal(#"["\x"]"#, "unknown escape in a string", ["0"], column: 4),
        Refusal(#"["\u12g4"]"#, "fewer than four hexadecimal digits after '\\u'", ["0"], column: 7),
        Refusal(#"["abc]"#, "the text ends while looking for '\"'", ["0"], column: 2),
        Refusal(#"{"a": "#, "the text ends while looking for a value", ["a"], column: 6),
    ]

    @Test("a parse error has its path, line and column", arguments: refusals)
    func refusal(_ refusal: Refusal) {
        let position = PropertyListError.Position.line(refusal.line, column: refusal.column)
        let expected = PropertyListError(
            .malformedJSON(
                reason: refusal.reason, path: PropertyListPath(refusal.path), position: position))
        #expect(throws: expected) { try JSONReader.read(Array(refusal.text.utf8)) }
    }

    static let comments = [
        Refusal("// c\n{\"a\": 1}", "", column: 1), Refusal("\n /* c */ [1]", "", line: 2, column: 2),
        Refusal("{ // c\n\"a\": 1}", "", column: 3), Refusal(#"{"a" /* c */: 1}"#, "", column: 6),
        Refusal(#"{"a": /* c */ 1}"#, "", ["a"], column: 7), Refusal(#"{"a": 1 /* c */}"#, "", column: 9),
        Refusal("{\"a\": 1, // c\n \"b\": 2}", "", column: 10), Refusal("[ // c\n]", "", ["0"], column: 3),
        Refusal("[1, /**/ 2]", "", ["1"], column: 5), Refusal("[1 // c", "", column: 4),
        Refusal("{\"a\": 1} // c", "", column: 10), Refusal("// a\n/* b\n// */\n{\"a\":1}", "", column: 1),
        Refusal("{}// c", "", column: 3), Refusal("# c\n{\"a\": 1}", "", column: 1),
        Refusal("#\n# \"\n[1]", "", column: 1), Refusal("{ # c\n\"a\": 1}", "", column: 3),
        Refusal("{\"a\": # c\n1}", "", ["a"], column: 7), Refusal("{\"a\": 1 # c\n}", "", column: 9),
        Refusal("[1, #\n2]", "", ["1"], column: 5), Refusal("{\"a\": 1}\n#", "", line: 2, column: 1),
    ]

    @Test("a comment in an array or object is reported as such, with its position", arguments: comments)
    func comment(_ refusal: Refusal) {
        let bytes = Array(refusal.text.utf8)
        #expect(JSONReader.recognizes(bytes))
        let expected = PropertyListError(
            .malformedJSON(
                reason: "a comment (not allowed in JSON)", path: PropertyListPath(refusal.path),
                position: .line(refusal.line, column: refusal.column)))
        #expect(throws: expected) { try JSONReader.read(bytes) }
    }

    @Test(
        "text that the old style reads with its comments is not JSON",
        arguments: [
            "// c\n{}", "{ /* c */ }", "// c\n\"a\"", "\"a\" // c", "/* c */ \"a\" = 1;", "// [1]", "/* {\"a\": 1}",
            "# c\n{ a = 1; }", "# [1]", "#",
        ])
    func oldStyleComments(text: String) {
        #expect(!JSONReader.recognizes(Array(text.utf8)))
    }

    @Test("a byte order mark is not counted in the column", arguments: [("[null]", 1, 2), ("[\n null]", 2, 2)])
    func byteOrderMark(text: String, line: Int, column: Int) {
        let expected = PropertyListError(
            .malformedJSON(
                reason: "null, which property lists do not support", path: PropertyListPath(["0"]),
                position: .line(line, column: column)))
        #expect(throws: expected) { try JSONReader.read(Array("\u{FEFF}\(text)".utf8)) }
    }

    @Test("invalid UTF-8 is refused with its position")
    func notUTF8() {
        let bytes = Array("{\"a\":\n [\"x\", \"".utf8) + [0xFF] + Array("\"]}".utf8)
        let expected = PropertyListError(
            .malformedJSON(
                reason: "a string that is not UTF-8", path: PropertyListPath(["a", "1"]),
                position: .line(2, column: 8)))
        #expect(throws: expected) { try JSONReader.read(bytes) }
        #expect(throws: PropertyListError.self) { try JSONReader.read(Array("[1,\u{E9}]".utf8)) }
    }

    @Test("empty text is not JSON", arguments: ["", " \n\t"])
    func empty(text: String) {
        #expect(throws: PropertyListError(.empty)) { try JSONReader.read(Array(text.utf8)) }
    }

    @Test(
        "the content distinguishes JSON from the old style",
        arguments: [
            ("[]", true), (" \n[", true), ("{}", true), ("{ }", true), (#"{"a" : "#, true), (#"{"a\"b":1}"#, true),
            (#"{"\ud800": 1}"#, true), ("\u{FEFF}{\"a\":", true), ("{\"a\n\":1}", true),
            (#"{"a" = 1;}"#, false), ("{a = 1;}", false), ("(1)", false), ("", false), ("{", false),
            (#"{"a"#, false), (#"{"a\"#, false), ("{'a': 1}", false), ("a = 1;", false), (#"{"a";}"#, false),
            (#""a""#, true), (" \"\" \n", true), (#""caf\u00e9""#, true), (#""\ud800""#, true), ("42", true),
            ("-1.5E+7\n", true), ("1e999", true), ("18446744073709551616", true), ("true", true), ("false ", true),
            ("null", true), ("\u{FEFF}1", true), (#""a" = 1;"#, false), (#""a";"#, false), (#""a" // b"#, false),
            (#""\q""#, false), (#""\U00e9""#, false), (#""\u12""#, false), ("\"a\nb\"", false), (#""a"#, false),
            (#""a\"#, false), ("01", false), ("+1", false), (".5", false), ("1.", false), ("1 2", false),
            ("True", false), ("truest", false), ("true = 1;", false), ("nan", false), ("yes", false), ("'a'", false),
        ] as [(String, Bool)])
    func recognition(text: String, isJSON: Bool) {
        #expect(JSONReader.recognizes(Array(text.utf8)) == isJSON)
    }
}
