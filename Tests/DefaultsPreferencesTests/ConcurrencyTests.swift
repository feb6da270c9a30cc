import DefaultsPreferences
import Dispatch
import Foundation
import TestSupport
import TestExtent
import Testing

/// Tests with several threads and processes on one domain.
@Suite(.waiting) struct ConcurrencyTests {
    let home = Home()

    // Scripts/benchmark library uses a thousand keys for each process, which takes minutes in a debug build.
    @Test("four processes set and save a hundred keys each, and lose no key")
    func processes() throws {
        let probes = try (0..<4).map { try home.start(["increment", Home.domain, "100", "p\($0)"]) }
        for probe in probes { _ = try probe.finish() }
        let disk = try #require(try home.disk())
        #expect(disk.count == 400)
        #expect(disk.values.allSatisfy { $0 == 1 })
    }

    @Test("processes that increment one number lose no increment")
    func countingProcesses() throws {
        let probes = try (0..<4).map { _ in try home.start(["count-up", Home.domain, "100"]) }
        for probe in probes { _ = try probe.finish() }
        #expect(try home.disk() == ["Count": 399])
    }

    @Test("values never decrease and are not lost with eight threads", arguments: [true, false])
    func threads(inMemory: Bool) throws {
        let preferences =
            inMemory
            ? Preferences.inMemory()
            : Preferences(domain: Home.theDomain, store: home.store, arguments: .none)
        let rounds = 200
        let failures = Counter()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            let key = PreferenceKey<Int>("t\(thread % 4)", default: 0)
            if thread < 4 {
                for round in 1...rounds {
                    preferences[key] = round
                    if round.isMultiple(of: 10) { try? preferences.synchronize() }
                    if round.isMultiple(of: 25) {
                        _ = try? preferences.update { $0[PreferenceKey<Int>("sum", default: 0)] += 1 }
                    }
                }
            } else {
                var last = 0
                for _ in 1...(10 * rounds) {
                    let value = preferences[key]
                    if value < last { failures.next() }
                    last = value
                }
            }
        }
        try preferences.synchronize()
        #expect(failures.value == 0)
        for thread in 0..<4 { #expect(preferences[PreferenceKey<Int>("t\(thread)", default: 0)] == rounds) }
        #expect(preferences[PreferenceKey<Int>("sum", default: 0)] == 4 * rounds / 25)
        if !inMemory { #expect(try home.disk()?["t3"] == 200); #expect(try home.disk()?["sum"] == 32) }
    }
}
