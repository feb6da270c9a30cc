import DefaultsTesting
import Dispatch
import Foundation
import TestSupport
import Testing

/// Stored objects and collections in asynchronous functions.
struct AsynchronousObjectTests {
    struct Counted: Codable, Equatable { var n = 0 }

    struct Note: Codable, Identifiable, Equatable { var id: Int; var text: String }

    @Test("objects and collections that wait for the lock leave the cooperative pool free")
    func pool() async throws {
        let store = try TemporaryStore(lockTimeout: .seconds(600))
        let domain = Home.theDomain
        let object = try await StoredObject.load(named: "Counted", in: domain, store: store) { Counted() }
        let notes = StoredCollection<Note>("Notes", in: domain, store: store)
        let (isLocked, isReleased) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            try? store.update([domain]) { _ in
                isLocked.continuation.yield()
                isReleased.wait()
            }
        }
        for await _ in isLocked.stream { break }
        let tasks = (0..<16).map { number in
            Task {
                try await object.async.update { $0.n += 1 }
                try await notes.async.save(Note(id: number, text: "a"))
                try await notes.async.update(number) { $0?.text += "b" }
            }
        }
        // The tasks above would take all threads of the pool, and these ones would wait for the lock with them.
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<32 { group.addTask { await Task.yield() } }
        }
        isReleased.signal()
        for task in tasks { try await task.value }
        #expect(object.n == 16)
        #expect(try await notes.async.count() == 16)
        #expect(try await notes.async.all().allSatisfy { $0.text == "ab" })
    }

    @Test("every asynchronous form does what the synchronous one does")
    func forms() async throws {
        let home = Home()
        let domain = Home.theDomain
        enum Name: String { case counted, notes }
        let object = try await StoredObject.load(
            named: StoredObjectName(rawValue: Name.counted.rawValue), in: domain, store: home.store
        ) {
            Counted()
        }
        object.n = 1
        try await object.async.save()
        #expect(try home.disk() == ["counted": ["n": 1]])
        object.n = 2
        try await object.async.reload()
        #expect(object.n == 1)
        #expect(try await object.async.update { object in object.n } == 1)
        try await object.async.reset()
        #expect(object.n == 0)
        #expect(try home.disk() == nil)

        let notes = StoredCollection<Note>(Name.notes, in: domain, store: home.store)
        try await notes.async.save([Note(id: 1, text: "a"), Note(id: 2, text: "b")])
        #expect(try await notes.async.element(1)?.text == "a")
        #expect(try await notes.async.contains(2))
        try await notes.async.remove(1)
        try await notes.async.remove([2])
        #expect(try await notes.async.count() == 0)
        try await notes.async.save(Note(id: 3, text: "c"))
        try await notes.async.removeAll()
        #expect(try await notes.async.all() == [])
        #expect(try home.disk() == nil)

        let whole = try await StoredObject.load(domain: domain, store: home.store) { Counted() }
        try await whole.async.save()
        #expect(try home.disk() == ["n": 0])
        await #expect(throws: PreferenceValueError.self) {
            try await StoredObject.load(domain: domain, store: home.store) { Counted() }
        }
    }
}
