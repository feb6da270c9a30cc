import DefaultsCore
import DefaultsMigration
import DefaultsTesting
import PropertyList
import Testing

/// Steps for all values whose paths match a pattern.
struct PatternTests {
    private let editor: Domain
    private let old: Domain

    init() throws {
        editor = try Domain("com.example.Editor")
        old = try Domain("com.example.Old")
    }

    private func migrator(
        _ store: some DomainStore, from source: Domain? = nil, _ policy: Migration.ConflictPolicy = .keepNew,
        @Migration.Builder steps: () -> [MigrationStep]
    ) throws -> Migrator {
        var migrator = Migrator(store: store)
        try migrator.register("2026-names", in: editor, from: source, onConflict: policy, steps: steps)
        return migrator
    }

    private func values(of domain: Domain, in store: some DomainStore) throws -> PropertyListDictionary {
        var contents = try store.contents(of: domain)
        contents[Migration.recordKey] = nil
        return contents
    }

    private static let documents: PropertyListDictionary = [
        "Documents": [["fontSize": 12, "name": "a"], ["name": "b"], ["fontSize": 14, "cache": 1], "odd"],
        "Notes": ["1": ["size": "3"], "x.y": ["size": "4", "cache": 1], "*": ["size": "5"]],
        "Kept": true,
    ]

    @Test("a field of every element of an array, and of every value of a dictionary, is renamed and comes back")
    func fields() throws {
        for store: any DomainStore in [InMemoryDomainStore(), try TemporaryStore()] {
            try store.apply(ChangeSet([.merge(Self.documents)]), to: editor)
            let migrator = try migrator(store) {
                MigrationStep.move(
                    matching: ["Documents", .any, "fontSize"], to: ["Documents", .any, "textSize"], as: .integer)
                MigrationStep.move(
                    matching: ["Notes", .any, "size"], to: ["Notes", .any, "width"], as: .integer, converting: .lossless
                )
                MigrationStep.delete(matching: [.any, .any, "cache"])
                MigrationStep.copy(matching: ["Notes", .any, "size"], to: ["Sizes", .any])
            }
            let preview = try migrator.preview(migrator.migrations[0])
            let report = try migrator.apply()
            #expect(preview.report == report[0])
            #expect(
                preview.changes.map(\.new.keys) == [["DefaultsMigrations", "Documents", "Kept", "Notes", "Sizes"]])
            #expect(
                try values(of: editor, in: store) == [
                    "Documents": [["textSize": 12, "name": "a"], ["name": "b"], ["textSize": 14], "odd"],
                    "Notes": ["1": ["width": 3], "x.y": ["width": 4], "*": ["width": 5]],
                    "Sizes": ["1": "3", "x.y": "4", "*": "5"],
                    "Kept": true,
                ])
            #expect(report[0].status == .applied)
            #expect(report[0].steps.count == 10)
            #expect(try migrator.apply()[0].status == .alreadyApplied)
            try migrator.rollBack("2026-names", in: editor)
            #expect(try store.contents(of: editor) == Self.documents)
        }
    }

    @Test("a key that is an asterisk is not a wildcard, and a wildcard matches it like any other key")
    func asterisk() throws {
        let before: PropertyListDictionary = ["Notes": ["*": ["a": 1], "n": ["a": 2]], "*": ["*": 3], "k": ["*": 4]]
        let store = InMemoryDomainStore([editor: before])
        let migrator = try migrator(store) {
            MigrationStep.move(PropertyListPath(["Notes", "*", "a"]), to: PropertyListPath(["Notes", "*", "b"]))
            MigrationStep.move(matching: ["*", .any], to: ["+", .any])
            MigrationStep.copy(matching: ["k", .any], to: ["All", .any])
        }
        try migrator.apply()
        #expect(
            try values(of: editor, in: store) == [
                "Notes": ["*": ["b": 1], "n": ["a": 2]], "+": ["*": 3], "k": ["*": 4],
                "All": ["*": 4], "*": [:],
            ])
        try migrator.rollBack("2026-names", in: editor)
        #expect(try store.contents(of: editor) == before)
    }

    @Test("a written pattern can have a wildcard in a part of a key")
    func partial() throws {
        let before: PropertyListDictionary = ["XB_size": 1, "XB_": 2, "xb_other": 3, "XB_e\u{301}": 4]
        let store = InMemoryDomainStore([editor: before])
        let pattern = try #require(PropertyListPathGlob(parsing: "XB_*"))
        let migrator = try migrator(store) { MigrationStep.move(matching: pattern, to: ["XB", .any]) }
        try migrator.apply()
        #expect(
            try values(of: editor, in: store) == ["XB": ["size": 1, "": 2, "e\u{301}": 4], "xb_other": 3])
        try migrator.rollBack("2026-names", in: editor)
        #expect(try store.contents(of: editor) == before)
    }

    @Test("an element of an array can be copied, but neither moved nor removed as a whole")
    func elements() throws {
        let store = InMemoryDomainStore([editor: Self.documents])
        let steps: [MigrationStep] = [
            .move(matching: ["Documents", .any], to: ["Papers", .any]), .delete(matching: ["Documents", .any]),
        ]
        for step in steps {
            let error = #expect(throws: MigrationError.self) { try migrator(store) { step }.apply() }
            #expect(error?.code == .elementOfArray)
            #expect(error?.path == PropertyListPath(["Documents", "0"]))
        }
        #expect(try store.contents(of: editor) == Self.documents)
        let copying = try migrator(store) { MigrationStep.copy(matching: ["Documents", .any], to: ["Papers", .any]) }
        try copying.apply()
        #expect(try store.contents(of: editor)[PropertyListPath(["Papers", "2"])] == ["fontSize": 14, "cache": 1])
        try copying.rollBack("2026-names", in: editor)
        #expect(try store.contents(of: editor) == Self.documents)
    }

    @Test("a value of another type, or one that cannot be converted, stops the migration and is named")
    func types() throws {
        let store = InMemoryDomainStore([editor: ["a": ["x": 1, "y": "text"]]])
        for conversion in [nil, MigrationStep.Conversion.lossless] {
            let error = #expect(throws: MigrationError.self) {
                try migrator(store) {
                    MigrationStep.move(matching: ["a", .any], to: ["b", .any], as: .integer, converting: conversion)
                }.apply()
            }
            #expect(error?.code == (conversion == nil ? .wrongType : .notConvertible))
            #expect(error?.path == PropertyListPath(["a", "y"]))
        }
        #expect(try store.contents(of: editor) == ["a": ["x": 1, "y": "text"]])
    }

    @Test("patterns whose new paths are not known are refused when the migration is created")
    func invalid() throws {
        func error(_ step: MigrationStep) -> MigrationError? {
            #expect(throws: MigrationError.self) { try Migration("m", to: editor, steps: [step]) }
        }
        #expect(error(.move(matching: ["a", .any], to: ["b", "*"])) == MigrationError(.wildcards("a.*", #"b.\*"#)))
        #expect(error(.copy(matching: ["a", .any], to: ["b", .any, .any]))?.code == .invalidPattern)
        for text in ["**.a", "a*b*", "a.**"] {
            let pattern = try #require(PropertyListPathGlob(parsing: text))
            #expect(error(.delete(matching: pattern)) == MigrationError(.severalWildcards(text)))
            #expect(error(.move(matching: ["a", .any], to: pattern))?.code == .invalidPattern)
        }
        #expect(error(.delete(matching: [])) == MigrationError(.reservedKey(PropertyListPath())))
        #expect(
            error(.delete(matching: ["DefaultsMigrations", .any]))
                == MigrationError(.reservedKey(PropertyListPath(["DefaultsMigrations", "*"]))))
        #expect(error(.copy(matching: [.any], to: ["DefaultsMigrations", .any]))?.code == .reservedKey)
    }

    @Test("conflicts between the values that patterns match stop the migration before anything changes")
    func conflictingSteps() throws {
        let before: PropertyListDictionary = ["a": ["x": ["y": 1], "DefaultsMigrations": 2], "b": ["x": ["y": 3]]]
        let store = InMemoryDomainStore([editor: before])
        func code(@Migration.Builder _ steps: () -> [MigrationStep]) -> MigrationError.Code? {
            #expect(throws: MigrationError.self) { try migrator(store, steps: steps).apply() }?.code
        }
        let two = code {
            MigrationStep.copy(matching: ["a", .any, "y"], to: ["c", .any])
            MigrationStep.copy(matching: ["b", .any, "y"], to: ["c", .any])
        }
        #expect(two == .sameTarget)
        let nested = code {
            MigrationStep.copy(matching: ["a", .any, "y"], to: ["c", .any])
            MigrationStep.delete(matching: ["a", .any])
        }
        #expect(nested == .overlappingSources)
        #expect(code { MigrationStep.copy(matching: ["a", .any], to: [.any]) } == .reservedKey)
        #expect(try store.contents(of: editor) == before)
    }

    @Test("a wildcard does not match the records of migrations")
    func records() throws {
        let store = InMemoryDomainStore([editor: ["x": 1]])
        try Migrator(store: store).apply(Migration("one", to: editor, steps: [.move("x", to: "y")]))
        let migrator = try migrator(store) {
            MigrationStep.move(matching: [.any], to: ["All", .any])
        }
        try migrator.apply()
        #expect(try values(of: editor, in: store) == ["All": ["y": 1]])
        #expect(try Set(migrator.appliedIdentifiers(in: editor)) == ["one", "2026-names"])
        try migrator.rollBack("2026-names", in: editor)
        #expect(try values(of: editor, in: store) == ["y": 1])
    }

    @Test("patterns that match nothing are recorded, and equal patterns are not")
    func nothing() throws {
        let store = InMemoryDomainStore([editor: ["a": ["x": 1, "y": 2]]])
        #expect(
            try migrator(store) { MigrationStep.move(matching: ["a", .any], to: ["a", .any]) }.apply()[0].status
                == .nothingToDo)
        #expect(try store.contents(of: editor) == ["a": ["x": 1, "y": 2]])
        let migrator = try migrator(store) {
            MigrationStep.move(matching: ["b", .any], to: ["c", .any])
            MigrationStep.delete(matching: ["a", .any, "z"])
        }
        let report = try migrator.apply()[0]
        #expect(report.status == .nothingToDo)
        #expect(report.steps.map(\.effect) == [.absent, .absent])
        #expect(report.steps.map(\.old?.description) == ["b.*", "a.*.z"])
        try store.apply(ChangeSet([.set("b", ["later": 1])]), to: editor)
        #expect(try migrator.apply()[0].status == .alreadyApplied)
        #expect(try values(of: editor, in: store) == ["a": ["x": 1, "y": 2], "b": ["later": 1]])
    }

    @Test("the policy for conflicts applies to each value", arguments: Migration.ConflictPolicy.allCases)
    func policies(policy: Migration.ConflictPolicy) throws {
        let before: PropertyListDictionary = ["l": [["a": 1, "b": "mine"], ["a": 2]]]
        let store = InMemoryDomainStore([editor: before])
        let migrator = try migrator(store, from: nil, policy) {
            MigrationStep.move(matching: ["l", .any, "a"], to: ["l", .any, "b"])
        }
        switch policy {
        case .keepNew:
            #expect(try migrator.apply()[0].steps.map(\.effect) == [.kept, .moved])
            #expect(try values(of: editor, in: store) == ["l": [["a": 1, "b": "mine"], ["b": 2]]])
        case .overwrite:
            try migrator.apply()
            #expect(try values(of: editor, in: store) == ["l": [["b": 1], ["b": 2]]])
        case .fail:
            #expect(throws: MigrationError.self) { try migrator.apply() }
            return
        }
        try migrator.rollBack("2026-names", in: editor)
        #expect(try store.contents(of: editor) == before)
    }

    @Test("a rollback is refused if one of the values has changed since")
    func changedSince() throws {
        let store = InMemoryDomainStore([editor: ["l": [["a": 1], ["a": 2]]]])
        let migrator = try migrator(store) { MigrationStep.move(matching: ["l", .any, "a"], to: ["l", .any, "b"]) }
        try migrator.apply()
        let changed = PropertyListPath(["l", "1", "b"])
        try store.apply(ChangeSet([.set(changed, 3)]), to: editor)
        let before = try store.contents(of: editor)
        #expect(throws: MigrationError(.changedSince(changed, domain: editor))) {
            try migrator.rollBack("2026-names", in: editor)
        }
        #expect(try store.contents(of: editor) == before)
    }

    @Test("a run that was interrupted between the stages is completed, and values that have changed since stay")
    func interrupted() throws {
        let store = InMemoryDomainStore([old: ["n": ["1": ["a": 1], "2": ["a": 2]]]])
        let steps: [MigrationStep] = [.move(matching: ["n", .any, "a"], to: ["m", .any])]
        let migration = try Migration("m", from: old, to: editor, steps: steps)
        #expect(throws: MigrationError.self) {
            try Migrator(store: InterruptedMigration(base: store, target: editor)).apply(migration)
        }
        #expect(try values(of: editor, in: store) == ["m": ["1": 1, "2": 2]])
        let late = PropertyListPath(["n", "3", "a"])
        try store.apply(ChangeSet([.set(PropertyListPath(["n", "2", "a"]), "changed"), .set(late, 3)]), to: old)
        let migrator = Migrator(store: store)
        let report = try migrator.apply(migration)
        #expect(report.status == .completed)
        #expect(report.steps.map(\.effect) == [.changedSince])
        #expect(try store.contents(of: old) == ["n": ["1": [:], "2": ["a": "changed"], "3": ["a": 3]]])
        #expect(try values(of: editor, in: store) == ["m": ["1": 1, "2": 2]])
        try store.apply(ChangeSet([.remove(PropertyListPath(["n", "2", "a"]))]), to: old)
        try migrator.rollBack("m", in: editor, from: [old])
        #expect(try store.contents(of: old) == ["n": ["1": ["a": 1], "2": ["a": 2], "3": ["a": 3]]])
        #expect(try store.contents(of: editor).isEmpty)
    }

    @Test("values that a pattern matches move into a keyring, also after an interruption")
    func keyring() throws {
        let files = InMemoryDomainStore([old: ["accounts": ["a": ["token": "1"], "b": ["token": "2"]]]])
        let keyring = InMemoryDomainStore()
        let move = MigrationStep.move(
            matching: ["accounts", .any, "token"], to: [.any], converting: .custom("tag") { .array([$0]) })
        let migration = try Migration("m", from: old, to: editor, steps: [move])
        // The record in the keyring has no originals, so the conversion is repeated for the comparison.
        #expect(throws: MigrationError.self) {
            try Migrator(from: Unwritable(base: files), to: keyring).apply(migration)
        }
        #expect(try values(of: editor, in: keyring) == ["a": ["1"], "b": ["2"]])
        #expect(try Migrator(from: files, to: keyring).apply(migration).status == .completed)
        #expect(try files.contents(of: old) == ["accounts": ["a": [:], "b": [:]]])
        for step in [MigrationStep.copy(matching: [.any], to: [.any]), .delete(matching: [.any])] {
            let error = #expect(throws: MigrationError.self) {
                try Migrator(from: files, to: keyring).apply(Migration("n", from: old, to: editor, steps: [step]))
            }
            #expect(error?.code == .notIntoKeyring)
        }
    }

    @Test("several processes that start a migration perform it once")
    func concurrent() async throws {
        let store = try TemporaryStore(lockTimeout: .seconds(600))
        try store.apply(ChangeSet([.merge(Self.documents)]), to: editor)
        let migrator = try migrator(store) {
            MigrationStep.move(matching: ["Documents", .any, "fontSize"], to: ["Documents", .any, "textSize"])
        }
        let applied = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { try await migrator.async.apply()[0].status == .applied } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(applied == 1)
        try migrator.rollBack("2026-names", in: editor)
        #expect(try store.contents(of: editor) == Self.documents)
    }

    @Test("a derived identifier depends on the patterns")
    func identifiers() throws {
        func identifier(_ step: MigrationStep) throws -> String {
            try Migration(to: editor, steps: [step, step]).identifier
        }
        let identifiers = try [
            identifier(.move(matching: ["a", .any], to: ["b", .any])),
            identifier(.move(matching: ["a", "*"], to: ["b", "*"])),
            identifier(.move(PropertyListPath(["a", "*"]), to: PropertyListPath(["b", "*"]))),
            identifier(.move(matching: ["a", .any], to: ["c", .any])),
            identifier(.copy(matching: ["a", .any], to: ["b", .any])), identifier(.delete(matching: ["a", .any])),
        ]
        #expect(Set(identifiers).count == identifiers.count)
        #expect(try identifiers[0] == identifier(.move(matching: ["a", .any], to: ["b", .any])))
    }

    @Test("many elements take one pass")
    func many() throws {
        let elements = (0..<2_000).map { PropertyListValue.dictionary(["a": .integer(PropertyListInteger(Int64($0)))]) }
        let before: PropertyListDictionary = ["l": .array(elements)]
        let store = InMemoryDomainStore([editor: before])
        let migrator = try migrator(store) { MigrationStep.move(matching: ["l", .any, "a"], to: ["l", .any, "b"]) }
        #expect(try migrator.apply()[0].steps.count == 2_000)
        #expect(try store.contents(of: editor)[PropertyListPath(["l", "1999"])] == ["b": 1999])
        try migrator.rollBack("2026-names", in: editor)
        #expect(try store.contents(of: editor) == before)
    }
}

/// A store that can be read and not changed.
private struct Unwritable: DomainStore {
    let base: InMemoryDomainStore

    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot { try base.snapshot(of: domain) }
    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result {
        throw InterruptedMigration.Interruption()
    }
    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] { try base.domains(on: host) }
}
