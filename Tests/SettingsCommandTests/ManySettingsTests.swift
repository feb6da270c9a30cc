import DefaultsPreferences
import DefaultsSchemas
import PropertyList
import Testing
import ToolSupport

/// Each of 186 keys with each verb that changes a value or prints one.
struct ManySettingsTests {
    private static let names = PreferenceSchema.many.keys.map(\.name)
    private static let shown = PreferenceSchema.many.keys.filter { !$0.details.isSecret }.map(\.name)

    private func key(_ name: String) throws -> any ErasedKey {
        try #require(PreferenceSchema.many.keys.first { $0.name == name })
    }

    @Test("the schema has 186 keys in 10 groups, of all types and with all marks")
    func schema() {
        let keys = PreferenceSchema.many.keys
        #expect(keys.count == 186)
        #expect(PreferenceSchema.many.groups.count == 10)
        #expect(Set(keys.compactMap(\.schema.types)).count == 8)
        #expect(keys.count { $0.details.isSecret } == 8)
        #expect(keys.count { $0.details.deprecation != nil } == 5)
        #expect(keys.allSatisfy { $0.details.description != nil })
    }

    @Test("a value that is set is read, saved, and removed by a reset", arguments: names)
    func other(name: String) throws {
        try setsAndResets(try key(name).otherValue, of: try key(name))
    }

    @Test("the default can be set like another value", arguments: names)
    func defaultValue(name: String) throws {
        guard let value = try key(name).storedDefault else { return }
        try setsAndResets(value, of: try key(name))
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

    @Test("without a value, get prints the default, or reports that there is none", arguments: shown)
    func getDefault(name: String) throws {
        let session = Session()
        guard let value = try key(name).storedDefault else {
            let message = "'\(name)' is not set and has no default"
            #expect(session("get", name) == .failure(.negative, message))
            return
        }
        #expect(try session.value("get", "--json", name) == value)
    }

    @Test("the description of a key contains its sentence, its rule and its default", arguments: names)
    func describe(name: String) throws {
        let key = try key(name)
        let outcome = Session()("describe", name)
        let lines = outcome.output.split(separator: "\n").map { $0.trimmingPrefix("    ") }
        #expect(outcome.status == .success)
        #expect(lines.first == name[...])
        #expect(lines.dropFirst().first == key.details.description.map { $0[...] })
        #expect(lines.contains("Value: \(key.schema.requirement)"))
        let value = key.details.isSecret ? nil : key.storedDefault?.plainText ?? "none"
        #expect(lines.contains(value.map { "Default: \($0)" } ?? "Secret: the value is not shown"))
        #expect(lines.last == "State: default")
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
        guard case .dictionary(let members)? = try session.value("describe", "--json")["properties"] else {
            Issue.record("the schema has no properties")
            return
        }
        #expect(members.count == 186)
        for name in Self.names {
            guard case .dictionary(var member)? = members[name] else { continue }
            #expect(member["x-group"] != nil)
            member["x-group"] = nil
            #expect(try session.value("describe", "--json", name) == .dictionary(member))
        }
    }
}

extension PropertyListValue {
    /// The member of a dictionary.
    fileprivate subscript(key: String) -> PropertyListValue? {
        if case .dictionary(let members) = self { members[key] } else { nil }
    }
}
