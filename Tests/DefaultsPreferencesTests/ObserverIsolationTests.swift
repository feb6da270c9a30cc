import DefaultsPreferences
import Dispatch
import Foundation
import Synchronization
import TestExtent
import TestStores
import TestSupport
import Testing

/// Observers disturb neither each other nor the program that saves.
struct ObserverIsolationTests {
    private let home = Home()

    @Test("an observer that waits does not stop the reports of other domains")
    func waitingObserver() async throws {
        let (first, second) = (home.preferences("first"), home.preferences("second"))
        let (isWaiting, isReported, hasEnded) = (Counter(), DispatchSemaphore(value: 0), Counter())
        let waiting = first.observe {
            isWaiting.next()
            if isReported.wait(timeout: .now() + 3600) == .success { hasEnded.next() }
        }
        let reporting = second.observe { isReported.signal() }
        try home.write(["FontSize": 1], to: "first")
        while isWaiting.value == 0 { try await Task.sleep(for: .milliseconds(1)) }
        try home.write(["FontSize": 1], to: "second")
        for _ in 0..<300_000 where hasEnded.value == 0 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(hasEnded.value == 1)
        waiting.cancel()
        reporting.cancel()
    }

    enum Change: CaseIterable { case assignment, update, otherProgram }

    @Test(
        "a handler holds no lock of the library: it may wait for a thread that reads, sets and saves",
        arguments: Change.allCases)
    func handlerWithoutLock(change: Change) async throws {
        let preferences = home.preferences()
        let (calls, ends) = (Counter(), Counter())
        let observation = preferences.observe {
            guard calls.next() == 1 else { return }
            let isDone = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                preferences[.theme] = preferences[.theme] == .dark ? .light : .dark
                try? preferences.synchronize()
                try? preferences.update { $0[.fontSize] += 1 }
                isDone.signal()
            }
            if isDone.wait(timeout: .now() + 3600) == .success { ends.next() }
        }
        switch change {
        case .assignment: preferences[.fontSize] = 1
        case .update: try await preferences.async { try $0.update { $0[.fontSize] = 1 } }
        case .otherProgram: try home.write(["FontSize": 1])
        }
        try await waitUntil { ends.value == 1 }
        #expect(try home.disk() == ["FontSize": 2, "Theme": "dark"])
        observation.cancel()
    }

    @Test("few files are kept open, however many domains are observed and saved")
    func descriptors() throws {
        let all = try (0..<100).map { home.preferences(try Domain("many.\($0)")) }
        let observations = all.map { $0.observe {} }
        for (index, preferences) in all.enumerated() {
            preferences[.fontSize] = index
            try preferences.synchronize()
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        let targets = names.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        #expect(targets.count { $0.contains("/many.") } <= 64)
        for index in [0, 99] {
            try home.write(["FontSize": 1000], to: "many.\(index)")
            try all[index].synchronize()
            #expect(all[index][.fontSize] == 1000)
        }
        for observation in observations { observation.cancel() }
    }

    @Test("no handler of a store is called on a thread that synchronizes")
    func callingThread() throws {
        let caller = Mutex<pthread_t?>(nil)
        let calls = Counter()
        let observation = try home.store.observe(Domain(Home.domain)) {
            if caller.withLock({ $0 }).map({ pthread_equal($0, pthread_self()) != 0 }) == true { calls.next() }
        }
        try home.write(["FontSize": 1])
        let preferences = home.preferences()
        let own = preferences.observe {}
        for round in 0..<Extent.count(2000, short: 200) {
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: home.path(Home.domain)))
            let bytes = try #require(try file.readToEnd())
            try file.seek(toOffset: 0)
            try file.write(contentsOf: bytes)
            try file.close()
            preferences[.fontSize] = round
            caller.withLock { $0 = pthread_self() }
            try preferences.synchronize()
            caller.withLock { $0 = nil }
        }
        #expect(calls.value == 0)
        observation?.cancel()
        own.cancel()
    }

    @Test("what one update has changed is delivered together")
    func together() async throws {
        let (width, height) = (PreferenceKey<Int>("Width", default: 0), PreferenceKey<Int>("Height", default: 0))
        let preferences = Preferences.inMemory()
        let last = Extent.count(20_000, short: 2000)
        let mixtures = Task {
            var mixtures = 0
            for await (first, second) in preferences.updates(of: width, height) {
                if first != second { mixtures += 1 }
                if first == last { break }
            }
            return mixtures
        }
        for size in 1...last {
            try await preferences.async {
                try $0.update {
                    $0[width] = size
                    $0[height] = size
                }
            }
        }
        #expect(await mixtures.value == 0)
    }

    @Test("what a store adds to a save is seen")
    func addition() throws {
        let domain = Home.theDomain
        let store = HookedStore(home.store, isTransparent: true) {
            $0.inUpdate = { $0[domain]["Stamp"] = $0[domain]["FontSize"] }
        }
        let preferences = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
        let observation = preferences.observe {}
        for size in 1...3 {
            preferences[.fontSize] = size
            try preferences.synchronize()
            try preferences.synchronize()
            #expect(preferences[PreferenceKey<Int>("Stamp", default: 0)] == size)
        }
        observation.cancel()
    }
}
