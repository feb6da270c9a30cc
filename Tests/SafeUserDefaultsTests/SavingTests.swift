import Foundation
import SafeUserDefaults
import TestExtent
import TestSupport
import Testing

/// Nothing is lost, and nothing is overwritten that cannot be read.
@Suite(.waiting) struct SavingTests {
    let home = Home()

    @Test("a value is saved when the program ends, and Foundation's is not")
    func end() throws {
        _ = try home.startSafeProbe("set", "foundation").finish()
        #expect(try home.disk("com.example.Shared") == nil)
        let isSaved = try oneOfTen {
            _ = try home.startSafeProbe("set", "safe").finish()
            return try home.disk("com.example.Shared") == ["Count": 7]
        }
        #expect(isSaved)
    }

    @Test("a value is saved without a call")
    func automatic() async throws {
        let defaults = try home.safeDefaults()
        defaults.set(7, forKey: "Count")
        try await waitUntil { try home.disk() == ["Count": 7] }
    }

    @Test("four programs keep all of their keys")
    func programs() throws {
        let count = Extent.count(100, short: 30)
        try runFourPrograms(with: "safe", count: count)
        #expect(try home.disk("com.example.Shared")?.count == 4 * count)
        // Programs with Foundation's class write the file in place at the same time. They lose keys, or the whole file.
        try FileManager.default.removeItem(atPath: home.path("com.example.Shared"))
        try runFourPrograms(with: "foundation", count: count)
        let kept = (try? home.disk("com.example.Shared"))?.count ?? 0
        print("four programs with \(count) keys each, foundation: \(kept) of \(4 * count) kept")
    }

    private func runFourPrograms(with name: String, count: Int) throws {
        let probes = try (0..<4).map { try home.startSafeProbe("increment", name, "program\($0)", "\(count)") }
        for probe in probes { _ = try probe.finish() }
    }

    @Test("changes are merged with those of others")
    func merged() throws {
        let defaults = try home.safeDefaults()
        defaults.set(1, forKey: "a")
        try home.store.apply(ChangeSet([.set("b", 2)]), to: Home.theDomain)
        #expect(defaults.synchronize())
        #expect(try home.disk() == ["a": 1, "b": 2])
        #expect(defaults.integer(forKey: "b") == 2)
    }

    @Test("a file that cannot be read is not overwritten, and the error is reported")
    func unreadable() async throws {
        ErrorRecorder.begin()
        try home.write(bytes: "not a property list")
        let defaults = try home.safeDefaults()
        defaults.set(7, forKey: "Count")
        #expect(defaults.integer(forKey: "Count") == 7)
        #expect(!defaults.synchronize())
        try await waitUntil { ErrorRecorder.hasError(at: home.path(Home.domain)) && defaults.saveFailure != nil }
        defaults.setPersistentDomain(["a": 1], forName: Home.domain)
        #expect(try home.bytes() == Data("not a property list".utf8))
        #expect(defaults.persistentDomain(forName: Home.domain) == nil)
        // The change stays, and is saved when the file can be read.
        try FileManager.default.removeItem(atPath: home.path(Home.domain))
        #expect(defaults.synchronize())
        #expect(try home.disk() == ["Count": 7])
        #expect(defaults.saveFailure == nil)
    }

    @Test("the format and the mode of a file are kept")
    func kept() throws {
        let data = try PropertyListWriter.data(of: ["a": 1], as: .binary)
        try data.write(to: URL(fileURLWithPath: home.path(Home.domain)))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: home.path(Home.domain))
        let defaults = try home.safeDefaults()
        defaults.set(2, forKey: "b")
        defaults.synchronize()
        #expect(try home.bytes().starts(with: Data("bplist00".utf8)))
        let attributes = try FileManager.default.attributesOfItem(atPath: home.path(Home.domain))
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test("a persistent domain is replaced in one step, with changes that are not saved")
    func persistentDomain() throws {
        let defaults = try home.safeDefaults()
        defaults.set(1, forKey: "a")
        #expect(defaults.persistentDomain(forName: Home.domain)?.keys.sorted() == ["a"])
        defaults.setPersistentDomain(["b": true], forName: Home.domain)
        #expect(try home.disk() == ["b": .boolean(true)])
        #expect(defaults.object(forKey: "a") == nil)
        #expect(defaults.bool(forKey: "b"))
        defaults.removePersistentDomain(forName: Home.domain)
        #expect(try home.disk() == nil)
        #expect(defaults.dictionaryRepresentation()["b"] == nil)
    }

    @Test("a persistent domain that a property list cannot hold changes nothing")
    func invalidDomain() throws {
        ErrorRecorder.begin()
        let defaults = try home.safeDefaults()
        defaults.setPersistentDomain(["a": 1], forName: Home.domain)
        defaults.setPersistentDomain(["SavingTests.b": NSNull()], forName: Home.domain)
        #expect(try home.disk() == ["a": 1])
        #expect(ErrorRecorder.description(ofKey: "SavingTests.b") != nil)
    }
}
