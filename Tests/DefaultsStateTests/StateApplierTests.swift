import Foundation
import TestExtent
import TestStores
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsState

/// Documents that are applied and taken back, in memory.
struct StateApplierTests {
    private static let domain = Domain("a")

    private static func applier(_ store: CrashingStore, allowsPaths: Bool = true) -> StateApplier {
        StateApplier(store: store, records: records(store, allowsPaths: allowsPaths))
    }

    private static func records(_ store: CrashingStore, allowsPaths: Bool = true) -> RecordFolder {
        RecordFolder(
            folder: "/applied", folders: allowsPaths ? DomainFolders() : DomainFolders(root: "/root")
        ) {
            store.contents.keys.map(\.description).filter { $0.hasPrefix("/applied/") }
                .map { String($0.dropFirst("/applied/".count)) }
        }
    }

    private static func document(_ text: String) throws -> StateDocument {
        try StateDocument(Array(text.utf8), folders: DomainFolders(root: "/root"))
    }

    private static func start(_ random: inout RandomState) -> [Domain: PropertyListDictionary] {
        var contents: [Domain: PropertyListDictionary] = [:]
        for domain in RandomState.domains { contents[domain] = random.dictionary() }
        return contents.filter { !$0.value.isEmpty }
    }

    private static func user(_ store: CrashingStore) -> [Domain: PropertyListDictionary] {
        store.contents.filter { if case .path = $0.key.name { false } else { true } }
    }

    @Test("a document that is applied a second time changes nothing", arguments: Extent.sample(0..<1000, short: 40))
    func idempotence(seed: Int) throws {
        var random = RandomState(seed: seed)
        let store = CrashingStore(Self.start(&random))
        let (document, isExact) = (try Self.document(random.document()), random.isTrue(oneIn: 3))
        let identifier = random.isTrue(oneIn: 2) ? "one" : nil
        try Self.applier(store).apply(document, identifier: identifier, isExact: isExact)
        let (contents, replacements) = (store.contents, store.replacements)
        try Self.applier(store).apply(document, identifier: identifier, isExact: isExact)
        #expect(store.contents == contents)
        #expect(store.replacements == replacements)
    }

    @Test(
        "documents under one identifier leave what the last one alone would, and are taken back together",
        arguments: Extent.sample(0..<1000, short: 40))
    func removal(seed: Int) throws {
        var random = RandomState(seed: seed)
        let start = Self.start(&random)
        let store = CrashingStore(start)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let text = random.document()
            let isExact = random.isTrue(oneIn: 3)
            let alone = CrashingStore(start)
            let left = try Self.applier(store).apply(Self.document(text), identifier: "one", isExact: isExact).left
            try Self.applier(alone).apply(Self.document(text), isExact: isExact)
            #expect(Self.user(store) == Self.user(alone), "\(text)")
            #expect(left.values.allSatisfy { $0.isEmpty }, "\(text)")
        }
        if store.contents[Domain("/applied/one.plist")] != nil { try Self.applier(store).remove("one") }
        #expect(store.contents == start)
    }

    @Test(
        "after an interruption, running again completes, another document applies, and removal takes back",
        arguments: Extent.sample(0..<300, short: 20))
    func interruption(seed: Int) throws {
        var random = RandomState(seed: seed)
        let start = Self.start(&random)
        let before = CrashingStore(start)
        if !random.isTrue(oneIn: 3) {
            try Self.applier(before).apply(Self.document(random.document()), identifier: "one")
        }
        let (document, other) = (try Self.document(random.document()), try Self.document(random.document()))
        let isExact = random.isTrue(oneIn: 3)
        let whole = CrashingStore(before.contents)
        try Self.applier(whole).apply(document, identifier: "one", isExact: isExact)
        let otherWhole = CrashingStore(before.contents)
        try Self.applier(otherWhole).apply(other, identifier: "one")

        for count in 0..<whole.replacements {
            let interrupted = CrashingStore(before.contents)
            interrupted.interrupt(after: count)
            #expect(throws: CrashingStore.Interruption.self) {
                try Self.applier(interrupted).apply(document, identifier: "one", isExact: isExact)
            }
            let again = CrashingStore(interrupted.contents)
            try Self.applier(again).apply(document, identifier: "one", isExact: isExact)
            #expect(again.contents == whole.contents, "completed after \(count)")

            let changed = CrashingStore(interrupted.contents)
            try Self.applier(changed).apply(other, identifier: "one")
            #expect(changed.contents == otherWhole.contents, "changed after \(count)")

            let removed = CrashingStore(interrupted.contents)
            _ = try? Self.applier(removed).remove("one")
            #expect(removed.contents == start, "removed after \(count)")
        }
    }

    @Test(
        "after several interruptions of documents and removals, a removal takes everything back",
        arguments: Extent.sample(0..<600, short: 20))
    func severalInterruptions(seed: Int) throws {
        var random = RandomState(seed: seed)
        let start = Self.start(&random)
        let store = CrashingStore(start)
        for _ in 0..<4 {
            store.interrupt(after: Int.random(in: 0...4, using: &random))
            let document = try Self.document(random.document())
            if random.isTrue(oneIn: 3) {
                _ = try? Self.applier(store).remove("one")
            } else {
                _ = try? Self.applier(store).apply(document, identifier: "one", isExact: random.isTrue(oneIn: 3))
            }
        }
        store.interrupt(after: nil)
        _ = try? Self.applier(store).remove("one")
        #expect(store.contents == start)
    }

    @Test("values that were changed by hand stay, and are reported", arguments: Extent.sample(0..<1000, short: 40))
    func changesByHand(seed: Int) throws {
        var random = RandomState(seed: seed)
        let start = random.dictionary()
        let store = CrashingStore([Self.domain: start])
        var applied = random.dictionary()
        while applied.isEmpty { applied = random.dictionary() }
        try Self.applier(store).apply(StateDocument([Self.domain: applied]), identifier: "one")
        var expected = start
        var changed: [PropertyListPath] = []
        for key in applied.keys where random.isTrue(oneIn: 2) {
            let value: PropertyListValue? = random.isTrue(oneIn: 3) ? nil : "by hand"
            store.contents[Self.domain, default: [:]][key] = value
            if start[key] != value { changed.append(.key(key)) }
            expected[key] = value
        }
        let left = try Self.applier(store).remove("one").left
        #expect(store.contents[Self.domain] ?? [:] == expected)
        #expect(left[Self.domain] == changed)
    }

    @Test("what a preview says is the difference that then appears", arguments: Extent.sample(0..<300, short: 20))
    func preview(seed: Int) throws {
        var random = RandomState(seed: seed)
        let store = CrashingStore(Self.start(&random))
        let applier = Self.applier(store)
        for _ in 0..<3 {
            let (document, isExact) = (try Self.document(random.document()), random.isTrue(oneIn: 3))
            let before = store.contents
            let rehearsed = try applier.rehearsal.apply(document, identifier: "one", isExact: isExact)
            #expect(store.contents == before)
            let made = try applier.apply(document, identifier: "one", isExact: isExact)
            #expect(rehearsed.changes == made.changes)
            #expect(rehearsed.left == made.left)
            for change in made.changes { #expect(store.contents[change.domain] ?? [:] == change.new) }
        }
    }

    @Test(
        "a path that another identifier owns is refused",
        arguments: [
            (#"{"x": 1}"#, #"{"x": 2}"#, true), (#"{"x": 1}"#, #"{"y": 2}"#, false),
            (#"{"x": {"$merge": {"i": 1}}}"#, #"{"x": 2}"#, true),
            (#"{"x": 2}"#, #"{"x": {"$merge": {"i": 1}}}"#, true),
            (#"{"x": {"$merge": {"i": 1}}}"#, #"{"x": {"$merge": {"j": 1}}}"#, false),
            (#"{"x": 1}"#, #"{"$absent": true}"#, true), (#"{"x": {"$absent": true}}"#, #"{"x": 1}"#, true),
        ])
    func overlap(first: String, second: String, isRefused: Bool) throws {
        let store = CrashingStore([Self.domain: ["x": ["i": 0, "j": 0], "y": 0]])
        let applier = Self.applier(store)
        try applier.apply(Self.document("{\"a\": \(first)}"), identifier: "one")
        let before = store.contents
        let document = try Self.document("{\"a\": \(second)}")
        if isRefused {
            #expect { try applier.apply(document, identifier: "two") } throws: { error in
                if case .owned(_, _, "one")? = error as? StateApplier.ApplyError { true } else { false }
            }
            #expect(store.contents == before)
        } else {
            try applier.apply(document, identifier: "two")
        }
        // Without an identifier, nothing is owned.
        try applier.apply(document)
    }

    @Test(
        "identifiers that own disjoint paths are taken back in any order", arguments: Extent.sample(0..<300, short: 20))
    func severalIdentifiers(seed: Int) throws {
        var random = RandomState(seed: seed)
        let start = Self.start(&random)
        let store = CrashingStore(start)
        var identifiers: [String] = []
        for identifier in ["one", "two", "three"] {
            do {
                try Self.applier(store).apply(Self.document(random.document()), identifier: identifier)
            } catch is StateApplier.ApplyError {
                continue
            }
            if store.contents[try Domain("/applied/\(identifier).plist")] != nil { identifiers.append(identifier) }
        }
        for identifier in identifiers.shuffled(using: &random) { try Self.applier(store).remove(identifier) }
        #expect(store.contents == start)
    }

    @Test("a dictionary that was made for several identifiers goes with its last value", arguments: [true, false])
    func sharedDictionary(isReversed: Bool) throws {
        let store = CrashingStore([Self.domain: ["y": 1]])
        let applier = Self.applier(store)
        for identifier in ["one", "two"] {
            try applier.apply(
                Self.document("{\"a\": {\"y\": {\"$merge\": {\"z\": {\"$merge\": {\"\(identifier)\": 1}}}}}}"),
                identifier: identifier)
        }
        #expect(store.contents[Self.domain] == ["y": ["z": ["one": 1, "two": 1]]])
        for identifier in isReversed ? ["two", "one"] : ["one", "two"] { try applier.remove(identifier) }
        #expect(Self.user(store) == [Self.domain: ["y": 1]])
    }

    @Test("exactness spares the keys of other identifiers and records of migrations")
    func exactness() throws {
        let store = CrashingStore([Self.domain: ["x": 1, "y": 1, "DefaultsMigrations": ["m": 1]]])
        let applier = Self.applier(store)
        try applier.apply(Self.document(#"{"a": {"x": 2}}"#), identifier: "one")
        for identifier in ["two", nil] {
            try applier.apply(Self.document(#"{"a": {"z": 3}}"#), identifier: identifier, isExact: true)
            #expect(store.contents[Self.domain] == ["x": 2, "z": 3, "DefaultsMigrations": ["m": 1]])
        }
        try applier.remove("two")
        #expect(store.contents[Self.domain] == ["x": 2, "y": 1, "DefaultsMigrations": ["m": 1]])
    }

    @Test("a record can be read again", arguments: 0..<100)
    func coding(seed: Int) throws {
        var random = RandomState(seed: seed)
        let store = CrashingStore(Self.start(&random))
        store.interrupt(after: Int.random(in: 1...4, using: &random))
        _ = try? Self.applier(store).apply(Self.document(random.document()), identifier: "one")
        let contents = store.contents[Domain("/applied/one.plist")] ?? [:]
        let record = contents.isEmpty ? nil : try AppliedRecord(contents, identifier: "one")
        #expect(record?.dictionary ?? [:] == contents)
    }

    @Test("a domain that its record names in another way is applied again, and taken back", arguments: 0..<3)
    func otherNames(index: Int) throws {
        let scratch = Scratch()
        let folders = DomainFolders(user: scratch("user"), anyUser: scratch("any"), home: scratch("home"))
        let store = FileDomainStore(folders: folders)
        let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
        let path = String(repeating: "../", count: depth) + scratch("a.plist").dropFirst()
        let domain = try [
            Domain("D", host: .named("h")), Domain("D", user: .any), Domain(path),
        ][index]
        let applier = StateApplier(store: store, folders: folders)
        for value in [1, 2] as [PropertyListValue] {
            let changes = try applier.apply(StateDocument([domain: ["A": value]]), identifier: "one").changes
            #expect(changes.map(\.domain) == [domain])
            #expect(try store.contents(of: domain) == ["A": value])
        }
        let recorded = try #require(try applier.record(of: "one")?.domains.first?.domain)
        #expect(try store.identity(of: recorded) == store.identity(of: domain))
        try applier.remove("one")
        #expect(try store.contents(of: domain) == [:])
    }

    @Test("a record is read without a lock")
    func readingWithoutLock() throws {
        let scratch = Scratch()
        let folders = DomainFolders(root: scratch("root"))
        let store = FileDomainStore(folders: folders)
        let applier = StateApplier(store: store, folders: folders)
        #expect(try applier.record(of: "one") == nil)
        #expect(!FileManager.default.fileExists(atPath: scratch("root")))
        try applier.apply(StateDocument([Self.domain: ["A": 1]]), identifier: "one")
        let record = try Domain(scratch("root/.defaults/applied/one.plist"))
        // A nested update is an error.
        let read = try store.update([record]) { _ in try applier.record(of: "one") }
        #expect(read?.domains.map(\.domain) == [Self.domain])
        chmod(scratch("root/.defaults/applied/one.plist"), 0o620)
        #expect(throws: StateApplier.ApplyError.recordNotPrivate(identifier: "one")) {
            try applier.record(of: "one")
        }
    }

    @Test("a run that fails restores the record that another run has written meanwhile")
    func restoredRecord() throws {
        let base = CrashingStore([Self.domain: ["x": 0, "y": 0]])
        let store = HookedStore(base) { hooks in
            hooks.beforeUpdate = { number in
                switch number {
                case 2: try Self.applier(base).apply(Self.document(#"{"a": {"y": 2}}"#), identifier: "one")
                case 3: throw PreferencesError(FileAccess.write("a").error(.missing))
                default: break
                }
            }
        }
        let applier = StateApplier(store: store, records: Self.records(base))
        #expect(throws: PreferencesError.self) {
            try applier.apply(Self.document(#"{"a": {"x": 1}}"#), identifier: "one")
        }
        #expect(base.contents[Self.domain] == ["x": 0, "y": 2])
        try Self.applier(base).remove("one")
        #expect(base.contents == [Self.domain: ["x": 0, "y": 0]])
    }

    @Test("a record in the form of version 0.2 is read, and its values are restored")
    func earlierForm() throws {
        let record: PropertyListDictionary = [
            "schema": 1, "identifier": "one", "state": "applying",
            "domains": [
                "a": [
                    "paths": [
                        ["path": "x", "earlier": 0, "applied": [["value": 1], [:]]],
                        ["path": "y.z", "applied": [["value": 2]]],
                    ],
                    "dictionaries": [["path": "y", "earlier": "text"]],
                ]
            ],
        ]
        let store = CrashingStore([Self.domain: ["x": 1, "y": ["z": 2]]])
        store.contents[Domain("/applied/one.plist")] = record
        try Self.applier(store).remove("one")
        #expect(store.contents == [Self.domain: ["x": 0, "y": "text"]])
    }

    @Test("a record that is damaged, newer or names a path below a root is refused")
    func damagedRecords() throws {
        let store = CrashingStore([:])
        let record = Domain("/applied/one.plist")
        try Self.applier(store).apply(Self.document(#"{"/f.plist": {"x": 1}}"#), identifier: "one")
        let contents = try #require(store.contents[record])
        var newer = contents
        newer["schema"] = 2
        var damaged = contents
        damaged["domains"] = 1
        let cases: [(PropertyListDictionary, Bool, StateApplier.ApplyError)] = [
            (newer, true, .newerRecord(identifier: "one")), (damaged, true, .damagedRecord(identifier: "one")),
            (contents, false, .pathBelowRoot(identifier: "one", path: "/f.plist")),
        ]
        for (contents, allowsPaths, expected) in cases {
            store.contents[record] = contents
            let before = store.contents
            let applier = Self.applier(store, allowsPaths: allowsPaths)
            #expect(throws: expected) { try applier.remove("one") }
            #expect(store.contents == before)
            // It does not concern other identifiers.
            var unusable: [RecordFolder.Unusable] = []
            try applier.apply(Self.document(#"{"a": {"x": 1}}"#), identifier: "two") { unusable.append(($0, $1, $2)) }
            #expect(unusable.map(\.identifier) == ["one"])
            #expect(unusable.map(\.path) == ["/applied/one.plist"])
            #expect(unusable.first?.error as? StateApplier.ApplyError == expected)
            try applier.remove("two")
            #expect(store.contents == before)
        }
    }

    @Test(
        "identifiers are plain names",
        arguments: [
            ("a", true), ("A.b_c-1", true), ("", false), (".a", false), ("a/b", false), ("é", false), ("-a", false),
        ])
    func identifiers(text: String, isIdentifier: Bool) {
        #expect(AppliedRecord.isIdentifier(text) == isIdentifier)
    }
}
