import TestStores
import Testing

@testable import DefaultsPreferences

/// Domains that a newer version of the program has migrated.
struct SupersededTests {
    private let editor: Domain
    private let store = InMemoryDomainStore()

    init() throws { editor = Domain("com.example.Editor") }

    /// A version of the program with the first of several migrations.
    private func version(_ count: Int) throws -> Migrator {
        var migrator = Migrator(store: store)
        for identifier in ["one", "two", "three"].prefix(count) {
            try migrator.register(identifier, in: editor) {
                MigrationStep.move("\(identifier)", to: "\(identifier)-new")
            }
        }
        return migrator
    }

    @Test("a domain is superseded if it has the record of a migration that is not registered")
    func newerVersion() async throws {
        #expect(try !version(0).hasBeenSuperseded(in: editor))
        try version(2).apply()
        #expect(try version(0).hasBeenSuperseded(in: editor))
        #expect(try version(1).hasBeenSuperseded(in: editor))
        #expect(try !version(2).hasBeenSuperseded(in: editor))
        #expect(try !version(3).hasBeenSuperseded(in: editor))
        #expect(try await version(1).async { try $0.hasBeenSuperseded(in: editor) })
        let isSuperseded = try await version(3).async { try $0.hasBeenSuperseded(in: editor) }
        #expect(!isSuperseded)
        try version(3).rollBack("two", in: editor)
        #expect(try !version(1).hasBeenSuperseded(in: editor))
    }

    @Test("a migration that is registered for another domain does not count")
    func otherDomain() throws {
        let other = Domain("com.example.Other")
        try version(1).apply()
        var migrator = Migrator(store: store)
        try migrator.register("one", in: other) { MigrationStep.move("one", to: "new") }
        #expect(try migrator.hasBeenSuperseded(in: editor))
        #expect(try !migrator.hasBeenSuperseded(in: other))
    }

    @Test("the records of a migration into a keyring are those in the keyring")
    func keyring() throws {
        let (files, keyring) = (InMemoryDomainStore([editor: ["token": "1"]]), InMemoryDomainStore())
        var migrator = Migrator(from: files, to: keyring)
        #expect(try !migrator.hasBeenSuperseded(in: editor))
        try migrator.apply(Migration("one", to: editor, steps: [.move("token", to: "token")]))
        #expect(try migrator.hasBeenSuperseded(in: editor))
        try migrator.register("one", in: editor) { MigrationStep.move("token", to: "token") }
        #expect(try !migrator.hasBeenSuperseded(in: editor))
    }

    @Test("an interrupted migration of a newer version counts, and one without values too")
    func states() throws {
        let source = Domain("com.example.Old")
        try store.update([source]) { $0[source] = ["a": 1] }
        let migration = try Migration("two", from: source, to: editor, steps: [.move("a", to: "b")])
        let error = #expect(throws: PreferenceValueError.self) {
            try Migrator(store: HookedStore(store, failing: 2..., with: CancellationError())).apply(migration)
        }
        #expect(error?.code == .oldKeysNotRemoved)
        #expect(error?.underlyingError is CancellationError)
        #expect(try version(1).hasBeenSuperseded(in: editor))
        #expect(throws: PreferenceValueError.damagedRecord("DefaultsMigrations", target: editor)) {
            try store.update([editor]) { $0[editor] = ["DefaultsMigrations": 1] }
            _ = try version(1).hasBeenSuperseded(in: editor)
        }
    }

    @Test("a derived identifier does not belong to a version of the program, but a newer form of its record does")
    func derived() throws {
        try Migrator(store: store).apply(Migration(to: editor, steps: [.move("a", to: "b")]))
        #expect(try !version(1).hasBeenSuperseded(in: editor))
        for identifier in ["map-5f58e88b5df8336", "map-5f58e88b5df8336G", "mapX5f58e88b5df83362", "map-"] {
            let domain = try Domain("com.example.\(identifier)")
            try Migrator(store: store).apply(Migration(identifier, to: domain, steps: [.move("a", to: "b")]))
            #expect(try version(1).hasBeenSuperseded(in: domain), "\(identifier)")
        }
        for identifier in ["map-5f58e88b5df83362", "one"] {
            try store.update([editor]) {
                $0[editor] = ["DefaultsMigrations": .dictionary([identifier: ["Schema": 2]])]
            }
            #expect(try version(1).hasBeenSuperseded(in: editor))
        }
    }
}
