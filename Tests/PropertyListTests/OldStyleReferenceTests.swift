import PropertyList
import Testing

/// The reader of the old style takes and refuses what CoreFoundation's parser does, but for what is listed here.
struct OldStyleReferenceTests {
    private static func ours(_ text: String) -> Result<PropertyListValue, PropertyListError> {
        Result { () throws(PropertyListError) in try PropertyListReader.read(Array(text.utf8)).value }
    }

    @Test("texts that keep the rules are read alike", arguments: 0..<8 as Range<UInt64>)
    func valid(seed: UInt64) {
        var texts = OldStyleTexts(seed: seed)
        for _ in 0..<400 {
            let text = texts.text()
            switch Self.ours(text) {
            case .success(let value):
                #expect(value == OldStyleReference.read(text), "\(text.debugDescription)")
            case .failure(let error):
                // Blanks and comments alone are an empty dictionary to CoreFoundation.
                #expect(
                    error == .empty && (text.isEmpty || OldStyleReference.read(text) == [:]),
                    "\(text.debugDescription): \(error)")
            }
        }
    }

    @Test("spoiled texts are read or refused alike", arguments: 0..<8 as Range<UInt64>)
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
                // CoreFoundation prints where a semicolon or a value is missing; the table below has some of those.
                if error.description.contains("';'") || error.description.contains("no value") { continue }
                let theirs = OldStyleReference.read(text)
                #expect(
                    theirs == nil || Self.isIntended(error, theirs: theirs),
                    "\(text.debugDescription): \(error), but \(String(describing: theirs))")
            }
        }
        #expect(refused > 100)
    }

    /// Whether we mean to refuse what CoreFoundation reads as this value.
    private static func isIntended(_ error: PropertyListError, theirs: PropertyListValue?) -> Bool {
        switch error {
        case .empty: theirs == [:]  // blanks are an empty dictionary there
        case .unrecognized: theirs?.type == .string  // bare text is a string there
        // Junk after a strings file is passed over there.
        case .malformed(_, "unexpected text after the end", _): theirs?.type == .dictionary
        // A key or element that breaks off ends its container there, and is dropped.
        case .malformed(_, let reason, _):
            [" for the ", "hexadecimal digit", "odd number", "after a key"].contains(where: reason.contains)
                && (theirs?.type == .array || theirs?.type == .dictionary)
        default: false
        }
    }

    @Test(
        "a missing semicolon or value is refused by both",
        arguments: ["{ a = b }", "{ a = b; c = d }", "{ a = ; }", "a = b", "{ a b; }"])
    func semicolons(text: String) {
        #expect(OldStyleReference.read(text) == nil)
        #expect(throws: PropertyListError.self) { try Self.ours(text).get() }
    }

    @Test(
        "what CoreFoundation takes and we refuse on purpose",
        arguments: [
            // Any one-word text would be a property list, and be overwritten as one.
            ("hello", .unrecognized, "hello"),
            // An empty file is one that is just being written, or was cut off.
            (" \n", .empty, [:]),
            // So is a comment that is cut off.
            (
                "/* a",
                .malformed(
                    .openStep, reason: "a missing '*/' for the comment that begins", position: .line(1, column: 1)), [:]
            ),
            // What follows would be lost when the file is written again.
            (
                "a = b; }",
                .malformed(.openStep, reason: "unexpected text after the end", position: .line(1, column: 8)),
                ["a": "b"]
            ),
            // A key or element that breaks off is dropped there, with what its container holds after it.
            (
                "(a, <0)",
                .malformed(.openStep, reason: "an odd number of digits in data", position: .line(1, column: 6)),
                ["a"]
            ),
            (
                "{ \"}",
                .malformed(
                    .openStep, reason: "a missing '\"' for the string that begins", position: .line(1, column: 3)), [:]
            ),
        ] as [(String, PropertyListError, PropertyListValue)])
    func differences(text: String, error: PropertyListError, theirs: PropertyListValue) {
        #expect(OldStyleReference.read(text) == theirs)
        #expect(throws: error) { try Self.ours(text).get() }
    }

    @Test("every octal escape is read alike")
    func octalEscapes() throws {
        let text = (0..<512).map {
            "\"\\" + String($0, radix: 8) + "x\", \"\\" + String($0, radix: 8).leftPadded(to: 3) + "\""
        }
        let array = "(\(text.joined(separator: ",")))"
        #expect(try Self.ours(array).get() == OldStyleReference.read(array))
    }

    @Test("every \\U escape is read alike, whole or followed by what is no digit")
    func unicodeEscapes() throws {
        let text = (0..<0x1_0000).map { "\"\\U" + String($0, radix: 16) + "x\"" }
        let array = "(\(text.joined(separator: ",")))"
        #expect(try Self.ours(array).get() == OldStyleReference.read(array))
    }

    @Test("every ASCII character, and some others, is taken alike outside quotes and after a backslash")
    func characters() {
        let others: [UInt32] = [0x80, 0x85, 0xA0, 0xE9, 0x200B, 0x2028, 0x2029, 0x3000, 0xFEFF, 0xFFFE, 0x1F600]
        for scalar in (Array(0..<128) + others).compactMap(Unicode.Scalar.init) {
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
