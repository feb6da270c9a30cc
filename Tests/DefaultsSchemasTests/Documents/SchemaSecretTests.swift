import DefaultsSchemas
import Foundation
import Testing

/// Findings never quote secrets.
struct SchemaSecretTests {
    /// Schemas of a secret, of which each finds something in each of the values below.
    static let schemas = [
        #"{"writeOnly": true, "type": "boolean"}"#,
        #"{"writeOnly": true, "enum": ["TOPSECRET-1", 5559999]}"#,
        #"{"writeOnly": true, "const": "TOPSECRET-1"}"#,
        #"{"writeOnly": true, "const": {"k": "TOPSECRET-1"}}"#,
        #"{"writeOnly": true, "anyOf": [{"type": "boolean"}, {"const": "TOPSECRET-1"}]}"#,
        #"{"anyOf": [{"type": "boolean"}, {"writeOnly": true, "enum": ["TOPSECRET-1"]}]}"#,
        #"{"anyOf": [{"type": "boolean"}, {"items": {"items": {"writeOnly": true}}, "const": "TOPSECRET-1"}]}"#,
        #"{"anyOf": [false, {"anyOf": [{"writeOnly": true, "const": "TOPSECRET-1"}, {"const": "TOPSECRET-2"}]}]}"#,
        #"{"anyOf": [{"anyOf": [{"const": "TOPSECRET-2"}, {"const": 5559999}]}, {"writeOnly": true, "const": true}]}"#,
        #"{"anyOf": [{"const": "TOPSECRET-2"}, {"writeOnly": true, "const": "TOPSECRET-1"}]}"#,
        #"{"anyOf": [{"const": 5559999}, {"type": "array", "items": {"writeOnly": true, "const": "TOPSECRET-1"}}]}"#,
        """
        {"writeOnly": true, "items": false, "properties": {"a": false}, "minimum": 6000000, "maxLength": 1,
         "additionalProperties": false, "anyOf": [{"type": "array", "minItems": 1}, {"type": "object"}, false]}
        """,
        """
        {"writeOnly": true, "items": {"items": {"const": "TOPSECRET-1"}, "type": "array"}, "pattern": "^x$",
         "multipleOf": 1000, "properties": {"a": {"properties": {"b": {"const": "TOPSECRET-1"}}, "required": ["z"]}},
         "type": ["array", "object", "integer", "number", "string"]}
        """,
    ]

    static let values: [PropertyListValue] = [
        "TOPSECRET", 5_551_234, 5_551_234.5, ["TOPSECRET", 5_551_234], ["a": ["b": "TOPSECRET"]],
    ]

    @Test("no sentence quotes a secret value, an allowed value of a secret, or a value in it", arguments: schemas)
    func findings(schema: String) throws {
        let documents = [
            (try SchemaDocument(schema), [String]()),
            (try SchemaDocument(#"{"properties": {"s": \#(schema)}}"#), ["s"]),
            (try SchemaDocument(#"{"items": {"additionalProperties": \#(schema)}}"#), ["0", "s"]),
            (try SchemaDocument(#"{"anyOf": [{"type": "null"}, {"properties": {"s": \#(schema)}}]}"#), ["s"]),
        ]
        for (document, path) in documents {
            for value in Self.values {
                var whole = PropertyListValue.dictionary([:])
                if path == ["0", "s"] { whole = [["s": value]] } else { whole = path.isEmpty ? value : ["s": value] }
                let findings = document.findings(in: whole)
                #expect(!findings.isEmpty, "\(schema): \(value)")
                for finding in findings { #expect(!Self.isRevealing(finding.description), "\(finding)") }
                for finding in document.findings(in: value, at: PropertyListPath(path)) {
                    #expect(!Self.isRevealing(finding.description), "\(finding)")
                }
            }
            #expect(!Self.isRevealing(document.root.requirement))
            let words = document.subschema(at: PropertyListPath(path))?.requirement ?? ""
            #expect(!Self.isRevealing(words), "\(words)")
        }
    }

    /// The check of `isRevealing` itself, and that secrets are marked and not only omitted.
    @Test("a value that is not secret is quoted", arguments: values.prefix(3))
    func others(value: PropertyListValue) throws {
        let finding = try #require(try SchemaDocument(#"{"type": "boolean"}"#).findings(in: value).first)
        #expect(Self.isRevealing(finding.description))
        let secret = try #require(
            try SchemaDocument(#"{"type": "boolean", "writeOnly": true}"#).findings(in: value).first)
        #expect(secret.description == "The value is \(value.type.withArticle); it must be a boolean.")
    }

    @Test("a secret in one member does not hide the others")
    func siblings() throws {
        let document = try SchemaDocument(
            """
            {"properties": {"token": {"writeOnly": true, "const": "TOPSECRET"}, "size": {"enum": [1, 2]}},
             "additionalProperties": {"type": "boolean"}}
            """)
        let texts = document.findings(in: ["token": "guess", "size": 3, "x": "word"]).map(\.description)
        #expect(
            texts == [
                "size is the integer 3; it must be one of 1 or 2.",
                "token is a string; it must be the required value.",
                "x is the string 'word'; it must be a boolean.",
            ])
    }

    @Test("a path leads through a schema whose alternatives mark a secret")
    func alternatives() throws {
        let document = try SchemaDocument(
            #"{"properties": {"s": {"type": "boolean"}}, "anyOf": [{"properties": {"s": {"writeOnly": true}}}]}"#)
        let texts = document.findings(in: "TOPSECRET", at: "s").map(\.description)
        #expect(texts == ["s is a string; it must be a boolean."])
    }

    @Test("'writeOnly' with the value false is no secret")
    func notSecret() throws {
        let document = try SchemaDocument(#"{"writeOnly": false, "const": 1}"#)
        #expect(
            document.findings(in: 2).map(\.description) == ["The value is the integer 2; it must be the integer 1."])
    }

    private static func isRevealing(_ text: String) -> Bool {
        text.contains("TOPSECRET") || text.contains("555")
    }
}
