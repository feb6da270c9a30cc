import DefaultsPreferences
import Foundation
import TestExtent
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsState

/// Random writes, documents, migrations and undos in files, compared with a model in memory.
struct RandomHistoryTests {
    @Test(
        "writes, documents, migrations and undos in any order have the effects of a model",
        arguments: Extent.sample(0..<1000, short: 40))
    func histories(seed: Int) throws {
        var history = try History(seed: seed)
        for _ in 0..<12 { try history.performNext() }
        try history.end()
    }
}

/// The domains of a test and what is known about them.
private struct History {
    struct State {
        var contents: [Domain: PropertyListDictionary]
        var owned: [String: AppliedRecord]
        /// The contents before the first document of those that are applied, or `nil` if other changes have followed.
        var start: [Domain: PropertyListDictionary]?

        /// Takes a change back. A record that has changed since the change is left.
        mutating func revert(_ change: Change) {
            contents = change.before.contents
            for identifier in History.identifiers where owned[identifier] == change.after.owned[identifier] {
                owned[identifier] = change.before.owned[identifier]
            }
            start = owned == change.before.owned ? change.before.start : nil
        }

        func hasRecord(in target: Domain) -> Bool {
            contents[target]?[PropertyListPath([Migrator.recordKey, History.migration])] != nil
        }
    }

    /// A change that the journal contains.
    typealias Change = (before: State, after: State)

    private static let (identifiers, migration) = (["one", "two"], "m")

    private let scratch = Scratch()
    private let journal: Journal
    private let store: JournalingDomainStore
    private let applier: StateApplier
    private let migrator: Migrator
    private var random: RandomState
    private var operations: [String] = []

    private var state = State(contents: [:], owned: [:])
    /// The changes in effect.
    private var changes: [Change] = []
    /// The undos since the last change, and the changes that they took back.
    private var undos: [(undo: Change, changes: [Change])] = []
    /// The migrations so far, and those that were taken back.
    private var migrations: [(target: Domain, change: Change)] = []

    init(seed: Int) throws {
        random = RandomState(seed: seed)
        let folders = DomainFolders(root: scratch("root"))
        let files = FileDomainStore(folders: folders, lockTimeout: .seconds(600))
        journal = Journal(path: scratch("journal"), folders: folders, lockTimeout: .seconds(600))
        let date = Date(timeIntervalSince1970: 1_767_225_600)
        store = JournalingDomainStore(files, journal: journal, command: ["test"], now: { date })
        applier = StateApplier(store: store, folders: folders)
        migrator = Migrator(store: store, now: { date })
        try RandomState.change(files, &random)
        state = try observed()
    }

    mutating func performNext() throws {
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: try write()
        case 2...5: try apply()
        case 6: try remove(random.isTrue(oneIn: 2) ? "one" : "two")
        case 7, 8: try migrate()
        case 9: try rollBack()
        case 10: try undo(Int.random(in: 1...changes.count + 1, using: &random))
        default: try redo()
        }
        try expectState()
    }

    /// Takes all changes back, makes them again, removes all identifiers, and takes all changes back.
    mutating func end() throws {
        let last = state
        if !changes.isEmpty {
            try undo(changes.count)
            try expectState()
            try redo()
        }
        state = last
        try expectState()
        for identifier in last.owned.keys.sorted() { try remove(identifier) }
        if !changes.isEmpty { try undo(changes.count) }
        try expectState()
    }

    private mutating func write() throws {
        let (domain, key) = (random.domain(), random.key())
        let value = random.isTrue(oneIn: 3) ? nil : random.value()
        operations.append("write \(domain) \(key)")
        try store.update([domain]) { $0[domain][key] = value }
        var next = State(contents: state.contents, owned: state.owned)
        next.contents[domain]?[key] = value
        advance(to: next)
    }

    private mutating func apply() throws {
        let (identifier, text) = (random.isTrue(oneIn: 2) ? "one" : "two", random.document())
        let isExact = random.isTrue(oneIn: 4)
        operations.append("apply \(identifier) \(text)\(isExact ? " exactly" : "")")
        let document = try StateDocument(Array(text.utf8), folders: journal.folders)
        let hasOthers = state.owned.contains { $0.key != identifier }
        let isAccepted = try isAccepted { try applier.apply(document, identifier: identifier, isExact: isExact) }
        if !hasOthers { #expect(isAccepted, "\(operations)") }
        if isAccepted { try check(document, identifier: identifier, isExact: isExact) }
    }

    /// Checks the state after a document was applied.
    private mutating func check(_ document: StateDocument, identifier: String, isExact: Bool) throws {
        let others = state.owned.filter { $0.key != identifier }
        var next = try observed()
        next.start = state.owned.isEmpty ? state.contents : state.start
        #expect(next.owned.filter { $0.key != identifier } == others, "\(operations)")
        if document.domains.contains(where: { !$0.requirements.isEmpty }) {
            #expect(next.owned[identifier] != nil, "\(operations)")
        }
        for required in document.domains {
            let contents = next.contents[required.domain] ?? [:]
            #expect(required.contents(from: contents) == contents, "\(operations)")
        }
        // The result does not depend on earlier documents.
        if others.isEmpty, var expected = next.start {
            for (domain, contents) in expected {
                let required = document.domains.first { $0.domain == domain }
                expected[domain] = required?.contents(from: contents, isExact: isExact) ?? contents
            }
            #expect(next.contents == expected, "\(operations)")
        }
        advance(to: next)
    }

    private mutating func remove(_ identifier: String) throws {
        operations.append("remove \(identifier)")
        let isAccepted = try isAccepted { try applier.remove(identifier) }
        #expect(isAccepted == (state.owned[identifier] != nil), "\(operations)")
        var next = try observed()
        next.start = state.start
        if !isAccepted { next.contents = state.contents }
        #expect(next.owned == state.owned.filter { $0.key != identifier }, "\(operations)")
        if isAccepted, next.owned.isEmpty, let start = next.start { #expect(next.contents == start, "\(operations)") }
        advance(to: next)
    }

    private mutating func migrate() throws {
        let (source, target) = (random.domain(), random.domain())
        var keys = ["x", "y", "z", "0"].shuffled(using: &random)
        let old = keys.remove(at: keys.firstIndex { state.contents[source]?[$0] != nil } ?? 0)
        operations.append("migrate \(source) \(target) \(old) \(keys)")
        try migrator.apply(
            Migration(
                Self.migration, from: source, to: target,
                steps: [.move(.key(old), to: .key(keys[0])), .setDefault(7, at: .key(keys[1]))]))
        let next = try observed()
        var expected = state
        if !expected.hasRecord(in: target) {
            if expected.contents[target]?[keys[0]] == nil, let value = expected.contents[source]?[old] {
                expected.contents[source]?[old] = nil
                expected.contents[target]?[keys[0]] = value
            }
            if expected.contents[target]?[keys[1]] == nil { expected.contents[target]?[keys[1]] = 7 }
            // The form of records has its own tests.
            expected.contents[target]?[Migrator.recordKey] = next.contents[target]?[Migrator.recordKey]
            migrations.append((target, (state, next)))
        }
        #expect(next.hasRecord(in: target), "\(operations)")
        advance(to: State(contents: expected.contents, owned: state.owned))
    }

    private mutating func rollBack() throws {
        let target = migrations.last?.target ?? random.domain()
        operations.append("roll back \(target)")
        let isAccepted = try isAccepted { try migrator.rollBack(Self.migration, in: target) }
        var next = State(contents: try observed().contents, owned: state.owned)
        #expect(next.hasRecord(in: target) == !isAccepted, "\(operations)")
        if !isAccepted || !state.hasRecord(in: target) { next.contents = state.contents }
        let known = migrations.last { $0.target == target && $0.change.after.contents == state.contents }
        if let known { next.contents = known.change.before.contents }
        advance(to: next)
    }

    private mutating func undo(_ count: Int) throws {
        let isAll = count == changes.count && random.isTrue(oneIn: 2)
        operations.append("undo \(count)")
        let isAccepted = try isAccepted { try journal.undo(isAll ? .all : .last(count), in: store) }
        #expect(isAccepted == (count <= changes.count), "\(operations)")
        if isAccepted {
            let (before, undone) = (state, Array(changes.suffix(count)))
            for change in undone.reversed() { state.revert(change) }
            changes.removeLast(count)
            undos.append(((before, after: state), undone))
        }
    }

    private mutating func redo() throws {
        operations.append("redo")
        let isAccepted = try isAccepted { try journal.undo(.redo, in: store) }
        #expect(isAccepted == !undos.isEmpty, "\(operations)")
        if isAccepted, let (undo, undone) = undos.popLast() {
            state.revert(undo)
            changes += undone
        }
    }

    /// Returns the state of the files.
    private func observed() throws -> State {
        var state = State(contents: [:], owned: [:])
        for domain in RandomState.domains { state.contents[domain] = try store.contents(of: domain) }
        for identifier in Self.identifiers { state.owned[identifier] = try applier.record(of: identifier) }
        return state
    }

    /// Checks the files and the number of changes that an undo can take back. A refused operation has not changed them.
    private func expectState() throws {
        let actual = try observed()
        #expect(actual.contents == state.contents, "\(operations)")
        #expect(actual.owned == state.owned, "\(operations)")
        let entries = try changes.isEmpty && undos.isEmpty ? [] : journal.entries()
        #expect(UndoStack(entries).inEffect.count == changes.count, "\(operations)")
    }

    /// Performs an operation, and returns whether it was accepted.
    private func isAccepted<Result>(_ operation: () throws -> Result) throws -> Bool {
        do {
            _ = try operation()
            return true
        } catch  where error is StateApplier.ApplyError || error is PreferenceValueError || error is JournalError {
            return false
        }
    }

    /// Notes the state after an operation. Only a change of values is an entry of the journal.
    private mutating func advance(to next: State) {
        if next.contents != state.contents {
            changes.append((before: state, after: next))
            undos = []
        }
        state = next
    }
}
