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
        let object = try await store.async { try StoredObject(named: "Counted", in: domain, store: $0) { Counted() } }
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
                try await object.async { try $0.update { $0.n += 1 } }
                try await notes.async { try $0.save(Note(id: number, text: "a")) }
                try await notes.async { try $0.update(number) { $0?.text += "b" } }
            }
        }
        // The tasks above would take all threads of the pool, and these ones would wait for the lock with them.
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<32 { group.addTask { await Task.yield() } }
        }
        isReleased.signal()
        for task in tasks { try await task.value }
        #expect(object.n == 16)
        #expect(try await notes.async { try $0.count() } == 16)
        #expect(try await notes.async { try $0.all() }.allSatisfy { $0.text == "ab" })
    }

    @Test("an object that asynchronous bodies had can be created again at once")
    func release() async throws {
        let store = InMemoryDomainStore()
        let domain = Home.theDomain
        for _ in 0..<200 {
            let object = try await store.async { try StoredObject(in: domain, store: $0) { Counted() } }
            try await object.async { try $0.save() }
        }
    }

    @Test("asynchronous calls do what the synchronous ones do")
    func forms() async throws {
        let home = Home()
        let domain = Home.theDomain
        enum Name: String { case counted, notes }
        let object = try await home.store.async { store in
            try StoredObject(
                named: StoredObjectName(rawValue: Name.counted.rawValue), in: domain, store: store
            ) { Counted() }
        }
        object.n = 1
        try await object.async { try $0.save() }
        #expect(try home.disk() == ["counted": ["n": 1]])
        object.n = 2
        try await object.async { try $0.reload() }
        #expect(object.n == 1)
        #expect(try await object.async { try $0.update { object in object.n } } == 1)
        try await object.async { try $0.reset() }
        #expect(object.n == 0)
        #expect(try home.disk() == nil)

        let notes = StoredCollection<Note>(Name.notes, in: domain, store: home.store)
        try await notes.async { try $0.save([Note(id: 1, text: "a"), Note(id: 2, text: "b")]) }
        #expect(try await notes.async { try $0.element(1) }?.text == "a")
        try await notes.async { try $0.remove(1) }
        try await notes.async { try $0.remove([2]) }
        #expect(try await notes.async { try $0.count() } == 0)
        try await notes.async { try $0.save(Note(id: 3, text: "c")) }
        try await notes.async { try $0.removeAll() }
        #expect(try await notes.async { try $0.all() } == [])
        #expect(try home.disk() == nil)

        let whole = try await home.store.async { try StoredObject(named: nil, in: domain, store: $0) { Counted() } }
        try await whole.async { try $0.save() }
        #expect(try home.disk() == ["n": 0])
        await #expect(throws: PreferenceValueError.self) {
            try await home.store.async { try StoredObject(named: nil, in: domain, store: $0) { Counted() } }
        }
    }
}
