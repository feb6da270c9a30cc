import DefaultsTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DefaultsCore

/// Updates of files from several threads, and nested updates.
struct UpdateTests {
    let temporary: TemporaryStore
    let domain = Domain("com.example.Editor")

    init() throws {
        temporary = try TemporaryStore()
    }

    private var store: FileDomainStore { makeStore(root: temporary.folder) }

    /// Creates a store whose updates wait for others as long as a busy machine needs.
    private func makeStore(root: String) -> FileDomainStore {
        FileDomainStore(folders: DomainFolders(root: root), lockTimeout: .seconds(600))
    }

    @Test("a nested update on the same thread fails at once, and changes nothing")
    func nested() throws {
        try store.apply(ChangeSet([.set("k", "old")]), to: domain)
        let path = store.folders.path(of: domain)
        #expect(throws: PreferencesError(FileAccess.lock(path).error(.nestedUpdate))) {
            try store.update([domain]) { transaction in
                transaction[domain]["k"] = "outer"
                try store.apply(ChangeSet([.set("k", "inner")]), to: domain)
            }
        }
        #expect(try store.contents(of: domain) == ["k": "old"])
        try store.apply(ChangeSet([.set("k", "new")]), to: domain)
        #expect(try store.contents(of: domain) == ["k": "new"])
    }

    @Test("an update of another domain in the same folder is nested, in another folder it is not")
    func nestedElsewhere() throws {
        let sibling = Domain("sibling")
        let hosted = try Domain("hosted", host: .current)
        for domain in [domain, sibling, hosted] { try store.apply(ChangeSet([.set("k", "old")]), to: domain) }
        try store.update([domain]) { transaction in
            #expect(throws: PreferencesError(FileAccess.lock(store.folders.path(of: sibling)).error(.nestedUpdate))) {
                try store.apply(ChangeSet([.set("k", "new")]), to: sibling)
            }
            try store.apply(ChangeSet([.set("k", "new")]), to: hosted)
            transaction[domain]["k"] = "new"
        }
        let values = try [domain, sibling, hosted].map { try store.contents(of: $0)["k"] }
        #expect(values == ["new", "old", "new"])
    }

    @Test("a nested update fails even if the folder does not exist yet")
    func nestedInNewFolder() throws {
        let root = temporary.folder + "/new"
        let store = FileDomainStore(folders: DomainFolders(root: root))
        #expect(throws: PreferencesError(FileAccess.lock(store.folders.path(of: domain)).error(.nestedUpdate))) {
            try store.update([domain]) { transaction in
                transaction[domain]["k"] = "outer"
                try store.apply(ChangeSet([.set("k", "inner")]), to: domain)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: root))
    }

    @Test("reading inside an update returns the old contents")
    func readingInside() throws {
        try store.apply(ChangeSet([.set("k", "old")]), to: domain)
        try store.update([domain]) { transaction in
            transaction[domain]["k"] = "new"
            let contents = try store.contents(of: domain)
            #expect(contents == ["k": "old"])
        }
    }

    @Test("a counter that many threads increment loses no increment")
    func counter() throws {
        try concurrently(threads: 8) { _ in
            for _ in 0..<20 {
                try store.update([domain]) { transaction in
                    // The counter is a string of dots, so that each value depends on the one before.
                    guard case .string(let dots) = transaction[domain]["dots"] ?? "" else { return }
                    transaction[domain]["dots"] = .string(dots + ".")
                }
            }
        }
        let dots = String(repeating: ".", count: 160)
        #expect(try store.contents(of: domain) == ["dots": .string(dots)])
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.folder).count == 1)
    }

    @Test("the body of an update in a new folder is called once, and a folder without files is removed again")
    func bodyInNewFolder() throws {
        let root = temporary.folder + "/new/folder"
        let store = FileDomainStore(folders: DomainFolders(root: root))
        var calls = 0
        try store.update([domain]) { transaction in
            calls += 1
            transaction[domain]["k"] = nil
        }
        #expect(throws: CancellationError.self) {
            try store.update([domain]) { transaction in
                calls += 1
                transaction[domain]["k"] = "v"
                throw CancellationError()
            }
        }
        #expect(calls == 2)
        #expect(!FileManager.default.fileExists(atPath: temporary.folder + "/new"))
        try store.update([domain]) { transaction in
            calls += 1
            transaction[domain]["k"] = "v"
        }
        #expect(calls == 3)
        #expect(try store.contents(of: domain) == ["k": "v"])
    }

    @Test("a folder that cannot be created is an error only if there is something to write in it")
    func impossibleFolder() throws {
        try Data().write(to: URL(fileURLWithPath: temporary.folder + "/file"))
        let store = FileDomainStore(folders: DomainFolders(root: temporary.folder + "/file/base"))
        try store.update([domain]) { $0[domain]["k"] = nil }
        #expect(throws: PreferencesError.self) { try store.update([domain]) { $0[domain]["k"] = "v" } }
    }

    @Test("updates of two folders in different orders do not deadlock")
    func bothOrders() throws {
        let hosted = try Domain("hosted", host: .current)
        for domain in [domain, hosted] { try store.apply(ChangeSet([.set("k", 0)]), to: domain) }
        try concurrently(threads: 4) { thread in
            let domains = thread.isMultiple(of: 2) ? [domain, hosted] : [hosted, domain]
            for count in 0..<25 {
                try store.update(domains) { transaction in
                    for domain in domains { transaction[domain]["\(thread).\(count)"] = 1 }
                }
            }
        }
        #expect(try store.contents(of: domain).count == 101)
        #expect(try store.contents(of: hosted) == store.contents(of: domain))
    }

    @Test("threads that create the same folder lose nothing")
    func newFolder() throws {
        let store = makeStore(root: temporary.folder + "/not/there")
        try concurrently(threads: 8) { thread in
            try store.apply(ChangeSet([.set("\(thread)", 1)]), to: domain)
        }
        #expect(try store.contents(of: domain).count == 8)
    }

    @Test("an update leaves no descriptor open, whether it succeeds or not")
    func descriptors() throws {
        let other = try Domain("other", host: .current)
        let round = {
            try store.apply(ChangeSet([.set("k", .string(UUID().uuidString))]), to: domain)
            #expect(throws: PreferencesError(.edit(.noValue("x")))) {
                try store.apply(ChangeSet([.require("x")]), to: domain)
            }
            try store.update([domain, other]) { $0[other] = $0[domain] }
            #expect(throws: PreferencesError.self) {
                try store.update([domain]) { _ in try store.apply(ChangeSet(), to: domain) }
            }
        }
        // The folder of the test is open while the test runs.
        let before = try openDescriptors()
        for _ in 0..<100 { try round() }
        #expect(try openDescriptors() == before)
    }

    /// The number of open descriptors of files and folders in the folder of the test.
    private func openDescriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0) }
            .filter { $0.contains((temporary.folder as NSString).lastPathComponent) }.count
    }

    /// Runs the body on several threads at once, and throws the first error.
    private func concurrently(threads: Int, _ body: @Sendable (Int) throws -> Void) throws {
        let failure = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            do { try body(thread) } catch { failure.withLock { $0 = $0 ?? error } }
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
