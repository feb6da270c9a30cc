import DefaultsPreferences
import Foundation
import TestExtent
import TestStores
import TestSupport
import Testing

/// Preferences that are observed while they save. The report of a save is recognized, and no later change is taken for
/// it.
struct OwnSaveTests {
    private let home = Home()

    private func preferences(in store: any DomainStore) -> Preferences {
        Preferences(domain: Home.theDomain, store: store, arguments: .none, saving: .explicit)
    }

    @Test("saves are followed by no reading")
    func noReading() async throws {
        let store = HookedStore(home.store, isTransparent: true)
        let preferences = preferences(in: store)
        let observer = Observer(preferences.changes())
        preferences[.fontSize] = 1
        await observer.state(1)
        try home.write(["Other": 1])
        await observer.state { $0.contains("Other") }
        let count = store.reads.count
        for size in 100..<150 {
            preferences[.fontSize] = size
            try preferences.synchronize()
        }
        // The report of this change comes after those of the saves.
        try home.write(["Last": 1])
        await observer.state { $0.contains("Last") }
        #expect(store.reads.count - count < 10)
        await observer.cancel()
    }

    @Test("a change of another program right after a save is seen", arguments: [true, false])
    func otherChange(isInPlace: Bool) async throws {
        let preferences = preferences(in: home.store)
        let observer = Observer(preferences.updates(of: .fontSize))
        for round in 0..<Extent.count(500, short: 50) {
            let (own, other) = (10_000 + 2 * round, 10_001 + 2 * round)
            preferences[.fontSize] = own
            try preferences.synchronize()
            let bytes = try Data(contentsOf: URL(fileURLWithPath: home.path(Home.domain)))
            let changed = Data(String(decoding: bytes, as: UTF8.self).replacing("\(own)", with: "\(other)").utf8)
            if isInPlace {
                let file = try FileHandle(forWritingTo: URL(fileURLWithPath: home.path(Home.domain)))
                try file.write(contentsOf: changed)
                try file.close()
            } else {
                try changed.write(to: URL(fileURLWithPath: home.path("new")))
                rename(home.path("new"), home.path(Home.domain))
            }
            await observer.state { $0 == other }
            #expect(preferences[.fontSize] == other)
        }
        await observer.cancel()
    }
}
