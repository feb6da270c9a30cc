import Foundation
import PropertyList
import TestExtent
import Testing

/// The choice of a reader, and content that is not a property list.
struct PropertyListReaderTests {
    private static let xml = "<plist version=\"1.0\"><dict><key>\u{E9}</key><string>\u{1F600}</string></dict></plist>"
    private static let oldStyle = "{ \"\u{E9}\" = \"\u{1F600}\"; }"

    @Test("XML and the old style are read in every encoding with a mark", arguments: [nil] + MarkedEncoding.allCases)
    func encodings(encoding: MarkedEncoding?) throws {
        // The old style is not read in UTF-32.
        let hasOldStyle = encoding != .utf32LittleEndian && encoding != .utf32BigEndian
        let prologs: [PropertyListFormat: [String]] = [
            .xml: ["", "\n\t ", "<?xml version=\"1.0\"?>\n", "<!-- a comment -->"],
            .openStep: hasOldStyle ? ["", "\n\t ", "// a comment\n", "/* another */"] : [],
        ]
        for (format, prologs) in prologs {
            for prolog in prologs {
                let text = prolog + (format == .xml ? Self.xml : Self.oldStyle)
                let files = encoding.map { [$0.bytes(of: text)] } ?? [Array(text.utf8), Array("\u{FEFF}\(text)".utf8)]
                for bytes in files {
                    let document = try PropertyListReader.read(bytes)
                    #expect(document.value == ["\u{E9}": "\u{1F600}"])
                    #expect(document.format == format)
                }
            }
        }
    }

    @Test(
        "the content decides the format",
        arguments: [
            ("<0fbd77>", .data(Data([0x0F, 0xBD, 0x77])), .openStep),
            ("  < 0f bd\n77 >\n", .data(Data([0x0F, 0xBD, 0x77])), .openStep),
            ("<>", .data(Data()), .openStep), ("<ab>", .data(Data([0xAB])), .openStep),
            ("(a, b)", ["a", "b"], .openStep), ("\"quoted\"", "quoted", .openStep), ("''", "", .openStep),
            ("a = b;", ["a": "b"], .openStep), ("\"a\" = b; c;", ["a": "b", "c": "c"], .openStep),
            ("a;", ["a": "a"], .openStep), ("/* c */", [:], .openStep), ("// c", [:], .openStep),
            (" /**/ // a = b;\n/* */\n", [:], .openStep), ("// a comment\na = b;\n", ["a": "b"], .openStep),
            ("{}", [:], .openStep),
            ("<true/>", true, .xml), ("<plist><integer>1</integer></plist>", 1, .xml), ("<array/>", [], .xml),
            ("<dict><key>a</key><string>b</string></dict>", ["a": "b"], .xml),
            (
                "<plist><dict><key>a</key><integer>1</integer><key>a</key><integer>2</integer></dict></plist>",
                ["a": 2], .xml
            ),
            ("<plist><string><![CDATA[<&>]]></string></plist>", "<&>", .xml),
            ("<plist><string>&lt;&#233;&#xE9;&amp;</string></plist>", "<\u{E9}\u{E9}&", .xml),
            ("<plist><data>AQID</data></plist>", .data(Data([1, 2, 3])), .xml),
            ("<plist><dict><key>CF$UID</key><integer>7</integer></dict></plist>", .uid(7), .xml),
        ] as [(String, PropertyListValue, PropertyListFormat)])
    func sniffing(text: String, value: PropertyListValue, format: PropertyListFormat) throws {
        let document = try PropertyListReader.read(Array(text.utf8))
        #expect(document.value == value)
        #expect(document.format == format)
        #expect(document.substitutions.isEmpty)
    }

    @Test("content without values is empty", arguments: ["", " ", "\n", "\t \r\n", "\u{FEFF}", "\u{FEFF} \n"])
    func empty(text: String) {
        #expect(throws: PropertyListError(.empty)) { try PropertyListReader.read(Array(text.utf8)) }
    }

    @Test(
        "text of another kind is not a property list",
        arguments: [
            "hello", "hello\n", "-1", "two words", "Dear reader,\n", "#!/bin/sh\n", "bplis", "a, b", "x) y", "$a/b:c",
        ])
    func text(text: String) {
        #expect(throws: PropertyListError.self) { try PropertyListReader.read(Array(text.utf8)) }
        if text.first != "#" {
            #expect(throws: PropertyListError(.unrecognized)) { try PropertyListReader.read(Array(text.utf8)) }
        }
    }

    @Test(
        "bytes that are not text are not a property list",
        arguments: [
            [0xFF], [0x80, 0x81], [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0x90], [0xFF, 0xFE, 0x41], [0xFF, 0xFE, 0, 0xD8],
        ])
    func bytes(bytes: [UInt8]) {
        #expect(throws: PropertyListError(.unrecognized)) { try PropertyListReader.read(bytes) }
    }

    @Test(
        "a file that should be a property list has the position of each error",
        arguments: [
            "\u{FEFF}{ a = (b, \"é\"); }", "\"a\" = \"b\";\n", "junk {", "a", "<0fbd>",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist><dict><key>a</key><string>é</string></dict></plist>",
            "<?xml encoding=\"us-ascii\"?>\n<plist><data>AAAA</data></plist>",
        ])
    func expected(text: String) {
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            let other = [bytes.with(0xFF, at: index), bytes.with(UInt8(ascii: " "), at: index)]
            for changed in [Array(bytes[..<index])] + other {
                let result = Result { () throws(PropertyListError) in
                    try PropertyListReader.read(changed, mayBeOther: false)
                }
                switch result {
                case .success(let document): #expect((try? PropertyListReader.read(changed)) == document)
                case .failure(let error): #expect(error.position != nil || error.code == .empty, "\(error): \(changed)")
                }
            }
        }
    }

    @Test(
        "JSON is refused with an error",
        arguments: ["{\"a\": 1}", "{\"a\":1,\"b\":[]}", "[1, 2]", "[]", "[{\"a\": null}]", "{\"a\"}"])
    func json(text: String) {
        let error = #expect(throws: PropertyListError.self) { try PropertyListReader.read(Array(text.utf8)) }
        #expect(error?.description.hasPrefix("invalid old-style text, ") == true)
        #expect(error?.description.contains("line 1") == true)
    }

    @Test("integers of the whole range are read from both formats")
    func integers() throws {
        for number in PropertyListIntegerTests.ascending {
            let xml = "<plist><integer>\(number)</integer></plist>"
            #expect(try PropertyListReader.read(Array(xml.utf8)).value == .integer(number))
            let object: [UInt8] =
                if let signed = number.exactly(as: Int64.self) {
                    [0x13] + .bigEndian(signed, width: 8)
                } else {
                    [0x14] + .bigEndian(try #require(number.exactly(as: UInt64.self)), width: 16)
                }
            #expect(try PropertyListReader.read(CraftedBinary(object).bytes).value == .integer(number))
        }
    }

}

extension [UInt8] {
    fileprivate func with(_ byte: UInt8, at index: Int) -> [UInt8] {
        var bytes = self
        bytes[index] = byte
        return bytes
    }
}
