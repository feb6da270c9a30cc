import DefaultsPreferences
import TestStores
import TestSupport
import Testing

/// Tests of the observation of stored objects and collections.
struct ObjectUpdatesTests {
    struct Editor: Codable, Equatable { var a = 1; var b = 1 }

    struct Note: Codable, Identifiable, Equatable { var id: Int; var text: String }

    let home = Home()

    private func other(_ edits: ChangeSet.Edit...) throws {
        try home.store.apply(ChangeSet(edits), to: Home.theDomain)
    }

    @Test("an object follows the changes of other programs, and keeps its own")
    func object() async throws {
        let editor = try await home.store.async {
            try StoredObject(named: "Editor", in: Home.theDomain, store: $0) { Editor() }
        }
        let updates = editor.updates()
        var iterator = updates.makeAsyncIterator()
        #expect(try await iterator.next() == Editor())
        editor.a = 2
        try other(.set(PropertyListPath(["Editor", "b"]), 5))
        #expect(try await iterator.next() == Editor(a: 2, b: 5))
        #expect(editor.value == Editor(a: 2, b: 5))
        try await editor.async { try $0.save() }
        try other(.set("Other", 1))
        try other(.set(PropertyListPath(["Editor", "b"]), "text"))
        try other(.set(PropertyListPath(["Editor", "b"]), 6))
        #expect(try await iterator.next() == Editor(a: 2, b: 6))
        try other(.remove("Editor"))
        #expect(try await iterator.next() == Editor())
        try await editor.async { try $0.update { $0.a = 3 } }
        #expect(try await iterator.next() == Editor(a: 3))
    }

    @Test("a collection reports its objects as they change")
    func collection() async throws {
        let notes = StoredCollection<Note>("Notes", in: Home.theDomain, store: home.store)
        let updates = notes.updates()
        var iterator = updates.makeAsyncIterator()
        #expect(try await iterator.next() == [])
        try await notes.async { try $0.save(Note(id: 1, text: "a")) }
        #expect(try await iterator.next() == [Note(id: 1, text: "a")])
        try other(.set(PropertyListPath(["Notes", "1", "text"]), "A"))
        #expect(try await iterator.next() == [Note(id: 1, text: "A")])
        try await notes.async { try $0.removeAll() }
        #expect(try await iterator.next() == [])
    }

    @Test("the sequence ends with its task, and releases the object")
    func end() async throws {
        let home = home
        let task = Task {
            let editor = try await home.store.async {
                try StoredObject(named: nil, in: Home.theDomain, store: $0) { Editor() }
            }
            var count = 0
            for await _ in editor.updates() { count += 1 }
            return count
        }
        task.cancel()
        #expect(try await task.value <= 1)
        _ = try await home.store.async {
            try StoredObject(named: nil, in: Home.theDomain, store: $0) { Editor() }
        }
    }

    @Test("in a store that reports no changes, the sequence has one element")
    func silent() async throws {
        let store = HookedStore(home.store) { $0.onObserve = { _, _ in nil } }
        let editor = try await store.async {
            try StoredObject(named: "Editor", in: Home.theDomain, store: $0) { Editor() }
        }
        var elements: [Editor] = []
        for await element in editor.updates() { elements.append(element) }
        #expect(elements == [Editor()])
    }
}
