import DefaultsSchemas
import Foundation
import Testing

/// The keywords of JSON Schema 2020-12. Sections are those of its parts “Core” and “Validation”.
///
/// The values follow from the text of each section. Comments name the differences from it.
struct KeywordTests {
    typealias Kind = SchemaDocument.Finding.Kind

    /// A supported keyword with its section of the specification.
    struct Keyword: Sendable, CustomTestStringConvertible {
        let name, section: String
        /// The kind of the finding in a value that does not match.
        let kind: Kind
        let cases: [Case]

        init(_ name: String, _ section: String, _ kind: Kind, _ cases: Case...) {
            (self.name, self.section, self.kind, self.cases) = (name, section, kind, cases)
        }

        /// Creates a keyword that has no effect on the values that match.
        init(annotation name: String, _ section: String, _ value: String) {
            self.init(name, section, .type, Case(value, beside: #""type": "string""#, ["a"], not: [1]))
        }

        var testDescription: String { "\(name), \(section)" }
    }

    /// A value of the keyword in JSON, beside other members of the schema, with values that match and others.
    struct Case: Sendable {
        let value, members: String
        let matching, others: [PropertyListValue]
        /// The kind if it is not that of the keyword.
        let kind: Kind?

        init(
            _ value: String, beside members: String = "", _ matching: [PropertyListValue],
            not others: [PropertyListValue] = [], _ kind: Kind? = nil
        ) {
            self.value = value
            self.members = members.isEmpty ? "" : ", " + members
            (self.matching, self.others, self.kind) = (matching, others, kind)
        }
    }

    static let day: PropertyListValue = .date(Date(timeIntervalSince1970: 86_400))
    static let epoch: PropertyListValue = .date(Date(timeIntervalSince1970: 0))
    static let nan: PropertyListValue = .real(.nan)
    static let infinity: PropertyListValue = .real(.infinity)
    static let greatest: PropertyListValue = .integer(PropertyListInteger(UInt64.max))
    static let every: [PropertyListValue] = ["a", 1, 1.0, true, day, .data(Data([1])), .uid(1), [1], ["a": 1], nan]

    static let general: [Keyword] = [
        // The real 1.0 is not an integer. No value of a property list is null.
        Keyword(
            "type", "Validation 6.1.1", .type,
            Case(#""string""#, ["", "1"], not: [1, true, day, .data(Data()), [], [:]]),
            Case(#""integer""#, [1, -1, greatest], not: [1.0, true, "1", .uid(1)]),
            Case(#""number""#, [1, 1.5, 1e300, nan], not: [true, "1"]),
            Case(#""boolean""#, [true, false], not: [0, 1, "true"]),
            Case(#""array""#, [[], [1]], not: [[:], "a"]),
            Case(#""object""#, [[:], ["a": 1]], not: [[], 1]),
            Case(#""null""#, [], not: ["null", 0, []], .forbidden),
            Case(#"["string", "null"]"#, ["a"], not: [1]),
            Case(#"["string", "integer"]"#, ["a", 1], not: [1.0, []])),
        // 1 and 1.0 differ in `enum` and `const`.
        Keyword(
            "enum", "Validation 6.1.2", .value,
            Case(
                #"["a", 1, [1], {"k": 2}]"#, ["a", 1, [1], ["k": 2]], not: ["b", 1.0, true, [1.0], ["k": 2, "l": 2]]),
            Case("[true, 0]", [true, 0], not: [1, false, 0.0]),
            Case("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]", [1, 10], not: [0, 10.0]),
            Case("[1, 2]", beside: #""const": 2"#, [2], not: [1])),
        Keyword(
            "const", "Validation 6.1.3", .value,
            Case(#""a""#, ["a"], not: ["A", "aa", 1]),
            Case("\"\u{E9}\"", ["\u{E9}"], not: ["e\u{301}"]),
            Case("1", [1], not: [1.0, true, "1"]),
            Case("1.0", [1.0], not: [1, 1.5]),
            Case("false", [false], not: [0, 0.0, ""]),
            Case("9007199254740993", [9_007_199_254_740_993], not: [9_007_199_254_740_992, 9_007_199_254_740_992.0]),
            Case("[1, [true]]", [[1, [true]]], not: [[1, [1]], [[true], 1], [1]]),
            Case(#"{"a": 1, "b": []}"#, [["b": [], "a": 1]], not: [["a": 1], ["a": 1, "b": [:]]]),
            Case(#"{"$date": "1970-01-02T00:00:00Z"}"#, [day], not: ["1970-01-02T00:00:00Z"]),
            Case("3", beside: #""enum": [1, 2]"#, [], not: [1, 3])),
        Keyword(
            "anyOf", "Core 10.2.1.2", .alternatives,
            Case(#"[{"type": "string"}, {"type": "integer", "minimum": 5}]"#, ["a", 5], not: [true, []]),
            Case(#"[{"type": "string"}, {"type": "integer", "minimum": 5}]"#, [], not: [4], .range),
            Case(#"[{"minimum": 5}, {"maximum": 1}]"#, [5, 1, "a"], not: [3]),
            Case(#"[{"anyOf": [{"const": 1}, {"const": 2}]}, {"const": 3}]"#, [1, 2, 3], not: [4]),
            Case("[false, true]", every),
            Case("[false, false]", [], not: [1]),
            Case("[true]", beside: #""type": "integer""#, [1], not: ["a"], .type)),
    ]

    static let numbers: [Keyword] = [
        // Fractions are decimal, so 0.3 is a multiple of 0.1.
        Keyword(
            "multipleOf", "Validation 6.2.1", .multipleOf,
            Case("3", [0, 3, -6, 9.0, "a", [1], greatest, 0x3p101], not: [4, 1.5, 0x1p101, nan]),
            Case("0.1", [0.3, 1, 4.5, 0], not: [0.35, infinity]),
            Case("0.5", [-2.5, 7, 1e300, greatest], not: [0.25, -0.75]),
            Case("1e300", [0, 2e300], not: [1, 1e299, greatest])),
        Keyword(
            "maximum", "Validation 6.2.2", .range,
            Case("2", [2, 2.0, 1, -1e300, "a"], not: [3, 2.1, infinity]),
            Case("9007199254740993", [9_007_199_254_740_993, 9_007_199_254_740_992.0], not: [9_007_199_254_740_994]),
            Case("1e300", [greatest, 1e300], not: [2e300])),
        Keyword(
            "exclusiveMaximum", "Validation 6.2.3", .range,
            Case("2", [1, 1.9, "9"], not: [2, 2.0, 3]),
            Case("2", beside: #""maximum": 2"#, [1], not: [2])),
        Keyword(
            "minimum", "Validation 6.2.4", .range,
            Case("2", [2, 2.0, 3, infinity, "a", []], not: [1, 1.9, nan]),
            Case("-0.5", [-0.5, 0], not: [-1, -0.6]),
            Case("18446744073709551615", [greatest], not: [.integer(PropertyListInteger(UInt64.max - 1))])),
        Keyword(
            "exclusiveMinimum", "Validation 6.2.5", .range,
            Case("2", [3, 2.1, true], not: [2, 2.0, 1])),
    ]

    /// A length is a number of Unicode scalars.
    static let strings: [Keyword] = [
        Keyword(
            "maxLength", "Validation 6.3.1", .length,
            Case("2", ["", "ab", "\u{1F600}\u{1F600}", [1, 2, 3]], not: ["abc", "\u{1F600}\u{1F600}a"]),
            Case("1", ["\u{E9}"], not: ["e\u{301}", "\u{1F1EB}\u{1F1EE}"]),
            Case("0", [""], not: ["a"])),
        Keyword(
            "minLength", "Validation 6.3.2", .length,
            Case("2", ["ab", "e\u{301}", "\u{1F600}\u{1F600}", 1], not: ["", "a", "\u{1F600}"]),
            Case("2.0", ["ab"], not: ["a"])),
        Keyword(
            "pattern", "Validation 6.3.3", .pattern,
            Case(#""b+""#, ["abba", 1], not: ["a"]),
            Case(#""^a$""#, ["a"], not: ["ab", "a\n", "x\na"]), Case(#""^\\d+$""#, ["12"], not: ["1a", "d"])),
        // `format` makes a string a date, and `contentEncoding` makes it data. In the specification, it stays a string.
        Keyword(
            "format", "Validation 7.3.1", .type,
            Case(#""date-time""#, beside: #""type": "string""#, [day], not: ["1970-01-02T00:00:00Z", 1]),
            Case(#""date-time""#, beside: #""type": ["string", "integer"]"#, [day, 1], not: ["1", true]),
            Case(
                #""date-time""#, beside: #""type": "string", "enum": ["1970-01-02T00:00:00Z"]"#, [day], not: [epoch],
                .value)),
        Keyword(
            "contentEncoding", "Validation 8.3", .type,
            Case(#""base64""#, beside: #""type": "string""#, [.data(Data([1]))], not: ["AQ=="]),
            Case(
                #""base64""#, beside: #""type": "string", "const": "AQ==""#, [.data(Data([1]))],
                not: [.data(Data([2]))], .value)),
    ]

    static let arrays: [Keyword] = [
        Keyword(
            "items", "Core 10.3.1.2", .type,
            Case(#"{"type": "integer"}"#, [[], [1, 2], "a", ["0": "a"]], not: [["a"], [1, 2.0], [1, 2, true]]),
            Case(#"{"items": {"type": "integer"}}"#, [[[], [1, 2]], ["a"]], not: [[[1], [2, "a"]]]),
            Case("false", [[], 1, [:]], not: [[1]], .forbidden),
            Case("true", [[], [1, "a"]])),
        Keyword("maxItems", "Validation 6.4.1", .count, Case("1", [[], [1], "ab", ["a": 1, "b": 2]], not: [[1, 2]])),
        Keyword("minItems", "Validation 6.4.2", .count, Case("2", [[1, 2], "a", [:]], not: [[], [1]])),
        // 1 and 1.0 are unique.
        Keyword(
            "uniqueItems", "Validation 6.4.3", .duplicate,
            Case("true", [[], [1, 1.0, true, "1"], [[1], [1.0], [true]], ["\u{E9}", "e\u{301}"], "aa"]),
            Case("true", [], not: [[1, 2, 1], [[[1]], [[1]]], [["a": 1, "b": 2], ["b": 2, "a": 1]]]),
            Case("false", [[1, 1]])),
    ]

    static let dictionaries: [Keyword] = [
        Keyword(
            "required", "Validation 6.5.3", .missingKey,
            Case(#"["a"]"#, [["a": 1], "b", []], not: [[:], ["A": 1]]),
            Case(#"["a", "b"]"#, [["b": 1, "a": 1, "c": 1]], not: [["a": 1], ["b": 1]]),
            Case("[]", [[:]])),
        Keyword(
            "properties", "Core 10.3.2.1", .type,
            Case(#"{"a": {"type": "integer"}}"#, [[:], ["a": 1, "b": "x"], 1], not: [["a": "x"]]),
            Case(#"{"a": {"properties": {"b": {"type": "integer"}}}}"#, [["a": ["b": 1]]], not: [["a": ["b": "x"]]]),
            Case(#"{"a": false}"#, [["b": 1]], not: [["a": 1]], .forbidden),
            Case(#"{"$ref": {"const": 1}, "$date": {"const": 2}}"#, [], not: [["$ref": 2], ["$date": 1]], .value),
            Case(#"{"$ref": {"const": 1}, "$uid": {"properties": {}}}"#, [["$ref": 1, "$uid": 1]]),
            Case(#"{"$dictionary": {"type": "integer"}}"#, [["$dictionary": 1]], not: [["$dictionary": "x"]]),
            Case(#"{"$date": true}"#, [["$date": 1]]),
            Case(
                #"{"default": {"items": {"anyOf": [{"properties": {"$dictionary": {"type": "integer"}}}]}}}"#,
                [["default": [["$dictionary": 1]]]], not: [["default": [["$dictionary": "x"]]]])),
        Keyword(
            "additionalProperties", "Core 10.3.2.3", .unknownKey,
            Case("false", [[:], []], not: [["a": 1]]),
            Case("false", beside: #""properties": {"a": true}"#, [[:], ["a": 1]], not: [["b": 1], ["a": 1, "A": 1]]),
            Case("false", beside: "\"properties\": {\"\u{E9}\": {}}", [["\u{E9}": "a"]], not: [["e\u{301}": "a"]]),
            Case("{}", beside: #""properties": {"a": {"type": "string"}}"#, [["b": 1]], not: [["a": 1]], .type),
            Case(#"{"type": "string"}"#, beside: #""properties": {"a": {}}"#, [["a": 1]], not: [["b": 1]], .type),
            Case("true", [["a": 1]])),
    ]

    static let assertions: [Keyword] = general + numbers + strings + arrays + dictionaries

    static let annotations: [Keyword] = [
        Keyword(annotation: "$schema", "Core 8.1.1", #""https://json-schema.org/draft/2020-12/schema""#),
        Keyword(annotation: "$id", "Core 8.2.1", #""urn:x""#),
        Keyword(annotation: "$defs", "Core 8.2.4", #"{"unused": {"type": "integer"}}"#),
        Keyword(annotation: "$comment", "Core 8.3", #""c""#),
        Keyword(annotation: "title", "Validation 9.1", #""t""#),
        Keyword(annotation: "description", "Validation 9.1", #""d""#),
        Keyword(annotation: "default", "Validation 9.2", "1"),
        Keyword(annotation: "deprecated", "Validation 9.3", "true"),
        Keyword(annotation: "readOnly", "Validation 9.4", "true"),
        Keyword(annotation: "writeOnly", "Validation 9.4", "true"),
        Keyword(annotation: "examples", "Validation 9.5", "[1]"),
        Keyword(annotation: "x-anything", "Core 6.5", #"{"allOf": 1}"#),
    ]

    /// The keywords of the draft. `SchemaErrorTests` tests that those without cases are errors.
    static let draft = [
        "$anchor", "$comment", "$defs", "$dynamicAnchor", "$dynamicRef", "$id", "$ref", "$schema", "$vocabulary",
        "additionalProperties", "allOf", "anyOf", "const", "contains", "contentEncoding", "contentMediaType",
        "contentSchema", "default", "dependentRequired", "dependentSchemas", "deprecated", "description", "else",
        "enum", "examples", "exclusiveMaximum", "exclusiveMinimum", "format", "if", "items", "maxContains", "maxItems",
        "maxLength", "maxProperties", "maximum", "minContains", "minItems", "minLength", "minProperties", "minimum",
        "multipleOf", "not", "oneOf", "pattern", "patternProperties", "prefixItems", "properties", "propertyNames",
        "readOnly", "required", "then", "title", "type", "unevaluatedItems", "unevaluatedProperties", "uniqueItems",
        "writeOnly",
    ]
    static let unsupported = Set(draft).subtracting((assertions + annotations).map(\.name)).sorted()

    @Test("values match a keyword, and others do not", arguments: assertions + annotations)
    func keyword(_ keyword: Keyword) throws {
        for item in keyword.cases {
            let schema = "{\"\(keyword.name)\": \(item.value)\(item.members)}"
            let (document, kind) = (try SchemaDocument(schema), item.kind ?? keyword.kind)
            for value in item.matching { #expect(document.findings(in: value) == [], "\(schema) \(value)") }
            for value in item.others { #expect(document.kinds(in: value) == [kind], "\(schema) \(value)") }
        }
        #expect(keyword.cases.contains { !$0.matching.isEmpty })
        #expect(keyword.cases.contains { !$0.others.isEmpty })
    }

    @Test("true and the empty schema match every value, and false matches none (Core 4.3.2)", arguments: every)
    func boolean(value: PropertyListValue) throws {
        #expect(try ["true", "{}"].flatMap { try SchemaDocument($0).kinds(in: value) } == [])
        #expect(try SchemaDocument("false").kinds(in: value) == [.forbidden])
    }

    /// Texts of one date. The time, its offset and the minutes of the offset may be missing, which RFC 3339 forbids.
    static let texts = [
        "1970-01-02T00:00:00Z", "1970-01-02t00:00:00z", "1970-01-02T00:00:00.000Z", "1970-01-02T05:30:00+05:30",
        "1970-01-01T16:00:00-08:00", "1970-01-02T00:00:00-00:00", "1970-01-02T01:00:00+01", "1970-01-02T00:00:00",
        "1970-01-02 00:00:00Z", "1970-01-02",
    ]

    @Test("a date matches its text", arguments: texts)
    func date(text: String) throws {
        let document = try SchemaDocument(#"{"type": "string", "format": "date-time", "const": "\#(text)"}"#)
        #expect(document.kinds(in: Self.day) == [])
        #expect(document.kinds(in: Self.epoch) == [.value])
    }
}
