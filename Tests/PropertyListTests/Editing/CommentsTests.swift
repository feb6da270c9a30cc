import Testing

@testable import PropertyList

@Suite("Comments of texts")
struct CommentsTests {
    @Test(
        "comments have their marks, and strings have no comments",
        arguments: [
            ("{ }", []), ("// a\n{ /* b\n */ k = v; // c\r\n}", ["// a", "/* b\n */", "// c"]),
            ("{ /**/ \"// s\" = '/* s */'; /* // a */ /*/*/ } // b", ["/**/", "/* // a */", "/*/*/", "// b"]),
            ("// a\u{2028}{ k = v; // b\u{2029}// c\n}", ["// a", "// b", "// c"]),
            ("{ k = <00 01>; l = a/b; }", []), ("k = v; /* a */", ["/* a */"]),
            (
                "<!-- a --><plist><!--b--><string>&lt;!-- s --&gt;<![CDATA[<!-- s -->]]></string><!----></plist>",
                ["<!-- a -->", "<!--b-->", "<!---->"]
            ),
            ("<plist><?x <y> ?><true/></plist>\n<!-- a\n-- -->", ["<!-- a\n-- -->"]),
        ] as [(String, [String])])
    func all(text: String, comments: [String]) {
        #expect(Comments.all(in: Array(text.utf8)) == comments)
        let inUTF16: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(Comments.all(in: inUTF16) == comments)
    }

    @Test(
        "comments of JSON end with their lines",
        arguments: [
            ("{ }", []), ("// a\n{ /* b\n */ \"k\": 1, // c\r\n}", ["// a", "/* b\n */", "// c"]),
            ("{ /**/ \"// s\": \"/* \\\" s */\", /* // a */ /*/*/ } // b", ["/**/", "/* // a */", "/*/*/", "// b"]),
            ("// a\u{2028}\r[1, // b\r]", ["// a\u{2028}", "// b"]), ("\u{FEFF}//\n[]", ["//"]), ("[1]/*", ["/*"]),
            ("'// a'", ["// a'"]),
        ] as [(String, [String])])
    func json(text: String, comments: [String]) {
        #expect(Comments.all(in: Array(text.utf8), isJSON: true) == comments)
    }
}
