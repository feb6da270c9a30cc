import DefaultsCore
import DefaultsMigration
import DefaultsPreferences
import DefaultsTesting
import Foundation
import PropertyList
import Synchronization
import TestExtent
import TestSupport
import Testing

extension PreferenceKey<Int> {
    fileprivate static let volume = Self("Volume", default: 5, in: 0...11)
}

extension PreferenceKey<[String]> {
    fileprivate static let recent = Self("Recent", default: [])
}

extension PreferenceKey<String?> {
    fileprivate static let themeName = Self("Theme")
}

/// Steps that change values by code.
struct UpdateTests {
    private struct Failure: Error {}

    private let editor: Domain
    private let source: Domain

    init() throws {
        editor = try Domain("com.example.Editor")
        source = try Domain("com.example.Old")
    }

    private func migrator(
        _ store: some DomainStore, from source: Domain? = nil, @Migration.Builder steps: () -> [MigrationStep]
    ) throws -> Migrator {
        var migrator = Migrator(store: store)
        try migrator.register("2026-values", in: editor, from: source, steps: steps)
        return migrator
    }

    private func values(of domain: Domain, in store: some DomainStore) throws -> PropertyListDictionary {
        var contents = try store.contents(of: domain)
        contents[Migration.recordKey] = nil
        return contents
    }

    private static let before: PropertyListDictionary = [
        "FontSize": 12, "Recent": ["a", "b"], "Theme": "dark", "Window": ["Width": 3, "Height": 4], "Kept": true,
    ]

    private let update = MigrationStep.update(named: "2026") { values in
        values.new[.fontSize] *= 2
        values.new[.recent].removeFirst()
        values.new[.themeName] = nil
        values.new[PropertyListPath(["Window", "Width"])] = nil
        values.new[PropertyListPath(["Window", "Size", "Height"])] = values.old[PropertyListPath(["Window", "Height"])]
        values.new["Added"] = "x"
        values.new["Absent"] = nil
    }

    private static let after: PropertyListDictionary = [
        "FontSize": 24, "Recent": ["b"], "Window": ["Height": 4, "Size": ["Height": 4]], "Added": "x", "Kept": true,
    ]

    @Test("a body changes values by keys and paths, and a rollback restores all of them")
    func body() throws {
        for store: any DomainStore in [InMemoryDomainStore(), try TemporaryStore()] {
            try store.apply(ChangeSet([.merge(Self.before)]), to: editor)
            let migrator = try migrator(store) { update }
            let preview = try migrator.preview(migrator.migrations[0])
            #expect(try store.contents(of: editor) == Self.before)
            let report = try migrator.apply()[0]
            #expect(preview.report == report)
            #expect(preview.changes.map(\.domain) == [editor])
            #expect(report.status == .applied)
            #expect(
                report.steps.map { ($0.new ?? $0.old)?.description ?? "" }
                    == ["Added", "FontSize", "Recent", "Theme", "Window.Size", "Window.Width"])
            #expect(report.steps.map(\.effect) == [.updated, .updated, .updated, .deleted, .updated, .deleted])
            #expect(try values(of: editor, in: store) == Self.after)
            #expect(try migrator.apply()[0].status == .alreadyApplied)
            #expect(try values(of: editor, in: store) == Self.after)
            let undo = try migrator.previewRollBack("2026-values", in: editor)
            #expect(undo.changes.map(\.new) == [Self.before])
            try migrator.rollBack("2026-values", in: editor)
            #expect(try store.contents(of: editor) == Self.before)
        }
    }

    @Test("the record has only kinds of steps that older versions know")
    func record() throws {
        let store = InMemoryDomainStore([editor: ["a": 1, "b": 2, "c": 3]])
        let migrator = try migrator(store) {
            MigrationStep.update(named: "u") { values in
                values.new["a"] = nil
                values.new["b"] = 1
                values.new["d"] = 1
            }
        }
        try migrator.apply()
        let record = try store.contents(of: editor)[PropertyListPath(["DefaultsMigrations", "2026-values"])]
        #expect(record?[PropertyListPath(["State"])] == "done")
        #expect(record?[PropertyListPath(["Displaced"])] == ["b": 2])
        #expect(
            record?[PropertyListPath(["Steps"])]
                == [
                    ["Action": "delete", "Values": ["a": 1]],
                    [
                        "Action": "setDefault", "Keys": ["b", "d"],
                        "Digests": .data(Data(Self.digestOfOne + Self.digestOfOne)),
                    ],
                ])
        try store.update([editor]) {
            try $0[editor].set(
                "update", at: PropertyListPath(["DefaultsMigrations", "2026-values", "Steps", "0", "Action"]))
        }
        #expect(throws: MigrationError(.damagedRecord("2026-values", target: editor))) { try migrator.apply() }
    }

    /// FNV-1a of the JSON `1`, as in the tests of records.
    private static let digestOfOne: [UInt8] = [0xAF, 0x63, 0xAC, 0x4C, 0x86, 0x01, 0x9A, 0xFC]

    @Test("an update sees the results of all other steps and of earlier updates")
    func order() throws {
        let before: PropertyListDictionary = ["a": 1, "gone": 2, "Window": ["w": 3]]
        let store = InMemoryDomainStore([editor: before])
        let seen = Mutex<[PropertyListDictionary]>([])
        let migrator = try migrator(store) {
            MigrationStep.update(named: "first") { values in
                #expect(values.old.contents == before)
                seen.withLock { [new = values.new.contents] in $0.append(new) }
                values.new["b"] = "changed"
                values.new["x"] = 1
            }
            MigrationStep.update(named: "second") { values in
                #expect(values.old.contents == before)
                seen.withLock { [new = values.new.contents] in $0.append(new) }
                values.new["x"] = nil
                values.new["Size"] = nil
            }
            MigrationStep.move("a", to: "b", as: .integer)
            MigrationStep.delete("gone")
            MigrationStep.setDefault(5, at: "d")
            MigrationStep.move(PropertyListPath(["Window", "w"]), to: PropertyListPath(["Size", "w"]))
        }
        try migrator.apply()
        let first: PropertyListDictionary = ["b": 1, "d": 5, "Window": [:], "Size": ["w": 3]]
        var second = first
        second.merge(["b": "changed", "x": 1])
        #expect(seen.withLock { $0 } == [first, second])
        #expect(try values(of: editor, in: store) == ["b": "changed", "d": 5, "Window": [:]])
        try migrator.rollBack("2026-values", in: editor)
        #expect(try store.contents(of: editor) == before)
    }

    @Test("a rollback is refused if a value that the body has set, or has removed, has changed since")
    func changedSince() throws {
        for (edit, code) in [
            (ChangeSet.Edit.set("Recent", ["c"]), MigrationError.Code.changedSince), (.remove("Added"), .changedSince),
            (.set("Theme", "light"), .occupied),
        ] {
            let store = InMemoryDomainStore([editor: Self.before])
            let migrator = try migrator(store) { update }
            try migrator.apply()
            try store.apply(ChangeSet([edit]), to: editor)
            let changed = try store.contents(of: editor)
            let error = #expect(throws: MigrationError.self) { try migrator.rollBack("2026-values", in: editor) }
            #expect(error?.code == code)
            #expect(try store.contents(of: editor) == changed)
        }
        let store = InMemoryDomainStore([editor: Self.before])
        let migrator = try migrator(store) { update }
        try migrator.apply()
        try store.apply(ChangeSet([.set("Kept", false), .set(PropertyListPath(["Window", "New"]), 1)]), to: editor)
        try migrator.rollBack("2026-values", in: editor)
        var expected = Self.before
        expected["Kept"] = false
        try expected.set(1, at: PropertyListPath(["Window", "New"]))
        #expect(try store.contents(of: editor) == expected)
    }

    @Test("the old values are those of the source, which the body cannot change")
    func otherDomain() throws {
        let store = InMemoryDomainStore([source: ["Theme": "dark"], editor: ["Theme": "light"]])
        let other = try Domain("com.example.Other")
        try store.update([other]) { $0[other] = ["n": 3] }
        let migrator = try migrator(store, from: source) {
            MigrationStep.update(named: "theme") { values in
                values.new["IsDark"] = .boolean(values.old[.themeName] == "dark")
            }
            MigrationStep.update(named: "other", from: other) { $0.new["n"] = $0.old["n"] }
        }
        try migrator.apply()
        #expect(try store.contents(of: source) == ["Theme": "dark"])
        #expect(try store.contents(of: other) == ["n": 3])
        #expect(try values(of: editor, in: store) == ["Theme": "light", "IsDark": true, "n": 3])
        try migrator.rollBack("2026-values", in: editor, from: [source])
        #expect(try store.contents(of: editor) == ["Theme": "light"])
    }

    @Test("a run that was interrupted between the stages is completed without the body")
    func interrupted() throws {
        let store = InMemoryDomainStore([source: ["a": 1, "b": 2, "c": 3], editor: ["k": 0]])
        let calls = Counter()
        let migration = try Migration(
            "m", from: source, to: editor,
            steps: [
                .move("a", to: "a"), .move("b", to: "b"), .delete("c"),
                .update(named: "u") { values in
                    calls.next()
                    values.new["a"] = .array([values.new["a"] ?? 0])
                    values.new["k"] = 1
                },
            ])
        let error = #expect(throws: MigrationError.self) {
            try Migrator(store: InterruptedMigration(base: store, target: editor)).apply(migration)
        }
        #expect(error?.code == .oldKeysNotRemoved)
        #expect(calls.value == 1)
        #expect(try values(of: editor, in: store) == ["a": [1], "b": 2, "k": 1])
        #expect(try store.contents(of: source).count == 3)
        try store.apply(ChangeSet([.set("b", "changed")]), to: source)
        let migrator = Migrator(store: store)
        let report = try migrator.apply(migration)
        #expect(report.status == .completed)
        #expect(report.steps.map(\.old) == ["b"])
        #expect(try store.contents(of: source) == ["b": "changed"])
        #expect(calls.value == 1)
        try store.apply(ChangeSet([.remove("b")]), to: source)
        try migrator.rollBack("m", in: editor, from: [source])
        #expect(try store.contents(of: source) == ["a": 1, "b": 2, "c": 3])
        #expect(try store.contents(of: editor) == ["k": 0])
    }

    @Test("several processes that start a migration perform it once")
    func concurrent() async throws {
        let store = try TemporaryStore(lockTimeout: .seconds(600))
        let migrator = try migrator(store) { MigrationStep.update(named: "u") { $0.new[.fontSize] += 1 } }
        let applied = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { try await migrator.async.apply()[0].status == .applied } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(applied == 1)
        #expect(try values(of: editor, in: store) == ["FontSize": 13])
    }

    @Test("an error of the body stops the migration, which changes nothing and names the update")
    func thrown() throws {
        let store = InMemoryDomainStore([editor: Self.before])
        let migrator = try migrator(store) {
            MigrationStep.move("Theme", to: "Look")
            MigrationStep.update(named: "2026-sizes") { values in
                values.new["Added"] = 1
                throw Failure()
            }
        }
        for run in [{ try migrator.apply() as Any }, { try migrator.preview(migrator.migrations[0]) }] {
            let error = #expect(throws: MigrationError.self) { _ = try run() }
            #expect(error?.code == .updateFailed)
            #expect(error?.underlyingError is Failure)
            #expect(error?.path == nil)
            #expect(
                error?.description == "update '2026-sizes' of domain com.example.Editor has failed: Failure()")
        }
        #expect(try store.contents(of: editor) == Self.before)
    }

    @Test("an invalid value stops the migration, and is not taken for the default of its key")
    func invalidValues() throws {
        let invalid = PreferenceKey<Int>("Theme", default: 1)
        let records = PreferenceKey<Int>(Migration.recordKey, default: 1)
        let bodies: [(@Sendable (inout Migration.Values) throws -> Void, String)] = [
            ({ $0.new[.fontSize] = $0.old[invalid] }, "'Theme' is a string, not an integer"),
            ({ $0.new[.fontSize] = $0.new[invalid] }, "'Theme' is a string, not an integer"),
            ({ $0.new[.volume] = 12 }, "'Volume' cannot be 12: it is not in 0...11"),
            ({ try $0.new.set(12, for: .volume) }, "'Volume' cannot be 12: it is not in 0...11"),
            (
                { $0.new[PropertyListPath(["Theme", "x"])] = 1 },
                "value at Theme is a string, which cannot contain other values"
            ),
            (
                { try $0.new.set(1, at: PropertyListPath(["Theme", "x"])) },
                "value at Theme is a string, which cannot contain other values"
            ),
            ({ try $0.new.remove(at: "Absent") }, "there is no value at Absent"),
            (
                { $0.new["DefaultsMigrations"] = 1 },
                "key DefaultsMigrations cannot be migrated: it holds the records of migrations"
            ),
            (
                { $0.new[PropertyListPath(["DefaultsMigrations", "one", "State"])] = "copied" },
                "key DefaultsMigrations.one.State cannot be migrated: it holds the records of migrations"
            ),
            (
                { try $0.new.set(2, for: records) },
                "key DefaultsMigrations cannot be migrated: it holds the records of migrations"
            ),
        ]
        for (body, sentence) in bodies {
            let store = InMemoryDomainStore([editor: Self.before])
            try Migrator(store: store).apply(Migration("one", to: editor, steps: [.move("no", to: "yes")]))
            let before = try store.contents(of: editor)
            let migrator = try migrator(store) { MigrationStep.update(named: "u", body) }
            let error = #expect(throws: MigrationError.self) { try migrator.apply() }
            #expect(error?.description == "update 'u' of domain com.example.Editor has failed: \(sentence)")
            #expect(try store.contents(of: editor) == before)
        }
    }

    @Test("a body can treat invalid values itself, and resets keys")
    func handledErrors() throws {
        let invalid = PreferenceKey<Int>("Theme", default: 1)
        let store = InMemoryDomainStore([editor: Self.before])
        let migrator = try migrator(store) {
            MigrationStep.update(named: "u") { values in
                #expect(values.new.isSet(.themeName))
                #expect(!values.new.isSet(.volume))
                let number = try? values.new.storedValue(for: invalid)
                #expect(number == nil)
                #expect(throws: PreferenceValueError.self) { try values.old.value(for: invalid) }
                try values.new.set(number ?? 7, for: .volume)
                values.new.reset(.fontSize, .recent, PreferenceKey<Int?>("Absent"))
            }
        }
        try migrator.apply()
        #expect(
            try values(of: editor, in: store) == [
                "Theme": "dark", "Window": ["Width": 3, "Height": 4], "Kept": true, "Volume": 7,
            ])
        try migrator.rollBack("2026-values", in: editor)
        #expect(try store.contents(of: editor) == Self.before)
    }

    @Test("a body neither sees nor loses the records of other migrations")
    func records() throws {
        let store = InMemoryDomainStore([editor: ["a": 1], source: ["DefaultsMigrations": ["x": 1]]])
        try Migrator(store: store).apply(Migration("one", to: editor, steps: [.move("a", to: "b")]))
        let migrator = try migrator(store, from: source) {
            MigrationStep.update(named: "u") { values in
                #expect(values.old.contents.isEmpty)
                #expect(values.new.contents == ["b": 1])
                values.new["DefaultsMigrations"] = nil
                values.new["b"] = nil
            }
        }
        try migrator.apply()
        #expect(try Set(migrator.appliedIdentifiers(in: editor)) == ["one", "2026-values"])
        try migrator.rollBack("2026-values", in: editor)
        #expect(try values(of: editor, in: store) == ["b": 1])
    }

    @Test("a body that changes nothing is recorded as nothing to do")
    func nothing() throws {
        let store = InMemoryDomainStore([editor: Self.before])
        let calls = Counter()
        let migrator = try migrator(store) {
            MigrationStep.update(named: "u") { values in
                calls.next()
                values.new[.fontSize] = values.old[.fontSize]
            }
        }
        let report = try migrator.apply()[0]
        #expect(report.status == .nothingToDo)
        #expect(report.steps.isEmpty)
        #expect(report.isChange)
        #expect(try migrator.apply()[0].status == .alreadyApplied)
        #expect(calls.value == 1)
        #expect(try migrator.appliedIdentifiers(in: editor) == ["2026-values"])
        try migrator.rollBack("2026-values", in: editor)
        #expect(try store.contents(of: editor) == Self.before)
    }

    @Test("an update into a keyring, or a second one with the same name, is refused")
    func refused() throws {
        let store = InMemoryDomainStore([editor: Self.before])
        let migration = try Migration("m", to: editor, steps: [update])
        let error = #expect(throws: MigrationError.self) {
            try Migrator(from: store, to: InMemoryDomainStore()).apply(migration)
        }
        #expect(error?.code == .notIntoKeyring)
        let second = MigrationStep.update(named: "2026") { $0.new["a"] = 1 }
        let twice = #expect(throws: MigrationError.self) {
            try Migration("m", to: editor, steps: [update, second])
        }
        #expect(twice?.code == .sameName)
        #expect(twice?.description == "two updates of a migration are named '2026'")
        #expect(try store.contents(of: editor) == Self.before)
    }

    @Test("a derived identifier depends on the name and the source")
    func identifiers() throws {
        func identifier(_ name: String, from source: Domain? = nil) throws -> String {
            try Migration(to: editor, steps: [.update(named: name, from: source) { _ in }]).identifier
        }
        let identifiers = try [identifier("a"), identifier("b"), identifier("a", from: source)]
        #expect(Set(identifiers).count == 3)
        #expect(try identifiers[0] == identifier("a"))
    }

    @Test("a rollback restores everything, whatever the other steps and the bodies change")
    func random() throws {
        var applied = 0
        for seed in 0..<UInt64(Extent.count(20_000, short: 1_500)) {
            var generator = SeededGenerator(seed: seed)
            let paths = (["a", "b", "c"] as [String]).flatMap { outer in
                [PropertyListPath([outer])] + ["x", "y"].map { PropertyListPath([outer, $0]) }
            }
            let inner: [PropertyListValue] = [1, 2, [:], ["x": 3], ["x": 4, "y": 5], [6]]
            func contents(_ generator: inout SeededGenerator) -> PropertyListDictionary {
                PropertyListDictionary(
                    ["a", "b", "c"].filter { _ in generator.chance(70) }
                        .map { ($0, generator.pick(inner)) })
            }
            let isOther = generator.chance(40)
            let (before, old) = (contents(&generator), contents(&generator))
            var steps: [MigrationStep] = []
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let (from, to) = (generator.pick(paths), generator.pick(paths))
                steps.append(
                    generator.pick([
                        .move(from, to: to), .copy(from, to: to), .delete(from), .setDefault(9, at: to),
                    ]))
            }
            let edits = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                (generator.pick(paths), generator.chance(40) ? nil : generator.pick(inner))
            }
            steps.append(
                .update(named: "u") { values in
                    for (path, value) in edits {
                        if let value { try? values.new.set(value, at: path) } else { values.new[path] = nil }
                    }
                })
            let store = InMemoryDomainStore(isOther ? [editor: before, source: old] : [editor: before])
            let policy = generator.pick(Migration.ConflictPolicy.allCases)
            guard
                let migration = try? Migration(
                    "m", from: isOther ? source : nil, to: editor, onConflict: policy, steps: steps),
                (try? Migrator(store: store).apply(migration)) != nil
            else { continue }
            applied += 1
            try Migrator(store: store).rollBack("m", in: editor)
            #expect(try store.contents(of: editor) == before, "seed \(seed)")
            if isOther { #expect(try store.contents(of: source) == old, "seed \(seed)") }
        }
        #expect(applied > Extent.count(10_000, short: 700))
    }
}
