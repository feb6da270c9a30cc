import Foundation
import TestExtent
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsState

/// Changes that are taken back and made again, in any order.
struct UndoRedoTests {
    private let scratch = Scratch()
    private let journal: Journal

    init() {
        journal = Journal(
            path: scratch("journal"), folders: DomainFolders(root: scratch("root")), lockTimeout: .seconds(600))
    }

    private func recording(_ store: CrashingStore) -> JournalingDomainStore {
        JournalingDomainStore(
            store, journal: journal, command: ["test"], now: { Date(timeIntervalSinceReferenceDate: 0) })
    }

    /// Undoes entries, after an interruption once more.
    private func undo(
        _ selection: Journal.UndoSelection, in store: CrashingStore, _ random: inout RandomState
    ) throws {
        let target = recording(store)
        store.interrupt(after: Int.random(in: 0...4, using: &random))
        defer { store.interrupt(after: nil) }
        do {
            try journal.undo(selection, in: target)
        } catch is CrashingStore.Interruption {
            store.interrupt(after: random.isTrue(oneIn: 2) ? 1 : nil)
            do { try journal.undo(selection, in: target) } catch is CrashingStore.Interruption {
                store.interrupt(after: nil)
                try journal.undo(selection, in: target)
            }
        }
    }

    @Test(
        "undos, redos and changes in any order lead to the states in between, also after interruptions",
        arguments: Extent.sample(0..<100, short: 8))
    func undosAndRedos(seed: Int) throws {
        var random = RandomState(seed: seed)
        let store = CrashingStore()
        try RandomState.change(store, &random)
        var states = [store.contents]
        var later: [[[Domain: PropertyListDictionary]]] = []
        for _ in 0..<30 {
            let target = recording(store)
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where states.count > 1:
                let count = Int.random(in: 1..<states.count, using: &random)
                later.append(states.suffix(count))
                states.removeLast(count)
                let isAll = states.count == 1 && random.isTrue(oneIn: 2)
                try undo(isAll ? .all : .last(count), in: store, &random)
            case 1 where !later.isEmpty:
                states += later.removeLast()
                try undo(.redo, in: store, &random)
            case 2:
                #expect(throws: JournalError.self) { try journal.undo(.last(states.count), in: target) }
                if later.isEmpty { #expect(throws: JournalError.self) { try journal.undo(.redo, in: target) } }
            default:
                try RandomState.change(recording(store), &random)
                if store.contents != states.last { (states, later) = (states + [store.contents], []) }
            }
            #expect(store.contents == states.last)
        }
        try undo(.all, in: store, &random)
        #expect(store.contents == states.first)
    }

    @Test(
        "an undo or redo that was interrupted is completed by the next run",
        arguments: Extent.sample(0..<100, short: 8))
    func interruptedUndo(seed: Int) throws {
        var random = RandomState(seed: seed)
        let store = CrashingStore()
        var states = [store.contents]
        while states.count < 4 {
            try RandomState.change(recording(store), &random)
            if store.contents != states.last { states.append(store.contents) }
        }
        let target = recording(store)
        for (selection, state) in [(Journal.UndoSelection.last(2), states[1]), (.redo, states[3]), (.all, states[0])] {
            for _ in 0..<2 {
                store.interrupt(after: Int.random(in: 0...1, using: &random))
                do { try journal.undo(selection, in: target) } catch is CrashingStore.Interruption { continue }
                break
            }
            store.interrupt(after: nil)
            if store.contents != state { try journal.undo(selection, in: target) }
            #expect(store.contents == state, "\(selection)")
        }
    }

    /// Sets the key `k` to 1 and then to 2, and the key `l` to 5.
    private func makeChanges(in store: CrashingStore) throws {
        for (key, value) in [("k", 1), ("k", 2), ("l", 5)] as [(String, PropertyListValue)] {
            try recording(store).update(["a"]) { $0["a"][key] = value }
        }
    }

    @Test("an undo that was made is not made again after another program has set its values")
    func changesAfterUndo() throws {
        let domain = Domain("a")
        let store = CrashingStore()
        try makeChanges(in: store)
        try journal.undo(in: recording(store))
        store.contents[domain]?["l"] = 5
        try journal.undo(in: recording(store))
        #expect(store.contents[domain] == ["k": 1, "l": 5])
        store.contents[domain]?["k"] = 2
        #expect(throws: JournalError.changedSince(1, domain: "a", "k")) { try journal.undo(in: recording(store)) }
        #expect(store.contents[domain] == ["k": 2, "l": 5])
    }

    @Test("an undo whose last line is lost is made again without an effect")
    func lostLine() throws {
        let domain = Domain("a")
        let store = CrashingStore()
        try makeChanges(in: store)
        try journal.undo(.last(2), in: recording(store))
        let lines = try scratch.text(of: "journal").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 6)
        let file = try #require(FileHandle(forWritingAtPath: journal.path))
        try file.truncate(atOffset: UInt64(lines.prefix(4).joined(separator: "\n").utf8.count + 1))
        #expect(try journal.undo(.last(2), in: recording(store)).changes.isEmpty)
        #expect(store.contents[domain] == ["k": 1])
        try journal.undo(in: recording(store))
        #expect(store.contents[domain] == nil)
        try journal.undo(.redo, in: recording(store))
        try journal.undo(.redo, in: recording(store))
        #expect(store.contents[domain] == ["k": 2, "l": 5])
    }

    @Test("an undo takes back what an identifier owns, together with the values", arguments: 0...4)
    func ownership(replacements: Int) throws {
        let domain = Domain("a")
        let store = CrashingStore([domain: ["k": 0]])
        let target = recording(store)
        let applier = StateApplier(store: target, folders: journal.folders)
        let document = StateDocument([domain: ["k": 1], "b": ["k": 1]])
        var states = [store.contents]
        try applier.apply(document, identifier: "s")
        states.append(store.contents)
        try applier.remove("s")
        #expect(store.contents == states[0])
        #expect(try journal.entries().count == 2)
        let undos: [(Journal.UndoSelection, Int)] = [(.last(1), 1), (.last(1), 0), (.redo, 1), (.redo, 0), (.all, 0)]
        for (selection, state) in undos {
            store.interrupt(after: replacements)
            do { try journal.undo(selection, in: target) } catch is CrashingStore.Interruption {
                store.interrupt(after: nil)
                try journal.undo(selection, in: target)
            }
            #expect(store.contents == states[state], "\(selection)")
        }
        store.interrupt(after: nil)
        try journal.undo(.redo, in: target)
        try journal.undo(in: target)
        #expect(store.contents == states[1])
        try applier.apply(document, identifier: "s")
        try applier.remove("s")
        #expect(store.contents == states[0])
        // A record that has changed since is left.
        try journal.undo(in: target)
        try StateApplier(store: store, folders: journal.folders).apply(StateDocument(), identifier: "s")
        try journal.undo(in: target)
        #expect(store.contents == states[0])
    }

    @Test("an undo of an earlier form counts as made, and is taken back")
    func earlierForm() throws {
        let domain = Domain("a")
        let lines = [
            #""new":1,"path":"k"}],"command":["x"],"date":"2024-01-31T12:00:00Z","number":1,"root":true,"schema":1}"#,
            #""new":2,"old":1,"path":"k"}],"command":["x"],"date":"2024-01-31T12:00:00Z","number":2,"root":true,"#
                + #""schema":1}"#,
            #""new":1,"old":2,"path":"k"}],"command":["x"],"date":"2024-01-31T12:00:00Z","number":3,"root":true,"#
                + #""schema":2,"undoes":[2]}"#,
        ]
        let text = lines.map { #"{"changes":[{"domain":"a","# + $0 + "\n" }.joined()
        #expect(FileManager.default.createFile(atPath: journal.path, contents: Data(text.utf8)))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: journal.path)
        let store = CrashingStore([domain: ["k": 1]])
        try journal.undo(.redo, in: recording(store))
        #expect(store.contents[domain] == ["k": 2])
        try journal.undo(.last(2), in: recording(store))
        #expect(store.contents[domain] == nil)
    }

    @Test("an entry is taken back alone, and is a change of its own if later changes concern its keys")
    func singleEntries() throws {
        let domain = Domain("a")
        let store = CrashingStore()
        for (key, value) in [("x", 1), ("y", 1), ("x", 2), ("x", 1)] as [(String, PropertyListValue)] {
            try recording(store).update([domain]) { $0[domain][key] = value }
        }
        let target = recording(store)
        try journal.undo(.number(2), in: target)
        try journal.undo(.number(2), in: target)
        #expect(try journal.entries().map(\.undoes) == [[], [], [], [], [2]])
        try journal.undo(.redo, in: target)
        #expect(store.contents[domain] == ["x": 1, "y": 1])
        try journal.undo(.number(1), in: target)
        #expect(try journal.entries().last?.undoes == [])
        try journal.undo(.all, in: target)
        #expect(store.contents[domain] ?? [:] == [:])
    }
}
