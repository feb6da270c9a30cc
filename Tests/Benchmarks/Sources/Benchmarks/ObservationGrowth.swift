import DefaultsCore
import Foundation

/// The observation of all domains, at a number of domains.
struct ObservationGrowth {
    let folder: String

    /// The names of the works, with the shape of what grows.
    static let works: KeyValuePairs = ["observe all": "domains", "observe all, 100 changes": "domains"]

    /// Does a work and returns its time in milliseconds, without what prepares it; `nil` if there is no such work.
    func measure(_ work: String, _ count: Int) async throws -> Double? {
        switch work {
        case "observe all": try await observation(count)
        case "observe all, 100 changes": try await observation(of: (0..<count).map { "com.example.key.\($0)" })
        default: nil
        }
    }

    /// Observes the domains that growth.py has written. Another thread reads them, so growth.py has the instructions of
    /// the whole program counted.
    private func observation(_ count: Int) async throws -> Double {
        let store = FileDomainStore(folders: DomainFolders(root: folder + "/root"))
        let start = Clock.processor.now
        var changes = store.changes().makeAsyncIterator()
        check(await changes.next()?.domains.count == count)
        return Clock.processor.now - start
    }

    private func observation(of names: [String]) async throws -> Double {
        let store = FileDomainStore(folders: DomainFolders(root: folder + "/observed"))
        try FileManager.default.createDirectory(atPath: store.folders.user, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: store.folders.user) }
        func write(_ value: String, to name: String) throws {
            let new = store.folders.user + "/new"
            try Data("{ a = \(value); }".utf8).write(to: URL(fileURLWithPath: new))
            rename(new, "\(store.folders.user)/\(name).plist")
        }
        for name in names { try write("1", to: name) }
        var changes = store.changes().makeAsyncIterator()
        check(await changes.next()?.domains.count == names.count)
        let start = Clock.processor.now
        for number in 0..<100 {
            try write("new\(number)", to: names[number])
            _ = await changes.next()
        }
        return Clock.processor.now - start
    }
}
