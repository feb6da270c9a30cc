import DefaultsSchemas
import Foundation
import Testing

/// The sentences, paths and kinds of findings.
struct FindingTests {
    typealias Kind = SchemaDocument.Finding.Kind

    struct Case: Sendable, CustomTestStringConvertible {
        let kind: Kind
        let schema: String
        let value: PropertyListValue
        let sentence: String

        init(_ kind: Kind, _ schema: String, _ value: PropertyListValue, _ sentence: String) {
            (self.kind, self.schema, self.value, self.sentence) = (kind, schema, value, sentence)
        }

        var testDescription: String { sentence }
    }

    static let day: PropertyListValue = .date(Date(timeIntervalSince1970: 86_400))

    static let types: [Case] = [
        Case(.type, #"{"type": "integer"}"#, "x", "The value is the string 'x'; it must be an integer."),
        Case(.type, #"{"type": "integer"}"#, 1.0, "The value is the real 1.0; it must be an integer."),
        Case(.type, #"{"type": "string"}"#, 1, "The value is the integer 1; it must be a string."),
        Case(.type, #"{"type": "number"}"#, true, "The value is the boolean true; it must be a number."),
        Case(.type, #"{"type": "boolean"}"#, .uid(1), "The value is the uid 1; it must be a boolean."),
        Case(.type, #"{"type": "array"}"#, [:], "The value is a dictionary; it must be an array."),
        Case(.type, #"{"type": "object"}"#, ["x"], "The value is an array; it must be a dictionary."),
        Case(
            .type, #"{"type": "string", "format": "date-time"}"#, .data(Data([1, 2])),
            "The value is data of 2 bytes; it must be a date."),
        Case(
            .type, #"{"type": "string", "contentEncoding": "base64"}"#, day,
            "The value is the date 1970-01-02T00:00:00Z; it must be data."),
        Case(
            .type, #"{"type": ["integer", "string", "boolean"], "minimum": 1, "minLength": 2}"#, [],
            "The value is an array; it must be a string of at least 2 characters or an integer of at least 1 or a "
                + "boolean."),
        Case(.forbidden, "false", 1, "The value is the integer 1; it must be absent."),
        Case(.forbidden, #"{"type": "null"}"#, "x", "The value is the string 'x'; it must be absent."),
    ]

    static let scalars: [Case] = [
        Case(
            .value, #"{"enum": ["a", 1, true]}"#, "b",
            "The value is the string 'b'; it must be one of 'a', 1 or true."),
        Case(.value, #"{"const": 1}"#, 1.0, "The value is the real 1.0; it must be the integer 1."),
        Case(
            .value, #"{"const": {"a": 1}}"#, [:],
            "The value is a dictionary; it must be equal to the value in the schema."),
        Case(.value, #"{"enum": [1], "const": 2}"#, 1, "The value is the integer 1; it must be absent."),
        Case(
            .value, #"{"enum": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}"#, 0,
            "The value is the integer 0; it must be one of 1, 2, 3, 4, 5, 6, 7, 8, 9 or 3 others."),
        Case(
            .range, #"{"type": "integer", "minimum": 6, "maximum": 72}"#, 5,
            "The value is the integer 5; it must be an integer from 6 to 72."),
        Case(.range, #"{"minimum": 0.5}"#, 0, "The value is the integer 0; it must be a number of at least 0.5."),
        Case(.range, #"{"maximum": 1}"#, 1.5, "The value is the real 1.5; it must be a number of at most 1."),
        Case(
            .range, #"{"exclusiveMinimum": 0, "exclusiveMaximum": 1}"#, 1,
            "The value is the integer 1; it must be a number greater than 0 and less than 1."),
        Case(
            .range, #"{"minimum": 0, "exclusiveMaximum": 1, "multipleOf": 0.1}"#, 1,
            "The value is the integer 1; it must be a number of at least 0 and less than 1 that is a multiple of 0.1."),
        Case(.range, #"{"minimum": 0}"#, .real(.nan), "The value is the real nan; it must be a number of at least 0."),
        Case(
            .multipleOf, #"{"type": "integer", "multipleOf": 5}"#, 7,
            "The value is the integer 7; it must be an integer that is a multiple of 5."),
        Case(
            .length, #"{"minLength": 2}"#, "",
            "The value is the string ''; it must be a string of at least 2 characters."),
        Case(
            .length, #"{"minLength": 1, "maxLength": 2}"#, "abc",
            "The value is the string 'abc'; it must be a string of 1 to 2 characters."),
        Case(
            .length, #"{"maxLength": 1}"#, "ab",
            "The value is the string 'ab'; it must be a string of at most 1 character."),
        Case(
            .length, #"{"minLength": 2, "maxLength": 2}"#, "a",
            "The value is the string 'a'; it must be a string of 2 characters."),
        Case(
            .pattern, #"{"type": "string", "pattern": "^[a-z]+$"}"#, "1",
            "The value is the string '1'; it must be a string that matches '^[a-z]+$'."),
        Case(
            .unchecked, #"{"pattern": "b{9000}a"}"#, .string(String(repeating: "b", count: 10_000)),
            "The value is not compared with its pattern: it is too long for it, or strings are too many."),
    ]

    static let containers: [Case] = [
        Case(.count, #"{"minItems": 2}"#, [1], "The value has 1 element; it must have at least 2 elements."),
        Case(.count, #"{"maxItems": 1}"#, [1, 2], "The value has 2 elements; it must have at most 1 element."),
        Case(
            .count, #"{"minItems": 1, "maxItems": 3}"#, [], "The value has 0 elements; it must have 1 to 3 elements."),
        Case(.duplicate, #"{"uniqueItems": true}"#, [1, 2, 2, 1], "2 equals element 1; all elements must differ."),
        Case(.missingKey, #"{"required": ["a.b"]}"#, [:], #"a\.b is missing; it is required."#),
        Case(
            .unknownKey, #"{"additionalProperties": false}"#, ["a": 1],
            "a is not a key of the schema; it must be absent."),
        Case(
            .type, #"{"properties": {"a": {"items": {"type": "integer"}}}}"#, ["a": [1, "x"]],
            "a.1 is the string 'x'; it must be an integer."),
    ]

    static let alternatives: [Case] = [
        Case(
            .alternatives, #"{"anyOf": [{"type": "string", "maxLength": 2}, {"type": "integer"}]}"#, true,
            "The value is the boolean true; it must be a string of at most 2 characters or an integer."),
        Case(
            .alternatives, #"{"anyOf": [{"type": "integer", "minimum": 5}, {"type": "integer", "maximum": 1}]}"#, 3,
            "The value is the integer 3; it must be an integer of at least 5 or an integer of at most 1."),
        Case(
            .alternatives, #"{"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"#, [:],
            "The value is a dictionary; it must be valid for one of 2 schemas."),
        Case(
            .range, #"{"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 5}]}"#, 3,
            "The value is the integer 3; it must be an integer of at least 5."),
        Case(
            .alternatives, #"{"anyOf": [{"anyOf": [{"anyOf": [{"const": 1}]}]}, {"const": 2}]}"#, 3,
            "The value is the integer 3; it must be valid for one of 1 schema or the integer 2."),
    ]

    static let cases: [Case] = types + scalars + containers + alternatives

    @Test("a finding has an exact sentence", arguments: cases)
    func sentence(_ item: Case) throws {
        let findings = try SchemaDocument(item.schema).findings(in: item.value)
        #expect(findings.map(\.kind) == [item.kind])
        #expect(findings.map(\.description) == [item.sentence])
        #expect(findings.map { $0.clause + "." } == [item.sentence])
    }

    @Test("each kind has a sentence")
    func kinds() {
        #expect(Set(Self.cases.map(\.kind)) == Set(Kind.allCases))
    }

    @Test("control characters are escaped in paths and in values")
    func escaping() throws {
        let document = try SchemaDocument(
            #"{"additionalProperties": {"enum": ["\u001b[1m", "\u0085"]}, "required": ["\u0007"]}"#)
        let texts = document.findings(in: ["a\n\u{1B}": "\0\u{9B}"]).map(\.description)
        #expect(
            texts == [
                #"\007 is missing; it is required."#,
                #"a\n\033 is the string '\000\U009b'; it must be one of '\033[1m' or '\U0085'."#,
            ])
    }

    @Test("a sentence about long values, names and rules is short")
    func shortness() throws {
        let long = String(repeating: "long ", count: 200)
        let document = try SchemaDocument(
            """
            {"properties": {"\(long)": {"enum": ["\(long)", "\(long)1"]}, "p": {"pattern": "^(\(long.prefix(240)))$"},
             "s": {"minLength": 9999}}}
            """)
        let findings = document.findings(
            in: [long: .string(long + "x"), "p": "x", "s": .string(long)] as PropertyListValue)
        #expect(findings.map(\.kind) == [.value, .pattern, .length])
        for finding in findings { #expect(finding.description.utf8.count < 700, "\(finding)") }
    }

    @Test("the limit ends a check", arguments: [0, 1, 2, 5, 9, 10, 11])
    func limit(limit: Int) throws {
        let document = try SchemaDocument(
            """
            {"required": ["r", "s"], "properties": {"a": {"items": {"type": "string"}, "uniqueItems": true},
             "b": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]}}}
            """)
        let value: PropertyListValue = ["a": [1, 1, 2, 3], "b": [1, 2, 3, 4]]
        let all = document.findings(in: value)
        #expect(all.count == 11)
        let findings = document.findings(in: value, limit: limit)
        #expect(findings == Array(all.prefix(limit)))
    }

    @Test("by default, a check ends at 100 findings")
    func defaultLimit() throws {
        let document = try SchemaDocument(#"{"items": {"type": "string"}}"#)
        #expect(document.findings(in: .array(Array(repeating: 1, count: 200))).count == 100)
        #expect(document.findings(in: .array(Array(repeating: 1, count: 200)), limit: 150).count == 150)
    }

    @Test("an unknown key has the known keys")
    func knownKeys() throws {
        let document = try SchemaDocument(
            """
            {"additionalProperties": false,
             "properties": {"b": true, "a": {"additionalProperties": false, "properties": {"x": true}}}}
            """)
        let findings = document.findings(in: ["c": 1, "a": ["y": 1, "x": 1]])
        #expect(findings.map(\.path) == [PropertyListPath(["a", "y"]), PropertyListPath(["c"])])
        #expect(findings.map(\.knownKeys) == [["x"], ["a", "b"]])
        #expect(document.findings(in: 1, at: "c").map(\.knownKeys) == [["a", "b"]])
        #expect(try SchemaDocument(#"{"type": "integer"}"#).findings(in: "a")[0].knownKeys == [])
    }
}
