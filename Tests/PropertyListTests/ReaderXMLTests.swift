import Foundation
import Testing

@testable import PropertyList

/// The XML reader, element by element.
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
        #expect(try EngineReader.read(Array(text.utf8), as: .xml).value == value)
    }

    @Test(
        "What Foundation refuses without need is read",
        arguments: [
            ("<date>2024-02-29T12:00:00.25Z</date>", .date(Date(timeIntervalSinceReferenceDate: 730_900_800.25))),
            ("<string>a<!-- c -->b<?p?>c</string>", "abc"), ("<data/>", .data(Data())),
            ("<!DOCTYPE plist PUBLIC \"->\" 'x'><true/>", true),
        ] as [(String, PropertyListValue)])
    func beyondFoundation(text: String, value: PropertyListValue) throws {
        #expect(try read(text) == value)
        #expect(throws: PropertyListError.self) { try EngineReader.read(Array(text.utf8), as: .xml) }
    }

    @Test(
        "What Foundation reads into something else than was written is refused, or read as written",
        arguments: [
            ("<date>2024-02-30T00:00:00Z</date>", nil), ("<date>2024-01-01T24:00:00Z</date>", nil),
            ("<data>AQI</data>", nil), ("<data>AQ!D</data>", nil), ("<data>AQ==AQ==</data>", nil),
            ("<dict><key>a</key><key>b</key></dict>", nil), ("<key>a</key>", nil), ("<string>&#;</string>", nil),
            ("<plist><plist><true/></plist></plist>", nil), ("<true/><true/>", nil),
            ("<plist><true/></plist>junk", nil),
            ("<string <b>x</string>", nil), ("<string a='>x</string>", nil), ("<integer>\u{1}5</integer>", nil),
            ("<dict><key>CF$UID</key><integer>-3</integer></dict>", .dictionary(["CF$UID": -3])),
            ("<dict><key>CF$UID</key><integer>4294967296</integer></dict>", .dictionary(["CF$UID": 4_294_967_296])),
            ("<dict><key>CF$UID</key><real>3</real></dict>", .dictionary(["CF$UID": 3.0])),
            ("<string a='>'>x</string>", "x"),
        ] as [(String, PropertyListValue?)])
    func differences(text: String, value: PropertyListValue?) throws {
        let engine = try EngineReader.read(Array(text.utf8), as: .xml).value
        #expect(engine != value)
        if let value {
            #expect(try read(text) == value)
        } else {
            #expect(throws: PropertyListError.self) { try read(text) }
        }
    }

    @Test(
        "A fault is told with its line and column, and with what was looked for",
        arguments: [
            ("<plist>\n<dict>\n<key>a</key>", "the text ends while looking for a value in <dict> on line 3, column 13"),
            ("<dict>\n\t<key>a</key><true/>", "the text ends while looking for '</dict>' on line 2, column 21"),
            ("<dict>\n  <string>a</string></dict>", "<string> where a <key> belongs on line 2, column 3"),
            ("<dict><key>é</key></dict>", "'</dict>' while looking for a value in <dict> on line 1, column 19"),
            ("<array>\n<true/></dict>", "'</dict>' while looking for '</array>' on line 2, column 8"),
            ("<array>x</array>", "'x' while looking for '</array>' on line 1, column 8"),
            ("<string>a", "the text ends while looking for '</string>' on line 1, column 10"),
            ("<plist", "the text ends while looking for '>' on line 1, column 1"),
            ("<dict>\n<key>a</key><tru", "the text ends while looking for '>' on line 2, column 13"),
            ("<array><", "the text ends while looking for '>' on line 1, column 8"),
            ("<string>a</string", "'</string' while looking for '</string>' on line 1, column 10"),
            ("<string>a & b</string>", "an '&' that begins no known reference on line 1, column 11"),
            ("<string>&nbsp;&#xD800;</string>", "an '&' that begins no known reference on line 1, column 9"),
            ("<string>&#xD800;</string>", "an '&' that begins no known reference on line 1, column 9"),
            ("<string>&#x110000;</string>", "an '&' that begins no known reference on line 1, column 9"),
            ("<string>a<![CDATA[b</string>", "the text ends while looking for ']]>' on line 1, column 10"),
            ("<array>\n<!-- </array>", "the text ends while looking for '-->' on line 2, column 1"),
            ("<integer>1.5</integer>", "'.' while looking for '</integer>' on line 1, column 11"),
            ("<integer></integer>", "'</integer>' while looking for a digit of <integer> on line 1, column 10"),
            ("<integer>5 </integer>", "' ' while looking for '</integer>' on line 1, column 11"),
            ("<integer/>", "an empty <integer> on line 1, column 1"),
            ("<integer>18446744073709551616</integer>", "an integer beyond 64 bits on line 1, column 1"),
            ("<integer>-9223372036854775809</integer>", "an integer beyond 64 bits on line 1, column 1"),
            ("<integer>0x10000000000000000</integer>", "an integer beyond 64 bits on line 1, column 1"),
            ("<real>1,5</real>", "no number in <real> on line 1, column 1"),
            ("<real>0x10</real>", "no number in <real> on line 1, column 1"),
            (
                "<date>2024-1-1T00:00:00Z</date>",
                "no date YYYY-MM-DDThh:mm:ssZ of the calendar in <date> on line 1, column 1"
            ),
            (
                "<date>2024-01-01T00:00:00.Z</date>",
                "no date YYYY-MM-DDThh:mm:ssZ of the calendar in <date> on line 1, column 1"
            ),
            ("<data>A</data>", "no base64 in <data> on line 1, column 1"),
            ("<plist>\n</plist>", "'</plist>' while looking for a value in <plist> on line 2, column 1"),
            ("<plist/>", "an empty <plist> on line 1, column 1"),
            ("<null/>", "the unknown element <null> on line 1, column 1"),
            ("<array><set></set></array>", "the unknown element <set> on line 1, column 8"),
            ("<Dict/>", "the unknown element <Dict> on line 1, column 1"),
            ("<array/ >", "'/' while looking for '>' on line 1, column 7"),
            (
                "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist/>",
                "a document type with declarations of its own on line 1, column 17"
            ),
            ("<plist><true/></plist>\n junk", "something follows the end on line 2, column 2"),
        ])
    func faults(text: String, description: String) {
        #expect(throws: PropertyListError.self) { try read(text) }
        do {
            _ = try PropertyListReader.read(Array(text.utf8))
        } catch {
            #expect(error.description.replacing("malformed XML, ", with: "") == description)
        }
    }

    @Test("Bytes that are no UTF-8 are told with their place")
    func invalidUTF8() {
        let cases: [(bytes: [UInt8], column: Int)] = [
            ([0xFF], 9), ([0x41, 0xC3, 0x28], 10), ([0xED, 0xA0, 0x80], 9), ([0xF4, 0x90, 0x80, 0x80], 9),
            ([0xC0, 0x80], 9),
        ]
        for (bytes, column) in cases {
            let text = Array("<string>".utf8) + bytes + Array("</string>".utf8)
            #expect(
                throws: PropertyListError.malformed(
                    .xml, reason: "bytes that are no UTF-8", position: .line(1, column: column))
            ) { try PropertyListReader.read(text) }
        }
    }

    @Test("A byte order mark is no content, and counts for no column")
    func byteOrderMark() throws {
        #expect(try read("\u{FEFF}<true/>") == true)
        #expect(
            throws: PropertyListError.malformed(
                .xml, reason: "something follows the end", position: .line(1, column: 8))
        ) {
            try read("\u{FEFF}<true/>x")
        }
    }

    @Test("Other encodings are left to Foundation's engine", arguments: Encoding.allCases)
    func otherEncodings(encoding: Encoding) throws {
        let text = "<?xml version=\"1.0\" encoding=\"\(encoding.rawValue)\"?><plist><string>é</string></plist>"
        #expect(try PropertyListReader.read(encoding.bytes(of: text)).value == "é")
    }

    @Test("UTF-16 without a byte order mark is refused")
    func unmarkedUTF16() throws {
        let marked = Encoding.utf16LittleEndian.bytes(of: "<plist><true/></plist>")
        #expect(throws: PropertyListError.self) { try PropertyListReader.read(Array(marked.dropFirst(2))) }
    }

    enum Encoding: String, CaseIterable {
        case utf16LittleEndian = "UTF-16"
        case utf16BigEndian = "utf-16"
        case utf32LittleEndian = "UTF-32"
        case latin1 = "ISO-8859-1"

        func bytes(of text: String) -> [UInt8] {
            switch self {
            case .utf16LittleEndian: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            case .utf16BigEndian: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            case .utf32LittleEndian:
                [0xFF, 0xFE, 0, 0]
                    + text.unicodeScalars.flatMap { CraftedBinary.bigEndian(UInt64($0.value), width: 4).reversed() }
            case .latin1: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
            }
        }
    }

    @Test(
        "512 containers inside one another are read, 513 are not, with the path", arguments: [511, 512, 513, 100_000])
    func depth(count: Int) throws {
        let arrays = String(repeating: "<array>", count: count) + String(repeating: "</array>", count: count)
        let pair = "<key>a.b</key>"
        let dictionaries =
            String(repeating: "<dict>" + pair, count: count - 1) + "<dict/>"
            + String(repeating: "</dict>", count: count - 1)
        if count <= 512 {
            _ = try read(arrays)
            _ = try read(dictionaries)
        } else {
            let zeros = PropertyListPath(Array(repeating: "0", count: 512))
            #expect(throws: PropertyListError.tooDeep(at: zeros)) { try read(arrays) }
            let keys = PropertyListPath(Array(repeating: "a.b", count: 512))
            #expect(throws: PropertyListError.tooDeep(at: keys)) { try read(dictionaries) }
        }
    }

    @Test("XML cut off at any byte is refused")
    func truncation() throws {
        let bytes = Array(Mutation.ornate.utf8)
        _ = try PropertyListReader.read(bytes)
        for count in bytes.indices {
            #expect(throws: PropertyListError.self, "cut to \(count)") {
                try PropertyListReader.read(Array(bytes[..<count]))
            }
        }
    }
}
