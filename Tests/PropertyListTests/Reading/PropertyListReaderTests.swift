import Foundation
import PropertyList
import Testing

/// The choice of a reader, and content that is not a property list.
struct PropertyListReaderTests {
    private static let xml = "<plist version=\"1.0\"><dict><key>\u{E9}</key><string>\u{1F600}</string></dict></plist>"
    private static let oldStyle = "{ \"\u{E9}\" = \"\u{1F600}\"; }"

    /// Returns a text in one of the encodings of property lists.
    private static func encoded(_ text: String, as encoding: String) -> [UInt8] {
        func bytes(_ units: [some FixedWidthInteger]) -> [UInt8] {
            units.flatMap { unit in withUnsafeBytes(of: unit) { Array($0) } }
        }
        let scalars = text.unicodeScalars.map(\.value)
        return switch encoding {
        case "UTF-8 with mark": [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        case "UTF-16 LE with mark": [0xFF, 0xFE] + bytes(text.utf16.map(\.littleEndian))
        case "UTF-16 BE with mark": [0xFE, 0xFF] + bytes(text.utf16.map(\.bigEndian))
        case "UTF-32 LE with mark": [0xFF, 0xFE, 0, 0] + bytes(scalars.map(\.littleEndian))
        case "UTF-32 BE with mark": [0, 0, 0xFE, 0xFF] + bytes(scalars.map(\.bigEndian))
        default: Array(text.utf8)
        }
    }

    @Test(
        "XML is read in every encoding with a mark or declaration",
        arguments: [
            "UTF-8", "UTF-8 with mark", "UTF-16 LE with mark", "UTF-16 BE with mark", "UTF-32 LE with mark",
            "UTF-32 BE with mark",
        ])
    func xmlEncodings(encoding: String) throws {
        for prolog in ["", "<?xml version=\"1.0\"?>\n", "\n\t ", "<!-- a comment -->"] {
            let document = try PropertyListReader.read(Self.encoded(prolog + Self.xml, as: encoding))
            #expect(document.value == ["\u{E9}": "\u{1F600}"])
            #expect(document.format == .xml)
        }
    }

    @Test(
        "the old style is read in UTF-8 and UTF-16",
        arguments: ["UTF-8", "UTF-8 with mark", "UTF-16 LE with mark", "UTF-16 BE with mark"])
    func oldStyleEncodings(encoding: String) throws {
        for prolog in ["", "\n\t ", "// a comment\n", "/* another */"] {
            let document = try PropertyListReader.read(Self.encoded(prolog + Self.oldStyle, as: encoding))
            #expect(document.value == ["\u{E9}": "\u{1F600}"])
            #expect(document.format == .openStep)
        }
    }

    @Test("XML may declare Latin-1")
    func latin1() throws {
        let head = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><string>caf"
        let bytes = Array(head.utf8) + [0xE9] + Array("</string></plist>".utf8)
        #expect(try PropertyListReader.read(bytes).value == "caf\u{E9}")
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
                let result = Result { () throws(PropertyListError) in try PropertyListReader.readExpected(changed) }
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

    @Test(
        "invalid XML is refused, and no other reader is tried",
        arguments: [
            "<plist>", "<plist></plist>", "<plist><dict><key>a</key></dict></plist>", "<plist><string>a</plist>", "<?",
            "<dict><string>a</string></dict>", "<plist><integer>x</integer></plist>", "<html><body/></html>", "<<",
            "<plist/>",
            "<plist><true/><false/></plist>", "<plist><real>1.5x</real></plist>",
            "<plist><string>&unknown;</string></plist>",
            "<plist><date>yesterday</date></plist>",
            "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
            "<plist><integer>18446744073709551616</integer></plist>",
            "<plist><integer>-9223372036854775809</integer></plist>",
        ])
    func malformedXML(text: String) {
        let error = #expect(throws: PropertyListError.self) { try PropertyListReader.read(Array(text.utf8)) }
        guard case .malformed(.xml, let reason, _)? = error?.reason else {
            Issue.record("it is called \(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test("a parse error in XML has its line")
    func xmlLine() {
        let text = "<plist>\n<dict>\n<key>a</key>\n<integer>x</integer>\n</dict></plist>"
        let error = #expect(throws: PropertyListError.self) { try PropertyListReader.read(Array(text.utf8)) }
        guard case .malformed(.xml, _, .line(4, _)?)? = error?.reason else {
            Issue.record("it is called \(String(describing: error))")
            return
        }
    }

    @Test("integers of the whole range are read from both formats")
    func integers() throws {
        for number in PropertyListIntegerTests.ascending {
            let xml = "<plist><integer>\(number)</integer></plist>"
            #expect(try PropertyListReader.read(Array(xml.utf8)).value == .integer(number))
            var file = BinaryFile()
            if let signed = number.exactly(as: Int64.self) {
                file.add([0x13] + withUnsafeBytes(of: signed.bigEndian) { Array($0) })
            } else {
                let unsigned = try #require(number.exactly(as: UInt64.self))
                file.add([0x14] + Array(repeating: 0, count: 8) + withUnsafeBytes(of: unsigned.bigEndian) { Array($0) })
            }
            #expect(try PropertyListReader.read(file.bytes()).value == .integer(number))
        }
    }

    @Test("every width of number is read from binary")
    func widths() throws {
        let objects: [([UInt8], PropertyListValue)] = [
            ([0x10, 0xFF], 255), ([0x11, 0xFF, 0xFF], 65_535), ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295),
            ([0x22, 0x3F, 0x80, 0, 0], 1.0), ([0x23, 0xBF, 0xF8, 0, 0, 0, 0, 0, 0], -1.5), ([0x08], false),
            ([0x09], true),
            ([0x80, 7], .uid(7)), ([0x83, 0xFF, 0xFF, 0xFF, 0xFF], .uid(.max)), ([0x40], .data(Data())), ([0x50], ""),
            ([0x33, 0, 0, 0, 0, 0, 0, 0, 0], .date(Date(timeIntervalSinceReferenceDate: 0))), ([0xA0], []),
            ([0xD0], [:]),
        ]
        for (object, value) in objects {
            var file = BinaryFile()
            file.add(object)
            #expect(try PropertyListReader.read(file.bytes()).value == value)
        }
    }

    @Test("the last of equal keys is used in text and the first in binary, as in Foundation")
    func duplicates() throws {
        var file = BinaryFile()
        let (key, one, two) = (file.add(ascii: "a"), file.add([0x10, 1]), file.add([0x10, 2]))
        file.add(dictionary: [(key, one), (key, two)])
        let foundation = try #require(try Foreign.read(Data(file.bytes())) as? [String: Int])
        #expect(foundation == ["a": 1])
        #expect(try PropertyListReader.read(file.bytes()).value == ["a": 1])
        #expect(try PropertyListReader.read(Array("{ a = 1; a = 2; }".utf8)).value == ["a": "2"])
    }
}

extension [UInt8] {
    fileprivate func with(_ byte: UInt8, at index: Int) -> [UInt8] {
        var bytes = self
        bytes[index] = byte
        return bytes
    }
}
