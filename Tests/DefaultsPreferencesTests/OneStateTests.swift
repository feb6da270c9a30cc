import DefaultsTesting
import Foundation
import TestStores
import TestSupport
import Testing

/// Preferences that are in use see each change of their own process at once, whoever makes it.
struct OneStateTests {
    /// A store, another one with the same domains, and preferences of a domain in the first one.
    private struct Places {
        let store: any DomainStore
        let other: any DomainStore
        let preferences: Preferences

        init(_ store: some DomainStore, _ other: some DomainStore) throws {
            (self.store, self.other) = (store, other)
            preferences = Preferences(domain: Home.theDomain, store: store, arguments: .none, saving: .explicit)
        }
    }

    private func forEachPlace(_ body: (Places) throws -> Void) throws {
        let home = Home()
        try body(Places(home.store, home.store))
        let other = Home()
        try body(Places(other.store, FileDomainStore(folders: DomainFolders(root: other.folder + "/."))))
        let temporary = try TemporaryStore()
        try body(Places(temporary, FileDomainStore(folders: DomainFolders(root: temporary.folder))))
        let memory = InMemoryDomainStore()
        try body(Places(memory, memory))
    }

    @Test("a change by a store is seen at once, and pending changes stay")
    func store() throws {
        try forEachPlace { places in
            let preferences = places.preferences
            #expect(preferences[.lastAccount] == nil)
            #expect(preferences[.fontSize] != 7)
            try places.other.apply(ChangeSet([.set("FontSize", 7)]), to: Home.theDomain)
            #expect(preferences[.fontSize] == 7)
            preferences[.lastAccount] = "ann"
            try places.other.apply(ChangeSet([.set("FontSize", 8), .set("LastAccount", "bob")]), to: Home.theDomain)
            #expect(preferences[.fontSize] == 8)
            #expect(preferences[.lastAccount] == "ann")
            #expect(preferences.hasUnsavedChanges)
            try places.other.apply(ChangeSet([.remove("FontSize")]), to: Home.theDomain)
            #expect(try preferences.contents == ["LastAccount": "ann"])
            #expect(!preferences.isSet(.fontSize))
            try preferences.synchronize()
            #expect(try places.other.contents(of: Home.theDomain) == ["LastAccount": "ann"])
        }
    }

    @Test("a migration is seen at once")
    func migration() throws {
        try forEachPlace { places in
            let preferences = places.preferences
            try preferences.update { $0[PreferenceKey<Int>("OldSize", default: 0)] = 30 }
            let step = MigrationStep.move(PreferenceKey("OldSize", default: 0), to: PreferenceKey<Int>.fontSize)
            let migration = try Migration("one", to: Home.theDomain, steps: [step])
            if let files = places.other as? FileDomainStore {
                try Migrator(store: files).apply(migration)
            } else if let memory = places.other as? InMemoryDomainStore {
                try Migrator(store: memory).apply(migration)
            }
            #expect(preferences[.fontSize] == 30)
        }
    }

    @Test("a change of a domain that follows in the search list is seen at once")
    func searchList() throws {
        try forEachPlace { places in
            #expect(places.preferences[.fontSize] != 9)
            try places.other.apply(ChangeSet([.set("FontSize", 9)]), to: .global)
            #expect(places.preferences[.fontSize] == 9)
        }
    }

    @Test("a change by another name of the file, and by preferences in a store with other options, is seen at once")
    func otherNames() throws {
        let home = Home()
        let preferences = home.preferences()
        #expect(preferences[.fontSize] != 7)
        let path = try Domain(home.path(Home.domain))
        try home.store.apply(ChangeSet([.set("FontSize", 7)]), to: path)
        #expect(preferences[.fontSize] == 7)
        let store = FileDomainStore(folders: home.store.folders, lockTimeout: .seconds(599))
        let others = Preferences(domain: Home.theDomain, store: store, arguments: .none, saving: .explicit)
        try others.update { $0[.fontSize] = 8 }
        #expect(preferences[.fontSize] == 8)
        preferences[.fontSize] = 9
        try preferences.synchronize()
        #expect(others[.fontSize] == 9)
    }

    /// Returns the number of reads of the domain outside updates.
    private func reads(of store: HookedStore) throws -> Int {
        let domain = Home.theDomain
        return store.reads.count { $0 == domain }
    }

    @Test("a save is not read again, and an update that changes nothing is")
    func reads() throws {
        let store = HookedStore(Home().store)
        let preferences = Preferences(domain: Home.theDomain, store: store, arguments: .none, saving: .explicit)
        #expect(preferences[.lastAccount] == nil)
        let count = try reads(of: store)
        for size in 0..<3 {
            preferences[.fontSize] = size
            try preferences.synchronize()
        }
        let afterSaves = try reads(of: store)
        for _ in 0..<3 { #expect(preferences[.fontSize] == 2) }
        #expect(try reads(of: store) == afterSaves)
        #expect(afterSaves >= count)
        try store.apply(ChangeSet([.set("FontSize", 2)]), to: Home.theDomain)
        for _ in 0..<3 { #expect(preferences[.fontSize] == 2) }
        #expect(try reads(of: store) == afterSaves + 1)
    }

    @Test("a lookup while a save ends reads nothing, and neither does the end of the save")
    func lookupsDuringSave() throws {
        let store = HookedStore(Home().store)
        let preferences = Preferences(domain: Home.theDomain, store: store, arguments: .none, saving: .explicit)
        preferences[.fontSize] = 1
        try preferences.synchronize()
        let count = try reads(of: store)
        store.afterUpdate = { #expect(preferences[.fontSize] == 2) }
        preferences[.fontSize] = 2
        try preferences.synchronize()
        #expect(try reads(of: store) == count)
        #expect(preferences[.fontSize] == 2)
        // The change of another is not taken for that save.
        try store.apply(ChangeSet([.set("FontSize", 3)]), to: Home.theDomain)
        #expect(preferences[.fontSize] == 3)
    }

    @Test("an update that fails after its file was replaced is seen by the next lookup")
    func failureAfterReplacement() throws {
        let store = HookedStore(Home().store)
        let preferences = Preferences(domain: Home.theDomain, store: store, arguments: .none, saving: .explicit)
        #expect(preferences[.lastAccount] == nil)
        store.afterUpdate = { throw CancellationError() }
        #expect(throws: CancellationError.self) { try preferences.update { $0[.lastAccount] = "ann" } }
        #expect(preferences[.lastAccount] == "ann")
    }

    @Test("eight threads with stores of their own see all of their changes")
    func threads() async throws {
        let home = Home()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let key = PreferenceKey<Int>("k\(task)", default: -1)
                    let preferences = home.preferences()
                    for round in 0..<10 {
                        let value = PropertyListValue.integer(PropertyListInteger(Int64(round)))
                        try? home.store.apply(ChangeSet([.set("k\(task)", value)]), to: Home.theDomain)
                        #expect(preferences[key] == round)
                    }
                }
            }
        }
    }
}
