import Foundation
import PropertyList
import Testing

@testable import PropertyList

/// JSON files of any program, which may contain what the reader of texts refuses.
struct JSONFileReaderTests {
    private func show(_ text: String, as kind: JSONForm.Kind = .tagged) throws -> PropertyListDocument {
        try JSONReader.read(Array(text.utf8), to: .show, as: kind)
    }

    private func change(_ text: String, as kind: JSONForm.Kind = .tagged) throws -> PropertyListDocument {
        try JSONReader.read(Array(text.utf8), to: .change, as: kind)
    }

    @Test(
        "comments and commas before closing brackets are read in files, and refused in texts",
        arguments: [
            ("// c\n{\"a\": 1}", ["a": 1]), ("{\"a\": 1} // c", ["a": 1]), ("{\"a\" /* : 2, */ : /**/ 1}", ["a": 1]),
            ("{ /* } */ }", [:]), ("[1, // ]\r 2 /* c\n */]", [1, 2]), ("/* a *//* b */[/*/*/]/* c */", []),
            (#"{"a": "/* s */", /* \" */ "//": "//"}"#, ["a": "/* s */", "//": "//"]), ("// c\r\n5", 5),
            ("[1,]", [1]), ("{\"a\": [1, 2,\n], }", ["a": [1, 2]]), ("[1 /* c */ , /* d */ ]", [1]),
            ("\u{FEFF}// c\n[]", []),
        ] as [(String, PropertyListValue)])
    func extensions(text: String, value: PropertyListValue) throws {
        let bytes = Array(text.utf8)
        for document in [try show(text), try change(text), try show(text, as: .plain)] {
            #expect(document.value == value)
            #expect(document.isExact)
            #expect(!document.isStandardJSON)
        }
        #expect(throws: PropertyListError.self) { try JSONReader.read(bytes) }
        #expect(throws: PropertyListError.self) { try JSONReader.read(bytes, to: .decode, as: .plain) }
        #expect(throws: PropertyListError.self) { try JSONReader.read(bytes, to: .check) }
        #expect(throws: PropertyListError.self) { try JSONReader.places(of: [], in: bytes) }
        #expect(throws: PropertyListError.self) { try JSONReader.read(bytes, keepingTags: []) }
    }

    @Test("other JSON is standard", arguments: ["[]", "{\"a\": \"// c\"}", "[\"/*\", \",]\"]", "1", "[null, 1e999]"])
    func standard(text: String) throws {
        #expect(try show(text).isStandardJSON)
        #expect(try change(text).isStandardJSON)
    }

    @Test(
        "text that is not JSON is refused in files",
        arguments: [
            ("[,]", 2), ("[1,,2]", 4), ("{,}", 2), (#"{"a":,}"#, 6), (#"{"a",}"#, 5), ("[1 / 2]", 3), ("# c\n[]", 1),
            ("[1] /* c", 5), ("[1 /* ]", 4), ("[1] // c\n]", 1), ("['a']", 2), (#"["\ud800"]"#, 2), ("{a: 1}", 2),
            ("[1", 3), ("[01]", 2), ("[NaN]", 2),
            ("{\"a\": 1} {}", 10), ("[\"a\u{1}\"]", 4), ("[nul]", 2),
        ])
    func refused(text: String, column: Int) {
        for purpose in [JSONPurpose.show, .change] {
            let error = #expect(throws: PropertyListError.self) { try JSONReader.read(Array(text.utf8), to: purpose) }
            #expect(error?.position == .line(text.contains("\n]") ? 2 : 1, column: column))
        }
    }

    @Test(
        "literals that no value holds are shown as substitutes, and kept to change the file",
        arguments: [
            ("null", "<null>", .null), ("12345678901234567890123", "12345678901234567890123", .wideInteger),
            ("-9223372036854775809", "-9223372036854775809", .wideInteger), ("1e999", "1e999", .roundedNumber),
            ("-0", 0, .roundedNumber), ("0.12345678901234567890123", 0.12345678901234567890123, .roundedNumber),
            ("9007199254740993.0", 9_007_199_254_740_992.0, .roundedNumber),
        ] as [(String, PropertyListValue, PropertyListSubstitution.Found)])
    func literals(literal: String, substitute: PropertyListValue, found: PropertyListSubstitution.Found) throws {
        let text = #"{"a": [\#(literal), 1], "b": {"$dictionary": {"$x": \#(literal)}}}"#
        let shown = try show(text)
        #expect(shown.value == ["a": [substitute, 1], "b": ["$x": substitute]])
        let paths = [PropertyListPath(["a", "0"]), PropertyListPath(["b", "$x"])]
        #expect(shown.substitutions == paths.map { PropertyListSubstitution(path: $0, found: found) })
        let document = try change(text)
        let kept = OpaqueLiteral.value(literal)
        #expect(document.value == ["a": [kept, 1], "b": ["$x": kept]])
        #expect(document.isExact)
        #expect(document.value.opaqueLiteral == literal)
        #expect(try change("[\(literal)]", as: .plain).value == [kept])
        #expect(try change(JSONWriter().text(of: document.value)).value == document.value)
    }

    @Test(
        "numbers that a value holds are no literals",
        arguments: ["1.0", "1e3", "-0.0", "0.1", "1E+2", "-9223372036854775808", "18446744073709551615", "5e-324"])
    func numbers(number: String) throws {
        #expect(try show("[\(number)]").isExact)
        #expect(try change("[\(number)]").value.opaqueLiteral == nil)
    }

    @Test("a string is never taken for a literal", arguments: ["null", "\u{FEFF}null", "\u{FEFF}1,2,null", "<null>"])
    func strings(text: String) throws {
        #expect(OpaqueLiteral.literal(of: text) == nil)
        #expect(try change(JSONWriter().text(of: [.string(text)])).value == [.string(text)])
    }

    @Test("a literal is written, and described, as it was read")
    func written() {
        let value: PropertyListValue = [OpaqueLiteral.value("null"), OpaqueLiteral.value("1e999")]
        #expect(value.description == "[null,1e999]")
        #expect(JSONWriter(.plain).text(of: value) == "[\n  null,\n  1e999\n]")
        #expect(ValueText.line(for: OpaqueLiteral.value("null")) == "null")
        #expect(ValueText.line(for: OpaqueLiteral.value("-0")) == "number -0")
        #expect(ValueText.line(for: value) == "array [null,1e999]")
    }

    @Test(
        "an object is a tag if its content is valid, and only in files with tags",
        arguments: [
            (#"{"$date": "2001-01-01T00:00:00Z"}"#, .date(Date(timeIntervalSinceReferenceDate: 0)), true),
            (#"{"$dictionary": {"$date": 1}}"#, ["$date": 1], true),
            (#"{"$date": "today"}"#, ["$date": "today"], false),
            (#"{"$schema": "x"}"#, ["$schema": "x"], false), (#"{"$uid": 7, "k": 1}"#, ["$uid": 7, "k": 1], false),
            (#"{"$uid": 7, // c\#n}"#, .uid(7), true),
            (#"{"$dictionary": {"$uid": 7} /* a, b, " */,}"#, ["$uid": 7], true),
            (#"{ /* c */ "$dictionary": {"$uid": 7}, "b": 1}"#, ["$dictionary": .uid(7), "b": 1], true),
        ] as [(String, PropertyListValue, Bool)])
    func tags(text: String, value: PropertyListValue, hasTags: Bool) throws {
        let document = try change("[\(text)]")
        #expect(document.value == [value])
        #expect(document.json?.hasTags == hasTags)
        #expect(try show("[\(text)]") == document)
        let plain = try change("[\(text)]", as: .plain)
        #expect(plain.json?.hasTags == false)
        #expect(plain.value.members.first?.value.type == .dictionary)
    }

    @Test("a key that occurs twice has its last value, and is recorded")
    func duplicates() throws {
        for document in [try show(#"{"a": {"b": 1, "b": 2}}"#), try change(#"{"a": {"b": 1, "b": 2}}"#)] {
            #expect(document.value == ["a": ["b": 2]])
            #expect(document.duplicateKeys == [PropertyListPath(["a", "b"])])
        }
    }
}
