import Foundation
import TestStores
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsState

/// Changes that are recorded and undone.
struct JournalTests {
    private let scratch = Scratch()
    private let journal: Journal

    init() {
        journal = Journal(
            path: scratch("journal"), folders: DomainFolders(root: scratch("root")), lockTimeout: .seconds(600))
    }

    private func recording(_ store: CrashingStore, _ command: String = "test") -> JournalingDomainStore {
        JournalingDomainStore(
            store, journal: journal, command: [command], now: { Date(timeIntervalSinceReferenceDate: 0) })
    }

    /// Sets the value of a key as a part of an operation.
    private func set(_ value: PropertyListValue, in store: CrashingStore, as operation: RecordedOperation?) throws {
        try recording(store).update(["a"]) { transaction in
            transaction.journal.operation = operation
            transaction["a"] = ["x": value]
        }
    }

    @Test("after an interruption at any replacement, the entry can be undone", arguments: 0..<100)
    func interruption(seed: Int) throws {
        var random = RandomState(seed: seed)
        let store = CrashingStore()
        try RandomState.change(store, &random)
        let start = store.contents
        store.interrupt(after: Int.random(in: 0...2, using: &random))
        do { try RandomState.change(recording(store), &random) } catch is CrashingStore.Interruption {}
        store.interrupt(after: nil)
        // A change without an effect is not recorded.
        if FileManager.default.fileExists(atPath: journal.path) {
            try journal.undo(.all, in: recording(store))
        }
        #expect(store.contents == start)
    }

    @Test("a value that another program has changed is left, unless that is forced")
    func changesByOthers() throws {
        let domain = Domain("a")
        let store = CrashingStore([domain: ["x": ["i": 1], "y": 1]])
        try recording(store).update([domain]) { $0[domain] = ["x": ["i": 2], "y": 2] }
        store.contents[domain] = ["x": ["i": 3], "y": 2]
        let target = recording(store)
        #expect(throws: JournalError.changedSince(1, domain: "a", PropertyListPath(["x", "i"]))) {
            try journal.undo(in: target)
        }
        #expect(store.contents[domain] == ["x": ["i": 3], "y": 2])
        try journal.undo(in: target, isForced: true)
        #expect(store.contents[domain] == ["x": ["i": 1], "y": 1])
        #expect(try journal.entries().map(\.number) == [1, 2])
    }

    @Test(
        "an update of an operation whose entry was removed is an entry of its own",
        arguments: ["remove", "prune", "new"])
    func removedOperation(removal: String) throws {
        let domain = Domain("a")
        // The first line has more bytes than are read at once.
        let store = CrashingStore([domain: ["x": .string(String(repeating: "x", count: 10_000))]])
        let operation = RecordedOperation()
        try set(1, in: store, as: operation)
        try set(2, in: store, as: operation)
        #expect(try journal.entries().map(\.number) == [1])
        try set(3, in: store, as: nil)
        switch removal {
        case "prune": try journal.prune(keeping: 1)
        default: try FileManager.default.removeItem(atPath: journal.path)
        }
        if removal == "new" { try set(4, in: store, as: nil) }
        try set(5, in: store, as: operation)
        try set(6, in: store, as: operation)
        #expect(try journal.entries().last?.changes.last?.new == 6)
        let before = store.contents
        try journal.undo(.all, in: recording(store))
        #expect(store.contents == [domain: ["x": removal == "prune" ? 2 : 3]])
        try journal.undo(.redo, in: recording(store))
        #expect(store.contents == before)
    }

    @Test("a change that another program makes first is not recorded")
    func interference() throws {
        let domain = Domain("a")
        let store = CrashingStore([domain: ["x": 1]])
        store.interfere(with: [domain: ["x": 2]])
        try recording(store).update([domain]) { $0[domain] = ["x": 2] }
        #expect(!FileManager.default.fileExists(atPath: journal.path))
    }

    @Test("an operation continues its entry in a journal that has replaced a removed one")
    func replacedJournal() throws {
        let domain = Domain("a")
        let store = CrashingStore([:])
        let operation = RecordedOperation()
        for value in [1, 2] as [PropertyListValue] { try set(value, in: store, as: nil) }
        try set(3, in: store, as: operation)
        try FileManager.default.removeItem(atPath: journal.path)
        for value in [4, 5] as [PropertyListValue] { try set(value, in: store, as: operation) }
        #expect(try journal.entries().map(\.number) == [1])
        try journal.undo(in: recording(store))
        #expect(store.contents[domain] == ["x": 3])
    }

    @Test("an index is never taken for a key")
    func arrays() throws {
        let domain = Domain("a")
        let store = CrashingStore([domain: ["x": ["0": 1]]])
        try recording(store).update([domain]) { $0[domain] = ["x": ["0": 2]] }
        store.contents[domain] = ["x": .array([2])]
        #expect(throws: JournalError.self) { try journal.undo(in: store) }
    }

    @Test("entries can be read again", arguments: 0..<50)
    func coding(seed: Int) throws {
        var random = RandomState(seed: seed)
        let changes = RandomState.domains.map { domain in
            Journal.Entry.Change(
                domain: domain, path: PropertyListPath([random.key(), "a.b\\", "é\n"]),
                old: random.isTrue(oneIn: 2) ? nil : random.value(), new: random.value())
        }
        try journal.append(changes, command: ["write", "a b", "é\u{0}"], date: Date(timeIntervalSinceReferenceDate: 1))
        let entry = try #require(try journal.entries().first)
        #expect(
            entry
                == Journal.Entry(
                    number: 1, date: Date(timeIntervalSinceReferenceDate: 1), command: ["write", "a b", "é\u{0}"],
                    isBelowRoot: true, base: scratch("root"), changes: changes))
    }

    private func append(_ number: Int) throws {
        try journal.append(
            [Journal.Entry.Change(domain: .global, path: "x", old: nil, new: 1)], command: ["\(number)"], date: Date())
    }

    @Test("a line that says that an undo was made has no number, so that the numbers of entries are consecutive")
    func numbers() throws {
        try append(1)
        let undo = RecordedOperation()
        try journal.append([], undoing: [1], in: undo, command: [], date: Date())
        try append(3)
        for _ in 0..<2 { try journal.append([], in: undo, command: [], date: Date()) }
        try append(4)
        let text = try scratch.text(of: "journal")
        #expect(text.split(separator: "\n").count { $0.contains("\"number\"") } == 4)
        #expect(try journal.entries().map(\.number) == [1, 2, 3, 4])
        #expect(try !journal.entries()[1].isPending)
    }

    static let unusableLines = [
        (2, #""schema":3"#, #""schema":2"#), (2, #""continues""#, #""undoes":[1],"continues""#),
        (1, #""schema":3"#, #""schema":9"#),
    ]

    @Test(
        "no entry follows an invalid line without a number, or one after a line of a newer version",
        arguments: unusableLines)
    func unusableLine(index: Int, old: String, new: String) throws {
        try append(1)
        let undo = RecordedOperation()
        for undone in [[1], []] { try journal.append([], undoing: undone, in: undo, command: [], date: Date()) }
        var lines = try scratch.text(of: "journal").split(separator: "\n").map(String.init)
        lines[index] = lines[index].replacingOccurrences(of: old, with: new)
        let text = lines.map { $0 + "\n" }.joined()
        try Data(text.utf8).write(to: URL(fileURLWithPath: journal.path))
        chmod(0o600)
        #expect(throws: JournalError.self) { try append(3) }
        #expect(throws: JournalError.self) { try journal.entries() }
        #expect(try scratch.text(of: "journal") == text)
    }

    @Test(
        "what an interrupted write left is removed by the next one",
        arguments: [
            "{\"changes\":[{\"do", "{", "\0\0\0", "\0\0\n", "{\"chan\0\0\0", "\0\0\0\0\0\0\0\0\0\0\0\0\"old\":1", nil,
        ])
    func tornLine(beginning: String?) throws {
        for number in 1...2 {
            try append(number)
            let rest = try beginning ?? String(scratch.text(of: "journal").prefix { $0 != "\n" })
            let handle = try #require(FileHandle(forWritingAtPath: journal.path))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(rest.utf8))
            try handle.close()
            #expect(try journal.entries().count == number)
        }
        try append(3)
        #expect(try journal.entries().map(\.number) == [1, 2, 3])
        try Data((beginning ?? "{").utf8).write(to: URL(fileURLWithPath: journal.path))
        chmod(0o600)
        try append(1)
        #expect(try journal.entries().count == 1)
    }

    private func chmod(_ mode: Int) {
        try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: journal.path)
    }

    @Test(
        "a file that is not a journal is not touched",
        arguments: ["hello", "hello\n", "{}\n", "{\"schema\":2}\n", "{\"schema\":1}\nx", "hello\0\n"])
    func otherFiles(text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: journal.path))
        chmod(0o600)
        #expect(throws: JournalError.self) { try append(1) }
        #expect(throws: JournalError.self) { try journal.entries() }
        #expect(throws: JournalError.self) { try journal.prune(keeping: 1) }
        #expect(try scratch.text(of: "journal") == text)
    }

    @Test("a file with a reserved name is not a journal")
    func reservedName() throws {
        let path = scratch.path + "/.D.plist.defaults-old"
        let other = Journal(path: path, folders: journal.folders)
        #expect(throws: JournalError.reservedName(path: path)) { try other.requireOtherFile(than: [.global]) }
    }

    @Test("a journal is private, a regular file and no link")
    func fileKinds() throws {
        try append(1)
        #expect(try scratch.mode(of: "journal") == 0o600)
        chmod(0o620)
        #expect(throws: JournalError.notPrivate(path: journal.path)) { try append(2) }
        #expect(throws: JournalError.notPrivate(path: journal.path)) { try journal.entries() }
        chmod(0o600)
        try FileManager.default.createSymbolicLink(atPath: scratch("link"), withDestinationPath: "journal")
        for path in [scratch("link"), scratch("")] {
            let other = Journal(path: path)
            let kind: FileKind = path.hasSuffix("link") ? .other : .directory
            let reading = PreferencesError(FileAccess.read(path).error(.notRegularFile(kind)))
            #expect(throws: JournalError.file(reading)) { try other.entries() }
            let writing = PreferencesError(FileAccess.write(path).error(.notRegularFile(kind)))
            #expect(throws: JournalError.file(writing)) { try other.append([], command: [], date: Date()) }
        }
    }

    @Test("a path is not recorded below a root")
    func pathsBelowRoots() throws {
        let domain = Domain("/f.plist")
        let store = CrashingStore()
        #expect(throws: JournalError.pathBelowRoot("/f.plist")) {
            try recording(store).update([domain]) { $0[domain] = ["x": 1] }
        }
        #expect(store.contents.isEmpty)
    }

    @Test("nothing is changed without an entry")
    func failures() throws {
        let store = CrashingStore()
        let journal = Journal(path: scratch("missing/journal"))
        let recording = JournalingDomainStore(store, journal: journal, command: [])
        #expect(throws: JournalError.self) { try recording.update([.global]) { $0[.global] = ["x": 1] } }
        #expect(store.contents.isEmpty)
        try recording.update([.global]) { _ in }
    }

    @Test("changes of secrets are neither recorded nor made")
    func secrets() throws {
        let store = HookedStore(holdsSecrets: true)
        let recording = JournalingDomainStore(store, journal: journal, command: [])
        #expect(throws: JournalError.holdsSecrets(path: journal.path)) {
            try recording.update([.global]) { $0[.global] = ["x": 1] }
        }
        #expect(try store.contents(of: .global) == [:])
        #expect(throws: JournalError.missing(path: journal.path)) { try journal.entries() }
    }

    @Test("threads that share a journal have one entry for each change")
    func threads() async throws {
        let store = FileDomainStore(folders: DomainFolders(root: scratch("root")), lockTimeout: .seconds(600))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for _ in 0..<10 {
                        let recording = JournalingDomainStore(store, journal: journal, command: ["\(thread)"])
                        try recording.update([.global]) { transaction in
                            let count = transaction[.global]["x"].flatMap { value -> Int64? in
                                if case .integer(let number) = value { number.exactly(as: Int64.self) } else { nil }
                            }
                            transaction[.global]["x"] = .integer(PropertyListInteger((count ?? 0) + 1))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let entries = try journal.entries()
        #expect(entries.map(\.number) == Array(1...80))
        #expect(entries.map { $0.changes[0].new } == (1...80).map { .integer(PropertyListInteger(Int64($0))) })
    }
}
