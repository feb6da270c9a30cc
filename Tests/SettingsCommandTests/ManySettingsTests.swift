import DefaultsSchemas
import TestExtent
import Testing
import ToolSupport

/// Each key with each verb that changes a value or prints one.
struct ManySettingsTests {
    private static let keys = PreferenceSchema.many.keys
    private static let names = keys.map(\.name)

    private func key(_ name: String) throws -> any ErasedKey {
        try #require(Self.keys.first { $0.name == name })
    }

    @Test("the schema has keys of each type with a default, without one, secret and deprecated")
    func schema() {
        let types: [Set<PropertyListType>] = [
            [.string], [.integer], [.real, .integer], [.boolean], [.date], [.data], [.array], [.dictionary],
        ]
        for type in types {
            let keys = Self.keys.filter { $0.schema.types.map(Set.init) == type }
            #expect(keys.contains { $0.storedDefault != nil }, "\(type)")
            #expect(keys.contains { $0.storedDefault == nil }, "\(type)")
            #expect(keys.contains { $0.details.isSecret }, "\(type)")
            #expect(keys.contains { $0.details.deprecation != nil }, "\(type)")
        }
    }

    @Test("a value that is set is read, saved, and removed by a reset", arguments: names)
    func other(name: String) throws {
        try setsAndResets(try key(name).otherValue, of: try key(name))
    }

    @Test("the default can be set like another value", arguments: keys.filter { $0.storedDefault != nil }.map(\.name))
    func defaultValue(name: String) throws {
        let key = try key(name)
        try setsAndResets(try #require(key.storedDefault), of: key)
    }

    private func setsAndResets(_ value: PropertyListValue, of key: some ErasedKey) throws {
        let session = Session()
        let (words, input) = key.settingWords(value)
        let advice = key.details.deprecation.map { "editor settings: '\(key.name)' is deprecated: \($0)\n" }
        #expect(session.run(words, input: input) == Session.Outcome(error: advice ?? ""))
        #expect(try session.contents == [key.name: value])
        if !key.details.isSecret { #expect(try session.value("get", "--json", key.name) == value) }
        #expect(session("reset", key.name) == .printed(""))
        #expect(try session.contents == [:])
    }

    @Test(
        "without a value, get prints the default, or reports that there is none",
        arguments: keys.filter { !$0.details.isSecret }.map(\.name))
    func getDefault(name: String) throws {
        let session = Session()
        guard let value = try key(name).storedDefault else {
            let message = "'\(name)' is not set and has no default"
            #expect(session("get", name) == .failure(.negative, message))
            return
        }
        #expect(try session.value("get", "--json", name) == value)
    }

    @Test("all descriptions are those of the keys, one after the other")
    func describeAll() {
        let session = Session()
        let all = session("describe")
        #expect(all == .printed(Self.names.map { session("describe", $0).output }.joined(separator: "\n")))
    }

    @Test("the JSON Schema of all keys contains those of the keys")
    func jsonSchemas() throws {
        let session = Session()
        let members = try #require(try session.value("describe", "--json").members?["properties"]?.members)
        #expect(Set(members.keys) == Set(Self.names))
        for name in Self.names {
            var member = try #require(members[name]?.members)
            #expect(member["x-group"] != nil)
            member["x-group"] = nil
            #expect(try session.value("describe", "--json", name) == .dictionary(member))
        }
    }

    @Test("a schema of 200 keys is listed, completed, exported and imported")
    func large() throws {
        let names = (0..<200).map { "Key\($0)" }
        let schema = PreferenceSchema("com.example.Generated") {
            return names.map { PreferenceSchema.Keys(PreferenceKey<Int>($0, default: 0)) }
        }
        let session = Session(schema, PropertyListDictionary(names.map { ($0, 1) }))
        #expect(session("list").output == names.map { "\($0)\tset\t1\n" }.joined())
        #expect(session.candidates("get", "").dropFirst().map { $0.prefix { $0 != "\t" } } == names.map { $0[...] })
        let copy = Session(schema)
        #expect(copy("import", "-", input: session("export", "-").output) == .printed(""))
        #expect(try copy.contents == session.contents)
    }
}
