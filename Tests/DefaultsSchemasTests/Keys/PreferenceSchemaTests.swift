import DefaultsTesting
import Foundation
import Testing

@testable import DefaultsSchemas

/// The JSON Schema and the reference page of keys. To write their fixtures, run the test with `UPDATE_SCHEMAS=1`.
struct PreferenceSchemaTests {
    private let schema = PreferenceSchema.editor

    @Test("the JSON Schema and the reference page have exact texts")
    func texts() throws {
        try expectSchema(schema, inFile: Fixture.folder.appending(path: "Editor.schema.json").path)
        try expectReference(schema, inFile: Fixture.folder.appending(path: "Editor.md").path)
    }

    @Test("the texts are the same in each run")
    func repetition() {
        let (json, markdown) = (schema.jsonSchema, schema.markdown)
        for _ in 0..<20 {
            #expect(schema.jsonSchema == json)
            #expect(schema.markdown == markdown)
        }
    }

    @Test("a schema without titles and keys")
    func empty() {
        let empty = PreferenceSchema("com.example.Empty") {}
        #expect(
            empty.jsonSchema == """
                {
                  "$schema": "https://json-schema.org/draft/2020-12/schema",
                  "properties": {},
                  "title": "com.example.Empty",
                  "type": "object",
                  "x-domain": "com.example.Empty"
                }

                """)
        #expect(empty.markdown == "# com.example.Empty\n\nDomain: `com.example.Empty`\n")
    }

    @Test("rules have no meaning in Markdown")
    func rulesInMarkdown() {
        let schema = PreferenceSchema("com.example.Rules") {
            PreferenceSchema.Keys(PreferenceKey("K", default: "*a_b*", matching: #"^\*[a-z_`<&~]+\*$"#))
        }
        let line = ##"- Value: a string that matches '^\\\*\[a-z\_\`\<\&\~]+\\\*$'"##
        #expect(schema.markdown.contains(line + "\n- Default: `*a_b*`\n"), "\(schema.markdown)")
    }

    @Test("texts contain neither the default of a secret key nor a computed default")
    func hiddenDefaults() throws {
        let hidden = PreferenceSchema("com.example.Hidden") {
            PreferenceSchema.Keys(
                PreferenceKey("Password", default: "TOPSECRET").secret(),
                PreferenceKey("Passwords", default: ["TOPSECRET": Tree(name: "TOPSECRET", children: [])]).secret(),
                PreferenceKey("Computed", computedDefault: { "TOPSECRET" }))
        }
        #expect(!hidden.jsonSchema.contains("TOPSECRET"))
        #expect(!hidden.markdown.contains("TOPSECRET"))
        #expect(hidden.keys.map { $0.constantDefault != nil } == [true, true, false])
        let document = try SchemaDocument(hidden.jsonSchema)
        #expect(hidden.keys.map { document.subschema(at: .key($0.name))?.isSecret } == [true, true, false])
        for key in hidden.keys.prefix(2) {
            let objection = try #require(key.objection(to: 5_551_234))
            #expect(objection.hasPrefix("\(key.name) is an integer; it must be a "))
        }
    }

    @Test(
        "the summary is the first sentence",
        arguments: [
            ("The size. It is in points.", "The size."), ("The size.\nMore.", "The size."), ("The size", "The size"),
            ("The size of v1.2 files.", "The size of v1.2 files."), ("", ""), (".", "."),
        ])
    func summary(description: String, summary: String) {
        #expect(PreferenceKey("K", default: 1).described(description).summary == summary)
        #expect(PreferenceKey("K", default: 1).summary == "")
    }

    @Test("a key in two groups is a programming error")
    func duplicates() async {
        await #expect(processExitsWith: .failure) {
            _ = PreferenceSchema("a") {
                PreferenceSchema.Keys(.fontSize)
                PreferenceSchema.Keys("Text", .oldSize, .fontSize)
            }
        }
    }

    @Test("a default that JSON does not have is omitted", arguments: [.nan, .infinity, -.infinity] as [Double])
    func numbers(value: Double) throws {
        let schema = PreferenceSchema("a") {
            PreferenceSchema.Keys(PreferenceKey("K", default: value), PreferenceKey("L", default: ["x": [1, value]]))
        }
        let document = try SchemaDocument(schema.jsonSchema)
        #expect(document.subschema(at: "K")?.types == [.integer, .real])
        #expect(document.root.properties.map(\.schema.defaultValue) == [nil, nil])
        #expect(schema.keys.allSatisfy { $0.storedDefault.flatMap($0.objection) == nil })
    }

    @Test("the JSON Schema can be read, and has the facts of the keys")
    func reading() throws {
        let document = try SchemaDocument(schema.jsonSchema)
        #expect(document.root.title == "Settings of Editor")
        #expect(document.root.description == "What Editor stores.")
        #expect(Set(document.root.keys) == Set(schema.keys.map(\.name)))
        for key in schema.keys {
            let property = try #require(document.subschema(at: .key(key.name)))
            let expected = key.schema
            #expect(property.types == expected.types, "\(key.name)")
            #expect(property.requirement == expected.requirement, "\(key.name)")
            #expect(property.description == key.details.description, "\(key.name)")
            #expect(property.isSecret == key.details.isSecret, "\(key.name)")
            #expect(property.isDeprecated == (key.details.deprecation != nil), "\(key.name)")
            #expect(property.keys == expected.keys.sorted(), "\(key.name)")
            #expect(Set(property.requiredKeys) == Set(expected.requiredKeys), "\(key.name)")
        }
    }

    @Test("the JSON Schema accepts every default, alone and together")
    func defaults() throws {
        let document = try SchemaDocument(schema.jsonSchema)
        var all: PropertyListDictionary = [:]
        for key in schema.keys {
            all[key.name] = key.storedDefault
            guard let value = key.storedDefault else { continue }
            #expect(document.findings(in: value, at: .key(key.name)) == [], "\(key.name)")
            #expect(key.objection(to: value) == nil, "\(key.name)")
        }
        #expect(document.findings(in: .dictionary(all)) == [])
        #expect(document.findings(in: ["Other": 1]).map(\.kind) == [.unknownKey])
        let open = PreferenceSchema("a") { PreferenceSchema.Keys(.fontSize) }
        #expect(try SchemaDocument(open.jsonSchema).findings(in: ["Other": 1]) == [])
        #expect(try SchemaDocument(open.jsonSchema).findings(in: ["FontSize": "x"]).map(\.kind) == [.type])
    }

    /// Values that a schema accepts and the type of the key does not: an integer beyond `Int` or the precision of
    /// `Double`, and text that is not a URL.
    static let overlooked: Set<String> = ["HomePage string", "Size integer", "Window dictionary"]

    @Test("the JSON Schema refuses what a key refuses, and accepts what it accepts, except for a few values")
    func agreement() throws {
        let document = try SchemaDocument(schema.jsonSchema)
        var change = RandomChange(seed: 4)
        var overlooked: Set<String> = []
        for key in schema.keys {
            var (acceptedCount, refusedCount) = (0, 0)
            for _ in 0..<400 {
                let value = change.value(near: key.example)
                let findings = document.findings(in: value, at: .key(key.name), limit: 1)
                #expect(key.objection(to: value) == findings.first?.clause, "\(key.name) \(value)")
                if key.accepts(value) {
                    acceptedCount += 1
                    #expect(findings == [], "\(key.name) \(value)")
                } else {
                    refusedCount += 1
                    if findings == [] { overlooked.insert("\(key.name) \(value.type)") }
                }
            }
            #expect(acceptedCount > 90, "\(key.name)")
            #expect(refusedCount > 200, "\(key.name)")
        }
        #expect(overlooked == Self.overlooked)
    }
}

extension ErasedKey {
    fileprivate func accepts(_ value: PropertyListValue) -> Bool {
        (try? Preferences.inMemory().update { editor in try editor.set(try typed.decoded(value), for: typed) }) != nil
    }
}
