import Testing

@testable import DefaultsSchemas

/// Checks and descriptions of a part of a value.
struct SchemaPathTests {
    private let document: SchemaDocument

    init() throws {
        document = try SchemaDocument(
            """
            {"properties": {
               "Size": {"type": "integer", "minimum": 6, "title": "size"}, "No": false, "0": {"title": "zero"},
               "Windows": {"items": {"additionalProperties": false, "properties": {"W": {"type": "number"}}}},
               "Map": {"additionalProperties": {"type": "boolean", "title": "flag"}},
               "Secret": {"writeOnly": true, "properties": {"K": {"const": "hidden"}}}},
             "required": ["Size"], "additionalProperties": false}
            """)
    }

    @Test("a value is checked by the schema of its path")
    func check() {
        #expect(document.findings(in: 6, at: "Size") == [])
        let findings = document.findings(in: 5, at: "Size")
        #expect(findings.map(\.description) == ["Size is the integer 5; it must be an integer of at least 6."])
        #expect(document.findings(in: 1, at: PropertyListPath(["Windows", "3", "W"])) == [])
        let window = document.findings(in: ["W": "x"], at: PropertyListPath(["Windows", "3"]))
        #expect(window.map(\.description) == ["Windows.3.W is the string 'x'; it must be a number."])
        #expect(document.findings(in: 1, at: PropertyListPath(["Map", "any"])).map(\.kind) == [.type])
        #expect(document.findings(in: 1, at: "No").map(\.kind) == [.forbidden])
        #expect(document.findings(in: ["Size": 6]) == [])
        #expect(document.findings(in: [:]).map(\.kind) == [.missingKey])
    }

    @Test("a path without a schema is an unknown key if other keys are not allowed, and else accepts every value")
    func unknown() throws {
        let findings = document.findings(in: 1, at: PropertyListPath(["Other", "x"]))
        #expect(findings.map(\.kind) == [.unknownKey])
        #expect(findings.map(\.path) == ["Other"])
        #expect(document.findings(in: 1, at: PropertyListPath(["Size", "x"])) == [])
        #expect(document.findings(in: 1, at: PropertyListPath(["Windows", "x"])) == [])
        #expect(document.findings(in: 1, at: PropertyListPath(["Windows", "0", "H"])).map(\.kind) == [.unknownKey])
        #expect(try SchemaDocument("{}").findings(in: 1, at: "any") == [])
    }

    @Test("the schema of a path follows properties, other properties and elements")
    func subschema() {
        #expect(document.subschema(at: PropertyListPath())?.keys.count == 6)
        #expect(document.subschema(at: "Size")?.title == "size")
        #expect(document.subschema(at: "0")?.title == "zero")
        #expect(document.subschema(at: PropertyListPath(["Windows", "12", "W"]))?.types == [.integer, .real])
        #expect(document.subschema(at: PropertyListPath(["Map", "any"]))?.title == "flag")
        #expect(document.subschema(at: "No")?.types == [])
        for path in [
            ["Other"], ["Windows", "x"], ["Windows", "-1"], ["Windows", "0", "H"], ["Size", "x"], ["size"],
        ] {
            #expect(document.subschema(at: PropertyListPath(path)) == nil, "\(path)")
        }
    }

    @Test("a part of a secret is a secret")
    func secret() {
        let texts = document.findings(in: "guess", at: PropertyListPath(["Secret", "K"])).map(\.description)
        #expect(texts == ["Secret.K is a string; it must be the required value."])
        #expect(document.subschema(at: PropertyListPath(["Secret", "K"]))?.isSecret == true)
        #expect(document.subschema(at: PropertyListPath(["Secret", "K"]))?.requirement == "the required value")
    }
}
