import Foundation
import PropertyList
import TestExtent
import Testing

@testable import PropertyList

/// A change of a text, by a rule of the editor.
struct LayoutCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let before: String
    let after: String

    init(_ rule: String, _ before: String, _ after: String) {
        (self.rule, self.before, self.after) = (rule, before, after)
    }

    var testDescription: String { rule }
}

@Suite("Edits that keep the layout")
struct LayoutEditorTests {
    private static func xml(_ inner: String) -> String { "<plist version=\"1.0\">\n" + inner + "\n</plist>\n" }

    static let xmlCases: [LayoutCase] = [
        LayoutCase(
            "a changed scalar keeps its tags",
            "<dict>\n  <key>a</key> <string x='1'>b</string>\n</dict>",
            "<dict>\n  <key>a</key> <string x='1'>&lt;c&gt;</string>\n</dict>"),
        LayoutCase(
            "a changed integer keeps the blanks before it",
            "<array><integer> 0x1</integer></array>", "<array><integer> 2</integer></array>"),
        LayoutCase(
            "another type replaces the element",
            "<dict><key>a</key><string>1</string></dict>", "<dict><key>a</key><true/></dict>"),
        LayoutCase(
            "an empty string is opened",
            "<array><string /></array>", "<array><string>a</string></array>"),
        LayoutCase(
            "CDATA becomes escaped text",
            "<array><string><![CDATA[<]]></string></array>", "<array><string>&amp;</string></array>"),
        LayoutCase(
            "a new key goes to its place among sorted keys",
            "<dict>\r\n  <key>a</key>\r\n  <true/>\r\n  <key>c</key>\r\n  <true/>\r\n</dict>",
            "<dict>\r\n  <key>a</key>\r\n  <true/>\r\n  <key>b</key>\r\n  <false/>\r\n"
                + "  <key>c</key>\r\n  <true/>\r\n</dict>"
        ),
        LayoutCase(
            "a new key goes behind unsorted keys",
            "<dict>\n\t<key>c</key>\n\t<true/>\n\t<key>a</key>\n\t<true/> <!-- on a -->\n</dict>",
            "<dict>\n\t<key>c</key>\n\t<true/>\n\t<key>a</key>\n"
                + "\t<true/> <!-- on a -->\n\t<key>b</key>\n\t<false/>\n</dict>"
        ),
        LayoutCase(
            "a new element stays on the line",
            "<array><true/> <true/></array>", "<array><true/> <true/> <false/></array>"),
        LayoutCase(
            "an empty container is opened",
            "<dict>\n  <key>a</key>\n  <array/>\n</dict>",
            "<dict>\n  <key>a</key>\n  <array>\n    <true/>\n  </array>\n</dict>"),
        LayoutCase(
            "a deleted pair takes its lines and comments along",
            "<dict>\n\t<!-- stays -->\n\n\t<!-- goes -->\n\t<key>a</key>\n"
                + "\t<true/> <!-- goes -->\n\t<key>b</key>\n\t<true/>\n</dict>",
            "<dict>\n\t<!-- stays -->\n\n\t<key>b</key>\n\t<true/>\n</dict>"),
        LayoutCase(
            "an emptied container keeps its tags",
            "<dict>\n\t<key>a</key>\n\t<true/>\n</dict>", "<dict>\n</dict>"),
        LayoutCase(
            "a renamed key stays in its place",
            "<dict><key>b</key><true/><!-- c --><key>a</key><false/></dict>",
            "<dict><key>z</key><true/><!-- c --><key>a</key><false/></dict>"),
        LayoutCase(
            "a new container has the indentation of its neighbours",
            "<dict>\n   <key>b</key>\n   <true/>\n</dict>",
            "<dict>\n   <key>a</key>\n   <array>\n      <true/>\n   </array>\n   <key>b</key>\n   <true/>\n</dict>"),
        LayoutCase(
            "new keys go to several places",
            "<dict>\n\t<key>b</key>\n\t<true/>\n\t<key>d</key>\n\t<true/>\n</dict>",
            "<dict>\n\t<key>a</key>\n\t<true/>\n\t<key>b</key>\n\t<true/>\n\t<key>c</key>\n\t<true/>\n"
                + "\t<key>d</key>\n\t<true/>\n\t<key>e</key>\n\t<true/>\n</dict>"
        ),
        LayoutCase(
            "a renamed key with an attribute keeps its tags",
            "<dict><key>b</key><true/><key x='>'><![CDATA[a]]></key><false/></dict>",
            "<dict><key>b</key><true/><key x='>'>a&lt;</key><false/></dict>"),
        LayoutCase(
            "all elements on one line are replaced",
            "<array><true/> <true/></array>", "<array><string>a</string> <string>b</string></array>"),
        LayoutCase(
            "the first elements on one line are deleted with the blanks behind them",
            "<array> <true/> <string>a</string> <false/> </array>", "<array> <false/> </array>"),
        LayoutCase(
            "data keep their lines",
            "<array>\n\t<data>\n\t\tAQID\n\t\tBAUG\n\t</data>\n</array>",
            "<array>\n\t<data>\n\t\tAQID\n\t\tBAUH\n\t\tCAkK\n\t</data>\n</array>"),
    ]

    static let oldStyleCases: [LayoutCase] = [
        LayoutCase("a changed string keeps its quotes", "{ a = 'x'; b = \"y\"; }", "{ a = 'it\\'s'; b = \"y\"; }"),
        LayoutCase("a key alone gets a value", "{ a; b = c; }", "{ a = z; b = c; }"),
        LayoutCase("a key alone in quotes gets a value", "\"a\"; // on a\n", "\"a\" = \"z\"; // on a\n"),
        LayoutCase("a renamed key alone keeps its value", "{ 'a'; b = c; }", "{ 'z' = 'a'; b = c; }"),
        LayoutCase(
            "quotes that are used only if necessary go away", "{ a = \"x y\"; b = c; }", "{ a = z; b = c; }"),
        LayoutCase("quotes of a word stay", "{ a = \"x\"; b = c; }", "{ a = \"z\"; b = c; }"),
        LayoutCase(
            "new containers have the quotes of their neighbours, and commas only in arrays",
            "{\n\t'a' = 'b';\n}\n", "{\n\t'a' = 'b';\n\t'c' = (\n\t\t{\n\t\t\t'd' = 'e';\n\t\t},\n\t\t'f'\n\t);\n}\n"),
        LayoutCase(
            "the last line of a strings file is replaced, and its line end stays missing",
            "a = 1; // on a\nb = 2;", "a = 1; // on a\nc = 3;\nd = 4;"),
        LayoutCase("the last line of a strings file is deleted", "a = 1;\r\nb = 2;", "a = 1;"),
        LayoutCase(
            "a comment above goes to the place of the new pair only with its own pair",
            "/* header */\n\n/* on b */\nb = 1;\n", "/* header */\n\na = 0;\n/* on b */\nb = 1;\n"),
        LayoutCase(
            "an element between two others on one line",
            "( a, /* on b */ b )", "( a, x, /* on b */ b )"),
        LayoutCase(
            "a new pair in a strings file has the quotes of its neighbours",
            "/* header */\n\n\"b\" = \"1\"; // on b\n\"a\" = \"2\";",
            "/* header */\n\n\"b\" = \"1\"; // on b\n\"a\" = \"2\";\n\"c\" = \"3\";"),
        LayoutCase(
            "a deleted pair takes the comment above it along",
            "/* header */\n\n/* on b */\nb = 1;\na = 2;\n", "/* header */\n\na = 2;\n"),
        LayoutCase("the header stays", "/* header */\nb = 1;\na = 2;\n", "/* header */\na = 2;\n"),
        LayoutCase(
            "a new last element gets the comma of the one before",
            "(\n  a, // on a\n  b // on b\n)\n", "(\n  a, // on a\n  b, // on b\n  c\n)\n"),
        LayoutCase("a deleted last element takes the comma along", "(a, b)\n", "(a)\n"),
        LayoutCase("a trailing comma stays", "(\n\ta,\n\tb,\n)\n", "(\n\ta,\n\tb,\n\tc,\n)\n"),
        LayoutCase("an empty dictionary is opened", "{\n  a = {};\n}\n", "{\n  a = {\n    b = 1;\n  };\n}\n"),
        LayoutCase("a pair on one line goes alone", "{a=1; b=2; c=3;}", "{a=1; c=3;}"),
    ]

    @Test("XML", arguments: xmlCases)
    func xml(_ example: LayoutCase) throws {
        try check(Self.xml(example.before), Self.xml(example.after))
    }

    @Test("old style", arguments: oldStyleCases)
    func oldStyle(_ example: LayoutCase) throws {
        try check(example.before, example.after)
    }

    /// Checks that changing the value of a text to the value of another text gives the other text, in all encodings.
    private func check(_ before: String, _ after: String) throws {
        let document = try PropertyListReader.read(Array(before.utf8))
        let value = try PropertyListReader.read(Array(after.utf8)).value
        let result = try edited(Array(before.utf8), from: document, to: value)
        #expect(String(decoding: result, as: UTF8.self) == after)
        let marked = try edited(Array("\u{FEFF}\(before)".utf8), from: document, to: value)
        #expect(marked == Array("\u{FEFF}\(after)".utf8))
        for encoding in MarkedEncoding.allCases {
            #expect(
                try edited(encoding.bytes(of: before), from: document, to: value)
                    == encoding.bytes(of: after))
        }
    }

    private func edited(
        _ bytes: [UInt8], from document: PropertyListDocument, to value: PropertyListValue
    ) throws -> [UInt8] {
        let (read, elements) =
            document.json == nil
            ? try PropertyListReader.readWithElements(bytes) : try JSONReader.readWithElements(bytes, as: .tagged)
        #expect(read == document)
        return try #require(try LayoutEditor.edited(bytes, from: document, elements, to: value))
    }

    /// Reads the bytes of an edited document.
    private func read(_ bytes: [UInt8], as document: PropertyListDocument) throws -> PropertyListDocument {
        document.json == nil
            ? try PropertyListReader.read(bytes) : try JSONReader.read(bytes, to: .change)
    }

    @Test(
        "a doubled key is changed at its last place, and deleted or renamed at both",
        arguments: [
            ("{ a = 1; b = 2; a = 3; }", ["a": "3"], "{ a = 1; a = 3; }"),
            ("{ a = 1; b = 2; a = 3; }", ["a": "x", "b": "2"], "{ a = 1; b = 2; a = x; }"),
            ("{ a = 1; b = 2; a = 3; }", ["b": "2"], "{ b = 2; }"),
            ("{ a = 1; b = 2; a = 3; }", ["b": "2", "c": "3"], "{ c = 1; b = 2; c = 3; }"),
            ("{ a = 1; a = 2; c = 3; }", ["a": "2", "b": "x", "c": "3"], "{ a = 1; a = 2; b = x; c = 3; }"),
            (
                "{ a = { k = 1; }; a = { k = 1; k = 2; }; }", ["a": ["k": "x"]],
                "{ a = { k = 1; }; a = { k = 1; k = x; }; }"
            ),
            ("{ a = 1; a; }", ["a": "x"], "{ a = 1; a = x; }"),
        ] as [(String, PropertyListValue, String)])
    func duplicates(before: String, value: PropertyListValue, after: String) throws {
        let bytes = Array(before.utf8)
        let document = try PropertyListReader.read(bytes)
        #expect(String(decoding: try edited(bytes, from: document, to: value), as: UTF8.self) == after)
    }

    @Test("binary files are refused")
    func refusals() throws {
        let binary = Array(try PropertyListWriter.data(of: ["a": 1], as: .binary))
        let other = try PropertyListReader.read(binary)
        #expect(try LayoutEditor.edited(binary, from: other, nil, to: ["a": 2]) == nil)
    }

    @Test(
        "a new value or key that the format cannot represent is refused, and kept ones are not considered",
        arguments: [
            ("{ a = b; }", ["a": 2], "an integer", ["a"]),
            ("{ a = (b); }", ["a": ["b", 2]], "an integer", ["a", "1"]),
            ("{ a = (b, (c)); }", ["a": [["c", "d", 2]]], "an integer", ["a", "0", "2"]),
            (negativeZero, ["r": -0.0, "s": -0.0], "the real number -0.0", ["s"]),
            (negativeZero, ["r": -0.0, "s": ["d": "\u{FEFF}x"]], "a string that begins with U+FEFF", ["s", "d"]),
            (negativeZero, ["r": -0.0, "\u{FEFF}s": "x"], "a key that begins with U+FEFF", ["\u{FEFF}s"]),
            (negativeZero, ["r": -0.0, "s": "x", "\u{FEFF}": "y"], "a key that begins with U+FEFF", ["\u{FEFF}"]),
        ] as [(String, PropertyListValue, String, [String])])
    func unrepresentable(text: String, value: PropertyListValue, loss: String, path: [String]) throws {
        let document = try PropertyListReader.read(Array(text.utf8))
        let error = PropertyListError(.inexact(document.format, loss, at: PropertyListPath(path)))
        #expect(throws: error) {
            try edited(Array(text.utf8), from: document, to: value)
        }
    }

    private static let negativeZero: String = xml(
        "<dict><key>r</key><real>-0.0</real><key>s</key><string>x</string></dict>")

    @Test("random edits give the intended value, and no edit gives the same bytes", arguments: LayoutKind.allCases)
    func randomEdits(kind: LayoutKind) throws {
        try forEachDocument(kind) { text, document, edits in
            #expect(try edited(text, from: document, to: document.value) == text)
            let changed = edits.changed(document.value)
            // A strings file that has no pair, or begins with this key, is read as something else.
            let keys = changed.members?.keys ?? []
            guard kind != .stringsFile || !keys.isEmpty && !keys.contains("bplist00") else { return false }
            let result = try edited(text, from: document, to: changed)
            #expect(try read(result, as: document).value == changed)
            return true
        }
    }

    @Test("a new member takes its own lines, and deleting it gives the same bytes", arguments: LayoutKind.allCases)
    func insertions(kind: LayoutKind) throws {
        try forEachDocument(kind) { text, document, edits in
            guard let (longer, isNested) = edits.longer(document.value) else { return false }
            let result = try edited(text, from: document, to: longer)
            let change = lines(of: result).difference(from: lines(of: text))
            // The element before a new last element gets a comma, and a text on one line gets no new lines.
            let isOnOneLine = change.insertions.count == change.removals.count
            #expect(isOnOneLine || isNested || change.insertions.count <= 2 && change.removals.count <= 1)
            #expect(comments(in: result) == comments(in: text))
            let added = try read(result, as: document)
            #expect(try edited(result, from: added, to: document.value) == text)
            return true
        }
    }

    @Test("a changed scalar is one changed line", arguments: LayoutKind.allCases)
    func scalars(kind: LayoutKind) throws {
        try forEachDocument(kind) { text, document, edits in
            var pairs = try #require(document.value.members)
            let keys = pairs.keys.filter { pairs[$0]?.type == .string }
            guard let key = keys.randomElement(using: &edits.values.generator) else { return false }
            pairs[key] = "1"
            let result = try edited(text, from: document, to: .dictionary(pairs))
            let change = lines(of: result).difference(from: lines(of: text))
            #expect(change.insertions.count <= 1)
            #expect(comments(in: result) == comments(in: text))
            return true
        }
    }

    /// Calls a closure with random documents of a kind. The closure returns whether it has checked the document.
    private func forEachDocument(
        _ kind: LayoutKind, _ body: ([UInt8], PropertyListDocument, inout RandomEdits) throws -> Bool
    ) throws {
        let count = Extent.count(500, short: 25)
        var checked = 0
        for seed in 0..<UInt64(count) {
            var edits = RandomEdits(seed: seed, exactIn: kind == .json ? nil : kind == .xml ? .xml : .openStep)
            var value = edits.value()
            while value.members?.isEmpty != false { value = edits.value() }
            var layouts = VariedLayouts(seed: seed)
            let text = Array(layouts.text(of: value, as: kind).utf8)
            let document =
                kind == .json
                ? try JSONReader.read(text, to: .change) : try PropertyListReader.read(text)
            try #require(document.value == value, "seed \(seed)")
            checked += try body(text, document, &edits) ? 1 : 0
        }
        #expect(checked > count / 10)
    }

    private func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    /// Returns the number of comments that ``VariedLayouts`` writes, which have numbers.
    private func comments(in bytes: [UInt8]) -> Int {
        String(decoding: bytes, as: UTF8.self).matches(of: /(<!--|\/\*|\/\/) c[0-9]+/).count
    }

    @Test("deeply nested containers change", arguments: [LayoutSyntax.xml, .oldStyle])
    func depth(syntax: LayoutSyntax) throws {
        func nested(_ inner: String) -> [UInt8] {
            let depth = PropertyListLimits.depth - 1
            let (open, close) = syntax == .xml ? ("<array>", "</array>") : ("(", ")")
            let text = String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
            return Array((syntax == .xml ? "<plist>" + text + "</plist>" : text).utf8)
        }
        let (before, after) = syntax == .xml ? ("<string>a</string>", "<string>b</string>") : ("a", "b")
        let document = try PropertyListReader.read(nested(before))
        let value = try PropertyListReader.read(nested(after)).value
        #expect(try edited(nested(before), from: document, to: value) == nested(after))
        #expect(!OwnLayout.isLayout(of: nested(before), document.value, document.format))
    }

    @Test("adding a key to the fixtures and deleting it gives the same bytes")
    func fixtures() throws {
        var count = 0
        for fixture in ReaderFixture.all {
            let bytes = try fixture.bytes
            guard let document = try? PropertyListReader.read(bytes), document.isExact,
                document.format != .binary, var pairs = document.value.members, !pairs.isEmpty
            else { continue }
            pairs["~new"] = "1"
            let elements = try PropertyListReader.readWithElements(bytes).elements
            guard let longer = try? LayoutEditor.edited(bytes, from: document, elements, to: .dictionary(pairs)) else {
                continue
            }
            let added = try PropertyListReader.read(longer)
            #expect(try edited(longer, from: added, to: document.value) == bytes, "\(fixture.name)")
            count += 1
        }
        #expect(count > 10)
    }

    @Test(
        "the layout of the writer is recognized, and no other layout", arguments: [PropertyListFormat.xml, .openStep])
    func ownLayout(format: PropertyListFormat) throws {
        for seed in 0..<UInt64(Extent.count(1000, short: 80)) {
            var edits = RandomEdits(seed: seed, exactIn: format)
            let value = edits.value()
            let bytes = Array(try PropertyListWriter.data(of: value, as: format))
            for index in stride(from: 0, to: bytes.count, by: 7) {
                var other = bytes
                other[index] ^= 1
                #expect(!OwnLayout.isLayout(of: other, value, format))
            }
            var layouts = VariedLayouts(seed: seed)
            let text = Array(layouts.text(of: value, as: format == .xml ? .xml : .oldStyle).utf8)
            #expect(!OwnLayout.isLayout(of: text, value, format) || text == bytes)
        }
        let value: PropertyListValue = ["a": ["1", .data(Data(0..<200))], "é": ["b": "<&>"], "e": []]
        let bytes = Array(try PropertyListWriter.data(of: value, as: format))
        #expect(OwnLayout.isLayout(of: bytes, value, format))
    }

    @Test(
        "the parts of a layout that the writer changes are named",
        arguments: [
            ("{ a = b; }", "format"), ("\u{FEFF}<dict>\r<key>a</key>\r<true/>\r</dict>", "line ends, indentation"),
            ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><dict>\n\t<key>é</key><true/></dict>", "encoding"),
            ("<dict>\n\t<key>b</key><true/>\n\t<key>a</key><true/></dict>", "order of keys"),
            ("<dict>\n\t<key>a</key>\n\t<string>&quot;</string></dict>", "spelling of values"),
        ])
    func changedParts(text: String, parts: String) throws {
        let isLatin1 = text.contains("ISO-8859-1")
        let bytes = isLatin1 ? text.unicodeScalars.map { UInt8($0.value) } : Array(text.utf8)
        let (document, elements) = try PropertyListReader.readWithElements(bytes)
        let new = Array(try PropertyListWriter.data(of: document.value, as: .xml))
        #expect(OwnLayout.changes(of: bytes, elements, to: new) == parts)
    }

    @Test(
        "the first new key or string that XML does not allow is found",
        arguments: [
            (["a": "\u{1B}"], [:], "a"), (["a": "\u{1B}"], ["a": "\u{1B}"], nil),
            (["a": "\u{8}"], ["a": "\u{1B}"], "a"),
            (["a": "\t\r\n\u{7F}\u{85}\u{FFFD}"], [:], nil), (["a": ["x", "\u{FFFF}"]], [:], "a.1"),
            (["a": ["x", "\u{1B}"]], ["a": ["\u{1B}"]], nil), (["a": ["b\u{FFFE}": 1]], [:], "a.b\u{FFFE}"),
            (["b\u{1}": 2], ["b\u{1}": 1], nil), (["b\u{1}": 1], ["a": 1], "b\u{1}"), ("\u{1B}", [:], ""),
            ("\u{1B}", "\u{1B}", nil), (["a": ["x", "y", "\u{1B}"]], ["a": ["z", "x"]], "a.2"),
            (["a": ["x", ["b": "\u{1B}"]]], ["a": ["z", "x", ["b": "y"]]], "a.1.b"),
        ] as [(PropertyListValue, PropertyListValue, String?)])
    func charactersNotInXML(value: PropertyListValue, old: PropertyListValue, path: String?) {
        #expect(value.pathOfCharactersNotInXML(since: old)?.components.joined(separator: ".") == path)
    }

    @Test("the new elements of a large array are found without comparing each with all others")
    func charactersInLargeArray() {
        let old = (0..<100_000).map { PropertyListValue.string("s\($0)") }
        let time = ContinuousClock().measure {
            #expect(PropertyListValue.array(old + ["\u{1B}"]).pathOfCharactersNotInXML(since: .array(old)) == "100000")
        }
        #expect(time < .seconds(60))
    }
}
