import DefaultsPreferences
import TestStores
import TestSupport
import Testing

/// Tests of saves that fail, or during which the object changes.
struct InterruptedSaveTests {
    struct Counted: Codable, Equatable { var n = 0; var other = 0 }

    let store = HookedStore()
    let domain = Domain("com.example.Editor")

    private func object() throws -> StoredObject<Counted> {
        try StoredObject(named: "c", in: domain, store: store) { Counted() }
    }

    private func stored() throws -> PropertyListValue? { try store.contents(of: domain)["c"] }

    @Test("a save that has failed can be repeated")
    func repeated() throws {
        let object = try object()
        try object.save()
        object.n = 1
        store.inUpdate = { _ in throw CancellationError() }
        #expect(throws: CancellationError.self) { try object.save() }
        store.inUpdate = { _ in }
        #expect(object.n == 1)
        #expect(try stored() == ["n": 0, "other": 0])
        try store.apply(ChangeSet([.set(PropertyListPath(["c", "other"]), 5)]), to: domain)
        try object.save()
        #expect(object.value == Counted(n: 1, other: 5))
        #expect(try stored() == ["n": 1, "other": 5])
    }

    @Test("after a save has changed the store and before it returns, the old value can be saved again")
    func backAgain() throws {
        let object = try object()
        try object.save()
        object.n = 1
        store.afterUpdate = {
            object.n = 0
            try object.save()
        }
        try object.save()
        #expect(object.n == 0)
        #expect(try stored() == ["n": 0, "other": 0])
    }

    @Test("the same with a change by another program in between")
    func backAgainAfterOthers() throws {
        let object = try object()
        try object.save()
        object.n = 1
        let (store, domain) = (store, domain)
        store.afterUpdate = {
            try store.base.apply(ChangeSet([.set(PropertyListPath(["c", "other"]), 5)]), to: domain)
            object.n = 0
            try object.save()
        }
        try object.save()
        #expect(object.value == Counted(n: 0, other: 5))
        #expect(try stored() == ["n": 0, "other": 5])
    }

    @Test("an update changes the stored object and the one in memory, or neither")
    func update() throws {
        let object = try object()
        object.other = 3
        try store.apply(ChangeSet([.set("c", ["n": 4])]), to: domain)
        let n = try object.update { object in
            object.n += 1
            return object.n
        }
        #expect(n == 5)
        #expect(object.value == Counted(n: 5, other: 3))
        #expect(try stored() == ["n": 5, "other": 3])
        store.inUpdate = { _ in throw CancellationError() }
        #expect(throws: CancellationError.self) { try object.update { $0.n += 1 } }
        store.inUpdate = { _ in }
        #expect(throws: CancellationError.self) {
            try object.update { object in
                object.n = 9
                throw CancellationError()
            }
        }
        #expect(object.value == Counted(n: 5, other: 3))
        #expect(try stored() == ["n": 5, "other": 3])
    }

    @Test("changes in memory during an update are kept")
    func changeDuringUpdate() throws {
        let object = try object()
        try object.update { value in
            value.n = 1
            object.other = 7
        }
        #expect(object.value == Counted(n: 1, other: 7))
        try object.save()
        #expect(try stored() == ["n": 1, "other": 7])
    }

    @Test("a save after an update has changed the store and before it returns does not undo the update")
    func saveDuringUpdate() throws {
        let object = try object()
        store.afterUpdate = { try object.save() }
        try object.update { $0.n = 1 }
        #expect(object.n == 1)
        #expect(try stored() == ["n": 1, "other": 0])
        let (store, domain) = (store, domain)
        store.afterUpdate = {
            try store.base.apply(ChangeSet([.set(PropertyListPath(["c", "other"]), 5)]), to: domain)
            try object.save()
        }
        try object.update { $0.n = 2 }
        #expect(object.value == Counted(n: 2, other: 5))
        #expect(try stored() == ["n": 2, "other": 5])
    }

    @Test("saving inside an update is an error")
    func nested() throws {
        let object = try object()
        #expect(throws: PreferencesError.self) { try object.update { _ in try object.save() } }
        #expect(throws: PreferencesError.self) { try store.update([domain]) { _ in try object.save() } }
        #expect(throws: PreferencesError.self) { try store.update([domain]) { _ in try object.reset() } }
    }
}
