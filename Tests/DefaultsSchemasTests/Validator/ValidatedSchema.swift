import Foundation
import PropertyList

/// A schema with an example that it accepts.
struct ValidatedSchema {
    let text: String
    let example: PropertyListValue

    private static let day: PropertyListValue = .date(Date(timeIntervalSince1970: 86_400))

    /// Schemas that together have every keyword.
    static let all: [ValidatedSchema] = [
        ValidatedSchema(
            text: #"{"type": ["integer", "string"], "minimum": 0, "maximum": 10, "minLength": 1, "maxLength": 3}"#,
            example: 5),
        ValidatedSchema(text: #"{"type": "number", "exclusiveMinimum": -2, "exclusiveMaximum": 2.5}"#, example: 1),
        ValidatedSchema(text: #"{"minimum": 9007199254740993, "maximum": 1e19}"#, example: 9_007_199_254_740_993),
        ValidatedSchema(text: #"{"multipleOf": 3}"#, example: 6),
        ValidatedSchema(
            text: #"{"type": "array", "items": {"type": "number", "multipleOf": 0.1}}"#, example: [0.5, 3]),
        ValidatedSchema(text: #"{"type": "number", "multipleOf": 0.25}"#, example: 1.5),
        ValidatedSchema(text: #"{"enum": ["a", 1, true, [1, {"k": "x"}], {"k": [0]}, 2.5]}"#, example: "a"),
        ValidatedSchema(
            text: #"{"const": {"a": [1, true], "b": {"c": "x"}}}"#, example: ["a": [1, true], "b": ["c": "x"]]),
        ValidatedSchema(text: #"{"items": {"pattern": "^(a|b[0-9]+)*x?$"}}"#, example: ["ab1", "b22x", ""]),
        ValidatedSchema(
            text: #"{"type": "array", "items": {"type": "string", "pattern": "[ab]{2}", "minLength": 2}}"#,
            example: ["ab", "xba"]),
        ValidatedSchema(
            text: #"{"items": {"type": ["integer", "boolean"]}, "minItems": 1, "maxItems": 4, "uniqueItems": true}"#,
            example: [1, true, 2]),
        ValidatedSchema(text: #"{"uniqueItems": true}"#, example: [1, "1", [1], ["k": 1], true]),
        ValidatedSchema(
            text: """
                {"type": "object", "required": ["a"], "additionalProperties": {"type": "boolean"},
                 "properties": {"a": {"type": "integer"}, "b": {"type": "array", "items": {"required": ["k"]}}}}
                """,
            example: ["a": 1, "b": [["k": 1], ["k": "x"]], "c": true]),
        ValidatedSchema(
            text: """
                {"properties": {"a": {"type": "string"}, "k": {"maximum": 3}, "no": false, "any": true},
                 "additionalProperties": false, "title": "t", "default": 1, "deprecated": true}
                """,
            example: ["a": "x", "k": 2, "any": [1]]),
        ValidatedSchema(
            text: """
                {"anyOf": [{"type": "string", "maxLength": 1}, {"type": "object", "required": ["k"]},
                 {"items": {"anyOf": [{"const": 1}, {"type": "boolean"}]}, "type": "array"}]}
                """,
            example: [1, true, false]),
        ValidatedSchema(
            text: """
                {"anyOf": [{"properties": {"a": {"const": 1}}, "required": ["a"]}, {"required": ["b"]},
                 {"type": "null"}], "type": ["object", "null"]}
                """,
            example: ["a": 1]),
        ValidatedSchema(
            text: """
                {"properties": {"a": {"type": "string", "format": "date-time", "default": "2001-01-01T00:00:00Z"},
                 "b": {"type": "string", "contentEncoding": "base64"}, "k": {"type": "string"},
                 "c": {"type": ["string", "integer"], "format": "date-time", "minimum": 2}}}
                """,
            example: ["a": day, "b": .data(Data([1])), "c": 2, "k": "x"]),
        ValidatedSchema(
            text: """
                {"items": {"anyOf": [
                 {"type": "string", "format": "date-time", "enum": ["1970-01-02T00:00:00Z", "1970-01-01T00:00:00Z"]},
                 {"type": "string", "contentEncoding": "base64", "const": "AQ=="}]}}
                """,
            example: [day, .data(Data([1])), day]),
        ValidatedSchema(
            text: """
                {"properties": {"k": {"additionalProperties": {"type": "array", "maxItems": 2, "items": {"items": {
                 "required": ["a"], "properties": {"a": {"minimum": 1}}}}}}}, "required": ["k"],
                 "$comment": "c", "$id": "urn:x", "$defs": {}, "examples": [1], "x-y": {"z": 1}, "readOnly": true}
                """,
            example: ["k": ["a": [[["a": 1], ["a": 2]], []], "b": [[]]]]),
    ]
}
