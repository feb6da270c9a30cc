import DefaultsCore
import DefaultsObjects
import PropertyList
import TestSupport
import Testing

/// Tests of stored objects beyond the rows of the wrappers.
struct StoredObjectTests {
    let home: Home

    init() throws { home = try Home() }

    @Test("six tasks change and save one object: a later save never stores an older object")
    func savedObject() async throws {
        struct Counted: Codable { var n = 0 }
        for round in 0..<60 {
            let domain = try Domain("round.\(round)")
            let object = try StoredObject(in: domain, of: home.store) { Counted() }
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        let own = object.change { value in
                            value.n += 1
                            return value.n
                        }
                        try object.save()
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

    @Test("SD, bug to beat: an object with numbers can be deleted")
    func deleteWithScalars() throws {
        struct Numbers: Codable, Equatable { var count = 3; var ratio = 0.5; var flag = true }
        try home.write(["Other": 1])
        let object = try StoredObject(identifier: "n", in: Home.theDomain, of: home.store) { Numbers() }
        object.count = 9
        try object.save()
        try object.delete()
        #expect(object.value == Numbers())
        #expect(try home.disk() == ["Other": 1])
    }
}
