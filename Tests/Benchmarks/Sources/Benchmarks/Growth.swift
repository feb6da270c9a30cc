import DefaultsPreferences
import Foundation

/// The bulk operations of the library, each at a number of keys, elements or domains.
struct Growth {
    let folder: String

    /// The names of the works, with the shape of what grows; see `growth.py`.
    static let works: KeyValuePairs = [
        "register": "flat", "register each": "flat", "set each": "flat", "remove each": "flat", "synchronize": "flat",
        "update": "flat", "change set: set": "flat", "change set: remove": "flat", "change set: rename": "flat",
        "change set: append each": "flat", "collection: save": "flat", "collection: save more": "flat",
        "collection: load": "flat", "collection: remove each": "flat", "collection: delete": "flat",
        "migration": "flat", "migration: roll back": "flat", "codable": "flat",
        "change set: set paths": "nested", "change set: remove paths": "nested", "path: set": "nested",
        "path: remove": "nested", "path: insert": "nested", "migration of paths": "nested",
        "migration of paths: roll back": "nested",
        "migration by code": "flat",
        "migration by code: roll back": "flat", "merge deeply": "nested",
        "transaction": "domains", "list domains": "domains", "migration from domains": "domains", "differences": "flat",
    ]

    /// Does a work and prints its time in milliseconds, without what prepares it.
    func run(_ work: String, count: Int) async throws {
        var milliseconds = try await ObservationGrowth(folder: folder).measure(work, count)
        if milliseconds == nil { milliseconds = try measure(work, count) }
        guard let milliseconds else {
            print("no such work: \(work)")
            exit(255)
        }
        print(milliseconds)
    }

    private func measure(_ work: String, _ count: Int) throws -> Double? {
        let names = (0..<count).map { "com.example.key.\($0)" }
        let contents = PropertyListDictionary(names.map { ($0, .string($0)) })
        let domain = Domain("D")
        let store = InMemoryDomainStore([domain: contents])
        let empty = InMemoryDomainStore()
        switch work {
        case "register", "register each", "set each", "remove each", "synchronize", "update":
            return try preferences(work, names, contents)
        case "change set: set":
            return try apply(names.map { .set(.key($0), "new") }, to: contents)
        case "change set: remove":
            return try apply(names.map { .remove(.key($0)) }, to: contents)
        case "change set: rename":
            return try apply(names.map { .rename(.key($0), to: .key("new." + $0)) }, to: contents)
        case "change set: append each":
            return try apply(names.map { .append([.string($0)], to: "list") }, to: [:])
        case "change set: set paths":
            return try apply(names.map { .set(PropertyListPath(["a", "b", $0]), "new") }, to: [:])
        case "change set: remove paths":
            let nested = PropertyListDictionary([("a", .dictionary(["b": .dictionary(contents)]))])
            return try apply(names.map { .remove(PropertyListPath(["a", "b", $0])) }, to: nested)
        case "path: set", "path: remove", "path: insert":
            return try paths(work, names, contents)
        case "collection: save", "collection: save more", "collection: load", "collection: remove each",
            "collection: delete":
            return try collection(work, count)
        case "migration", "migration: roll back":
            return try migration(names.map { .move(.key($0), to: .key("new." + $0)) }, work, in: store)
        case "migration of paths", "migration of paths: roll back":
            let nested = InMemoryDomainStore([domain: ["a": .dictionary(contents)]])
            return try migration(
                names.map { .move(PropertyListPath(["a", $0]), to: PropertyListPath(["b", $0])) }, work, in: nested)
        case "migration by code", "migration by code: roll back":
            let update = MigrationStep.update(named: "u") { old, new in
                for name in names { new[.key(name)] = old[.key(name)].map { [$0] } }
            }
            return try migration([update], work, in: store)
        case "merge deeply":
            let deep = PropertyListDictionary(names.map { ($0, .dictionary(["a": 1])) })
            let other = PropertyListDictionary(names.map { ($0, .dictionary(["b": 2])) })
            return try apply([.mergeDeeply(other)], to: deep)
        case "codable":
            return try Clock.processor.time {
                let value = try PropertyListValueEncoder().encode(names)
                let decoded = try PropertyListValueDecoder().decode([String].self, from: value)
                precondition(decoded.count == count)
            }
        case "differences":
            let other = PropertyListDictionary(names.enumerated().map { ($1, $0 % 2 == 0 ? .string($1) : "changed") })
            return Clock.processor.time {
                precondition(PropertyListDifference.between(contents, other).count == names.count / 2)
            }
        case "transaction":
            let domains = try names.map { try Domain($0) }
            return try Clock.processor.time {
                try empty.update(domains) { for domain in domains { $0[domain]["a"] = 1 } }
            }
        case "list domains":
            let many = InMemoryDomainStore(
                Dictionary(uniqueKeysWithValues: try names.map { (try Domain($0), ["a": 1]) }))
            return try Clock.processor.time {
                let found = try many.domains(on: .any)
                precondition(found.count == count)
            }
        case "migration from domains":
            let many = InMemoryDomainStore(
                Dictionary(uniqueKeysWithValues: try names.map { (try Domain($0), ["a": 1]) }))
            return try migration(
                try names.map { .move("a", to: .key($0)).from(try Domain($0)) }, work, in: many)
        default:
            return nil
        }
    }

    private func preferences(_ work: String, _ names: [String], _ contents: PropertyListDictionary) throws -> Double {
        let preferences = Preferences(domain: "D", store: InMemoryDomainStore(), saving: .explicit)
        let keys = names.map { PreferenceKey<Int>($0, default: 0) }
        func setAll() { for (index, key) in keys.enumerated() { preferences[key] = index } }
        switch work {
        case "register":
            return Clock.processor.time { preferences.register(contents) }
        case "register each":
            return try Clock.processor.time { for key in keys { try preferences.register(1, for: key) } }
        case "set each":
            return Clock.processor.time(setAll)
        case "remove each":
            setAll()
            let keys = names.map { PreferenceKey<Int?>($0) }
            return Clock.processor.time { for key in keys { preferences[key] = nil } }
        case "synchronize":
            setAll()
            return try Clock.processor.time { try preferences.synchronize() }
        default:
            return try Clock.processor.time {
                try preferences.update { editor in for key in keys { editor[key] += 1 } }
            }
        }
    }

    private func apply(_ edits: [ChangeSet.Edit], to contents: PropertyListDictionary) throws -> Double {
        var contents = contents
        return try Clock.processor.time { try ChangeSet(edits).apply(to: &contents) }
    }

    private func paths(_ work: String, _ names: [String], _ contents: PropertyListDictionary) throws -> Double {
        var root: PropertyListDictionary = ["a": .dictionary(contents), "list": []]
        return try Clock.processor.time {
            for (index, name) in names.enumerated() {
                switch work {
                case "path: set": try root.set("new", at: PropertyListPath(["a", name]))
                case "path: remove": try root.remove(at: PropertyListPath(["a", name]))
                default: try root.insert(.string(name), at: PropertyListPath(["list", String(index)]))
                }
            }
        }
    }

    private func collection(_ work: String, _ count: Int) throws -> Double {
        struct Item: Codable, Identifiable {
            var id: Int
            var name: String
        }
        enum Name: String { case items }
        let items = (0..<count).map { Item(id: $0, name: "name \($0)") }
        let collection = StoredCollection<Item>(Name.items, in: Domain("D"), store: InMemoryDomainStore())
        if work != "collection: save" { try collection.save(items) }
        let others = work == "collection: save more" ? items.map { Item(id: $0.id + count, name: $0.name) } : items
        return try Clock.processor.time {
            switch work {
            case "collection: delete": try collection.removeAll()
            case "collection: remove each": try collection.remove(items.map(\.id))
            case "collection: load": check(try collection.all().count == count)
            default: try collection.save(others)
            }
        }
    }

    private func migration(_ steps: [MigrationStep], _ work: String, in store: InMemoryDomainStore) throws -> Double {
        let target = try Domain(work == "migration from domains" ? "target" : "D")
        var migrator = Migrator(store: store)
        let applying = try Clock.processor.time {
            try migrator.register("id", in: target) { steps }
            try migrator.apply()
        }
        guard work.hasSuffix("roll back") else { return applying }
        return try Clock.processor.time { _ = try migrator.rollBack("id", in: target) }
    }
}
