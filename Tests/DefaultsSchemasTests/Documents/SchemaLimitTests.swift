import DefaultsSchemas
import Foundation
import TestExtent
import Testing

/// A schema from an untrusted source has limits, and never ends the program.
struct SchemaLimitTests {
    private static func schemas(_ count: Int) -> String {
        // The root is a schema as well.
        "{\"properties\": {" + (1..<count).map { "\"k\($0)\": true" }.joined(separator: ", ") + "}}"
    }

    private static func nested(_ count: Int, _ keyword: String) -> String {
        let (open, close) = keyword == "properties" ? ("{\"a\": ", "}") : keyword == "anyOf" ? ("[", "]") : ("", "")
        return String(repeating: "{\"\(keyword)\": \(open)", count: count - 1) + "{}"
            + String(repeating: close + "}", count: count - 1)
    }

    @Test("a megabyte is read, and a longer file is not")
    func size() throws {
        let limit = 1_048_576
        #expect(try SchemaDocument("{}" + String(repeating: " ", count: limit - 2)).root.types == nil)
        let error = #expect(throws: SchemaError.self) {
            try SchemaDocument("{}" + String(repeating: " ", count: limit - 1))
        }
        #expect(error?.code == .invalid)
        #expect(error?.description == "invalid schema, more than 1048576 bytes")
        #expect(error?.position == nil)
    }

    @Test("10,000 schemas are read, and more are not")
    func count() throws {
        #expect(try SchemaDocument(Self.schemas(10_000)).root.keys.count == 9999)
        let error = #expect(throws: SchemaError.self) { try SchemaDocument(Self.schemas(10_001)) }
        #expect(error?.code == .invalid)
        #expect(error?.path.components.first == "properties")
        #expect(error?.position != nil)
        #expect(error?.description.hasPrefix("invalid schema, more than 10000 schemas on line 1, column ") == true)
    }

    @Test(
        "64 nested schemas are read, and more are not",
        arguments: ["items", "additionalProperties", "anyOf", "properties"])
    func depth(keyword: String) {
        #expect(throws: Never.self) { try SchemaDocument(Self.nested(64, keyword)) }
        // JSON may have 512 nested containers.
        for count in [65, 200] {
            let error = #expect(throws: SchemaError.self) { try SchemaDocument(Self.nested(count, keyword)) }
            #expect(error?.code == .invalid)
            #expect(error?.path.components.count == (["anyOf", "properties"].contains(keyword) ? 128 : 64))
            #expect(error?.description.hasPrefix("invalid schema, more than 64 nested schemas on line 1") == true)
        }
        let error = #expect(throws: SchemaError.self) { try SchemaDocument(Self.nested(10_000, keyword)) }
        #expect(error?.code == .unreadable)
    }

    /// `RegularExpressionTests` has the reasons.
    @Test(
        "an expression that is not supported or too large is an error with its place",
        arguments: ["(?=a)", "((a{99}){99}){99}"])
    func expression(pattern: String) {
        let error = #expect(throws: SchemaError.self) {
            try SchemaDocument(#"{"items": {"pattern": "\#(pattern)"}}"#)
        }
        #expect(error?.code == .invalid)
        #expect(error?.path == PropertyListPath(["items", "pattern"]))
        #expect(error?.position == .line(1, column: 12))
        #expect(error?.description.hasPrefix("invalid schema, an invalid expression: ") == true)
    }

    @Test("expressions have 100,000 states in all, and more are an error")
    func expressions() {
        func schema(_ count: Int) -> String {
            #"{"anyOf": [\#(Array(repeating: #"{"pattern": "a{9999}"}"#, count: count).joined(separator: ","))]}"#
        }
        #expect(throws: Never.self) { try SchemaDocument(schema(10)) }
        let error = #expect(throws: SchemaError.self) { try SchemaDocument(schema(11)) }
        #expect(error?.description.hasPrefix("invalid schema, more than 100000 states") == true)
        #expect(error?.path == PropertyListPath(["anyOf", "10", "pattern"]))
    }

    @Test("all strings and alternatives of a check share its steps, and the others are not checked")
    func steps() throws {
        let pattern = #"{"type": "string", "pattern": "(a?){3000}b"}"#
        let document = try SchemaDocument(#"{"items": {"anyOf": [\#(pattern), \#(pattern)]}}"#)
        // Each search takes about 10,000 steps for a character.
        let text = PropertyListValue.string(String(repeating: "a", count: 400))
        #expect(document.findings(in: ["b"]) == [])
        #expect(document.findings(in: [text, "b"]).map(\.path) == ["0"])
        #expect(document.findings(in: [text, text, text, "b"]).map(\.path) == ["0", "1", "2", "3"])
    }

    /// A schema with all keywords.
    static let text = """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "a", "$comment": "b", "title": "é",
         "type": ["object", "array"], "required": ["a"], "additionalProperties": {"const": {"$data": "AQ=="}},
         "properties": {"a": {"type": "string", "format": "date-time", "default": "1970-01-01T00:00:00Z"},
         "b": {"anyOf": [{"minimum": 1, "maximum": 9e0, "multipleOf": 0.5}, {"pattern": "^(a|[[:digit:]]{2})$"}]},
         "c": {"type": "string", "contentEncoding": "base64", "enum": ["AQ=="], "writeOnly": true}, "x": false},
         "items": {"minLength": 1, "maxLength": 2, "exclusiveMinimum": -1, "exclusiveMaximum": 2, "x-y": []},
         "minItems": 1, "maxItems": 3, "uniqueItems": true, "deprecated": false, "examples": [], "$defs": {}}
        """
    static let value: PropertyListValue = [
        "a": 1, "b": "a1", "c": "AQ==", "x": [1, "\u{7}"], "y": .data(Data([1])), "z": [["\u{1B}": 1]],
    ]

    @Test("a schema that is truncated at any byte is an error")
    func truncated() throws {
        let bytes = Data(Self.text.utf8)
        #expect(throws: Never.self) { try SchemaDocument(data: bytes) }
        for count in bytes.indices {
            #expect(throws: SchemaError.self, "\(count) bytes") { try SchemaDocument(data: bytes.prefix(count)) }
        }
    }

    /// The check fails if a schema ends the program, or has words with control characters.
    @Test("a schema with random changes is read or an error")
    func mutated() {
        let bytes = Array(Self.text.utf8)
        var generator = SeededGenerator(seed: 1)
        var (readable, kinds): (Int, Set<SchemaError.Code>) = (0, [])
        for _ in 0..<Extent.count(50_000, short: 2000) {
            let changed = Self.changed(bytes, using: &generator)
            var texts: [String] = []
            do throws(SchemaError) {
                let document = try SchemaDocument(data: Data(changed))
                readable += 1
                texts = document.findings(in: Self.value).map(\.description) + [document.root.requirement]
            } catch {
                kinds.insert(error.code)
                texts = [error.description]
            }
            let scalars = texts.joined().unicodeScalars
            #expect(!scalars.contains { $0.properties.generalCategory == .control }, "\(texts.debugDescription)")
        }
        #expect(readable > 10)
        #expect(kinds.isSuperset(of: [.unreadable, .unsupportedKeyword, .invalid]))
    }

    /// Returns bytes with one or two changes: a byte, a removed part, or a part that is moved.
    private static func changed(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...2, using: &generator) {
            let start = Int.random(in: bytes.indices, using: &generator)
            let end = min(bytes.count, start + Int.random(in: 1...20, using: &generator))
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[start] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[start] = generator.pick(Array("0123456789\"{}[],:\\()*+$^ ".utf8))
            case 2: bytes.removeSubrange(start..<end)
            default: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: bytes.indices, using: &generator))
            }
        }
        return bytes
    }
}
