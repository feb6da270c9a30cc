import Foundation
import PropertyList
import TestExtent
import Testing

/// The grammar of the old style, its escapes, and the positions of its errors.
struct OldStyleReaderTests {
    private static func read(_ text: String) throws(PropertyListError) -> PropertyListValue {
        try PropertyListReader.read(Array(text.utf8)).value
    }

    @Test(
        "written text is read back",
        arguments: [
            ("{ a = b; }", ["a": "b"]), ("{a=b;c=d;}", ["a": "b", "c": "d"]), ("{}", [:]), ("()", []), ("( a )", ["a"]),
            ("(a,b,)", ["a", "b"]), ("(a, (b, ()), {})", ["a", ["b", []], [:]]), ("{ a; }", ["a": "a"]),
            ("{ \"a b\"; }", ["a b": "a b"]),
            ("{ a = <0a 0B>; }", ["a": .data(Data([10, 11]))]), ("( <> )", [.data(Data())]), ("(<0 0>)", nil),
            ("( \"a\", 'b', c )", ["a", "b", "c"]), ("(\"it's\", 'say \"x\"')", ["it's", "say \"x\""]),
            ("(\"\", '')", ["", ""]),
            ("( a-b_c$d/e:f.g-9 )", ["a-b_c$d/e:f.g-9"]), ("(1, -1, 1.5, true)", ["1", "-1", "1.5", "true"]),
            ("{ a = 1; a = 2; }", ["a": "2"]), ("{ \"\" = x; }", ["": "x"]), ("(\"é\", '日本')", ["é", "日本"]),
            ("/* a */ ( /* b */ x // c\n, /**/ y ) // d", ["x", "y"]), ("(a//b\n)", ["a//b"]), ("(a/b)", ["a/b"]),
            ("(http://x)", ["http://x"]),
            ("(\"// no comment\", '/* nor this */')", ["// no comment", "/* nor this */"]),
            ("(\"two\nlines\")", ["two\nlines"]),
            ("\u{2028}(\u{2029}a\u{B},\u{C}b)\r\n", ["a", "b"]), ("( \"\u{FEFF}\u{0}\" )", ["\u{FEFF}\0"]),
            ("a = b; c = (d);", ["a": "b", "c": ["d"]]), ("\"a\" = \"b\";\n/* end */", ["a": "b"]),
            ("a; b;", ["a": "a", "b": "b"]),
        ] as [(String, PropertyListValue?)])
    func grammar(text: String, value: PropertyListValue?) {
        #expect((try? Self.read(text)) == value)
    }

    @Test(
        "escapes",
        arguments: [
            (#"\a\b\f\n\r\t\v"#, "\u{7}\u{8}\u{C}\n\r\t\u{B}"), (#"\"\\\'"#, "\"\\'"), (#"\x\q\u21a9\é"#, "xqu21a9é"),
            ("a\\\nb", "a\nb"), (#"\0"#, "\0"), (#"\7"#, "\u{7}"), (#"\33"#, "\u{1B}"), (#"\0333"#, "\u{1B}3"),
            (#"\18"#, "\u{1}8"),
            (#"\101"#, "A"), (#"\U21a9"#, "\u{21A9}"), (#"\U21A9x"#, "\u{21A9}x"), (#"\U1"#, "\u{1}"), (#"\Ug"#, "\0g"),
            (#"\U"#, "\0"),
            (#"\U00e9"#, "\u{E9}"), (#"e\U0301"#, "e\u{301}"), (#"\Ud83d\Ude00"#, "\u{1F600}"), (#"\U00412"#, "A2"),
        ])
    func escapes(text: String, string: String) throws {
        #expect(try Self.read("(\"\(text)\")") == .array([.string(string)]))
        #expect(
            try Self.read("{ '\(text)' = x; }")
                == .dictionary(PropertyListDictionary([(string, PropertyListValue.string("x"))])))
    }

    @Test("every \\U escape is its UTF-16 code unit")
    func unicodeEscapes() throws {
        let units = Array(UInt16.min...UInt16.max)
        let text = units.map { "\"\\U" + String($0, radix: 16).leftPadded(to: 4) + "\"" }.joined(separator: ",")
        let document = try PropertyListReader.read(Array("(\(text))".utf8))
        let expected = units.map { PropertyListValue.string(Unicode.Scalar($0).map(String.init) ?? "\u{FFFD}") }
        #expect(document.value == .array(expected))
        #expect(document.substitutions.count == 101)
        #expect(document.substitutions.first?.path.components == [String(0xD800)])
    }

    @Test(
        "a parse error has its position",
        arguments: [
            ("{ a = b }", "a missing ';' after a value", 1, 8),
            ("{\n  a = b;\n  c = d\n}", "a missing ';' after a value", 3, 8),
            ("{ a b; }", "a missing '=' or ';' after a key", 1, 4), ("{ a = ; }", "a missing value after '='", 1, 6),
            ("{\n\ta = b;\n", "a missing '}' for the dictionary that begins", 1, 1),
            ("( a b )", "a missing ',' or ')' after an element", 1, 4),
            ("(\n(a, b\n", "a missing ')' for the array that begins", 2, 1),
            ("(\"abc", "a missing '\"' for the string that begins", 1, 2),
            ("('a\nb", "a missing ''' for the string that begins", 1, 2),
            ("{ a = <z>; }", "an invalid hexadecimal digit in data", 1, 8),
            ("(<123>)", "an odd number of digits in data", 1, 5),
            ("(\n <12", "a missing '>' for the data that begins", 2, 2),
            ("(a) b", "unexpected text after the end", 1, 5), ("{} {}", "unexpected text after the end", 1, 4),
            ("a = b; }", "unexpected text after the end", 1, 8), ("\"a\" b", "a missing '=' or ';' after a key", 1, 4),
            (
                "{\n  a = {length = 2, bytes = 0x6869};\n}", "printed data (use 'defaults export' to copy values)",
                2, 8
            ),
            ("{ length = 2, byte }", "a missing ';' after a value", 1, 13),
            ("[1]", "'[' instead of '('", 1, 1), (")", "an unexpected ')'", 1, 1),
            ("{ (a) = b; }", "a missing '}' for the dictionary", 1, 3),
            ("\"a\" = \"b\" // c\n\"d\" = \"e\";", "a missing ';' after a value", 1, 10),
            (
                "\"a\" = \"b;\n\"c\" = \"d\";", "a missing '\"' at the end of the line, for the string that begins",
                1, 7
            ),
            (
                "{\n\ta = {\n\t\tb = c;\n\td = e;\n}\n", "a missing '}' for the dictionary that begins", 2, 6
            ),
            ("/* x */\n  =", "an unexpected '='", 2, 3), ("{ é = b; }", "a missing '}' for the dictionary", 1, 3),
            ("(\"é😀\" x)", "a missing ',' or ')' after an element", 1, 6),
        ] as [(String, String, Int, Int)])
    func faults(text: String, reason: String, line: Int, column: Int) {
        let fault = PropertyListError(.malformed(.openStep, reason: reason, position: .line(line, column: column)))
        #expect(throws: fault) { try Self.read(text) }
    }

    @Test(
        "an unclosed comment extends to the end",
        arguments: [("(a) /* x", ["a"]), ("(a) // x", ["a"]), ("(a) /*", ["a"]), ("a = b; /* x *", ["a": "b"])]
            as [(String, PropertyListValue)])
    func openComments(text: String, value: PropertyListValue) throws {
        #expect(try Self.read(text) == value)
    }

    @Test("a comment cannot hide the end of a container", arguments: ["(a /* x", "{ a = b; // }", "(a, /* ) */"])
    func hidingComments(text: String) {
        #expect(throws: PropertyListError.self) { try Self.read(text) }
    }
}
