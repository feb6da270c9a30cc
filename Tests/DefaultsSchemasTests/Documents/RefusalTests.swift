import DefaultsSchemas
import Testing

/// Schemas and values that JSON Schema 2020-12 allows, and this package refuses.
struct RefusalTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        let section, schema: String
        let code: SchemaError.Code

        init(_ section: String, _ schema: String, _ code: SchemaError.Code) {
            (self.section, self.schema, self.code) = (section, schema, code)
        }

        var testDescription: String { "\(schema), \(section)" }
    }

    static let refusals: [Refusal] = [
        Refusal("Core 10.2.1.1", #"{"allOf": [{"type": "integer"}, {"minimum": 1}]}"#, .unsupportedKeyword),
        Refusal("Core 10.2.2.4", #"{"dependentSchemas": {"a": {"required": ["b"]}}}"#, .unsupportedKeyword),
        Refusal("Core 10.3.1.1", #"{"prefixItems": [{"type": "string"}]}"#, .unsupportedKeyword),
        Refusal("Core 10.3.2.2", #"{"patternProperties": {"^a": {"type": "string"}}}"#, .unsupportedKeyword),
        Refusal("Core 10.3.2.4", #"{"propertyNames": {"maxLength": 3}}"#, .unsupportedKeyword),
        Refusal("Validation 8.4", #"{"type": "string", "contentMediaType": "text/html"}"#, .unsupportedKeyword),
        Refusal("Validation 8.3", #"{"contentEncoding": "base64"}"#, .invalid),
        Refusal("Validation 6.1.2", #"{"enum": []}"#, .invalid),
        Refusal("Validation 7.3.1", #"{"format": "date-time"}"#, .invalid),
        Refusal("Validation 7.3.2", #"{"type": "string", "format": "email"}"#, .invalid),
        Refusal("Validation 6.3.3", #"{"pattern": "^(?=a)"}"#, .invalid),
        Refusal("Validation 4.2", #"{"maximum": 100000000000000000000}"#, .unreadable),
        Refusal("Core 4.2.1", #"{"enum": ["a", null]}"#, .unreadable),
    ]

    @Test("a schema of the specification that is not supported is an error", arguments: refusals)
    func refusal(_ refusal: Refusal) {
        let error = #expect(throws: SchemaError.self) { try SchemaDocument(refusal.schema) }
        #expect(error?.code == refusal.code)
    }

    @Test(
        "data with a null or an integer beyond 64 bits is not a property list",
        arguments: ["null", #"{"a": [1, null]}"#, "-100000000000000000000"])
    func data(text: String) {
        #expect(throws: PropertyListError.self) { try JSONReader.read(Array(text.utf8), to: .check) }
    }

    /// A leap second is a time in RFC 3339. It has no `Date`.
    static let otherTexts = [
        "2016-12-31T23:59:60Z", "1970-00-02T00:00:00Z", "1970-13-02T00:00:00Z", "1970-02-30T00:00:00Z",
        "1970-01-02T24:00:00Z", "1970-01-02T00:60:00Z", "1970-01-02T00:00:61Z", "1970-01-02T00:00:00+24:00",
        "1970-01-02T00:00:00-00:60", "1970-1-2T00:00:00Z", "70-01-02T00:00:00Z", "1970-01-02T00:00:00.Z",
        "1970-01-02T00:00:00Zulu", "\u{661}970-01-02T00:00:00Z", "1970-002", "",
    ]

    @Test("a text that is not a date is an error", arguments: otherTexts)
    func otherText(text: String) {
        let error = #expect(throws: SchemaError.self) {
            try SchemaDocument(#"{"type": "string", "format": "date-time", "const": "\#(text)"}"#)
        }
        #expect(error?.code == .invalid)
    }
}
