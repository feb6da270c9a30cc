import Foundation
import TestExtent
import Testing

@testable import PropertyList

/// The reader of XML property lists, element by element.
@Suite struct ReaderXMLTests {
    private func read(_ text: String) throws -> PropertyListValue {
        try PropertyListReader.read(Array(text.utf8)).value
    }

    @Test(
        "Elements are read as Foundation reads them",
        arguments: [
            ("<integer>+5</integer>", 5), ("<integer> - 5</integer>", -5), ("<integer>-0x10</integer>", -16),
            ("<integer>007</integer>", 7),
            ("<integer>-9223372036854775808</integer>", .integer(PropertyListInteger(Int64.min))),
            ("<integer>18446744073709551615</integer>", .integer(PropertyListInteger(UInt64.max))),
            ("<real>.5</real>", 0.5), ("<real> 1e3</real>", 1000.0), ("<real>-Infinity</real>", .real(-.infinity)),
            ("<real>NaN</real>", .real(.nan)), ("<real>1e400</real>", .real(.infinity)),
            ("<real>-0.0</real>", .real(-0.0)),
            ("<true/>", true), ("<false></false>", false), ("<true a='b' />", true),
            ("<string/>", ""), ("<string> a\r\nb </string>", " a\r\nb "),
            ("<string>a\u{1}\u{0}</string>", "a\u{1}\u{0}"),
            ("<string>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&#0;</string>", "<>&\"'A😀\0"),
            ("<string>a<![CDATA[<&amp;>]]>b]]></string>", "a<&amp;>b]]>"),
            ("<date>2024-02-29T23:59:59Z</date>", .date(Date(timeIntervalSinceReferenceDate: 730_943_999))),
            ("<date>-28-01-01T00:00:00Z</date>", .date(Date(timeIntervalSinceReferenceDate: -64_029_139_200))),
            ("<data>AQ ID\n\tBA==</data>", .data(Data([1, 2, 3, 4]))), ("<data></data>", .data(Data())),
            ("<array><array/>\n<!-- c --><?p i?><dict/></array>", .array([.array([]), .dictionary([:])])),
            ("<dict><key>a</key><true/><key>a</key><false/></dict>", .dictionary(["a": false])),
            (
                "<dict><key>é</key><true/><key>e\u{301}</key><false/></dict>",
                .dictionary(["é": true, "e\u{301}": false])
            ),
            ("<dict><key/><string>b</string></dict>", .dictionary(["": "b"])),
            ("<dict><key>CF$UID</key><integer>4294967295</integer></dict>", .uid(.max)),
            ("<!-- a --><?xml version='1.0'?><!DOCTYPE plist><plist><true/></plist>\n<!-- b -->", true),
        ] as [(String, PropertyListValue)])
    func elements(text: String, value: PropertyListValue) throws {
        #expect(try read(text) == value)
        #expect(try CoreFoundationReader.read(Array(text.utf8), as: .xml).value == value)
    }

    @Test(
        "Some content that Foundation refuses is read",
        arguments: [
            ("<date>2024-02-29T12:00:00.25Z</date>", .date(Date(timeIntervalSinceReferenceDate: 730_900_800.25))),
            ("<string>a<!-- c -->b<?p?>c</string>", "abc"), ("<data/>", .data(Data())),
            ("<!DOCTYPE plist PUBLIC \"->\" 'x'><true/>", true),
        ] as [(String, PropertyListValue)])
    func beyondFoundation(text: String, value: PropertyListValue) throws {
        #expect(try read(text) == value)
        #expect(throws: PropertyListError.self) { try CoreFoundationReader.read(Array(text.utf8), as: .xml) }
    }

    @Test(
        "Content that Foundation misreads is refused or read correctly",
        arguments: [
            ("<dict><key>a</key><key>b</key></dict>", nil), ("<key>a</key>", nil), ("<string>&#;</string>", nil),
            ("<plist><plist><true/></plist></plist>", nil),
            ("<string <b>x</string>", nil), ("<string a='>x</string>", nil), ("<string a>x</string>", nil),
            ("<string a=b>x</string>", nil), ("<string =''>x</string>", nil), ("<string 1='2'>x</string>", nil),
            ("<string a='1'b='2'>x</string>", nil), ("<string a='1',>x</string>", nil),
            ("<string =\">x</string><!--<string \">y</string><!---->", nil),
            ("<!DOCTYPE plist \"><string>x</string><!-- \"><string>y</string><!-- -->", nil),
            ("<integer>\u{1}5</integer>", nil),
            ("<dict><key>CF$UID</key><integer>-3</integer></dict>", .dictionary(["CF$UID": -3])),
            ("<dict><key>CF$UID</key><integer>4294967296</integer></dict>", .dictionary(["CF$UID": 4_294_967_296])),
            ("<dict><key>CF$UID</key><real>3</real></dict>", .dictionary(["CF$UID": 3.0])),
            ("<string a='>'>x</string>", "x"),
        ] as [(String, PropertyListValue?)])
    func differences(text: String, value: PropertyListValue?) throws {
        let theirs = try CoreFoundationReader.read(Array(text.utf8), as: .xml).value
        #expect(theirs != value)
        if let value {
            #expect(try read(text) == value)
        } else {
            #expect(throws: PropertyListError.self) { try read(text) }
        }
    }

    typealias Found = PropertyListSubstitution.Found

    @Test(
        "Dates that do not exist and invalid base64 are replaced by their text",
        arguments: [
            ("<date>2024-02-30T00:00:00Z</date>", .impossibleDate),
            ("<date>2024-01-32T00:00:00Z</date>", .impossibleDate),
            ("<date>2024-01-01T24:00:00Z</date>", .impossibleDate),
            ("<date>2024-06-30T23:59:60Z</date>", .impossibleDate),
            ("<date>2024-00-01T00:00:00Z</date>", .impossibleDate),
            ("<date>-0001-13-01T99:99:99Z</date>", .impossibleDate),
            ("<data>AQI</data>", .invalidBase64), ("<data>AQ!D</data>", .invalidBase64),
            ("<data>AQ==AQ==</data>", .invalidBase64), ("<data>A</data>", .invalidBase64),
            ("<data>=</data>", .invalidBase64),
        ] as [(String, Found)])
    func substitutions(element: String, found: Found) throws {
        let text = element.split(whereSeparator: { "<>".contains($0) })[1]
        for encoding in [nil] + MarkedEncoding.allCases.map(Optional.some) {
            let pairs = "<key>a</key><array>\(element)</array><key>b</key>\(element)<key>c</key><true/>"
            let xml = "<plist><dict>\(pairs)</dict></plist>"
            let bytes = encoding?.bytes(of: xml) ?? Array(xml.utf8)
            let document = try PropertyListReader.read(bytes)
            #expect(document.value == ["a": [.string(String(text))], "b": .string(String(text)), "c": true])
            let expected = [["a", "0"], ["b"]].map {
                PropertyListSubstitution(path: PropertyListPath($0), found: found)
            }
            #expect(document.substitutions == expected)
            let alone = try #require(try PropertyListReader.value(forKey: "c", in: bytes))
            #expect(alone.value == true)
            #expect(alone.substitutions.isEmpty)
            let other = try #require(try PropertyListReader.value(forKey: "b", in: bytes))
            #expect(other.substitutions == [expected[1]])
        }
    }

    @Test("Up to a hundred dates that do not exist are recorded with their paths")
    func manySubstitutions() throws {
        let dates = String(repeating: "<date>2024-02-30T00:00:00Z</date>", count: 150)
        let text = "<dict><key>a</key><array>\(dates)</array><key>b</key><array>\(dates)</array></dict>"
        let substitutions = try PropertyListReader.read(Array(text.utf8)).substitutions
        #expect(substitutions.count == 101)
        #expect(substitutions[99].path == PropertyListPath(["a", "99"]))
        #expect(substitutions[100].path == PropertyListPath())
        #expect(substitutions[100].isSomewhereInside)
    }

    @Test(
        "Text after the end is recorded with its position, except blanks and comments",
        arguments: [
            ("<plist><true/></plist>\0", nil), ("<plist><true/></plist>\0\0\n\0 <!-- c --><?p?>\0", nil),
            ("<plist><true/></plist>\n junk", .line(2, column: 2)), ("<true/><false/>", .line(1, column: 8)),
            ("<plist><true/></plist>\0</plist>", .line(1, column: 24)),
            ("<plist><true/></plist><!-- c", .line(1, column: 23)),
            ("<plist><true/></plist><?p", .line(1, column: 23)), ("\u{FEFF}<true/>x", .line(1, column: 8)),
        ] as [(String, PropertyListError.Position?)])
    func trailingText(text: String, position: PropertyListError.Position?) throws {
        let document = try PropertyListReader.read(Array(text.utf8))
        #expect(document.value == true)
        var expected: [PropertyListSubstitution] = []
        if let position {
            let path = PropertyListPath()
            expected.append(PropertyListSubstitution(path: path, found: .trailingText, position: position))
            #expect(document.substitutions.first?.description == "text after the end \(position)")
        }
        #expect(document.substitutions == expected)
        #expect(try CoreFoundationReader.read(Array(text.utf8), as: .xml).value == true)
        let marked = MarkedEncoding.utf16LittleEndian.bytes(
            of: text.first == "\u{FEFF}" ? String(text.dropFirst()) : text)
        #expect(try PropertyListReader.read(marked).substitutions == document.substitutions)
    }

    @Test(
        "Text that other programs refuse around the root is found with its position",
        arguments: [
            ("<?xml version=\"1.0\"?>\n<plist><true/></plist>\n <!-- c -->\n", nil, nil),
            ("\u{FEFF}<?xml version=\"1.0\"?><true/>", nil, nil), ("\n<?xml-style x?>\n<true/>", nil, nil),
            ("\n <?xml version=\"1.0\"?><plist><true/></plist>", .line(2, column: 2), nil),
            ("<!-- c --><?xml version=\"1.0\"?><true/>", .line(1, column: 11), nil),
            ("<plist><true/></plist>\n\0\0", nil, .line(2, column: 1)), ("<true/>\0", nil, .line(1, column: 8)),
            (" <?xml version=\"1.0\"?><string>\0</string>\0", .line(1, column: 2), .line(1, column: 41)),
            ("{ a = \"\0\"; }", nil, nil),
        ] as [(String, PropertyListError.Position?, PropertyListError.Position?)])
    func strayText(text: String, declaration: PropertyListError.Position?, end: PropertyListError.Position?) throws {
        _ = try PropertyListReader.read(Array(text.utf8))
        let found = PropertyListReader.strayText(in: Array(text.utf8))
        #expect(found.declaration == declaration)
        #expect(found.end == end)
    }

    @Test("Text after the end does not affect the lookup of a key")
    func trailingTextAndKeys() throws {
        let text = Array("<dict><key>a</key><true/></dict>junk".utf8)
        #expect(try PropertyListReader.value(forKey: "a", in: text)?.substitutions == [])
        #expect(try PropertyListReader.read(text).member("a")?.substitutions == [])
    }

    @Test(
        "A parse error has its line, its column and the expected text",
        arguments: [
            ("<plist>\n<dict>\n<key>a</key>", "the text ends while looking for a value in <dict> on line 3, column 13"),
            ("<dict>\n\t<key>a</key><true/>", "the text ends while looking for '</dict>' on line 2, column 21"),
            ("<dict>\n  <string>a</string></dict>", "<string> instead of <key> on line 2, column 3"),
            ("<dict><key>é</key></dict>", "a missing value after a key on line 1, column 19"),
            (
                "<array>\n<true/></dict>",
                "'</dict>' on line 2 instead of '</array>' for the element that begins on line 1, column 1"
            ),
            (
                "<dict>\n\t<key>a\n\t<true/>\n</dict>",
                "'<true/>' on line 3 instead of '</key>' for the element that begins on line 2, column 2"
            ),
            (
                "<dict>\n\t<key>a</key>\n\t<array>\n\t\t<true/>\n\t<key>b</key>\n\t<true/>\n</dict>",
                "a missing '</array>' for the element that begins on line 3, column 2"
            ),
            (
                "<plist>\n<dict>\n\t<key>a</key>\n\t<dict>\n\t\t<key>b</key>\n\t\t<true/>\n</dict>\n</plist>",
                "a missing '</dict>' for the element that begins on line 4, column 2"
            ),
            ("<array>\n\t<key>a</key>\n</array>", "<key> instead of a value on line 2, column 2"),
            ("<array>x</array>", "'x' while looking for '</array>' on line 1, column 8"),
            ("<string>a", "the text ends while looking for '</string>' on line 1, column 10"),
            ("<plist", "the text ends while looking for '>' on line 1, column 1"),
            ("<dict>\n<key>a</key><tru", "the text ends while looking for '>' on line 2, column 13"),
            ("<array><", "the text ends while looking for '>' on line 1, column 8"),
            ("<string>a</string", "'</string' while looking for '</string>' on line 1, column 10"),
            ("<string>a & b</string>", "an unknown reference on line 1, column 11"),
            ("<string>&nbsp;&#xD800;</string>", "an unknown reference on line 1, column 9"),
            ("<string>&#xD800;</string>", "an unknown reference on line 1, column 9"),
            ("<string>&#x110000;</string>", "an unknown reference on line 1, column 9"),
            ("<string>a<![CDATA[b</string>", "the text ends while looking for ']]>' on line 1, column 10"),
            ("<array>\n<!-- </array>", "the text ends while looking for '-->' on line 2, column 1"),
            ("<integer>1.5</integer>", "'.' while looking for '</integer>' on line 1, column 11"),
            ("<integer></integer>", "'</integer>' while looking for a digit of <integer> on line 1, column 10"),
            ("<integer>5 </integer>", "' ' while looking for '</integer>' on line 1, column 11"),
            ("<integer/>", "an empty <integer> on line 1, column 1"),
            ("<integer>18446744073709551616</integer>", "an integer beyond 64 bits on line 1, column 1"),
            ("<integer>-9223372036854775809</integer>", "an integer beyond 64 bits on line 1, column 1"),
            ("<integer>0x10000000000000000</integer>", "an integer beyond 64 bits on line 1, column 1"),
            ("<real>1,5</real>", "an invalid number in <real> on line 1, column 1"),
            ("<real>0x10</real>", "an invalid number in <real> on line 1, column 1"),
            (
                "<date>2024-1-1T00:00:00Z</date>",
                "a date that is not YYYY-MM-DDThh:mm:ssZ in <date> on line 1, column 1"
            ),
            (
                "<date>2024-01-01T00:00:00.Z</date>",
                "a date that is not YYYY-MM-DDThh:mm:ssZ in <date> on line 1, column 1"
            ),
            ("<plist>\n</plist>", "'</plist>' while looking for a value in <plist> on line 2, column 1"),
            ("<plist/>", "an empty <plist> on line 1, column 1"),
            ("<plist>", "the text ends while looking for a value in <plist> on line 1, column 8"),
            ("<plist><true/><false/></plist>", "'<false/>' while looking for '</plist>' on line 1, column 15"),
            ("<html><body/></html>", "the unknown element <html> on line 1, column 1"),
            ("<<", "a tag without a name on line 1, column 1"),
            ("<?", "the text ends while looking for '?>' on line 1, column 1"),
            ("<integer>x</integer>", "'x' while looking for a digit of <integer> on line 1, column 10"),
            ("<null/>", "the unknown element <null> on line 1, column 1"),
            ("<array><set></set></array>", "the unknown element <set> on line 1, column 8"),
            ("<Dict/>", "the unknown element <Dict> on line 1, column 1"),
            ("<array><\0true>", "the unknown element <\0true> on line 1, column 8"),
            ("<string>a</\0string>", "'</' while looking for '</string>' on line 1, column 10"),
            ("<array/ >", "'/' while looking for '>' on line 1, column 7"),
            (
                "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist/>",
                "a document type with internal declarations on line 1, column 17"
            ),
            ("<string =\">x", "'=' while looking for '>' on line 1, column 9"),
            ("<string b=1 ,,>y", "'1' while looking for the value of an attribute on line 1, column 11"),
            ("<string b>y", "'>' while looking for '=' of an attribute on line 1, column 10"),
            ("<string b='1'c='2'>y", "'c' while looking for '>' on line 1, column 14"),
            ("<string b='1' ", "the text ends while looking for '>' on line 1, column 1"),
            ("<string b='<c>'>y", "'<c>' while looking for the closing quote on line 1, column 12"),
        ])
    func faults(text: String, description: String) {
        #expect(throws: PropertyListError.self) { try read(text) }
        do {
            _ = try PropertyListReader.read(Array(text.utf8))
        } catch {
            #expect(error.description.replacing("invalid XML, ", with: "") == description)
        }
    }

    @Test("The error of invalid UTF-8 has its position")
    func invalidUTF8() {
        let cases: [(bytes: [UInt8], column: Int)] = [
            ([0xFF], 9), ([0x41, 0xC3, 0x28], 10), ([0xED, 0xA0, 0x80], 9), ([0xF4, 0x90, 0x80, 0x80], 9),
            ([0xC0, 0x80], 9),
        ]
        for (bytes, column) in cases {
            let text = Array("<string>".utf8) + bytes + Array("</string>".utf8)
            #expect(
                throws: PropertyListError(
                    .malformed(
                        .xml, reason: "invalid UTF-8", position: .line(1, column: column)))
            ) { try PropertyListReader.read(text) }
        }
    }

    @Test("The error of invalid UTF-16 or UTF-32 has its position")
    func invalidUnits() {
        let cases: [(MarkedEncoding, [UInt8], String)] = [
            (.utf16LittleEndian, [0x00, 0xD8], "16"), (.utf16BigEndian, [0xDC, 0x00], "16"),
            (.utf16LittleEndian, [0x00, 0xD8, 0x41, 0x00], "16"), (.utf16BigEndian, [0x41], "16"),
            (.utf32LittleEndian, [0x00, 0xD8, 0, 0], "32"), (.utf32BigEndian, [0, 0x11, 0, 0], "32"),
            (.utf32BigEndian, [0, 0, 0], "32"),
        ]
        for (encoding, unit, name) in cases {
            #expect(
                throws: PropertyListError(
                    .malformed(
                        .xml, reason: "invalid UTF-\(name)", position: .line(2, column: 10)))
            ) { try PropertyListReader.read(encoding.bytes(of: "<plist>\n<string>é") + unit) }
        }
    }

    @Test("A byte order mark is not content and not counted in the column")
    func byteOrderMark() throws {
        #expect(try read("\u{FEFF}<true/>") == true)
        #expect(
            throws: PropertyListError(
                .malformed(
                    .xml, reason: "the unknown element <x>", position: .line(1, column: 8)))
        ) {
            try read("\u{FEFF}<array><x>")
        }
    }

    @Test("XML with a UTF-16 or UTF-32 mark is read with any declaration", arguments: MarkedEncoding.allCases)
    func markedEncodings(encoding: MarkedEncoding) throws {
        for declared in ["UTF-16", "utf-8", "ISO-8859-1", "x-klingon"] {
            let text = "<?xml version=\"1.0\" encoding=\"\(declared)\"?><plist><string>é😀</string></plist>"
            #expect(try PropertyListReader.read(encoding.bytes(of: text)).value == "é😀")
        }
    }

    @Test(
        "XML is read in the encoding that it declares",
        arguments: [
            ("ISO-8859-1", [0xE9]), ("iso-8859-1", [0xE9]), ("windows-1252", [0xE9]), ("macintosh", [0x8E]),
            ("utf-8", [0xC3, 0xA9]), ("UTF-8", [0xC3, 0xA9]),
        ] as [(String, [UInt8])])
    func declaredEncodings(name: String, character: [UInt8]) throws {
        for quote in ["\"", "'"] {
            let text = "<?xml version='1.0' encoding=\(quote)\(name)\(quote) ?>\n<dict><key>"
            let bytes = Array(text.utf8) + character + Array("</key><string>".utf8) + character
            #expect(try PropertyListReader.read(bytes + Array("</string></dict>".utf8)).value == ["é": "é"])
            let alone = try PropertyListReader.value(forKey: "é", in: bytes + Array("</string></dict>".utf8))
            #expect(alone?.value == "é")
            #expect(
                throws: PropertyListError(
                    .malformed(
                        .xml, reason: "the text ends while looking for '</string>'", position: .line(2, column: 28)))
            ) { try PropertyListReader.read(bytes) }
        }
    }

    // Tests of the command would read ICU's data here; see Scripts/checks/icu-data.
    @Test(
        "An encoding that is unknown or not that of the text is refused with its name",
        arguments: [
            ("x-klingon", "an unknown encoding 'x-klingon'", 12),
            ("UTF-16", "text that is not in the declared encoding 'UTF-16'", 12),
            ("US-ASCII", "text that is not in the declared encoding 'US-ASCII'", 31),
            (
                String(repeating: "é", count: 100_000),
                "an unknown encoding '" + String(repeating: "é", count: 40) + "…'", 12
            ),
            ("", "an unknown encoding ''", 13),
        ])
    func unknownEncodings(name: String, reason: String, column: Int) {
        let text = "<?xml version='1.0'\n encoding='\(name)'?><string>é</string>"
        #expect(
            throws: PropertyListError(.malformed(.xml, reason: reason, position: .line(2, column: column)))
        ) { try PropertyListReader.read(Array(text.utf8)) }
    }

    @Test("UTF-16 without a byte order mark is refused")
    func unmarkedUTF16() throws {
        let marked = MarkedEncoding.utf16LittleEndian.bytes(of: "<plist><true/></plist>")
        #expect(throws: PropertyListError.self) { try PropertyListReader.read(Array(marked.dropFirst(2))) }
    }
}
