import DefaultsCore
import DefaultsPreferences
import Foundation
import TestExtent
import TestSupport
import Testing

/// Preferences that are observed while they save. The report of a save is recognized, and no later change is taken for
/// it.
struct OwnSaveTests {
    private let home = Home()

    private func preferences(in store: any DomainStore) -> Preferences {
        Preferences(domain: Home.domain, store: store, arguments: .none, saving: .explicit)
    }

    @Test("saves are followed by no reading")
    func noReading() async throws {
        let store = CountingStore(home.store)
        let preferences = preferences(in: store)
        let observer = Observer(preferences.changes())
        preferences[.fontSize] = 1
        await observer.state(1)
        try home.write(["Other": 1])
        await observer.state { $0.contains("Other") }
        let count = store.snapshots.value
        for size in 100..<150 {
            preferences[.fontSize] = size
            try preferences.synchronize()
        }
        // The report of this change comes after those of the saves.
        try home.write(["Last": 1])
        await observer.state { $0.contains("Last") }
        #expect(store.snapshots.value - count < 10)
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

/// A store that counts how often a domain is read.
private final class CountingStore: DomainStore {
    let snapshots = Counter()
    private let store: FileDomainStore

    init(_ store: FileDomainStore) {
        self.store = store
    }

    var underlyingStore: (any DomainStore)? { store }

    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        snapshots.next()
        return try store.snapshot(of: domain)
    }

    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result {
        try store.update(domains, body)
    }

    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] { try store.domains(on: host) }
}
