import DefaultsTesting
import Foundation
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsPreferences

/// Tests of registered migrations.
struct MigratorTests {
    private let editor: Domain
    private let old: Domain
    private let date = Date(timeIntervalSince1970: 1_767_225_600.75)

    init() throws {
        editor = Domain("com.example.Editor")
        old = Domain("com.example.Old")
    }

    private func migrator(_ store: some DomainStore) -> Migrator {
        let date = date
        return Migrator(store: store, now: { date })
    }

    @Test("each migration uses the result of the one before")
    func order() throws {
        let store = InMemoryDomainStore([editor: ["a": "1"]])
        var migrator = migrator(store)
        try migrator.register("one", in: editor) { MigrationStep.move("a", to: "b") }
        try migrator.register("two", in: editor) {
            MigrationStep.move("b", to: "c").expecting(.integer).converting(.lossless)
        }
        #expect(try migrator.apply().map(\.status) == [.applied, .applied])
        #expect(try store.values(of: editor) == ["c": 1])
        #expect(try Set(migrator.appliedIdentifiers(in: editor)) == ["one", "two"])
        // Migrations must be rolled back in reverse order.
        #expect(throws: PreferenceValueError.changedSince("b", domain: editor)) {
            try migrator.rollBack("one", in: editor)
        }
        try migrator.rollBack("two", in: editor)
        try migrator.rollBack("one", in: editor)
        #expect(try store.contents(of: editor) == ["a": "1"])
    }

    @Test("a failed migration stops the run, and earlier migrations stay done")
    func failure() throws {
        let store = InMemoryDomainStore([editor: ["a": 1, "x": "text"]])
        var migrator = migrator(store)
        try migrator.register("one", in: editor) { MigrationStep.move("a", to: "b") }
        try migrator.register("two", in: editor) { MigrationStep.move("x", to: "y").expecting(.integer) }
        #expect(throws: PreferenceValueError.wrongType("x", domain: editor, expected: .integer, found: .string)) {
            try migrator.apply()
        }
        #expect(try store.values(of: editor) == ["b": 1, "x": "text"])
    }

    @Test("the record has the date in seconds, the data for a rollback, and only steps that older versions know")
    func record() throws {
        let store = InMemoryDomainStore([old: ["a": "1"], editor: ["b": 2, "e": 3, "f": 4]])
        var migrator = migrator(store)
        try migrator.register("one", in: editor, from: old, onConflict: .overwrite) {
            MigrationStep.move("a", to: "b").expecting(.integer).converting(.lossless)
            MigrationStep.update(named: "u") { _, new in
                new["d"] = 1
                new["e"] = nil
                new["f"] = 1
            }
        }
        try migrator.apply()
        // The digest is FNV-1a of the JSON `1`, computed by hand: (0xCBF29CE484222325 ^ 0x31) * 0x100000001B3.
        let digest: [UInt8] = [0xAF, 0x63, 0xAC, 0x4C, 0x86, 0x01, 0x9A, 0xFC]
        let expected: PropertyListDictionary = [
            "b": 1, "d": 1, "f": 1,
            "DefaultsMigrations": [
                "one": [
                    "Date": .date(Date(timeIntervalSince1970: 1_767_225_600)), "State": "done",
                    "Displaced": ["b": 2, "f": 4], "Originals": ["b": "1"],
                    "Steps": [
                        ["Action": "setDefault", "Keys": ["d", "f"], "Digests": .data(Data(digest + digest))],
                        ["Action": "delete", "Values": ["e": 3]],
                        [
                            "Action": "move", "Domain": "com.example.Old", "Keys": ["b=a"],
                            "Digests": .data(Data(digest)),
                        ],
                    ],
                ]
            ],
        ]
        #expect(try store.contents(of: editor) == expected)
        try migrator.rollBack("one", in: editor)
        #expect(try store.contents(of: editor) == ["b": 2, "e": 3, "f": 4])
        #expect(try store.contents(of: old) == ["a": "1"])
    }

    @Test("a damaged record stops a migration")
    func damagedRecord() throws {
        let unknown: PropertyListValue = [
            "Date": .date(date), "State": "done", "Steps": [["Action": "update", "Keys": ["b=a"]]],
        ]
        for damaged: PropertyListValue in ["text", ["one": 1], ["one": ["Date": "x"]], ["one": unknown]] {
            let contents: PropertyListDictionary = ["a": 1, "DefaultsMigrations": damaged]
            let store = InMemoryDomainStore([editor: contents])
            var migrator = migrator(store)
            try migrator.register("one", in: editor) { MigrationStep.move("a", to: "b") }
            #expect(throws: PreferenceValueError.self) { try migrator.apply() }
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
        let error = PreferenceValueError.newerRecord("one", target: editor)
        #expect(throws: error) { try migrator.apply() }
        #expect(throws: error) { try migrator.rollBack("one", in: editor) }
        #expect(try migrator.records(in: editor).errors == [error])
        #expect(try store.contents(of: editor) == before)
    }

    @Test("a record that cannot be read hides neither the others nor itself")
    func unreadableRecords() throws {
        let store = InMemoryDomainStore([editor: ["a": 1]])
        var migrator = migrator(store)
        try migrator.register("one", in: editor) { MigrationStep.move("a", to: "b") }
        try migrator.apply()
        try store.update([editor]) {
            try $0[editor].set("text", at: PropertyListPath(["DefaultsMigrations", "damaged"]))
            try $0[editor].set(["Schema": 2], at: PropertyListPath(["DefaultsMigrations", "newer"]))
        }
        #expect(try migrator.appliedIdentifiers(in: editor) == ["one"])
        let errors = try migrator.records(in: editor).errors
        #expect(
            Set(errors) == [.damagedRecord("damaged", target: editor), .newerRecord("newer", target: editor)])
    }

    @Test("a value in the way of a new path is a conflict", arguments: MigrationStep.ConflictPolicy.allCases)
    func valueInTheWay(policy: MigrationStep.ConflictPolicy) throws {
        let before: PropertyListDictionary = ["A": 1, "W": "x"]
        let store = InMemoryDomainStore([editor: before])
        let steps: [MigrationStep] = [
            .move("A", to: PropertyListPath(["W", "A"])).onConflict(policy),
            .setDefault(1, at: PropertyListPath(["W", "B"])),
        ]
        let migration = try Migration("m", to: editor, onConflict: .fail, steps: steps)
        guard policy == .keepNew else {
            let error = #expect(throws: PreferenceValueError.self) { try migrator(store).apply(migration) }
            #expect(error?.code == .conflict)
            #expect(error?.description.contains("both exist") == (policy == .fail))
            #expect(try store.contents(of: editor) == before)
            return
        }
        let report = try migrator(store).apply(migration)
        #expect(report.steps.map(\.effect) == [.kept])
        #expect(report.steps.map(\.new) == ["W"])
        #expect(try store.values(of: editor) == before)
    }

    @Test("steps that use a value and a part of it are refused, also if their domains are two names of one file")
    func overlapInOneFile() throws {
        let store = try TemporaryStore()
        try store.apply(ChangeSet([.set("a", ["x": 1])]), to: old)
        let path = DomainFolders(root: store.folder).location(of: old)
        let steps: [MigrationStep] = [
            .move("a", to: "b").from(old), .move(PropertyListPath(["a", "x"]), to: "c").from(try Domain(path)),
        ]
        let migration = try Migration("m", to: editor, steps: steps)
        let error = PreferenceValueError.overlappingSources("a", PropertyListPath(["a", "x"]))
        #expect(throws: error) { try migrator(store).apply(migration) }
        #expect(try store.contents(of: old) == ["a": ["x": 1]])
    }

    @Test("registering conflicting steps is an error")
    func validation() throws {
        var migrator = migrator(InMemoryDomainStore())
        #expect(throws: PreferenceValueError.sameTarget("b", "b")) {
            try migrator.register("one", in: editor) {
                MigrationStep.move("a", to: "b")
                MigrationStep.setDefault(1, at: "b")
            }
        }
        #expect(throws: PreferenceValueError.reservedKey("DefaultsMigrations")) {
            try migrator.register("one", in: editor) { MigrationStep.delete("DefaultsMigrations") }
        }
        #expect(throws: PreferenceValueError.reservedKey(PropertyListPath(["DefaultsMigrations", "A"]))) {
            try migrator.register("one", in: editor) {
                MigrationStep.move("A", to: PropertyListPath(["DefaultsMigrations", "A"]))
            }
        }
        #expect(throws: PreferenceValueError.sameName("u")) {
            try migrator.register("one", in: editor) {
                MigrationStep.update(named: "u") { _, _ in }
                MigrationStep.update(named: "u") { $1["a"] = 1 }
            }
        }
        #expect(throws: PreferenceValueError.migrationWithoutIdentifier) { try migrator.register("", in: editor) {} }
        #expect(throws: PreferenceValueError.wrongType("b", domain: editor, expected: .integer, found: .string)) {
            try migrator.register("one", in: editor) {
                MigrationStep.move("a", to: "b").expecting(.integer).defaulting(to: "x")
            }
        }
        try migrator.register("one", in: editor) { MigrationStep.move("a", to: "b") }
        #expect(throws: PreferenceValueError.registeredTwice("one")) {
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
            try migrator.register("one", in: editor) { MigrationStep.move("a", to: "b").converting(conversion) }
            #expect(
                throws: PreferenceValueError.notConvertible(
                    "a", domain: editor, conversion: "c", expected: nil, .integer)
            ) { try migrator.apply() }
            #expect(try store.contents(of: editor) == ["a": 1])
        }
    }

    @Test("XB6: a step whose old path is its new path does nothing and is not recorded, as a migration without steps")
    func xb6() throws {
        let contents: PropertyListDictionary = ["a": 1, "b": ["x": 1]]
        let store = InMemoryDomainStore([editor: contents])
        var migrator = migrator(store)
        try migrator.register("none", in: editor) {}
        try migrator.register("same", in: editor, onConflict: .fail) {
            MigrationStep.move("a", to: "a")
            MigrationStep.move(PropertyListPath(["b", "x"]), to: PropertyListPath(["b", "x"]))
        }
        let reports = try migrator.apply()
        #expect(reports.map(\.status) == [.nothingToDo, .nothingToDo])
        #expect(reports.map(\.isChange) == [false, false])
        #expect(reports.last?.steps.map(\.effect) == [.samePlace, .samePlace])
        #expect(try store.contents(of: editor) == contents)
    }

    @Test("a series of migrations can end at one of them")
    func upTo() throws {
        let store = InMemoryDomainStore([editor: ["A": 1]])
        var migrator = migrator(store)
        for (old, new) in [("A", "B"), ("B", "C"), ("C", "D")] as [(PropertyListPath, PropertyListPath)] {
            try migrator.register("to-\(new)", in: editor) { MigrationStep.move(old, to: new) }
        }
        #expect(try migrator.apply(upTo: "to-C").map(\.identifier) == ["to-B", "to-C"])
        #expect(try store.values(of: editor) == ["C": 1])
        let error = #expect(throws: PreferenceValueError.notRegistered("to-E")) { try migrator.apply(upTo: "to-E") }
        #expect(error?.description == "migration to-E is not registered")
        try migrator.apply()
        #expect(try store.values(of: editor) == ["D": 1])
    }

    @Test("XB8: a step that occurs twice counts once, and a derived identifier depends on all but the order of steps")
    func xb8() throws {
        func identifier(
            _ steps: MigrationStep..., from source: Domain? = nil,
            onConflict policy: MigrationStep.ConflictPolicy = .keepNew
        ) throws -> String {
            try Migration(from: source, to: editor, onConflict: policy, steps: steps).identifier
        }
        let (first, second) = (MigrationStep.move("a", to: "b"), MigrationStep.move("c", to: "d"))
        #expect(try identifier(first, second) == identifier(second, first, first))
        #expect(try identifier(.update(named: "a") { _, _ in }) == identifier(.update(named: "a") { $1["x"] = 1 }))
        let others = try [
            identifier(first), identifier(first, second), identifier(first, from: old),
            identifier(first, onConflict: .overwrite), identifier(.copy("a", to: "b")), identifier(.move("ab", to: "")),
            identifier(first.expecting(.integer)), identifier(first.converting(.lossless)),
            identifier(first.from(old)), identifier(first.defaulting(to: 1)), identifier(first.onConflict(.fail)),
            identifier(.move("a", to: PropertyListPath(["b", ""]))), identifier(.delete("a")),
            identifier(.update(named: "a") { _, _ in }), identifier(.update(named: "b") { _, _ in }),
            identifier(.update(named: "a") { _, _ in }.from(old)),
        ]
        #expect(Set(others).count == others.count)
        // Equal on all hosts and in all versions: FNV-1a, computed by another program.
        #expect(try identifier() == "map-5f58e88b5df83362")
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
