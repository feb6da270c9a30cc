import DefaultsSchemas
import Foundation
import PropertyList
import Testing

/// Each keyword accepts and refuses values.
struct SchemaReaderTests {
    struct Rule: Sendable, CustomTestStringConvertible {
        let schema: String
        let valid: [PropertyListValue]
        /// Values with the kind of their only finding.
        let invalid: [(value: PropertyListValue, kind: SchemaDocument.Finding.Kind)]

        init(
            _ schema: String, _ valid: [PropertyListValue],
            not invalid: (PropertyListValue, SchemaDocument.Finding.Kind)...
        ) {
            (self.schema, self.valid) = (schema, valid)
            self.invalid = invalid.map { (value: $0.0, kind: $0.1) }
        }

        var testDescription: String { schema }
    }

    static let day: PropertyListValue = .date(Date(timeIntervalSince1970: 86_400))
    static let nan: PropertyListValue = .real(.nan)
    static let every: [PropertyListValue] = [
        "a", 1, 1.0, true, day, .data(Data([1])), .uid(1), [1], ["a": 1], nan,
    ]

    static let types: [Rule] = [
        Rule(#"{"type": "string"}"#, ["", "a"], not: (1, .type), (day, .type), (.data(Data()), .type), ([], .type)),
        Rule(#"{"type": "integer"}"#, [1, -1], not: (1.0, .type), (true, .type), ("1", .type), (.uid(1), .type)),
        Rule(#"{"type": "number"}"#, [1, 1.5, nan], not: (true, .type), ("1", .type)),
        Rule(#"{"type": "boolean"}"#, [true, false], not: (1, .type), (0, .type), ("true", .type)),
        Rule(#"{"type": "array"}"#, [[], [1]], not: ([:], .type), ("a", .type)),
        Rule(#"{"type": "object"}"#, [[:], ["a": 1]], not: ([], .type), (1, .type)),
        Rule(#"{"type": "null"}"#, [], not: ("a", .forbidden), (1, .forbidden)),
        Rule(#"{"type": ["string", "null"]}"#, ["a"], not: (1, .type)),
        Rule(#"{"type": ["string", "integer"]}"#, ["a", 1], not: (1.0, .type), ([], .type)),
        Rule(#"{"type": "string", "format": "date-time"}"#, [day], not: ("1970-01-02T00:00:00Z", .type), (1, .type)),
        Rule(
            #"{"type": ["string", "integer"], "format": "date-time"}"#, [day, 1], not: ("1970-01-02T00:00:00Z", .type)),
        Rule(#"{"type": "string", "contentEncoding": "base64"}"#, [.data(Data([1]))], not: ("AQ==", .type)),
        Rule("true", every),
        Rule("{}", every),
        Rule("false", [], not: (1, .forbidden), ([:], .forbidden)),
    ]

    static let values: [Rule] = [
        Rule(#"{"enum": ["a", 1, [1], {"k": 2}]}"#, ["a", 1, [1], ["k": 2]], not: (1.0, .value), ("b", .value)),
        Rule(#"{"enum": [true]}"#, [true], not: (1, .value), (false, .value)),
        Rule(#"{"const": "a"}"#, ["a"], not: ("A", .value), ("e\u{301}", .value)),
        Rule("{\"const\": \"\u{E9}\"}", ["\u{E9}"], not: ("e\u{301}", .value)),
        Rule(#"{"const": 1.0}"#, [1.0], not: (1, .value)),
        Rule(#"{"enum": [1, 2], "const": 2}"#, [2], not: (1, .value)),
        Rule(#"{"enum": [1, 2], "const": 3}"#, [], not: (1, .value), (3, .value)),
        Rule(
            #"{"type": "string", "format": "date-time", "enum": ["1970-01-02T00:00:00Z"]}"#, [day],
            not: (.date(Date(timeIntervalSince1970: 0)), .value), ("1970-01-02T00:00:00Z", .type)),
        Rule(
            #"{"type": "string", "contentEncoding": "base64", "const": "AQ=="}"#, [.data(Data([1]))],
            not: (.data(Data([2])), .value)),
        Rule(#"{"const": {"$date": "1970-01-02T00:00:00Z"}}"#, [day], not: ("1970-01-02T00:00:00Z", .value)),
    ]

    static let numbers: [Rule] = [
        Rule(#"{"minimum": 2}"#, [2, 2.0, 3, "a", []], not: (1, .range), (1.9, .range), (nan, .range)),
        Rule(#"{"maximum": 2}"#, [2, 2.0, 1, "a"], not: (3, .range), (2.1, .range), (.real(.infinity), .range)),
        Rule(#"{"exclusiveMinimum": 2}"#, [3, 2.1, true], not: (2, .range), (2.0, .range)),
        Rule(#"{"exclusiveMaximum": 2}"#, [1, 1.9, "9"], not: (2, .range), (2.0, .range)),
        Rule(
            #"{"maximum": 9007199254740993}"#, [9_007_199_254_740_993, 9_007_199_254_740_992.0],
            not: (9_007_199_254_740_994, .range)),
        Rule(
            #"{"minimum": 18446744073709551615}"#, [.integer(PropertyListInteger(UInt64.max))],
            not: (.integer(PropertyListInteger(UInt64.max - 1)), .range)),
        Rule(#"{"multipleOf": 3}"#, [0, 3, -6, 9.0, "a"], not: (4, .multipleOf), (1.5, .multipleOf)),
        Rule(#"{"multipleOf": 0.1}"#, [0.3, 1, 4.5, 0], not: (0.35, .multipleOf), (nan, .multipleOf)),
    ]

    static let strings: [Rule] = [
        Rule(#"{"minLength": 2}"#, ["ab", "\u{1F600}\u{1F600}", 1], not: ("\u{1F600}", .length), ("", .length)),
        Rule(#"{"maxLength": 2}"#, ["ab", "\u{1F600}\u{1F600}", [1, 2, 3]], not: ("abc", .length)),
        Rule(#"{"maxLength": 1}"#, ["\u{E9}"], not: ("e\u{301}", .length)),
        Rule(#"{"minLength": 2.0}"#, ["ab"], not: ("a", .length)),
        Rule(#"{"pattern": "b+"}"#, ["abba", 1], not: ("a", .pattern)),
        Rule(#"{"pattern": "^a$"}"#, ["a"], not: ("ab", .pattern), ("a\n", .pattern), ("x\na", .pattern)),
    ]

    static let arrays: [Rule] = [
        Rule(#"{"items": {"type": "integer"}}"#, [[], [1, 2], "a"], not: ([1, "a"], .type)),
        Rule(#"{"items": false}"#, [[], 1], not: ([1], .forbidden)),
        Rule(#"{"items": true}"#, [[], [1, "a"]]),
        Rule(#"{"minItems": 1}"#, [[1], "a"], not: ([], .count)),
        Rule(#"{"maxItems": 1}"#, [[], [1], "ab"], not: ([1, 2], .count)),
        Rule(
            #"{"uniqueItems": true}"#, [[], [1, 1.0, true, "1"], [[1], [2]]],
            not: ([1, 2, 1], .duplicate), ([["k": 1], ["k": 1]], .duplicate)),
        Rule(#"{"uniqueItems": false}"#, [[1, 1]]),
    ]

    static let dictionaries: [Rule] = [
        Rule(#"{"properties": {"a": {"type": "integer"}}}"#, [[:], ["a": 1, "b": "x"], 1], not: (["a": "x"], .type)),
        Rule(#"{"required": ["a"]}"#, [["a": 1], "a"], not: ([:], .missingKey), (["A": 1], .missingKey)),
        Rule(
            #"{"properties": {"a": true}, "additionalProperties": false}"#, [[:], ["a": 1]],
            not: (["b": 1], .unknownKey), (["A": 1], .unknownKey)),
        Rule(#"{"additionalProperties": {"type": "string"}}"#, [["a": "x"]], not: (["a": 1], .type)),
        Rule(#"{"additionalProperties": true}"#, [["a": 1]]),
        Rule(
            "{\"properties\": {\"\u{E9}\": {\"type\": \"string\"}}, \"additionalProperties\": false}",
            [["\u{E9}": "a"]], not: (["e\u{301}": "a"], .unknownKey)),
        Rule(#"{"properties": {"$ref": {"const": 1}}}"#, [["$ref": 1]], not: (["$ref": 2], .value)),
        Rule(#"{"properties": {"$date": {"const": 1}}}"#, [["$date": 1]], not: (["$date": 2], .value)),
        Rule(#"{"properties": {"$uid": {"properties": {}}}}"#, [["$uid": 1], [:]]),
    ]

    static let alternatives: [Rule] = [
        Rule(
            #"{"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 5}]}"#, ["a", 5],
            not: (4, .range), (true, .alternatives), ([], .alternatives)),
        Rule(#"{"anyOf": [{"minimum": 5}, {"maximum": 1}]}"#, [5, 1, "a"], not: (3, .alternatives)),
        Rule(#"{"anyOf": [false, false]}"#, [], not: (1, .alternatives)),
        Rule(#"{"type": "integer", "anyOf": [true]}"#, [1], not: ("a", .type)),
    ]

    static let ignored: [Rule] = [
        Rule(
            """
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:x", "$comment": "c", "title": "t",
             "description": "d", "default": 1, "deprecated": true, "writeOnly": false, "readOnly": true,
             "examples": [1], "$defs": {"unused": 1}, "x-anything": {"allOf": 1}}
            """, every)
    ]

    static let rules: [Rule] =
        types + values + numbers + strings + arrays + dictionaries + alternatives + ignored

    @Test("a keyword accepts and refuses values", arguments: rules)
    func keyword(rule: Rule) throws {
        let document = try SchemaDocument(rule.schema)
        for value in rule.valid { #expect(document.findings(in: value) == [], "\(value)") }
        for (value, kind) in rule.invalid { #expect(document.kinds(in: value) == [kind], "\(value)") }
    }

    @Test("annotations are available")
    func annotations() throws {
        let document = try SchemaDocument(
            """
            {"title": "T", "description": "D", "default": {"a": 1}, "deprecated": true, "writeOnly": true,
             "required": ["b"], "properties": {"b": {"pattern": "^x", "multipleOf": 2}, "a": {"enum": [1, 2]}}}
            """)
        let root = document.root
        #expect(root.title == "T" && root.description == "D" && root.isDeprecated && root.isSecret)
        #expect(root.defaultValue == ["a": 1])
        #expect(root.types == nil && root.allowedValues == nil)
        #expect(root.requiredKeys == ["b"] && root.keys == ["a", "b"])
        #expect(root.properties.map(\.key) == ["a", "b"])
        #expect(root.properties[0].schema.allowedValues == [1, 2])
        #expect(root.properties[1].schema.pattern == "^x" && root.properties[1].schema.multipleOf == 2)
        let empty = try SchemaDocument("{}").root
        #expect(empty.title == nil && empty.description == nil && !empty.isDeprecated && !empty.isSecret)
        #expect(empty.defaultValue == nil && empty.pattern == nil && empty.multipleOf == nil)
    }

    @Test("ranges are available, with their bounds as they are written")
    func ranges() throws {
        let root = try SchemaDocument(
            """
            {"minimum": 1, "maximum": 2.5, "exclusiveMinimum": 0.5, "exclusiveMaximum": 3, "minLength": 1,
             "maxLength": 4, "minItems": 2, "maxItems": 3.0}
            """
        ).root
        #expect(root.range.minimum == 1 && root.range.maximum == 2.5)
        #expect(root.range.exclusiveMinimum == 0.5 && root.range.exclusiveMaximum == 3)
        #expect(root.length.minimum == 1 && root.length.maximum == 4)
        #expect(root.count.minimum == 2 && root.count.maximum == 3)
        #expect([1, 2, 3, 4].map(root.count.contains) == [false, true, true, false])
    }

    static let defaults: [(String, PropertyListValue)] = [
        (#"{"type": "string", "format": "date-time", "default": "1970-01-02T00:00:00Z"}"#, day),
        (#"{"type": "string", "contentEncoding": "base64", "default": "AQ=="}"#, .data(Data([1]))),
        (#"{"default": {"$date": "1970-01-02T00:00:00Z"}}"#, day),
        (#"{"type": "integer", "default": "none"}"#, "none"),
        (#"{"type": ["string", "integer"], "format": "date-time", "default": 1}"#, 1),
    ]

    @Test("a default has the type of its schema and need not be valid", arguments: defaults)
    func defaultValue(schema: String, expected: PropertyListValue) throws {
        #expect(try SchemaDocument(schema).root.defaultValue == expected)
    }

    @Test("a rule of an inner schema applies inside, at the path of the value")
    func nesting() throws {
        let document = try SchemaDocument(
            """
            {"properties": {"Windows": {"items": {"required": ["W"], "properties": {"W": {"minimum": 1}}}}},
             "additionalProperties": {"anyOf": [{"type": "string"}, {"items": {"type": "boolean"}}]}}
            """)
        let findings = document.findings(in: [
            "Windows": [["W": 1], ["W": 0], [:], "text"], "a": "x", "b": [true, 1, false, 2],
        ])
        let expected: [(SchemaDocument.Finding.Kind, [String])] = [
            (.range, ["Windows", "1", "W"]), (.missingKey, ["Windows", "2", "W"]), (.type, ["b", "1"]),
            (.type, ["b", "3"]),
        ]
        #expect(findings.map(\.kind) == expected.map(\.0))
        #expect(findings.map(\.path.components) == expected.map(\.1))
    }
}
