import DefaultsTesting
import Foundation

// A document store: notes in a collection, the state of the program in a data store, and a migration of older files.

struct Note: Codable, Identifiable, Equatable {
    let id: UUID
    var title: String
    var tags: Set<String> = []
}

enum Place: String { case notes = "Notes", lastNote = "LastNote" }

struct NotesStore {
    let notes: StoredCollection<Note>
    let state: any DataStore

    init(domain: Domain, in store: any DomainStore) {
        notes = StoredCollection(Place.notes, in: domain, store: store)
        state = DomainDataStore(domain, store: store)
    }

    func add(_ title: String) async throws -> Note {
        let note = Note(id: UUID(), title: title)
        try await notes.async { try $0.save(note) }
        try await state.write(note.id, for: Place.lastNote)
        return note
    }

    func lastNote() async throws -> Note? {
        guard let id = try await state.read(UUID.self, for: Place.lastNote) else { return nil }
        return try await notes.async { try $0.element(id) }
    }
}

@main
struct Program {
    static func main() async throws {
        let files = try TemporaryStore()
        let domain = Domain("com.example.Notes")
        let old = Note(id: UUID(), title: "old")
        // The first version of the program had another key.
        try await StoredCollection<Note>("Documents", in: domain, store: files).async { try $0.save(old) }
        var migrator = Migrator(store: files)
        try migrator.register("2026-notes", in: domain) {
            MigrationStep.move("Documents", to: PropertyListPath([Place.notes.rawValue])).expecting(.dictionary)
        }
        try await migrator.async { try $0.apply() }

        let store = NotesStore(domain: domain, in: files)
        try await check(store.notes.async { try $0.all() } == [old])
        let new = try await store.add("new")
        try await check(store.lastNote() == new)

        let changes = Task { [notes = store.notes] in
            for await present in notes.updates() where present.contains(where: { $0.tags == ["urgent"] }) {
                return true
            }
            return false
        }
        try await store.notes.async { try $0.update(new.id) { $0?.tags.insert("urgent") } }
        await check(changes.value)

        try await store.notes.async { try $0.remove(old.id) }
        try await check(store.notes.async { try $0.count() } == 1)
        try await store.notes.async { try $0.removeAll() }
        try await check(store.lastNote() == nil)
        print("notes: ok")
    }
}

/// Ends the program if a condition is false.
private func check(_ condition: Bool, line: UInt = #line) {
    guard condition else { fatalError("line \(line)") }
}
