import DefaultsTesting
import Foundation
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
        editor = Domain("com.example.Editor")
        source = Domain("com.example.Old")
    }

    private static let before: PropertyListDictionary = [
        "FontSize": 12, "Recent": ["a", "b"], "Theme": "dark", "Window": ["Width": 3, "Height": 4], "Kept": true,
    ]

    @Test("an update sees the results of all other steps and of earlier updates")
    func order() throws {
        let before: PropertyListDictionary = ["a": 1, "gone": 2, "Window": ["w": 3]]
        let store = InMemoryDomainStore([editor: before])
        let seen = Mutex<[PropertyListDictionary]>([])
        let migrator = try Migrator(store, to: editor) {
            MigrationStep.update(named: "first") { old, new in
                #expect(old.contents == before)
                seen.withLock { [new = new.contents] in $0.append(new) }
                new["b"] = "changed"
                new["x"] = 1
            }
            MigrationStep.update(named: "second") { old, new in
                #expect(old.contents == before)
                seen.withLock { [new = new.contents] in $0.append(new) }
                new["x"] = nil
                new["Size"] = nil
            }
            MigrationStep.move("a", to: "b").expecting(.integer)
            MigrationStep.delete("gone")
            MigrationStep.setDefault(5, at: "d")
            MigrationStep.move(PropertyListPath(["Window", "w"]), to: PropertyListPath(["Size", "w"]))
        }
        try migrator.apply()
        let first: PropertyListDictionary = ["b": 1, "d": 5, "Window": [:], "Size": ["w": 3]]
        var second = first
        second.merge(["b": "changed", "x": 1])
        #expect(seen.withLock { $0 } == [first, second])
        #expect(try store.values(of: editor) == ["b": "changed", "d": 5, "Window": [:]])
        try migrator.rollBack("m", in: editor)
        #expect(try store.contents(of: editor) == before)
    }

    @Test("the old values are those of the source, which the body cannot change")
    func otherDomain() throws {
        let store = InMemoryDomainStore([source: ["Theme": "dark"], editor: ["Theme": "light"]])
        let other = Domain("com.example.Other")
        try store.update([other]) { $0[other] = ["n": 3] }
        let migrator = try Migrator(store, to: editor, from: source) {
            MigrationStep.update(named: "theme") { old, new in
                new["IsDark"] = .boolean(old[.themeName] == "dark")
            }
            MigrationStep.update(named: "other") { $1["n"] = $0["n"] }.from(other)
        }
        try migrator.apply()
        #expect(try store.contents(of: source) == ["Theme": "dark"])
        #expect(try store.contents(of: other) == ["n": 3])
        #expect(try store.values(of: editor) == ["Theme": "light", "IsDark": true, "n": 3])
        try migrator.rollBack("m", in: editor, from: [source])
        #expect(try store.contents(of: editor) == ["Theme": "light"])
    }

    @Test("an error of the body stops the migration, which changes nothing and names the update")
    func thrown() throws {
        let store = InMemoryDomainStore([editor: Self.before])
        let migrator = try Migrator(store, to: editor) {
            MigrationStep.move("Theme", to: "Look")
            MigrationStep.update(named: "2026-sizes") { _, new in
                new["Added"] = 1
                throw Failure()
            }
        }
        for run in [{ try migrator.apply() as Any }, { try migrator.preview { try $0.apply() } }] {
            let error = #expect(throws: PreferenceValueError.self) { _ = try run() }
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
        let records = PreferenceKey<Int>(Migrator.recordKey, default: 1)
        let inString = PropertyListPath(["Theme", "x"])
        let inRecord = PropertyListPath(["DefaultsMigrations", "one", "State"])
        let (type, range) = ("'Theme' is a string, not an integer", "'Volume' cannot be 12: it is not in 0...11")
        let container = "value at Theme is a string, which cannot contain other values"
        func reserved(_ path: PropertyListPath) -> String {
            "key \(path) cannot be migrated: it holds the records of migrations"
        }
        let bodies: [(@Sendable (MigrationStep.Values, inout MigrationStep.Values) throws -> Void, String)] = [
            ({ $1[.fontSize] = $0[invalid] }, type), ({ $1[.fontSize] = $1[invalid] }, type),
            ({ $1[.volume] = 12 }, range), ({ try $1.set(12, for: .volume) }, range),
            ({ $1[inString] = 1 }, container),
            ({ $1["DefaultsMigrations"] = 1 }, reserved("DefaultsMigrations")),
            ({ $1[inRecord] = "copied" }, reserved(inRecord)),
            ({ try $1.set(2, for: records) }, reserved("DefaultsMigrations")),
        ]
        for (body, sentence) in bodies {
            let store = InMemoryDomainStore([editor: Self.before])
            try Migrator(store: store).apply(Migration("one", to: editor, steps: [.move("no", to: "yes")]))
            let before = try store.contents(of: editor)
            let migrator = try Migrator(store, to: editor) { MigrationStep.update(named: "u", body) }
            let error = #expect(throws: PreferenceValueError.self) { try migrator.apply() }
            #expect(error?.description == "update 'u' of domain com.example.Editor has failed: \(sentence)")
            #expect(try store.contents(of: editor) == before)
        }
    }

    @Test("a body can treat invalid values itself, and resets keys")
    func handledErrors() throws {
        let invalid = PreferenceKey<Int>("Theme", default: 1)
        let store = InMemoryDomainStore([editor: Self.before])
        let migrator = try Migrator(store, to: editor) {
            MigrationStep.update(named: "u") { old, new in
                #expect(new.isSet(.themeName))
                #expect(!new.isSet(.volume))
                let number = try? new.storedValue(for: invalid)
                #expect(number == nil)
                #expect(throws: PreferenceValueError.self) { try old.value(for: invalid) }
                try new.set(number ?? 7, for: .volume)
                new.reset(.fontSize, .recent, PreferenceKey<Int?>("Absent"))
            }
        }
        try migrator.apply()
        #expect(
            try store.values(of: editor) == [
                "Theme": "dark", "Window": ["Width": 3, "Height": 4], "Kept": true, "Volume": 7,
            ])
        try migrator.rollBack("m", in: editor)
        #expect(try store.contents(of: editor) == Self.before)
    }

    @Test("a body neither sees nor loses the records of other migrations")
    func records() throws {
        let store = InMemoryDomainStore([editor: ["a": 1], source: ["DefaultsMigrations": ["x": 1]]])
        try Migrator(store: store).apply(Migration("one", to: editor, steps: [.move("a", to: "b")]))
        let migrator = try Migrator(store, to: editor, from: source) {
            MigrationStep.update(named: "u") { old, new in
                #expect(old.contents.isEmpty)
                #expect(new.contents == ["b": 1])
                new["DefaultsMigrations"] = nil
                new["b"] = nil
            }
        }
        try migrator.apply()
        #expect(try Set(migrator.appliedIdentifiers(in: editor)) == ["one", "m"])
        try migrator.rollBack("m", in: editor)
        #expect(try store.values(of: editor) == ["b": 1])
    }

    @Test("a body that changes nothing is recorded as nothing to do")
    func nothing() throws {
        let store = InMemoryDomainStore([editor: Self.before])
        let calls = Counter()
        let migrator = try Migrator(store, to: editor) {
            MigrationStep.update(named: "u") { old, new in
                calls.next()
                new[.fontSize] = old[.fontSize]
            }
        }
        let report = try migrator.apply()[0]
        #expect(report.status == .nothingToDo)
        #expect(report.steps.isEmpty)
        #expect(report.isChange)
        #expect(try migrator.apply()[0].status == .alreadyApplied)
        #expect(calls.value == 1)
        #expect(try migrator.appliedIdentifiers(in: editor) == ["m"])
        try migrator.rollBack("m", in: editor)
        #expect(try store.contents(of: editor) == Self.before)
    }

    @Test("a rollback restores everything, whatever the other steps and the bodies change")
    func random() throws {
        var applied = 0
        for seed in 0..<UInt64(Extent.count(20_000, short: 500)) {
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
                .update(named: "u") { _, new in
                    for (path, value) in edits {
                        // A value that cannot be set at its path would stop the migration.
                        var contents = new.contents
                        if let value, (try? contents.set(value, at: path)) == nil { continue }
                        new[path] = value
                    }
                })
            let store = InMemoryDomainStore(isOther ? [editor: before, source: old] : [editor: before])
            let policy = generator.pick(MigrationStep.ConflictPolicy.allCases)
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
        #expect(applied > Extent.count(10_000, short: 230))
    }
}
