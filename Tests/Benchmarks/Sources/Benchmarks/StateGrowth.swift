import DefaultsCore
import DefaultsState
import Foundation

/// The operations on the state of domains, each at a number of keys, domains or journal entries: documents, batches,
/// differences, observation and undo.
struct StateGrowth {
    let folder: String

    /// The names of the works, with the shape of what grows.
    static let works: KeyValuePairs = [
        "state: read": "flat", "state: read with merge": "flat", "state: write": "domains", "state: overlay": "flat",
        "state: apply": "flat", "state: apply exactly": "flat", "state: apply with identifier": "flat",
        "state: apply again": "flat", "state: take back": "flat",
        "batch: one domain": "flat", "batch: domains": "domains", "differences": "flat",
        "journal: undo": "flat", "state: apply to domains": "written", "state: take back domains": "written",
        "observe all": "domains", "observe all, 100 changes": "domains", "journal: append": "written",
        "journal: read": "written", "journal: undo all": "written",
    ]

    /// Does a work and returns its time in milliseconds, without what prepares it; `nil` if there is no such work.
    func measure(_ work: String, _ count: Int) async throws -> Double? {
        if work == "observe all" { return try await observation(count) }
        let names = (0..<count).map { "com.example.key.\($0)" }
        let contents = PropertyListDictionary(names.map { ($0, .string($0)) })
        switch work {
        case "state: read", "state: read with merge", "state: overlay":
            return try document(work, names, contents)
        case "state: write":
            let domains = try names.map { (try Domain($0), ["a": 1] as PropertyListDictionary) }
            return Clock.processor.time { precondition(StateDocument.dictionary(of: domains).count == names.count) }
        case "state: apply", "state: apply exactly", "state: apply with identifier", "state: apply again",
            "state: take back":
            return try applier(work, [Domain("D"): contents])
        case "state: apply to domains", "state: take back domains":
            let domains = try names.map { (try Domain($0), ["a": 1] as PropertyListDictionary) }
            return try applier(work, Dictionary(uniqueKeysWithValues: domains))
        case "batch: one domain", "batch: domains":
            return try batch(work, names)
        case "differences":
            return differences(names, contents)
        case "journal: undo", "journal: append", "journal: read", "journal: undo all":
            return try journal(work, names, contents)
        case "observe all, 100 changes":
            return try await observation(of: names)
        default:
            return nil
        }
    }

    private func document(_ work: String, _ names: [String], _ contents: PropertyListDictionary) throws -> Double {
        let domain = Domain("D")
        let document = StateDocument([domain: contents])
        let other = StateDocument([domain: PropertyListDictionary(names.map { ("other." + $0, 1) })])
        return try Clock.processor.time {
            switch work {
            case "state: read", "state: read with merge":
                let isMerged = work == "state: read with merge"
                let pairs = names.map { "\"\($0)\": \(isMerged ? "{\"$merge\": {\"a\": 1}}" : "1")" }
                let text = "{\"D\": {\(pairs.joined(separator: ","))}}"
                check(try StateDocument(Array(text.utf8)) != StateDocument())
            default:
                precondition(document.overlaid(with: other) != document)
            }
        }
    }

    private func applier(_ work: String, _ contents: [Domain: PropertyListDictionary]) throws -> Double {
        try withStore { store in
            let applier = StateApplier(store: store)
            let document = StateDocument(contents)
            switch work {
            case "state: apply":
                return try Clock.processor.time { try applier.apply(document) }
            case "state: apply exactly":
                return try Clock.processor.time { try applier.apply(document, isExact: true) }
            case "state: apply with identifier", "state: apply to domains":
                return try Clock.processor.time { try applier.apply(document, identifier: "id") }
            default:
                try applier.apply(document, identifier: "id")
                return try Clock.processor.time {
                    if work == "state: apply again" {
                        try applier.apply(document, identifier: "id")
                    } else {
                        try applier.remove("id")
                    }
                }
            }
        }
    }

    private func batch(_ work: String, _ names: [String]) throws -> Double {
        var batch = ChangeBatch()
        for name in names {
            let domain = work == "batch: domains" ? try Domain(name) : Domain("D")
            batch.append(ChangeSet([.set(.key(name), "new")]), to: domain)
        }
        return try Clock.processor.time { try InMemoryDomainStore().apply(batch) }
    }

    private func differences(_ names: [String], _ contents: PropertyListDictionary) -> Double {
        let other = PropertyListDictionary(names.enumerated().map { ($1, $0 % 2 == 0 ? .string($1) : "changed") })
        return Clock.processor.time {
            precondition(PropertyListDifference.between(contents, other).count == names.count / 2)
        }
    }

    private func journal(_ work: String, _ names: [String], _ contents: PropertyListDictionary) throws -> Double {
        try withStore { store in
            let journal = Journal(path: store.folders.user + "/journal", folders: store.folders)
            let recording = JournalingDomainStore(store, journal: journal, command: ["growth"])
            let domain = Domain("D")
            func record() throws {
                if work == "journal: undo" { return try recording.update([domain]) { $0[domain] = contents } }
                for name in names { try recording.update([domain]) { $0[domain] = [name: 1] } }
            }
            if work == "journal: append" { return try Clock.processor.time { try record() } }
            try record()
            return try Clock.processor.time {
                if work == "journal: read" {
                    check(try journal.entries().count == names.count)
                } else {
                    try journal.undo(.all, in: store)
                }
            }
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

    /// Runs a body with a store in a folder, which is removed afterwards.
    private func withStore(_ body: (FileDomainStore) throws -> Double) throws -> Double {
        let root = folder + "/store"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        return try body(FileDomainStore(folders: DomainFolders(root: root)))
    }
}
