import DefaultsSchemas
import Foundation
import Testing

@testable import ToolSupport

/// The findings that a change of a domain adds.
struct ChangeFindingTests {
    private func findings(
        _ schema: String, from old: PropertyListValue, to new: PropertyListValue
    ) throws -> [String] {
        try SchemaDocument(data: Data(schema.utf8)).findings(in: new, changedFrom: old).map(\.path.description)
    }

    @Test("what was wrong and stays is no finding, and another wrong value is one")
    func scalars() throws {
        let schema = #"{"properties": {"a": {"type": "integer"}, "b": {"maximum": 5}}}"#
        #expect(try findings(schema, from: ["a": "x"], to: ["a": "x", "b": 1]) == [])
        #expect(try findings(schema, from: ["a": "x"], to: ["a": "y"]) == ["a"])
        #expect(try findings(schema, from: ["a": "x"], to: ["a": "x", "b": 6]) == ["b"])
        #expect(try findings(schema, from: ["b": 6], to: ["b": 6.0]) == ["b"])
        #expect(try findings(schema, from: ["a": "x", "b": 6], to: ["b": 6, "a": "x"]) == [])
        #expect(try findings(schema, from: ["a": "x"], to: [:]) == [])
    }

    @Test("another wrong secret is a finding, although the sentence is the same")
    func secrets() throws {
        for rule in [#""pattern": "^a$""#, #""enum": ["a"]"#, #""maxLength": 1"#] {
            let schema = #"{"properties": {"s": {"type": "string", "writeOnly": true, \#(rule)}}}"#
            #expect(try findings(schema, from: ["s": "xx"], to: ["s": "xx", "t": 1]) == [])
            #expect(try findings(schema, from: ["s": "xx"], to: ["s": "yy"]) == ["s"])
        }
    }

    @Test("a wrong container does not block changes of its members, and a wrong member is a finding")
    func containers() throws {
        let schema = #"""
            {"properties": {
              "l": {"type": "array", "items": {"type": "integer"}, "maxItems": 2}, "u": {"uniqueItems": true},
              "d": {"required": ["k"], "properties": {"k": {"type": "integer"}}}, "x": {"type": "string"}}}
            """#
        #expect(try findings(schema, from: ["l": [1, 2, 3]], to: ["l": [1, 2, 4]]) == [])
        #expect(try findings(schema, from: ["l": [1, 2]], to: ["l": [1, 2, 4]]) == ["l"])
        #expect(try findings(schema, from: ["l": ["a"]], to: ["l": ["a", 1]]) == [])
        #expect(try findings(schema, from: ["l": ["a"]], to: ["l": ["a", "b"]]) == ["l.1"])
        #expect(try findings(schema, from: ["d": ["o": 1]], to: ["d": ["o": 2]]) == [])
        #expect(try findings(schema, from: ["d": ["k": 1]], to: ["d": ["o": 2]]) == ["d.k"])
        #expect(try findings(schema, from: ["x": [1]], to: ["x": [2]]) == [])
        #expect(try findings(schema, from: ["x": [1]], to: ["x": ["k": 2]]) == ["x"])
    }

    @Test("more than 100 earlier findings hide no new one, and all new ones are returned")
    func manyFindings() throws {
        let schema = #"{"additionalProperties": {"type": "integer"}}"#
        let pairs = (0..<1000).map { ("k\($0)", PropertyListValue.string("x")) }
        let old = PropertyListValue.dictionary(PropertyListDictionary(pairs))
        let new = PropertyListValue.dictionary(PropertyListDictionary(pairs + [("z", "x")]))
        #expect(try findings(schema, from: old, to: new) == ["z"])
        #expect(try findings(schema, from: [:], to: new).count == 1001)
    }

    @Test("a missing key of the domain and the records of migrations are no findings, and those in values are")
    func domain() throws {
        let schema = #"""
            {"required": ["a"], "additionalProperties": false,
             "properties": {"d": {"required": ["DefaultsMigrations"], "additionalProperties": false}}}
            """#
        #expect(try findings(schema, from: ["a": 1], to: [:]) == [])
        #expect(try findings(schema, from: [:], to: ["DefaultsMigrations": ["m": 1]]) == [])
        #expect(try findings(schema, from: [:], to: ["d": [:]]).count == 1)
        #expect(try findings(schema, from: [:], to: ["d": ["DefaultsMigrations": 1]]).count == 1)
        #expect(try findings(schema, from: [:], to: ["DefaultsMigrationS": 1]) == ["DefaultsMigrationS"])
    }
}
