import Foundation
import PropertyList
import Testing

/// The layout of Apple's `description`, byte for byte.
struct OldStyleWriterTests {
    private static func text(_ value: PropertyListValue) -> String {
        OldStyleWriter().text(of: value)
    }

    @Test("a character is escaped at every position of a text of any length", arguments: [false, true])
    func escapes(ofNonASCII escapesNonASCII: Bool) {
        let writer = OldStyleWriter(escapesNonASCII: escapesNonASCII)
        let letters: [UInt32: String] = [7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r"]
        for value: UInt32 in 0...0x180 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let octal = "000" + String(value, radix: 8)
            let escape =
                switch scalar {
                case "\"", "\\": "\\" + String(scalar)
                case ..<" ", "\u{7F}": "\\" + (letters[value] ?? String(octal.suffix(3)))
                case "\u{80}"... where escapesNonASCII: "\\U" + String(("0000" + String(value, radix: 16)).suffix(4))
                default: String(scalar)
                }
            let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            for count in 0..<18 {
                for position in 0...count {
                    let (before, after) = (String(repeating: "z", count: position), "Z0".prefix(count - position))
                    let (text, expected) = (before + String(scalar) + after, before + escape + after)
                    #expect(writer.text(of: .string(text)) == (isWord ? expected : "\"\(expected)\""))
                }
            }
        }
    }

    @Test("long texts and many short ones are printed completely")
    func pieces() {
        let long = String(repeating: "long", count: 50_000)
        let values = (0..<3000).map { PropertyListValue.string($0.isMultiple(of: 700) ? long : "text\($0)") }
        var pieces: [String] = []
        OldStyleWriter().write(.array([.array(values), .string(long + "!")]), isStandalone: false, terminator: "\n") {
            pieces.append($0)
            return true
        }
        let inner = values.map { value in if case .string(let text) = value { "        " + text } else { "" } }
        let expected = "(\n        (\n\(inner.joined(separator: ",\n"))\n    ),\n    \"\(long)!\"\n)\n"
        #expect(pieces.joined() == expected)
        #expect(pieces.count > 5)
    }

    @Test("a dictionary of containers is laid out as Apple's")
    func dictionary() {
        let value: PropertyListValue = [
            "autohide": false, "last-analytics-stamp": ["801447579.684121"],
            "persistent-apps": [
                ["GUID": 568_757_455, "tile-data": ["dock-extra": false], "tile-type": "file-tile"], ["GUID": 1],
            ],
        ]
        let expected = """
            {
                autohide = 0;
                "last-analytics-stamp" =     (
                    "801447579.684121"
                );
                "persistent-apps" =     (
                            {
                        GUID = 568757455;
                        "tile-data" =             {
                            "dock-extra" = 0;
                        };
                        "tile-type" = "file-tile";
                    },
                            {
                        GUID = 1;
                    }
                );
            }
            """
        #expect(Self.text(value) == expected)
    }

    @Test("an array of containers is laid out as Apple's")
    func array() {
        let book = Data([0x62, 0x6F, 0x6F, 0x6B] + Array(repeating: 0, count: 20) + [0x40, 1, 0, 0, 0, 0, 0, 0])
        let value: PropertyListValue = [
            ["GUID": 1, "tile-data": ["book": .data(book), "bundle-identifier": "com.spotify.client"]]
        ]
        let expected = """
            (
                    {
                    GUID = 1;
                    "tile-data" =         {
                        book = {length = 32, bytes = 0x626f6f6b 00000000 00000000 00000000 ... 40010000 00000000 };
                        "bundle-identifier" = "com.spotify.client";
                    };
                }
            )
            """
        #expect(Self.text(value) == expected)
    }

    @Test(
        "empty containers are two lines",
        arguments: [
            ([:], "{\n}"), ([], "(\n)"), (["a": [:]], "{\n    a =     {\n    };\n}"),
            (["a": []], "{\n    a =     (\n    );\n}"),
            ([[]], "(\n        (\n    )\n)"), ([[:], "b"], "(\n        {\n    },\n    b\n)"),
            ([[["a"]]], "(\n        (\n                (\n            a\n        )\n    )\n)"),
            (.uid(7), "{\n    \"CF$UID\" = 7;\n}"),
            (["k": .uid(7)], "{\n    k =     {\n        \"CF$UID\" = 7;\n    };\n}"),
        ] as [(PropertyListValue, String)])
    func emptyContainers(value: PropertyListValue, text: String) {
        #expect(Self.text(value) == text)
        #expect(OldStyleWriter().text(of: value, isStandalone: true) == text)
    }

    @Test(
        "only ASCII letters and digits are printed without quotes, and characters beyond ASCII are escaped on request",
        arguments: [
            ("GUID", "GUID", nil), ("12A251", "12A251", nil), ("0", "0", nil), ("", #""""#, nil),
            ("_a", #""_a""#, nil), ("mod-count", #""mod-count""#, nil), ("file:///", #""file:///""#, nil),
            ("{569, 295}", #""{569, 295}""#, nil), ("a b", #""a b""#, nil), ("-1", #""-1""#, nil),
            ("<ab>", #""<ab>""#, nil), ("é", "\"é\"", #""\U00e9""#), ("a\u{301}", "\"a\u{301}\"", #""a\U0301""#),
            ("\u{FF11}", "\"\u{FF11}\"", #""\Uff11""#), ("\r\n", #""\r\n""#, nil),
            ("浏😀", "\"浏😀\"", #""\U6d4f\Ud83d\Ude00""#),
        ] as [(String, String, String?)])
    func quoting(string: String, text: String, ascii: String?) {
        #expect(Self.text(.string(string)) == text)
        #expect(Self.text(.dictionary([string: 1])) == "{\n    \(text) = 1;\n}")
        #expect(OldStyleWriter(escapesNonASCII: true).text(of: .string(string)) == ascii ?? text)
        #expect(OldStyleWriter().text(of: .string(string), isStandalone: true) == string)
    }

    /// All scalars of the basic plane, and some beyond it. U+FEFF is not at the beginning of the text.
    static let everyCharacter: String = {
        let scalars = (UInt32(0)...0xFFFF).compactMap(Unicode.Scalar.init)
        return String(String.UnicodeScalarView(scalars)) + "\u{10000}\u{1F600}\u{E0001}\u{10FFFF}"
    }()

    @Test("CoreFoundation reads every character that is printed", arguments: [false, true])
    func reference(escapesNonASCII: Bool) {
        let text = Self.everyCharacter
        let value: PropertyListValue = [.string(text), .dictionary([text: .string(text)])]
        let printed = OldStyleWriter(escapesNonASCII: escapesNonASCII).text(of: value)
        let isSame = OldStyleReference.read(printed) == value
        #expect(isSame)
    }

    @Test("in Apple's ASCII, backslashes are doubled, and other characters are octal numbers or code units")
    func nonLossyASCII() {
        let expected = Self.everyCharacter.unicodeScalars.map { (scalar: Unicode.Scalar) -> String in
            switch scalar {
            case "\\": #"\\"#
            case "\t", "\n", "\r", " "..."~": String(scalar)
            case ..."\u{FF}": "\\" + String(scalar.value, radix: 8).leftPadded(to: 3)
            default: String(scalar).utf16.map { "\\u" + String($0, radix: 16).leftPadded(to: 4) }.joined()
            }
        }
        let isSame = Self.everyCharacter.nonLossyASCII == expected.joined()
        #expect(isSame)
        #expect("\u{FEFF}x".nonLossyASCII == #"\ufeffx"#)
    }

    @Test(
        "numbers and booleans are quoted if their text needs quotes",
        arguments: [
            (0, "0", "0"), (45, "45", "45"), (-1, "-1", "\"-1\""),
            (.integer(PropertyListInteger(UInt64.max)), "18446744073709551615", nil),
            (.integer(PropertyListInteger(Int64.min)), "-9223372036854775808", "\"-9223372036854775808\""),
            (true, "1", "1"), (false, "0", "0"), (0.1, "0.1", "\"0.1\""), (0.5, "0.5", "\"0.5\""), (2.0, "2", "2"),
            (0.0, "0", "0"),
            (-0.0, "-0", "\"-0\""), (-2.0, "-2", "\"-2\""), (32.3, "32.3", "\"32.3\""), (1e20, "1e+20", "\"1e+20\""),
            (1e-05, "1e-05", "\"1e-05\""), (.real(.infinity), "inf", "inf"), (.real(-.infinity), "-inf", "\"-inf\""),
            (.real(.nan), "nan", "nan"), (1.25, "1.25", "\"1.25\""), (1_000_000.0, "1000000", "1000000"),
        ] as [(PropertyListValue, String, String?)])
    func numbers(value: PropertyListValue, standalone: String, inside: String?) {
        #expect(OldStyleWriter().text(of: value, isStandalone: true) == standalone)
        #expect(Self.text(value) == inside ?? standalone)
    }

    @Test("dates are in UTC, and in quotes in a container")
    func dates() {
        let date = PropertyListValue.date(Date(timeIntervalSince1970: 1_696_988_824.9))
        #expect(OldStyleWriter().text(of: date, isStandalone: true) == "2023-10-11 01:47:04 +0000")
        #expect(Self.text([date]) == "(\n    \"2023-10-11 01:47:04 +0000\"\n)")
        for seconds in [1e300, -.infinity, .nan] {
            #expect(!Self.text(.date(Date(timeIntervalSinceReferenceDate: seconds))).isEmpty)
        }
    }

    @Test(
        "data is printed in full up to 24 bytes, and longer data in groups of four from both ends",
        arguments: [
            (0, "{length = 0, bytes = 0x}"), (1, "{length = 1, bytes = 0x00}"),
            (5, "{length = 5, bytes = 0x0001020304}"),
            (24, "{length = 24, bytes = 0x000102030405060708090a0b0c0d0e0f1011121314151617}"),
            (25, "{length = 25, bytes = 0x00010203 04050607 08090a0b 0c0d0e0f ... 11121314 15161718 }"),
            (28, "{length = 28, bytes = 0x00010203 04050607 08090a0b 0c0d0e0f ... 14151617 18191a1b }"),
            (592, "{length = 592, bytes = 0x00010203 04050607 08090a0b 0c0d0e0f ... 48494a4b 4c4d4e4f }"),
        ])
    func data(count: Int, text: String) {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
        #expect(Self.text(.data(data)) == text)
        #expect(OldStyleWriter().text(of: .data(data), isStandalone: true) == text)
        // A slice of data has other indices.
        #expect(Self.text(.data((Data([9, 9, 9]) + data + Data([9])).dropFirst(3).dropLast())) == text)
    }

    @Test("data for readers is printed in full")
    func hexadecimalData() {
        let writer = OldStyleWriter(dataStyle: .hexadecimal)
        #expect(writer.text(of: .data(Data())) == "<>")
        #expect(writer.text(of: .data(Data([0x0F, 0xBD, 0x77, 0xE3]))) == "<0fbd77e3>")
        #expect(
            writer.text(of: .data(Data(repeating: 0xAB, count: 30))) == "<" + String(repeating: "ab", count: 30) + ">")
    }

    @Test("a long text is passed on in pieces", arguments: [false, true])
    func pieces(isStandalone: Bool) {
        let value = PropertyListValue.array((0..<30_000).map { ["number": .string("é \($0)")] })
        let writer = OldStyleWriter()
        var pieces: [String] = []
        writer.write(value, isStandalone: isStandalone, terminator: "!") { piece in
            pieces.append(piece)
            return true
        }
        #expect(pieces.joined() == writer.text(of: value) + "!")
        #expect(pieces.count > 10)
        #expect(pieces.allSatisfy { $0.utf8.count < 70_000 })
    }

    @Test("no piece is passed on after the sink has stopped")
    func unwantedPieces() {
        let value = PropertyListValue.array((0..<30_000).map { .dictionary(["k": .string(String($0))]) })
        var count = 0
        OldStyleWriter().write(value, isStandalone: false) { _ in
            count += 1
            return count < 3
        }
        #expect(count == 3)
    }
}
