import DefaultsPreferences
import TestSupport
import Testing

/// Tests of stored objects beyond the rows of the wrappers.
struct StoredObjectTests {
    let home = Home()

    @Test("six tasks change and save one object: a later save never stores an older object")
    func savedObject() async throws {
        struct Counted: Codable { var n = 0 }
        for round in 0..<60 {
            let domain = try Domain("round.\(round)")
            let object = try await home.store.async { try StoredObject(in: domain, store: $0) { Counted() } }
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        let own = object.modify { value in
                            value.n += 1
                            return value.n
                        }
                        try await object.async { try $0.save() }
                        return own
                    }
                }
                for try await own in group {
                    let stored = try home.store.contents(of: domain)["StoredObject"]
                    guard case .dictionary(let fields) = stored, case .integer(let n) = fields["n"] else {
                        Issue.record("nothing is stored")
                        return
                    }
                    #expect(n >= PropertyListInteger(Int64(own)))
                }
            }
            #expect(try home.store.contents(of: domain)["StoredObject"] == ["n": 6])
        }
    }

    @Test("a value without fields cannot be a domain")
    func noFields() throws {
        let list = try StoredObject(named: nil, in: Home.theDomain, store: home.store) { [1] }
        let error = #expect(throws: PreferenceValueError.self) { try list.save() }
        #expect(error?.code == .unstorable)
        #expect(error?.description == "an object without fields cannot be a domain")
        #expect(try home.disk() == nil)
    }

    @Test("a dictionary can be a domain, whose keys vary")
    func dictionary() throws {
        let counts = try StoredObject(named: nil, in: Home.theDomain, store: home.store) { [String: Int]() }
        counts.value = ["a": 1, "b": 2]
        try counts.save()
        counts.value["a"] = nil
        try home.store.apply(ChangeSet([.set("c", 3)]), to: Home.theDomain)
        try counts.save()
        #expect(counts.value == ["b": 2, "c": 3])
        #expect(try home.disk() == ["b": 2, "c": 3])
        try counts.reset()
        #expect(counts.value == [:])
        #expect(try home.disk() == nil)
    }
}
