import Foundation
import PropertyList
import Testing
import ToolSupport

@testable import PlistBuddy

struct PlutilSourceTests {
    private func document(_ text: String) throws -> PlutilSource {
        try PlutilSource(Array(text.utf8))
    }

    private func text(_ format: DocumentFormat, _ value: PropertyListValue, isReadable: Bool = false) throws -> String {
        String(decoding: try format.data(of: value, isReadable: isReadable), as: UTF8.self)
    }

    @Test("the content determines the format")
    func formats() throws {
        #expect(try document("<plist><dict/></plist>").format == .xml)
        #expect(try document(#"{"a":1}"#).format == .json(.plain))
        #expect(try document("{}").format == .json(.plain))
        #expect(try document("{ a = 1; }").format == .openStep)
        #expect(try document(#""a" = "b";"#).format == .openStep)
        #expect(try PlutilSource(Array(PropertyListWriter.data(of: ["a": 1], as: .binary))).format == .binary)
    }

    @Test("a blank file is an empty dictionary, and a check refuses a file without bytes", arguments: ["", " \n"])
    func blanks(text: String) throws {
        #expect(try document(text).value == [:])
        #expect(try document(text).format == .xml)
        try PlutilSource.check(Array("\n".utf8))
        #expect(throws: PlutilError("(no content)")) { try PlutilSource.check([]) }
    }

    @Test("a check refuses JSON, but not an empty dictionary, which is also in the old style")
    func checkOfJSON() throws {
        #expect(throws: PlutilError("(JSON is not a property list)")) {
            try PlutilSource.check(Array(#"{"a":1}"#.utf8))
        }
        try PlutilSource.check(Array("{}".utf8))
    }

    @Test("a check refuses invalid values of text, with their paths")
    func checkOfValues() {
        #expect(throws: PlutilError("(a date that does not exist at 'd')")) {
            try PlutilSource.check(
                Array("<plist><dict><key>d</key><date>2024-02-31T00:00:00Z</date></dict></plist>".utf8))
        }
    }

    @Test("an error has the reason as a property list and as JSON, each with its position")
    func errors() {
        do {
            _ = try document("<plist><dict><string>x</string></dict></plist>")
            Issue.record("no error")
        } catch {
            let sentence = (error as? PlutilError)?.sentence ?? ""
            #expect(sentence.hasPrefix("Property List error: invalid XML, <string> instead of <key> on line 1"))
            #expect(sentence.hasSuffix(" / JSON error: invalid JSON, unexpected text on line 1, column 1"))
        }
    }

    @Test("a null can be seen, but not written")
    func nulls() throws {
        var document = try document(#"{"n":null,"a":[null,"<null>"],"v":1}"#)
        #expect(document.isNull(at: PlutilKeyPath("n")))
        #expect(document.isNull(at: PlutilKeyPath("a.0")))
        #expect(!document.isNull(at: PlutilKeyPath("a.1")))
        #expect(!document.isNull(at: PlutilKeyPath("v")))
        #expect(try document.exactValue(at: PlutilKeyPath("v")) == 1)
        #expect(throws: PlutilError("The file contains a null at 'a.0', which cannot be written")) {
            try document.exactValue(at: PlutilKeyPath("a"))
        }
        #expect(throws: PlutilError.self) {
            try document.apply(PlutilEdit(.insert("x"), at: PlutilKeyPath("k")))
        }
    }

    @Test(
        "a number that would be rounded can be seen, but not written",
        arguments: [
            "-0", "9007199254740993.0", "9007199254740993e0", "3.14159265358979323846", "4e-324",
            "123456789012345678.5",
            "1.00000000000000000000000000001",
        ])
    func roundedNumbers(number: String) throws {
        var document = try document(#"{"n":[\#(number)],"v":1}"#)
        #expect(document.isRounded(at: PlutilKeyPath("n.0")))
        #expect(!document.isRounded(at: PlutilKeyPath("v")))
        #expect(try document.shownValue() == document.value)
        #expect(try document.exactValue(at: PlutilKeyPath("v")) == 1)
        #expect(
            throws: PlutilError("The file contains a number that would be rounded at 'n.0', which cannot be written")
        ) {
            try document.apply(PlutilEdit(.remove, at: PlutilKeyPath("v")))
        }
    }

    @Test(
        "other numbers keep their value",
        arguments: [
            "0.1", "0.10000000000000001", "0.1000000000000000055511151231257827", "-0.0", "0e5", "1e23", "1E+2",
            "5e-324",
            "2.2250738585072014e-308", "1.7976931348623157e308", "9007199254740992.0", "18446744073709551615",
            "-9223372036854775808", "0.30000000000000004", "100000000000000000000000.0",
        ])
    func exactNumbers(number: String) throws {
        let document = try document("[\(number)]")
        #expect(try document.exactValue() == document.value)
    }

    @Test(
        "an invalid value that was read as a string is neither shown nor written",
        arguments: [
            ("<date>2024-02-31T00:00:00Z</date>", "a date that does not exist"),
            ("<data>!</data>", "data that is not base64"),
        ])
    func substitutes(element: String, reason: String) throws {
        let document = try document(
            "<plist><dict><key>a</key><array>\(element)</array><key>k</key><true/></dict></plist>")
        for path in [nil, "a", "a.0"] {
            #expect(throws: PlutilError("The file contains \(reason) at 'a.0'")) {
                try document.shownValue(at: path.map { PlutilKeyPath($0) })
            }
        }
        #expect(try document.shownValue(at: PlutilKeyPath("k")) == true)
    }

    @Test(
        "the last value of a duplicate key is read, and the error of writing it names both places",
        arguments: [
            "<plist><dict>\n<key>a</key><false/>\n <key>a</key><true/><key>b</key><true/></dict></plist>",
            "{\n\"a\":false,\n \"a\":true,\"b\":true}",
        ])
    func duplicates(text: String) throws {
        var source = try document(text)
        let error = PlutilError(
            "The file contains the key 'a' more than once, on line 2, column 1 and on line 3, column 2, "
                + "and only one of its values can be written")
        #expect(try source.exactValue() == ["a": true, "b": true])
        #expect(source.duplicateKey(at: nil) == error)
        #expect(source.duplicateKey(at: PlutilKeyPath("a")) == error)
        #expect(source.duplicateKey(at: PlutilKeyPath("b")) == nil)
        try source.apply(PlutilEdit(.remove, at: PlutilKeyPath("a")))
        #expect(source.duplicateKey(at: nil) == nil)
    }

    @Test("a duplicate key concerns the values in its value")
    func duplicatesAbove() throws {
        let source = try document("{ a = { b = 1; }; a = { b = 2; }; }")
        #expect(source.duplicateKey(at: PlutilKeyPath("a.b")) != nil)
        let withoutBytes = PlutilSource(try PropertyListReader.read(Array("{ a = 1; a = 2; }".utf8)))
        #expect(
            withoutBytes.duplicateKey(at: nil)?.sentence
                == "The file contains the key 'a' more than once, and only one of its values can be written")
    }

    @Test("a document in the old style cannot be changed")
    func oldStyle() throws {
        var document = try document("{ a = 1; }")
        #expect(throws: PlutilError("Conversion to OpenStep format is not supported")) {
            try document.apply(PlutilEdit(.insert("x"), at: PlutilKeyPath("k")))
        }
    }

    @Test("JSON has keys in natural order, escaped slashes and no final newline")
    func json() throws {
        let value: PropertyListValue = ["k10": "a/b", "K9": ["\"\n", 2.0, 7, true], "e": [:], "f": []]
        #expect(try text(.json(.plain), value) == #"{"e":{},"f":[],"K9":["\"\n",2.0,7,true],"k10":"a\/b"}"#)
        #expect(
            try text(.json(.plain), value, isReadable: true) == """
                {
                  "e" : {

                  },
                  "f" : [

                  ],
                  "K9" : [
                    "\\"\\n",
                    2.0,
                    7,
                    true
                  ],
                  "k10" : "a\\/b"
                }
                """)
        #expect(try text(.json(.plain), [:], isReadable: true) == "{\n\n}")
    }

    @Test(
        "values without a JSON type are refused anywhere, and scalars as the root",
        arguments: [
            ["d": .date(Date(timeIntervalSinceReferenceDate: 0))], ["x": [.data(Data())]], [.uid(1)],
            [.real(.infinity)],
            [.real(.nan)], "x", 3,
        ] as [PropertyListValue])
    func invalidInJSON(value: PropertyListValue) {
        #expect(throws: PlutilError("Invalid object in plist for JSON format")) {
            try DocumentFormat.json(.plain).data(of: value, isReadable: false)
        }
    }

    @Test("JSON that is read and written again has equal values")
    func sameJSON() throws {
        let json = #"{"a":[1,1.0,-0.0,1e+30,0.1,18446744073709551615],"b":"é \u0001\u007f","c":{"$date":"x"}}"#
        #expect(try text(.json(.plain), try document(json).value) == json)
    }

    @Test(
        "no format is written that could not be read again",
        arguments: [DocumentFormat.xml, .binary, .json(.plain), .openStep])
    func tooDeep(format: DocumentFormat) {
        let value = (1...513).reduce("x" as PropertyListValue) { value, _ in [value] }
        #expect(throws: PlutilError.self) { try format.data(of: value, isReadable: false) }
    }

    @Test("the other formats refuse what they cannot represent exactly")
    func inexact() {
        let real = PlutilError("XML cannot represent the real number -0.0 at 'a.0'; use binary or JSON")
        #expect(throws: real) { try DocumentFormat.xml.data(of: ["a": [-0.0]], isReadable: false) }
        let integer = PlutilError("old-style text cannot represent an integer at 'a'; use XML, binary or JSON")
        #expect(throws: integer) {
            try DocumentFormat.openStep.data(of: ["a": 1], isReadable: false)
        }
    }
}
