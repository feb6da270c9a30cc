import DefaultsTesting
import Foundation
import Glibc
import Synchronization
import Testing

@testable import DefaultsCore

/// Reading all domains as they were at one moment.
struct ReadingAtOnceTests {
    private let temporary: TemporaryStore
    private let domains: [Domain]

    init() throws {
        temporary = try TemporaryStore()
        domains = try ["a", "b", "c/d", "ByHost/e.h"].map { try Domain($0) }
    }

    private var store: FileDomainStore {
        FileDomainStore(folders: DomainFolders(root: temporary.folder), lockTimeout: .milliseconds(10))
    }

    /// Gives a key the same value in all domains, in one update.
    private func set(_ value: Int, in store: FileDomainStore) throws {
        try store.update(domains) { transaction in
            for domain in domains { transaction[domain]["k"] = .integer(PropertyListInteger(Int64(value))) }
        }
    }

    @Test("while another program changes several domains at once, none is seen without the others")
    func changing() throws {
        let store = FileDomainStore(folders: DomainFolders(root: temporary.folder), lockTimeout: .seconds(600))
        try set(0, in: store)
        let isWritten = Mutex(false)
        let errors = Mutex<[any Error]>([])
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            do {
                if thread == 0 {
                    defer { isWritten.withLock { $0 = true } }
                    for value in 1...100 { try set(value, in: store) }
                } else {
                    while !isWritten.withLock({ $0 }) {
                        let readings = try store.readAllDomains(.all)
                        let contents = try readings.snapshots.map { try $0.get().contents }
                        #expect(contents.count == domains.count, "\(contents)")
                        #expect(Set(contents).count == 1, "\(contents)")
                    }
                }
            } catch {
                errors.withLock { $0.append(error) }
            }
        }
        #expect(errors.withLock { $0.isEmpty }, "\(errors.withLock { $0 })")
    }

    @Test("the lock of a folder with temporary files is awaited, and that of another one is not")
    func locked() throws {
        try set(1, in: store)
        let descriptor = open(temporary.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
        defer { close(descriptor) }
        #expect(try store.readAllDomains(.all).snapshots.count == domains.count)
        try Data().write(to: URL(fileURLWithPath: temporary.folder + "/.b.plist.defaults-new"))
        let error = #expect(throws: PreferencesError.self) { try store.readAllDomains(.all) }
        #expect(error?.code == .lockTimedOut)
        // What is shown as it can be read does not wait.
        #expect(try store.readEachDomain(.all).snapshots.count == domains.count)
    }

    @Test("temporary files of an interrupted update do not matter")
    func interrupted() throws {
        try set(1, in: store)
        for name in [".b.plist.defaults-new", "c/.d.plist.defaults-old"] {
            try Data("part".utf8).write(to: URL(fileURLWithPath: temporary.folder + "/" + name))
        }
        let readings = try store.readAllDomains(.all)
        #expect(try readings.snapshots.map { try $0.get().contents } == [["k": 1], ["k": 1], ["k": 1], ["k": 1]])
        #expect(readings.obstacles.isEmpty)
    }
}
