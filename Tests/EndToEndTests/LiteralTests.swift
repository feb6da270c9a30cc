import Foundation
import Testing

/// Literals: what CoreFoundation's parser takes is taken, with the same meaning, and what it refuses is refused.
@Suite(.waiting) struct LiteralTests {
    let scratch = Scratch()

    @Test("a literal means what it means to CoreFoundation", arguments: Literals.accepted)
    func accepted(literal: String) throws {
        let reference = try #require(ForeignText(oldStyle: literal))
        #expect(try scratch.defaults("write", "D", "K", literal) == .silence)
        #expect(try ForeignText(file: scratch.file("D"), key: "K") == reference)
    }

    @Test("a literal that CoreFoundation refuses is refused", arguments: Literals.refused)
    func refused(literal: String) throws {
        #expect(ForeignText(oldStyle: literal) == nil)
        let outcome = try scratch.defaults("write", "D", "K", literal)
        outcome.expect(1, beginning: "defaults: Could not parse: ")
        #expect(!FileManager.default.fileExists(atPath: scratch.file("D")))
    }

    @Test("a literal of which CoreFoundation drops the malformed part is refused", arguments: Literals.torn)
    func torn(literal: String) throws {
        // Should the parser ever become strict, these belong to those it refuses.
        #expect(ForeignText(oldStyle: literal) != nil)
        #expect(try scratch.defaults("write", "D", "K", literal).status == 1)
        #expect(!FileManager.default.fileExists(atPath: scratch.file("D")))
    }

    @Test("each character between elements, or as one, is a blank, a bare word or an error as to CoreFoundation")
    func characters() throws {
        let scalars =
            (1...0x100).compactMap(Unicode.Scalar.init(_:)) + ["\u{2028}", "\u{2029}", "\u{200B}", "\u{3000}"]
        let literals = scalars.flatMap { ["(\($0))", "(a,\($0)b)", "(a\($0),b)"] }
        var accepted: [(literal: String, value: ForeignText)] = []
        for literal in literals {
            if !Literals.torn.contains(literal), let value = ForeignText(oldStyle: literal) {
                accepted.append((literal, value))
            } else {
                #expect(try scratch.defaults("write", "D", "K", literal).status == 1, "\(literal.debugDescription)")
            }
        }
        #expect(accepted.count > 200)
        let words = ["write", "D", "K", "-array"] + accepted.map(\.literal)
        #expect(try scratch.defaults(words) == .silence)
        let stored = try ForeignText(file: scratch.file("D"), key: "K")
        #expect(ForeignText.differences(stored, .containers(accepted.map(\.value))) == [])
    }

    @Test(
        "data in a literal is its bytes",
        arguments: [
            ("<>", ""), ("<00ff>", "00ff"), ("<00 FF\n0a\t1B>", "00ff0a1b"), ("< 0fbd77 1c2735ae >", "0fbd771c2735ae"),
        ])
    func data(literal: String, hex: String) throws {
        // An element, for by itself a word that begins with an angle bracket is taken for XML first.
        #expect(try scratch.defaults("write", "D", "K", "(\(literal))") == .silence)
        let expected: StoredValue = ["K": [.data(hex: hex)]]
        #expect(try Foreign.stored(scratch.file("D")).text == expected.text)
    }

    @Test("an XML element has the type it says", arguments: Literals.elements)
    func xml(element: String, value: StoredValue) throws {
        #expect(try scratch.defaults("write", "D", "K", element) == .silence)
        #expect(try scratch.defaults("write", "D", "L", "-array", element, "<true/>") == .silence)
        let expected: StoredValue = ["K": value, "L": [value, true]]
        #expect(try Foreign.stored(scratch.file("D")).text == expected.text)
    }
}

/// The literals of the tests.
private enum Literals {
    static let elements: [(String, StoredValue)] = [
        ("<string>a &lt;b&gt; &amp; &#233;</string>", "a <b> & é"), ("<string></string>", ""),
        ("<string><![CDATA[<x>]]></string>", "<x>"), ("<true/>", true), ("<false/>", false),
        ("<integer>-1</integer>", -1), ("<integer>0x1F</integer>", 31),
        ("<integer>9223372036854775807</integer>", 9_223_372_036_854_775_807),
        ("<real>1</real>", 1.0), ("<real>-0.25</real>", -0.25), ("<real>1e3</real>", 1000.0),
        ("<date>2024-01-02T03:04:05Z</date>", .date(1_704_164_645)), ("<data>AAEC</data>", .data(hex: "000102")),
        ("<array/>", []), ("<dict/>", [:]), ("<array><integer>1</integer><string>1</string></array>", [1, "1"]),
        ("<!-- a --><dict><!-- b --><key>k</key><real>2.5</real></dict>", ["k": 2.5]),
        ("<plist version=\"1.0\"><array><false/></array></plist>", [false]),
        ("  \n<string>blank before</string>\n", "blank before"),
    ]

    static let accepted = [
        "()", "( )", "(a)", "(a,)", "( a , b , )", "(a,(b,(c)),{d=e;})", "{}", "{ }", "{a=b;}", "{ a = b ; }", "{a;}",
        "{a;b=c;}", "{a={};b=();}", #"{"a b"='c d';}"#, #"{'a"b'="c'd";}"#, "{a=b;a=c;}", "(_$/:.-,a_b,/x/y,1.5,-1)",
        "(/* comment */a /* , b */,c)", "(a // to the end\n,b)", "{a:b;}", "/* first */(a)", "(a) // last",
        "(a)/* open",
        "{a=b;}\n\t\u{0B}\u{0C}\r ", "\u{2028}(a\u{2029})", #""a" = b;"#, #""a"=b;c=d;"#, "'a' = (b);", #""x";"#,
        #""quoted""#, #"("\"")"#, #"('\'')"#, "(\"a\\\nb\")",
        "(\"multi\nline\")", "(http://x)", "(\"é\")",
        "{a = \"b\"; /* c */ d = ( e /* f */ , g ); }",
    ]

    static let torn = [#"(")"#, "(')", "(<)", "(<00)", "(a,<b)", "({)", "(a,{b)"]

    /// None lacks a semicolon alone: CoreFoundation prints what it thinks of those.
    static let refused = [
        "(", ")", "{", "}", "(a", "(a b)", "(a;b)", "(,)", "(,a)", "(a,,b)", "{a}", "{=b;}", "{a=;}", "{a=b;",
        "{(a)=b;}", "(a)(b)", "(a) b", "{a=b;} c", "a (b)", #""a"#, #""a" b"#, #"("a)"#, "[a]", "[]", "(é)",
        "(<0>)", "(<0g>)", "(<*I3>)", "(a=b)", "(#)", "{a=b;;}", #"{"a":1}"#, "(a}", "{a=(b;};)",
    ]
}
