import DefaultsTesting
import Foundation
import PropertyList
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsPreferences
@testable import DefaultsMigration

/// Tests of registered migrations.
struct MigratorTests {
    private let editor: Domain
    private let old: Domain
    private let date = Date(timeIntervalSince1970: 1_767_225_600.75)

    init() throws {
        editor = try Domain("com.example.Editor")
        old = try Domain("com.example.Old")
    }

    private func migrator(_ store: some DomainStore) -> Migrator {
        let date = date
        return Migrator(store: store, now: { date })
    }

    /// Returns the contents of a domain without records.
    private func values(_ domain: Domain, in store: some DomainStore) throws -> PropertyListDictionary {
        var contents = try store.contents(of: domain)
        contents[Migration.recordKey] = nil
        return contents
    }

    private let textSize = PreferenceKey<Int>("TextSize", default: 12)

    @Test("all kinds of steps, in memory and in files")
    func steps() throws {
        for store: any DomainStore in [InMemoryDomainStore(), try TemporaryStore()] {
            try store.apply(
                ChangeSet([.merge(["FontSize": 14, "Scratch": "s", "Names": "a,b", "Theme": "dark"])]), to: old)
            var migrator = Migrator(store: store, now: { [date] in date })
            try migrator.register("2026-rename", in: editor, from: old) {
                MigrationStep.move("FontSize", to: textSize)
                MigrationStep.copy("Theme", to: PropertyListPath(["Look", "Theme"]), as: .string)
                MigrationStep.delete("Scratch")
                MigrationStep.setDefault(true, at: "Wrap")
                MigrationStep.move(
                    "Names", to: "NameList", as: .array,
                    converting: .custom("split") { value in
                        guard case .string(let text) = value else { return nil }
                        return .array(text.split(separator: ",").map { .string(String($0)) })
                    })
            }
            let before = try store.contents(of: old)
            #expect(try migrator.apply().map(\.status) == [.applied])
            #expect(try values(old, in: store) == ["Theme": "dark"])
            let expected: PropertyListDictionary = [
                "TextSize": 14, "Look": ["Theme": "dark"], "Wrap": true, "NameList": ["a", "b"],
            ]
            #expect(try values(editor, in: store) == expected)
            #expect(try migrator.apply().map(\.status) == [.alreadyApplied])
            #expect(try migrator.state(of: "2026-rename", in: editor) == .done)

            #expect(try migrator.rollBack("2026-rename", in: editor)?.status == .rolledBack)
            #expect(try store.contents(of: old) == before)
            #expect(try store.contents(of: editor) == [:])
            #expect(try migrator.rollBack("2026-rename", in: editor) == nil)
        }
    }

    @Test(
        "a later use of an old key is not migrated, whether or not there was an old value before",
        arguments: [true, false])
    func laterUse(isUpgrade: Bool) throws {
        for store: any DomainStore in [InMemoryDomainStore(), try TemporaryStore()] {
            if isUpgrade { try store.apply(ChangeSet([.set("a", 1), .set("s", 2)]), to: editor) }
            var migrator = Migrator(store: store, now: { [date] in date })
            try migrator.register("one", in: editor) {
                MigrationStep.move("a", to: "b")
                MigrationStep.delete("s")
                MigrationStep.combine(["x", "y"], to: "z", named: "list") { .array($0.compactMap { $0 }) }
            }
            #expect(try migrator.apply().map(\.status) == [isUpgrade ? .applied : .nothingToDo])
            #expect(try migrator.appliedIdentifiers(in: editor) == ["one"])
            try store.apply(ChangeSet([.set("a", "new"), .set("s", "new"), .set("x", "new")]), to: editor)
            #expect(try migrator.apply().map(\.status) == [.alreadyApplied])
            let expected: PropertyListDictionary = ["a": "new", "s": "new", "x": "new"]
            var values = try values(editor, in: store)
            values["b"] = nil
            #expect(values == expected)
        }
    }

    @Test("the record of a migration that found nothing is removed by a rollback")
    func emptyRollBack() throws {
        let store = InMemoryDomainStore()
        var migrator = migrator(store)
        try migrator.register("one", in: editor, from: old) { MigrationStep.move("a", to: "b") }
        #expect(try migrator.apply().map(\.status) == [.nothingToDo])
        #expect(try migrator.rollBack("one", in: editor)?.steps.isEmpty == true)
        #expect(try store.contents(of: editor).isEmpty)
        try store.apply(ChangeSet([.set("a", 1)]), to: old)
        #expect(try migrator.apply().map(\.status) == [.applied])
        #expect(try values(editor, in: store) == ["b": 1])
    }

    @Test("each migration uses the result of the one before")
    func order() throws {
        let store = InMemoryDomainStore([editor: ["a": "1"]])
        var migrator = migrator(store)
        try migrator.register("one", in: editor) { MigrationStep.move("a", to: "b") }
        try migrator.register("two", in: editor) {
            MigrationStep.move("b", to: "c", as: .integer, converting: .lossless)
        }
        #expect(try migrator.apply().map(\.status) == [.applied, .applied])
        #expect(try values(editor, in: store) == ["c": 1])
        #expect(try Set(migrator.appliedIdentifiers(in: editor)) == ["one", "two"])
        // Migrations must be rolled back in reverse order.
        #expect(throws: MigrationError(.changedSince("b", domain: editor))) { try migrator.rollBack("one", in: editor) }
        try migrator.rollBack("two", in: editor)
        try migrator.rollBack("one", in: editor)
        #expect(try store.contents(of: editor) == ["a": "1"])
    }

    @Test("a failed migration stops the run, and earlier migrations stay done")
    func failure() throws {
        let store = InMemoryDomainStore([editor: ["a": 1, "x": "text"]])
        var migrator = migrator(store)
        try migrator.register("one", in: editor) { MigrationStep.move("a", to: "b") }
        try migrator.register("two", in: editor) { MigrationStep.move("x", to: "y", as: .integer) }
        #expect(throws: MigrationError(.wrongType("x", domain: editor, expected: .integer, found: .string))) {
            try migrator.apply()
        }
        #expect(try values(editor, in: store) == ["b": 1, "x": "text"])
    }

    @Test("the record has the date in seconds and the data for a rollback")
    func record() throws {
        let store = InMemoryDomainStore([old: ["a": "1"], editor: ["b": 2]])
        var migrator = migrator(store)
        try migrator.register("one", in: editor, from: old, onConflict: .overwrite) {
            MigrationStep.move("a", to: "b", as: .integer, converting: .lossless)
        }
        try migrator.apply()
        // The digest is FNV-1a of the JSON `1`, computed by hand: (0xCBF29CE484222325 ^ 0x31) * 0x100000001B3.
        let expected: PropertyListDictionary = [
            "b": 1,
            "DefaultsMigrations": [
                "one": [
                    "Date": .date(Date(timeIntervalSince1970: 1_767_225_600)), "State": "done",
                    "Displaced": ["b": 2], "Originals": ["b": "1"],
                    "Steps": [
                        [
                            "Action": "move", "Domain": "com.example.Old", "Keys": ["b=a"],
                            "Digests": .data(Data([0xAF, 0x63, 0xAC, 0x4C, 0x86, 0x01, 0x9A, 0xFC])),
                        ]
                    ],
                ]
            ],
        ]
        #expect(try store.contents(of: editor) == expected)
        try migrator.rollBack("one", in: editor)
        #expect(try store.contents(of: editor) == ["b": 2])
        #expect(try store.contents(of: old) == ["a": "1"])
    }

    @Test(
        "a step can set a key that another step deletes",
        arguments: Migration.ConflictPolicy.allCases)
    func deletedTarget(policy: Migration.ConflictPolicy) throws {
        let before: PropertyListDictionary = ["a": "new", "b": "stale", "Window": ["Height": 1], "w": 2]
        let store = InMemoryDomainStore([editor: before])
        var migrator = migrator(store)
        try migrator.register("one", in: editor, onConflict: policy) {
            MigrationStep.move("a", to: "b")
            MigrationStep.delete("b")
            MigrationStep.delete("Window")
            MigrationStep.move("w", to: PropertyListPath(["Window", "Width"]))
        }
        try migrator.apply()
        #expect(try values(editor, in: store) == ["b": "new", "Window": ["Width": 2]])
        try migrator.rollBack("one", in: editor)
        #expect(try store.contents(of: editor) == before)
    }

    @Test("a damaged record stops a migration")
    func damagedRecord() throws {
        for damaged: PropertyListValue in ["text", ["one": 1], ["one": ["Date": "x"]]] {
            let contents: PropertyListDictionary = ["a": 1, "DefaultsMigrations": damaged]
            let store = InMemoryDomainStore([editor: contents])
            var migrator = migrator(store)
            try migrator.register("one", in: editor) { MigrationStep.move("a", to: "b") }
            #expect(throws: MigrationError.self) { try migrator.apply() }
            #expect(throws: MigrationError.self) { try migrator.records(in: editor) }
            #expect(try store.contents(of: editor) == contents)
        }
    }

    @Test("a record of a newer version is neither completed, nor rolled back, nor taken for one of this version")
    func newerRecord() throws {
        let store = InMemoryDomainStore([editor: ["a": 1]])
        var migrator = migrator(store)
        try migrator.register("one", in: editor) { MigrationStep.move("a", to: "b") }
        try migrator.apply()
        try store.update([editor]) {
            try $0[editor].set(2, at: PropertyListPath(["DefaultsMigrations", "one", "Schema"]))
        }
        let before = try store.contents(of: editor)
        let error = MigrationError(.newerRecord("one", target: editor))
        #expect(throws: error) { try migrator.apply() }
        #expect(throws: error) { try migrator.rollBack("one", in: editor) }
        #expect(throws: error) { try migrator.records(in: editor) }
        #expect(try store.contents(of: editor) == before)
    }

    @Test("registering conflicting steps is an error")
    func validation() throws {
        var migrator = migrator(InMemoryDomainStore())
        #expect(throws: MigrationError(.sameTarget("b", "b"))) {
            try migrator.register("one", in: editor) {
                MigrationStep.move("a", to: "b")
                MigrationStep.setDefault(1, at: "b")
            }
        }
        #expect(throws: MigrationError(.reservedKey("DefaultsMigrations"))) {
            try migrator.register("one", in: editor) { MigrationStep.delete("DefaultsMigrations") }
        }
        #expect(throws: MigrationError(.noIdentifier)) { try migrator.register("", in: editor) {} }
        #expect(throws: MigrationError(.wrongType("b", domain: editor, expected: .integer, found: .string))) {
            try migrator.register("one", in: editor) { MigrationStep.move("a", to: "b", as: .integer, default: "x") }
        }
        try migrator.register("one", in: editor) { MigrationStep.move("a", to: "b") }
        #expect(throws: MigrationError(.registeredTwice("one"))) {
            try migrator.register("one", in: editor) { MigrationStep.move("c", to: "d") }
        }
        #expect(migrator.migrations.map(\.identifier) == ["one"])
    }

    @Test("a failed conversion stops a migration and names the key")
    func refusedConversion() throws {
        struct Failure: Error {}
        let store = InMemoryDomainStore([editor: ["a": 1]])
        let conversions: [MigrationStep.Conversion] = [
            .custom("c") { _ in nil }, .custom("c") { _ in throw Failure() },
        ]
        for conversion in conversions {
            var migrator = migrator(store)
            try migrator.register("one", in: editor) { MigrationStep.move("a", to: "b", converting: conversion) }
            #expect(
                throws: MigrationError(.notConvertible("a", domain: editor, conversion: "c", expected: nil, .integer))
            ) { try migrator.apply() }
            #expect(try store.contents(of: editor) == ["a": 1])
        }
    }

    @Test("a preview shows both stages and changes nothing")
    func preview() throws {
        let store = InMemoryDomainStore([old: ["a": 1], editor: ["k": 2]])
        let migrator = migrator(store)
        let migration = try Migration("one", from: old, to: editor, steps: [.move("a", to: "b")])
        let (report, changes, _) = try migrator.preview(migration)
        #expect(report.status == .applied)
        #expect(try store.contents(of: old) == ["a": 1])
        #expect(try store.contents(of: editor) == ["k": 2])
        _ = try migrator.apply(migration)
        #expect(changes.map(\.domain) == [old, editor])
        #expect(try changes.map(\.new) == [store.contents(of: old), store.contents(of: editor)])
    }

    @Test("a derived identifier depends on all parameters except the order of the steps")
    func identifiers() throws {
        func identifier(
            _ steps: [MigrationStep], from source: Domain? = nil, _ policy: Migration.ConflictPolicy = .keepNew
        ) throws -> String {
            try Migration(from: source, to: editor, onConflict: policy, steps: steps).identifier
        }
        let (first, second) = (MigrationStep.move("a", to: "b"), MigrationStep.move("c", to: "d"))
        #expect(try identifier([first, second]) == identifier([second, first, first]))
        let others = try [
            identifier([first]), identifier([first, second]), identifier([first], from: old),
            identifier([first], .overwrite), identifier([.copy("a", to: "b")]), identifier([.move("ab", to: "")]),
            identifier([.move("a", to: "b", as: .integer)]), identifier([.move("a", to: "b", converting: .lossless)]),
            identifier([.move("a", to: "b", from: old)]), identifier([.move("a", to: "b", default: 1)]),
            identifier([.move("a", to: PropertyListPath(["b", ""]))]), identifier([.delete("a")]),
        ]
        #expect(Set(others).count == others.count)
        // Equal on all hosts and in all versions: FNV-1a, computed by another program.
        #expect(try identifier([]) == "map-5f58e88b5df83362")
    }

    @Test("numbers without an exact counterpart are not converted")
    func lossless() {
        #expect(PropertyListValue.real(-0.0).losslessly(as: .integer) == nil)
        #expect(PropertyListValue.real(.nan).losslessly(as: .string) == nil)
        #expect(PropertyListValue.real(.infinity).losslessly(as: .integer) == nil)
        #expect(PropertyListValue.string("18446744073709551615").losslessly(as: .integer)?.type == .integer)
        #expect(PropertyListValue.string("18446744073709551616").losslessly(as: .integer) == nil)
        #expect(PropertyListValue.string("0x10").losslessly(as: .real) == nil)
        #expect(PropertyListValue.string("+5").losslessly(as: .integer) == nil)
        #expect(PropertyListValue.string("inf").losslessly(as: .real) == nil)
        #expect(PropertyListValue.integer(PropertyListInteger(UInt64.max)).losslessly(as: .real) == nil)
    }
}
