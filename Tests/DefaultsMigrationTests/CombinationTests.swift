import DefaultsCore
import DefaultsMigration
import DefaultsPreferences
import PropertyList
import Testing

extension PreferenceKey<Int?> {
    fileprivate static let width = Self("Width")
    fileprivate static let height = Self("Height")
}

extension PreferenceKey<String?> {
    fileprivate static let size = Self("Size")
}

extension PreferenceKey<Int> {
    fileprivate static let area = Self("Area", default: 0, in: 0...100)
}

/// Steps that compute one value from several old ones.
struct CombinationTests {
    private let editor: Domain
    private let step = MigrationStep.combine(.width, .height, to: .size, named: "size") { width, height in
        "\(width ?? 640)x\(height ?? 480)"
    }

    init() throws { editor = try Domain("com.example.Editor") }

    private func migrator(
        _ store: some DomainStore, from source: Domain? = nil, _ policy: Migration.ConflictPolicy = .keepNew,
        @Migration.Builder steps: () -> [MigrationStep]
    ) throws -> Migrator {
        var migrator = Migrator(store: store)
        try migrator.register("2026-size", in: editor, from: source, onConflict: policy, steps: steps)
        return migrator
    }

    private func values(of domain: Domain, in store: some DomainStore) throws -> PropertyListDictionary {
        var contents = try store.contents(of: domain)
        contents[Migration.recordKey] = nil
        return contents
    }

    @Test("old values become one new value, and a rollback restores each of them")
    func combine() throws {
        let old: PropertyListDictionary = ["Width": 3, "Height": 4, "Kept": true]
        let store = InMemoryDomainStore([editor: old])
        let migrator = try migrator(store) { step }
        let report = try migrator.apply()
        #expect(try values(of: editor, in: store) == ["Kept": true, "Size": "3x4"])
        #expect(report[0].steps.map(\.effect) == [.moved, .moved])
        #expect(try migrator.apply()[0].status == .alreadyApplied)
        try migrator.rollBack("2026-size", in: editor)
        #expect(try store.contents(of: editor) == old)
    }

    @Test("a missing old value is nil, and nothing happens if all are missing")
    func missing() throws {
        let store = InMemoryDomainStore([editor: ["Height": 4]])
        let migrator = try migrator(store) { step }
        try migrator.apply()
        #expect(try values(of: editor, in: store) == ["Size": "640x4"])
        try migrator.rollBack("2026-size", in: editor)
        #expect(try store.contents(of: editor) == ["Height": 4])
        try store.update([editor]) { $0[editor] = [:] }
        let report = try migrator.apply()
        #expect(report[0].status == .nothingToDo)
        #expect(report[0].steps.map(\.effect) == [.absent])
    }

    @Test("a new value that exists keeps all old ones, or is replaced and comes back")
    func conflicts() throws {
        let old: PropertyListDictionary = ["Width": 3, "Height": 4, "Size": "mine"]
        let store = InMemoryDomainStore([editor: old])
        try migrator(store) { step }.apply()
        #expect(try values(of: editor, in: store) == old)
        let other = InMemoryDomainStore([editor: old])
        let overwriting = try migrator(other, .overwrite) { step }
        try overwriting.apply()
        #expect(try values(of: editor, in: other) == ["Size": "3x4"])
        try overwriting.rollBack("2026-size", in: editor)
        #expect(try other.contents(of: editor) == old)
    }

    @Test("values from another domain are removed there, unless they have changed, and can be restored")
    func otherDomain() throws {
        let source = try Domain("com.example.Old")
        let store = InMemoryDomainStore([source: ["Width": 3, "Height": 4]])
        let migrator = try migrator(store, from: source) { step }
        try migrator.apply()
        #expect(try store.contents(of: source).isEmpty)
        #expect(try values(of: editor, in: store) == ["Size": "3x4"])
        try migrator.rollBack("2026-size", in: editor, from: [source])
        #expect(try store.contents(of: source) == ["Width": 3, "Height": 4])
        #expect(try store.contents(of: editor).isEmpty)
    }

    @Test("the new value may take the place of an old one")
    func samePlace() throws {
        let old: PropertyListDictionary = ["Size": 3, "Height": 4]
        let store = InMemoryDomainStore([editor: old])
        let migrator = try migrator(store) {
            MigrationStep.combine(["Size", "Height"], to: "Size", named: "list") { .array($0.compactMap { $0 }) }
        }
        try migrator.apply()
        #expect(try values(of: editor, in: store) == ["Size": [3, 4]])
        try migrator.rollBack("2026-size", in: editor)
        #expect(try store.contents(of: editor) == old)
    }

    @Test("a value that cannot be computed, or that the new key does not allow, stops the migration")
    func failures() throws {
        let old: PropertyListDictionary = ["Width": 30, "Height": 40]
        let store = InMemoryDomainStore([editor: old])
        let area = MigrationStep.combine(.width, .height, to: .area, named: "area") { width, height in
            (width ?? 0) * (height ?? 0)
        }
        let tooLarge = #expect(throws: MigrationError.self) { try migrator(store) { area }.apply() }
        #expect(tooLarge?.code == .notConvertible)
        #expect(
            tooLarge?.description == "key Width of domain com.example.Editor is an integer that 'area' cannot convert "
                + "to an integer")
        try store.update([editor]) { $0[editor]["Height"] = "x" }
        #expect(throws: MigrationError.self) { try migrator(store) { step }.apply() }
        let typed = MigrationStep.combine(["Width"], to: "Area", as: .string, named: "sum") { $0[0] }
        let wrongType = #expect(throws: MigrationError.self) { try migrator(store) { typed }.apply() }
        #expect(wrongType?.code == .wrongType)
        let keyring = try Migrator(from: store, to: InMemoryDomainStore())
            .rehearsing(Migration("m", to: editor, steps: [step]))
        #expect(keyring?.code == .notIntoKeyring)
        let reserved = #expect(throws: MigrationError.self) {
            try Migration(
                "m", to: editor, steps: [.combine(["A", "DefaultsMigrations"], to: "B", named: "n") { $0[0] }])
        }
        #expect(reserved?.code == .reservedKey)
        #expect(try store.contents(of: editor) == ["Width": 30, "Height": "x"])
    }

    @Test("a derived identifier depends on the old paths and on the name")
    func identifiers() throws {
        func identifier(_ paths: [PropertyListPath], _ name: String) throws -> String {
            try Migration(to: editor, steps: [.combine(paths, to: "C", named: name) { $0[0] }]).identifier
        }
        let identifiers = Set([
            try identifier(["A", "B"], "n"), try identifier(["A", "D"], "n"), try identifier(["A", "B"], "m"),
        ])
        #expect(identifiers.count == 3)
        #expect(try identifiers.contains(identifier(["A", "B"], "n")))
    }

    @Test("a series of migrations can end at one of them")
    func upTo() throws {
        let store = InMemoryDomainStore([editor: ["A": 1]])
        var migrator = Migrator(store: store)
        for (old, new) in [("A", "B"), ("B", "C"), ("C", "D")] as [(PropertyListPath, PropertyListPath)] {
            try migrator.register("to-\(new)", in: editor) { MigrationStep.move(old, to: new) }
        }
        #expect(try migrator.apply(upTo: "to-C").map(\.identifier) == ["to-B", "to-C"])
        #expect(try values(of: editor, in: store) == ["C": 1])
        let error = #expect(throws: MigrationError.self) { try migrator.apply(upTo: "to-E") }
        #expect(error?.code == .notRegistered)
        #expect(error?.description == "migration to-E is not registered")
        try migrator.apply()
        #expect(try values(of: editor, in: store) == ["D": 1])
    }
}

extension Migrator {
    fileprivate func rehearsing(_ migration: Migration) throws -> MigrationError? {
        #expect(throws: MigrationError.self) { try preview(migration) }
    }
}
