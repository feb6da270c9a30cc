import Foundation
import PropertyList
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsState

/// Changes that are taken back and made again, in any order.
struct UndoRedoTests {
    private let scratch: Scratch
    private let journal: Journal

    init() throws {
        scratch = try Scratch()
        journal = Journal(
            path: scratch("journal"), folders: DomainFolders(root: scratch("root")), lockTimeout: .seconds(600))
    }

    private func recording(_ store: CrashingStore) -> JournalingDomainStore {
        JournalingDomainStore(
            store, journal: journal, command: ["test"], now: { Date(timeIntervalSinceReferenceDate: 0) })
    }

    @Test("undoing all changes restores the start, and a redo restores the end", arguments: 0..<100)
    func undoOfAll(seed: Int) throws {
        var random = RandomState(seed: seed)
        let store = CrashingStore()
        try RandomState.change(store, &random)
        let start = store.contents
        for _ in 0..<Int.random(in: 1...8, using: &random) { try RandomState.change(recording(store), &random) }
        let end = store.contents
        try Undo(store: recording(store), journal: journal).perform(.all)
        #expect(store.contents == start)
        if start != end {
            try Undo(store: recording(store), journal: journal).perform(.redo)
            #expect(store.contents == end)
        }
        try Undo(store: recording(store), journal: journal).perform(.all)
        #expect(store.contents == start)
    }

    @Test("undoing the last entries restores the state before them", arguments: 0..<100)
    func undoOfSome(seed: Int) throws {
        var random = RandomState(seed: seed)
        let store = CrashingStore()
        var states = [store.contents]
        while states.count < 6 {
            try RandomState.change(recording(store), &random)
            if store.contents != states.last { states.append(store.contents) }
        }
        let count = Int.random(in: 1...5, using: &random)
        try Undo(store: recording(store), journal: journal).perform(.last(count))
        #expect(store.contents == states[5 - count])
    }

    @Test("undos, redos and changes in any order lead to the states in between", arguments: 0..<100)
    func undosAndRedos(seed: Int) throws {
        var random = RandomState(seed: seed)
        let store = CrashingStore()
        var states = [store.contents]
        var later: [[[Domain: PropertyListDictionary]]] = []
        for _ in 0..<30 {
            let undo = Undo(store: recording(store), journal: journal)
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where states.count > 1:
                let count = Int.random(in: 1..<states.count, using: &random)
                later.append(states.suffix(count))
                states.removeLast(count)
                try undo.perform(.last(count))
            case 1 where !later.isEmpty:
                states += later.removeLast()
                try undo.perform(.redo)
            case 2:
                #expect(throws: JournalError.self) { try undo.perform(.last(states.count)) }
                if later.isEmpty { #expect(throws: JournalError.self) { try undo.perform(.redo) } }
            default:
                try RandomState.change(recording(store), &random)
                if store.contents != states.last { (states, later) = (states + [store.contents], []) }
            }
            #expect(store.contents == states.last)
        }
        try Undo(store: recording(store), journal: journal).perform(.all)
        #expect(store.contents == states.first)
    }

    @Test("an undo or redo that was interrupted is completed by the next run", arguments: 0..<100)
    func interruptedUndo(seed: Int) throws {
        var random = RandomState(seed: seed)
        let store = CrashingStore()
        var states = [store.contents]
        while states.count < 4 {
            try RandomState.change(recording(store), &random)
            if store.contents != states.last { states.append(store.contents) }
        }
        let undo = Undo(store: recording(store), journal: journal)
        for (selection, state) in [(Undo.Selection.last(2), states[1]), (.redo, states[3]), (.all, states[0])] {
            for _ in 0..<2 {
                store.interrupt(after: Int.random(in: 0...1, using: &random))
                do { try undo.perform(selection) } catch is CrashingStore.Interruption { continue }
                break
            }
            store.interrupt(after: nil)
            if store.contents != state { try undo.perform(selection) }
            #expect(store.contents == state, "\(selection)")
        }
    }

    @Test("an entry is taken back alone, and is a change of its own if later changes concern its keys")
    func singleEntries() throws {
        let domain = Domain.named("a")
        let store = CrashingStore()
        for (key, value) in [("x", 1), ("y", 1), ("x", 2), ("x", 1)] as [(String, PropertyListValue)] {
            try recording(store).update([domain]) { $0[domain][key] = value }
        }
        let undo = Undo(store: recording(store), journal: journal)
        try undo.perform(.number(2))
        try undo.perform(.number(2))
        #expect(try journal.entries().map(\.undoes) == [[], [], [], [], [2]])
        try undo.perform(.redo)
        #expect(store.contents[domain] == ["x": 1, "y": 1])
        try undo.perform(.number(1))
        #expect(try journal.entries().last?.undoes == [])
        try undo.perform(.all)
        #expect(store.contents[domain] ?? [:] == [:])
    }
}
