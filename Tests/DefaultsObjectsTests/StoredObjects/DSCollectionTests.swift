import DefaultsPreferences
import Foundation
import TestSupport
import TestExtent
import Testing

/// Tests of collections, a feature of relatives of the DataStore toolkit.
@Suite(.waiting) struct DSCollectionTests {
    let home = Home()

    struct Note: Codable, Identifiable, Equatable {
        var id: Int
        var text: String
        var due: Date?
        var tags: [String?] = []
    }

    private enum Key: String { case notes, drafts }

    private func notes(_ key: Key = .notes) throws -> StoredCollection<Note> {
        StoredCollection(key, in: Home.theDomain, store: home.store)
    }

    @Test("objects are saved, found, counted and removed")
    func collection() throws {
        let notes = try notes()
        #expect(try notes.count() == 0)
        #expect(try notes.all() == [])
        #expect(try notes.element(1) == nil)
        try notes.save(Note(id: 2, text: "b"))
        try notes.save([Note(id: 1, text: "a"), Note(id: 2, text: "B"), Note(id: 3, text: "c")])
        #expect(try notes.count() == 3)
        #expect(try notes.element(4) == nil)
        #expect(try notes.element(2)?.text == "B")
        #expect(try notes.all().map(\.text) == ["a", "B", "c"])
        #expect(
            try home.disk() == [
                "notes": [
                    "1": ["id": 1, "text": "a", "tags": []], "2": ["id": 2, "text": "B", "tags": []],
                    "3": ["id": 3, "text": "c", "tags": []],
                ]
            ])
        try notes.remove(1, 9)
        #expect(try notes.count() == 2)
    }

    @Test("DS, bug to beat: saving several objects is atomic")
    func allOrNothing() throws {
        let notes = try notes()
        try notes.save(Note(id: 1, text: "a"))
        let before = try home.bytes()
        #expect(throws: PreferenceValueError.self) {
            try notes.save(Note(id: 2, text: "b"), Note(id: 3, text: "c", tags: [nil]))
        }
        #expect(throws: PreferenceValueError.self) {
            try notes.save(
                Note(id: 2, text: "b"), Note(id: 3, text: "c", due: Date(timeIntervalSinceReferenceDate: .nan)))
        }
        #expect(try home.bytes() == before)
    }

    @Test("DS, bug to beat: removing all objects leaves other keys unchanged")
    func removeAll() throws {
        try home.write(["Other": 1])
        try notes(.drafts).save(Note(id: 1, text: "draft"))
        try notes().save(Note(id: 1, text: "a"), Note(id: 2, text: "b"))
        try notes().removeAll()
        #expect(
            try home.disk() == ["Other": 1, "drafts": ["1": ["id": 1, "text": "draft", "tags": []]]])
    }

    @Test("DS, bug to beat: an object that cannot be decoded is an error with its path")
    func decodeErrors() throws {
        try home.write(["notes": ["1": ["id": 1, "text": 5, "tags": []]]])
        #expect(
            throws: PreferenceValueError.wrongType(
                at: .init(["notes", "1", "text"]), expected: "a string", found: .integer)
        ) { try notes().all() }
        try home.write(["notes": "text"])
        #expect(throws: PreferenceValueError.self) { try notes().count() }
        #expect(throws: PreferenceValueError.self) { try notes().save(Note(id: 1, text: "")) }
        #expect(try home.disk() == ["notes": "text"])
    }

    @Test("DS, bug to beat: writers wait for other processes, and stored objects are readable by others")
    func processes() throws {
        let probes = try (0..<2).map { try home.start(["increment", Home.domain, "20", "p\($0)"]) }
        for id in 0..<20 { try notes().save(Note(id: id, text: "n")) }
        for probe in probes { _ = try probe.finish() }
        #expect(try notes().count() == 20)
        #expect(try home.disk()?.count == 41)
    }

    @Test("an element is created, changed and removed in one step")
    func update() throws {
        let notes = try notes()
        try notes.update(1) { $0 = Note(id: 1, text: "a") }
        let length = try notes.update(1) { note in
            note?.text += "b"
            return note?.text.count
        }
        #expect(length == 2)
        #expect(try notes.element(1)?.text == "ab")
        try notes.update(1) { $0 = nil }
        #expect(try home.disk() == nil)
    }

    @Test("an update that throws, or changes the identity, changes nothing")
    func refusedUpdate() throws {
        let notes = try notes()
        try notes.save(Note(id: 1, text: "a"))
        let before = try home.bytes()
        #expect(throws: CancellationError.self) {
            try notes.update(1) { note in
                note?.text = "b"
                throw CancellationError()
            }
        }
        let error = #expect(throws: PreferenceValueError.self) {
            try notes.update(1) { $0?.id = 2 }
        }
        #expect(error?.code == .otherIdentity)
        #expect(error?.description == "an update of the object '1' has changed its identity to '2'")
        #expect(throws: PreferenceValueError.self) { try notes.update(1) { $0?.tags = [nil] } }
        #expect(try home.bytes() == before)
    }

    @Test("fields of a newer version of an element are kept")
    func unknownFields() throws {
        try home.write(["notes": ["1": ["id": 1, "text": "a", "tags": [String](), "future": 1, "due": Date()]]])
        try notes().save(Note(id: 1, text: "b"))
        try notes().update(1) { $0?.text += "c" }
        #expect(try home.disk() == ["notes": ["1": ["id": 1, "text": "bc", "tags": [], "future": 1]]])
    }
}
