import Foundation
import Testing

@testable import DefaultsSchemas

/// The parts of a schema that was read. `KeywordTests` tests which values it accepts.
struct SchemaReaderTests {
    @Test("annotations are available")
    func annotations() throws {
        let document = try SchemaDocument(
            """
            {"title": "T", "description": "D", "default": {"a": 1}, "deprecated": true, "writeOnly": true,
             "required": ["b"], "properties": {"b": {"pattern": "^x", "multipleOf": 2}, "a": {"enum": [1, 2]}}}
            """)
        let root = document.root
        #expect(root.title == "T")
        #expect(root.description == "D")
        #expect(root.isDeprecated)
        #expect(root.isSecret)
        #expect(root.defaultValue == ["a": 1])
        #expect(root.types == nil)
        #expect(root.allowedValues == nil)
        #expect(root.requiredKeys == ["b"])
        #expect(root.keys == ["a", "b"])
        #expect(root.properties.map(\.key) == ["a", "b"])
        #expect(root.properties[0].schema.allowedValues == [1, 2])
        #expect(root.properties[1].schema.pattern == "^x")
        #expect(root.properties[1].schema.multipleOf == 2)
        let empty = try SchemaDocument("{}").root
        #expect(empty.title == nil)
        #expect(empty.description == nil)
        #expect(!empty.isDeprecated)
        #expect(!empty.isSecret)
        #expect(empty.defaultValue == nil)
        #expect(empty.pattern == nil)
        #expect(empty.multipleOf == nil)
    }

    @Test("ranges are available, with their bounds as they are written")
    func ranges() throws {
        let root = try SchemaDocument(
            """
            {"minimum": 1, "maximum": 2.5, "exclusiveMinimum": 0.5, "exclusiveMaximum": 3, "minLength": 1,
             "maxLength": 4, "minItems": 2, "maxItems": 3.0}
            """
        ).root
        #expect(root.range.minimum == 1)
        #expect(root.range.maximum == 2.5)
        #expect(root.range.exclusiveMinimum == 0.5)
        #expect(root.range.exclusiveMaximum == 3)
        #expect(root.length.minimum == 1)
        #expect(root.length.maximum == 4)
        #expect(root.count.minimum == 2)
        #expect(root.count.maximum == 3)
        #expect([1, 2, 3, 4].map(root.count.contains) == [false, true, true, false])
    }

    static let defaults: [(String, PropertyListValue)] = [
        (#"{"type": "string", "format": "date-time", "default": "1970-01-02T00:00:00Z"}"#, KeywordTests.day),
        (#"{"type": "string", "contentEncoding": "base64", "default": "AQ=="}"#, .data(Data([1]))),
        (#"{"default": {"$date": "1970-01-02T00:00:00Z"}}"#, KeywordTests.day),
        (#"{"type": "integer", "default": "none"}"#, "none"),
        (#"{"default": {"$dictionary": {"$date": "none"}}}"#, ["$date": "none"]),
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
