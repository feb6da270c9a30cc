import PropertyList
import TestExtent
import Testing

/// The reader of the old style accepts and refuses the same text as CoreFoundation's parser, except for the listed
/// cases.
struct OldStyleReferenceTests {
    private static func ours(_ text: String) -> Result<PropertyListValue, PropertyListError> {
        Result { () throws(PropertyListError) in try PropertyListReader.read(Array(text.utf8)).value }
    }

    private static let seeds = Extent.sample(0..<8 as Range<UInt64>, short: 3)

    @Test("valid texts are read in the same way", arguments: seeds)
    func valid(seed: UInt64) {
        var texts = OldStyleTexts(seed: seed)
        for _ in 0..<400 {
            let text = texts.text()
            switch Self.ours(text) {
            case .success(let value):
                #expect(value == OldStyleReference.read(text), "\(text.debugDescription)")
            case .failure(let error):
                // CoreFoundation reads blanks and comments as an empty dictionary.
                #expect(error == PropertyListError(.empty), "\(text.debugDescription): \(error)")
                #expect((text.isEmpty || OldStyleReference.read(text) == [:]), "\(text.debugDescription): \(error)")
            }
        }
    }

    @Test("broken texts are read or refused in the same way", arguments: seeds)
    func spoiled(seed: UInt64) {
        var texts = OldStyleTexts(seed: 100 + seed)
        var refused = 0
        for _ in 0..<1000 {
            let text = texts.spoiledText()
            switch Self.ours(text) {
            case .success(let value):
                #expect(value == OldStyleReference.read(text), "\(text.debugDescription)")
            case .failure(let error):
                refused += 1
                // CoreFoundation prints to standard error if a semicolon or a value is missing. The table below
                // contains some cases.
                if error.description.contains("';'") || error.description.contains("missing value") { continue }
                let theirs = OldStyleReference.read(text)
                #expect(
                    theirs == nil || Self.isIntended(error, theirs: theirs),
                    "\(text.debugDescription): \(error), but \(String(describing: theirs))")
            }
        }
        #expect(refused > 100)
    }

    /// Returns whether we intentionally refuse a text that CoreFoundation reads as a value.
    private static func isIntended(_ error: PropertyListError, theirs: PropertyListValue?) -> Bool {
        switch error.reason {
        case .empty: theirs == [:]  // blanks are an empty dictionary there
        case .unrecognized: theirs?.type == .string  // bare text is a string there
        // CoreFoundation ignores text behind a strings file.
        case .malformed(_, "unexpected text after the end", _): theirs?.type == .dictionary
        // In CoreFoundation, an incomplete key or element ends its container and is dropped.
        case .malformed(_, let reason, _):
            [" for the ", "hexadecimal digit", "odd number", "after a key"].contains(where: reason.contains)
                && (theirs?.type == .array || theirs?.type == .dictionary)
        default: false
        }
    }

    @Test(
        "some invalid texts are refused by both",
        arguments: [
            "{ a = b }", "{ a = b; c = d }", "{ a = ; }", "a = b", "{ a b; }", "(", ")", "{", "}", "(a", "(a b)",
            "(a;b)", "(,)", "(,a)", "(a,,b)", "{a}", "{=b;}", "{a=b;", "{(a)=b;}", "(a)(b)", "(a) b", "{a=b;} c",
            "a (b)", #""a"#, #""a" b"#, #"("a)"#, "[a]", "[]", "(é)", "(<0>)", "(<0g>)", "(<*I3>)", "(a=b)", "(#)",
            "{a=b;;}",
            #"{"a":1}"#, "(a}", "{a=(b;};)",
        ])
    func refused(text: String) {
        #expect(OldStyleReference.read(text) == nil)
        #expect(throws: PropertyListError.self) { try Self.ours(text).get() }
    }

    @Test(
        "some texts that CoreFoundation accepts are refused intentionally",
        arguments: [
            // Any text of one word would be a property list, and a tool could overwrite it.
            ("hello", PropertyListError(.unrecognized), "hello"),
            // An empty file is being written or was truncated.
            (" \n", PropertyListError(.empty), [:]),
            // An unclosed comment was truncated.
            (
                "/* a",
                PropertyListError(
                    .malformed(
                        .openStep, reason: "a missing '*/' for the comment that begins",
                        position: .line(1, column: 1))),
                [:]
            ),
            // The text behind the end would be lost when the file is written again.
            (
                "a = b; }",
                PropertyListError(
                    .malformed(.openStep, reason: "unexpected text after the end", position: .line(1, column: 8))),
                ["a": "b"]
            ),
            // CoreFoundation drops an incomplete key or element and the rest of its container.
            (
                "(a, <0)",
                PropertyListError(
                    .malformed(.openStep, reason: "an odd number of digits in data", position: .line(1, column: 6))),
                ["a"]
            ),
            (
                "{ \"}",
                PropertyListError(
                    .malformed(
                        .openStep, reason: "a missing '\"' for the string that begins", position: .line(1, column: 3))),
                [:]
            ),
        ] as [(String, PropertyListError, PropertyListValue)])
    func differences(text: String, error: PropertyListError, theirs: PropertyListValue) {
        #expect(OldStyleReference.read(text) == theirs)
        #expect(throws: error) { try Self.ours(text).get() }
    }

    @Test(
        "some valid texts are read in the same way",
        arguments: [
            "()", "( )", "(a)", "(a,)", "( a , b , )", "(a,(b,(c)),{d=e;})", "{}", "{ }", "{a=b;}", "{ a = b ; }",
            "{a;}", "{a;b=c;}", "{a={};b=();}", #"{"a b"='c d';}"#, #"{'a"b'="c'd";}"#, "{a=b;a=c;}",
            "(_$/:.-,a_b,/x/y,1.5,-1)", "(/* comment */a /* , b */,c)", "(a // to the end\n,b)", "{a:b;}",
            "/* first */(a)", "(a) // last", "(a)/* open", "{a=b;}\n\t\u{0B}\u{0C}\r ", "\u{2028}(a\u{2029})",
            #""a" = b;"#, #""a"=b;c=d;"#, "'a' = (b);", #""x";"#, #""quoted""#, #"("\"")"#, #"('\'')"#,
            "(\"a\\\nb\")", "(\"multi\nline\")", "(http://x)", "(\"é\")",
            "{a = \"b\"; /* c */ d = ( e /* f */ , g ); }", "(<>)", "(<00 FF\n0a\t1B>)", "(< 0fbd77 1c2735ae >)",
        ])
    func accepted(text: String) throws {
        #expect(try Self.ours(text).get() == OldStyleReference.read(text))
    }

    @Test("every octal escape is read in the same way")
    func octalEscapes() throws {
        let text = (0..<512).map {
            "\"\\" + String($0, radix: 8) + "x\", \"\\" + String($0, radix: 8).leftPadded(to: 3) + "\""
        }
        let array = "(\(text.joined(separator: ",")))"
        #expect(try Self.ours(array).get() == OldStyleReference.read(array))
    }

    @Test("every \\U escape is read in the same way, complete or followed by another character")
    func unicodeEscapes() throws {
        let text = (0..<0x1_0000).map { "\"\\U" + String($0, radix: 16) + "x\"" }
        let array = "(\(text.joined(separator: ",")))"
        #expect(try Self.ours(array).get() == OldStyleReference.read(array))
    }

    @Test("every character is read in the same way in quotes and after a backslash", arguments: ["\"", "'"])
    func quotedCharacters(quote: String) throws {
        let characters = OldStyleWriterTests.everyCharacter.unicodeScalars.map(String.init)
        let plain = characters.filter { $0 != quote && $0 != "\\" }.map { quote + $0 + "x" + quote }
        let escaped = characters.map { quote + "a\\" + $0 + "z" + quote }
        let array = "(\((plain + escaped).joined(separator: ",")))"
        let keys = "{\(plain.map { "\($0)=\($0);" }.joined())}"
        for text in [array, keys] {
            let isSame = try Self.ours(text).get() == OldStyleReference.read(text)
            #expect(isSame)
        }
    }

    @Test("every character of Latin 1, and some others, are read in the same way outside quotes and after a backslash")
    func characters() {
        let others: [UInt32] = [0x200B, 0x2028, 0x2029, 0x3000, 0xFEFF, 0xFFFE, 0x1F600]
        for scalar in (Array(0...0x100) + others).compactMap(Unicode.Scalar.init) {
            for text in [
                "(a\(scalar), b)", "(\(scalar)a)", "(\"\\\(scalar)\")", "(<0\(scalar)1>)", "(<01\(scalar)02>)",
                "(a)\(scalar)",
            ] {
                let theirs = OldStyleReference.read(text)
                switch Self.ours(text) {
                case .success(let value): #expect(value == theirs, "\(text.debugDescription)")
                case .failure(let error):
                    #expect(theirs == nil || Self.isIntended(error, theirs: theirs), "\(text.debugDescription)")
                }
            }
        }
    }
}
