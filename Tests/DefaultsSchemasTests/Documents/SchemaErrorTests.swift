import DefaultsSchemas
import Foundation
import TestExtent
import Testing

/// A schema that is invalid or not supported is an error with its kind, its path and its position.
struct SchemaErrorTests {
    /// The keywords of the draft that are not supported, those of older drafts and of OpenAPI, and unknown ones.
    static let unsupportedKeywords =
        KeywordTests.unsupported + [
            "$recursiveAnchor", "$recursiveRef", "additionalItems", "definitions", "dependencies", "disallow",
            "divisibleBy", "extends", "id",
            "discriminator", "example", "nullable", "xml",
            "", "Type", "minimun", "x", "X-a", "type ", "x_a", "typ\u{E9}",
        ]

    @Test("a keyword that is not supported is an error with its path and position", arguments: unsupportedKeywords)
    func unsupported(keyword: String) {
        let text = """
            {
              "properties": {
                "\u{E9}": {"type": "string", "\(keyword)": true}
              }
            }
            """
        let error = #expect(throws: SchemaError.self) { try SchemaDocument(text) }
        #expect(error?.code == .unsupportedKeyword)
        #expect(error?.path == PropertyListPath(["properties", "\u{E9}", keyword]))
        #expect(error?.position == .line(3, column: 29))
        #expect(
            error?.description == """
                invalid schema, '\(keyword)' is not a supported keyword; names of extensions begin with 'x-' on line \
                3, column 29 at 'properties.\u{E9}.\(keyword)'
                """)
    }

    static let places = [
        (#"{"if": true}"#, ["if"], 2),
        (#"{"items": {"if": true}}"#, ["items", "if"], 12),
        (#"{"additionalProperties": {"if": true}}"#, ["additionalProperties", "if"], 27),
        (#"{"anyOf": [true, {"if": true}]}"#, ["anyOf", "1", "if"], 19),
        (#"{"properties": {"items": {"if": true}}}"#, ["properties", "items", "if"], 27),
    ]

    @Test("a keyword is an error in each schema", arguments: places)
    func place(text: String, path: [String], column: Int) {
        let error = #expect(throws: SchemaError.self) { try SchemaDocument(text) }
        #expect(error?.code == .unsupportedKeyword)
        #expect(error?.path == PropertyListPath(path))
        #expect(error?.position == .line(1, column: column))
    }

    @Test(
        "a name in a value or definition is not a keyword",
        arguments: ["const", "default", "x-a", "enum", "examples", "$defs"])
    func names(keyword: String) {
        let value = ["enum", "examples"].contains(keyword) ? #"[{"if": true}]"# : #"{"if": true}"#
        #expect(throws: Never.self) { try SchemaDocument(#"{"\#(keyword)": \#(value)}"#) }
    }

    struct InvalidValue: Sendable, CustomTestStringConvertible {
        let keyword: String
        let values: [String]
        let rule: String

        init(_ keyword: String, _ values: [String], _ rule: String) {
            (self.keyword, self.values, self.rule) = (keyword, values, rule)
        }

        var testDescription: String { keyword }
    }

    static let types = "must be one or several of array, boolean, integer, null, number, object, string"
    static let invalidValues: [InvalidValue] = [
        InvalidValue("type", [#""text""#, "[]", "1", #"["string", "any"]"#, #"["string", 1]"#, "{}"], types),
        InvalidValue("enum", ["[]", "1", "{}"], "must be a nonempty array"),
        InvalidValue("anyOf", ["[]", "true", "{}"], "must be a nonempty array of schemas"),
        InvalidValue("properties", ["[]", "true", "1"], "must be an object of schemas"),
        InvalidValue("required", [#""a""#, "[1]", #"["a", true]"#, "{}", "true"], "must be an array of strings"),
        InvalidValue("title", ["1", "[]"], "must be a string"),
        InvalidValue("description", ["1"], "must be a string"),
        InvalidValue("$comment", ["1"], "must be a string"),
        InvalidValue("$id", ["1"], "must be a string"),
        InvalidValue("pattern", ["1", "[]"], "must be a string"),
        InvalidValue("deprecated", ["1", #""yes""#], "must be a boolean"),
        InvalidValue("writeOnly", ["1", #""yes""#], "must be a boolean"),
        InvalidValue("readOnly", ["1"], "must be a boolean"),
        InvalidValue("uniqueItems", ["1", #""true""#], "must be a boolean"),
        InvalidValue(
            "$schema", [#""http://json-schema.org/draft-07/schema#""#, "1"],
            "must be 'https://json-schema.org/draft/2020-12/schema'"),
        InvalidValue("format", [#""date""#, #""email""#, "1"], "must be 'date-time'"),
        InvalidValue("contentEncoding", [#""base32""#, "1"], "must be 'base64'"),
        InvalidValue("multipleOf", ["0", "-1", "0.0", #""1""#, "true"], "must be a number above 0"),
    ]
    static let numbers = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map {
        InvalidValue($0, [#""1""#, "true", "[]", "{}", #"{"$real": "nan"}"#], "must be a number")
    }
    static let counts = ["minLength", "maxLength", "minItems", "maxItems"].map {
        InvalidValue($0, ["-1", "1.5", #""1""#, "true", "1e30", "[]"], "must be an integer of at least 0")
    }

    @Test("an invalid value of a keyword is an error", arguments: invalidValues + numbers + counts)
    func invalidValue(_ invalid: InvalidValue) {
        for value in invalid.values {
            let error = #expect(throws: SchemaError.self) {
                try SchemaDocument(#"{"type": "string", "\#(invalid.keyword)": \#(value)}"#, replacing: invalid.keyword)
            }
            #expect(error?.code == .invalid)
            #expect(error?.path == .key(invalid.keyword))
            let text = "invalid schema, '\(invalid.keyword)' \(invalid.rule) on line 1, column "
            #expect(error?.description.hasPrefix(text) == true, "\(value): \(error?.description ?? "")")
        }
    }

    static let schemas =
        [
            ("1", [], 1), (#""string""#, [], 1), ("[]", [], 1),
            (#"{"properties": {"$dictionary": 1}}"#, ["properties", "$dictionary"], 17),
            (#"{"items": 1}"#, ["items"], 2), (#"{"additionalProperties": "no"}"#, ["additionalProperties"], 2),
            (#"{"properties": {"a": 1}}"#, ["properties", "a"], 17), (#"{"anyOf": [true, []]}"#, ["anyOf", "1"], 18),
        ] as [(String, [String], Int)]

    @Test("a schema that is not an object or a boolean is an error", arguments: schemas)
    func notSchema(text: String, path: [String], column: Int) {
        let error = #expect(throws: SchemaError.self) { try SchemaDocument(text) }
        #expect(error?.code == .invalid)
        #expect(error?.path == PropertyListPath(path))
        let place = path.isEmpty ? "" : " at '\(path.joined(separator: "."))'"
        let rule = "a schema must be an object or a boolean"
        #expect(error?.description == "invalid schema, \(rule) on line 1, column \(column)\(place)")
    }

    static let storedForms = [
        (#""format": "date-time""#, "format", "needs the type 'string'"),
        (#""format": "date-time", "type": "integer""#, "format", "needs the type 'string'"),
        (#""contentEncoding": "base64", "type": []"#, "type", types),
        (#""contentEncoding": "base64", "type": "array""#, "contentEncoding", "needs the type 'string'"),
        (#""type": "string", "format": "date-time", "pattern": "a""#, "pattern", "has no effect on dates"),
        (#""type": "string", "format": "date-time", "minLength": 1"#, "minLength", "has no effect on dates"),
        (#""type": "string", "contentEncoding": "base64", "maxLength": 1"#, "maxLength", "has no effect on data"),
        (
            #""type": "string", "contentEncoding": "base64", "format": "date-time""#, "contentEncoding",
            "has no effect on dates"
        ),
        (#""type": "string", "format": "date-time", "default": "today""#, "default", "must contain dates of ISO 8601"),
        (
            #""type": "string", "format": "date-time", "enum": ["1970-01-01", "x"]"#, "enum",
            "must contain dates of ISO 8601"
        ),
        (#""type": "string", "format": "date-time", "const": "x""#, "const", "must contain dates of ISO 8601"),
        (#""type": "string", "contentEncoding": "base64", "const": "A""#, "const", "must contain data in base64"),
        (#""type": "string", "contentEncoding": "base64", "default": "A""#, "default", "must contain data in base64"),
    ]

    @Test("'format' and 'contentEncoding' need a string and valid texts", arguments: storedForms)
    func storedForm(members: String, keyword: String, rule: String) {
        let error = #expect(throws: SchemaError.self) { try SchemaDocument("{\(members)}") }
        #expect(error?.code == .invalid)
        #expect(error?.path == .key(keyword))
        #expect(error?.description.hasPrefix("invalid schema, '\(keyword)' \(rule) on line 1, column ") == true)
    }

    static let unreadableTexts: [(String, [String], PropertyListError.Position?)] = [
        ("", [], nil), (" ", [], nil), ("{", [], .line(1, column: 2)), ("null", [], .line(1, column: 1)),
        ("{\n\"default\": null}", ["default"], .line(2, column: 12)),
        (#"{"enum": [1, null]}"#, ["enum", "1"], .line(1, column: 14)),
        (#"{"const": {"a": [null]}}"#, ["const", "a", "0"], .line(1, column: 18)),
        ("{type: 1}", [], .line(1, column: 2)), ("{} {}", [], .line(1, column: 4)),
        (#"{"maximum": 18446744073709551616}"#, ["maximum"], .line(1, column: 13)),
        (#"{"title": "\ud800"}"#, ["title"], .line(1, column: 11)), ("{} // text", [], .line(1, column: 4)),
        (#"{"const": {"$date": "today"}}"#, ["const"], .line(1, column: 11)),
    ]

    @Test("text without a property list value is an error with its place", arguments: unreadableTexts)
    func unreadable(text: String, path: [String], position: PropertyListError.Position?) {
        let error = #expect(throws: SchemaError.self) { try SchemaDocument(text) }
        #expect(error?.code == .unreadable)
        #expect(error?.path == PropertyListPath(path))
        #expect(error?.position == position)
        if text.contains("null") {
            #expect(error?.description.hasPrefix("invalid JSON, null, which property lists do not support") == true)
        }
    }

    @Test("bytes that are not UTF-8 are an error")
    func notUTF8() {
        let error = #expect(throws: SchemaError.self) {
            try SchemaDocument(data: Data(#"{"title": "\#u{E9}"}"#.unicodeScalars.map { UInt8($0.value) }))
        }
        #expect(error?.code == .unreadable)
        #expect(error?.path == "title")
    }

    static let duplicates: [(String, [String], Int)] = [
        (#"{"type": "string", "type": "integer"}"#, ["type"], 20),
        (#"{"x-a": 1, "x-a": 1}"#, ["x-a"], 12),
        (#"{"properties": {"a": true, "a": false}}"#, ["properties", "a"], 28),
        (#"{"default": {"a": 1, "a": 1}}"#, ["default", "a"], 22),
        (#"{"type": "string", "t\u0079pe": "string"}"#, ["type"], 20),
    ]

    @Test("a duplicate key is an error at its last position", arguments: duplicates)
    func duplicate(text: String, path: [String], column: Int) {
        let error = #expect(throws: SchemaError.self) { try SchemaDocument(text) }
        #expect(error?.code == .invalid)
        #expect(error?.path == PropertyListPath(path))
        let name = path.joined(separator: ".")
        #expect(error?.description == "invalid schema, a duplicate key on line 1, column \(column) at '\(name)'")
    }

    @Test("names that differ in their Unicode scalars are not duplicates")
    func equivalentNames() {
        #expect(throws: Never.self) { try SchemaDocument("{\"properties\": {\"\u{E9}\": {}, \"e\u{301}\": {}}}") }
    }

    @Test("an error escapes control characters and shortens long names")
    func escaping() {
        let error = #expect(throws: SchemaError.self) { try SchemaDocument(#"{"a\u001b[31m": 1}"#) }
        #expect(error?.description.contains(#"'a\033[31m' is not"#) == true)
        let unreadable = #expect(throws: SchemaError.self) { try SchemaDocument(#"{"a\u001b[31m": null}"#) }
        #expect(unreadable?.description.hasSuffix(#" at 'a\033[31m'"#) == true)
        let name = String(repeating: "a", count: 9999)
        let long = #expect(throws: SchemaError.self) {
            try SchemaDocument(#"{"properties": {"\#(name)": {"\#(name)": 1}}}"#)
        }
        #expect(long?.code == .unsupportedKeyword)
        #expect(long.map { $0.description.utf8.count < 1000 } == true)
        #expect(long?.path.components.map(\.utf8.count) == [10, 9999, 9999])
    }
}

extension SchemaDocument {
    /// Reads a schema whose `type` is omitted if it is the keyword of a test.
    fileprivate init(_ text: String, replacing keyword: String) throws(SchemaError) {
        try self.init(keyword == "type" ? text.replacingOccurrences(of: #""type": "string", "#, with: "") : text)
    }
}
