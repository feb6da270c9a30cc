import Testing

@testable import DefaultsPreferences

/// Tests of the paths in records with special characters in keys.
struct MigrationWordTests {
    private static let keys = [
        "", "=", "a=b", #"\="#, #"\"#, #"\\"#, "a.b", "a\nb", "é", "e\u{301}", "=\u{301}", "b=a", "b",
    ]

    private static let pairs = keys.flatMap { old in keys.map { (old, $0) } }
        .filter { PropertyListPath.key($0) != .key($1) }

    @Test("a migration with special characters in keys is recorded and rolled back", arguments: pairs)
    func roundTrip(old: String, new: String) throws {
        let domain = Domain("com.example.Editor")
        let before: PropertyListDictionary = ["Inner": ["x=y": 1], old: "value"]
        let store = InMemoryDomainStore([domain: before])
        let inner = (old: PropertyListPath(["Inner", "x=y"]), new: PropertyListPath(["In.ner", new]))
        let migrator = Migrator(store: store)
        _ = try migrator.apply(
            Migration("m", to: domain, steps: [.move(.key(old), to: .key(new)), .move(inner.old, to: inner.new)]))
        let steps = try #require(try migrator.record(of: "m", in: domain)).steps
        #expect(steps.map(\.old) == [.key(old), inner.old])
        #expect(steps.map(\.new) == [.key(new), inner.new])
        #expect(try store.contents(of: domain)[.key(new)] == "value")
        try migrator.rollBack("m", in: domain)
        #expect(try store.contents(of: domain) == before)
    }
}
