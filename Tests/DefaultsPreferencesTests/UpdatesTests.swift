import Foundation
import Observation
import Synchronization
import TestExtent
import TestStores
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsPreferences

/// Preferences that are observed while this program and others change them.
@Suite(.waiting, .serialized)
struct UpdatesTests {
    let home = Home()

    /// Preferences with a state of their own, as those of another program.
    private var other: Preferences {
        let store = FileDomainStore(folders: home.store.folders, lockTimeout: .seconds(601))
        return Preferences(domain: Home.theDomain, store: store, arguments: .none, saving: .explicit)
    }

    @Test("updates of a key begin with its value, and follow this instance, others of the process, and other programs")
    func updates() async throws {
        try home.write(["FontSize": 1])
        let preferences = home.preferences()
        let observer = Observer(preferences.updates(of: .fontSize))
        #expect(await observer.state(1) == 1)
        preferences[.fontSize] = 2
        #expect(await observer.state(2) == 2)
        home.preferences()[.fontSize] = 3
        #expect(await observer.state(3) == 3)
        try await preferences.async { try $0.synchronize() }
        try await other.async { try $0.update { $0[.fontSize] = 4 } }
        #expect(await observer.state(4) == 4)
        try home.write(["FontSize": 5])
        #expect(await observer.state(5) == 5)
        try home.write(["FontSize": 5, "Theme": "dark"])
        try home.write(["FontSize": "no number"])
        #expect(await observer.state(6) == PreferenceKey<Int>.fontSize.defaultValue)
        try FileManager.default.removeItem(atPath: home.path(Home.domain))
        try preferences.register(7, for: .fontSize)
        #expect(await observer.state(7) == 7)
        await observer.cancel()
        preferences[.fontSize] = 8
        #expect(observer.states == [1, 2, 3, 4, 5, PreferenceKey<Int>.fontSize.defaultValue, 7])
    }

    @Test("changes name what has changed since the call, by stored names and by keys")
    func changes() async throws {
        let mapping = Preferences.KeyMapping { "app." + $0 }
        let preferences = Preferences(
            domain: Home.theDomain, store: home.store, keyMapping: mapping, arguments: .none, saving: .explicit)
        let sequence = preferences.changes()
        preferences[.fontSize] = 2
        try await other.async { try $0.update { $0[PreferenceKey<String?>("Other")] = "x" } }
        let observer = Observer(sequence)
        let first = await observer.state { $0.contains(.fontSize) }
        #expect(first?.contains("app.FontSize") == true)
        #expect(first?.contains(.theme) == false)
        #expect(await observer.state { $0.contains("Other") }?.contains("Third") == false)
        let count = observer.states.count
        try home.write(["Third": 1])
        #expect(await observer.state(count + 1)?.names == ["Other", "Third"])
        // Each iteration begins with the values at the call.
        #expect(await Observer(sequence).state(1)?.names == ["Third", "app.FontSize"])
        await observer.cancel()
    }

    @Test("changes of some keys do not report others")
    func changesOfKeys() async throws {
        let preferences = home.preferences()
        let observer = Observer(preferences.changes(of: .fontSize, .lastAccount))
        preferences[.theme] = .dark
        preferences[.lastAccount] = "ann"
        #expect(await observer.state(1)?.names == ["LastAccount"])
        preferences[.theme] = .light
        preferences[.fontSize] = 3
        #expect(await observer.state(2)?.contains(.fontSize) == true)
        #expect(observer.states.allSatisfy { !$0.contains(.theme) })
        await observer.cancel()
    }

    @Test("updates of several keys, and of a property with the wrapper, begin with the values")
    func updatesOfKeys() async throws {
        struct Editor {
            @Preference<Int> var size: Int
        }
        let preferences = home.preferences()
        let editor = Editor(size: Preference(.fontSize, in: preferences))
        let observer = Observer(preferences.updates(of: .fontSize, .lastAccount))
        let sizes = Observer(editor.$size.updates())
        #expect(await observer.state(1)?.0 == PreferenceKey<Int>.fontSize.defaultValue)
        #expect(await sizes.state(1) == PreferenceKey<Int>.fontSize.defaultValue)
        preferences[.fontSize] = 14
        #expect(await observer.state(2)?.0 == 14)
        #expect(await sizes.state(2) == 14)
        preferences[.theme] = .dark
        preferences[.lastAccount] = "ann"
        let last = await observer.state(3)
        #expect(last?.0 == 14)
        #expect(last?.1 == "ann")
        await observer.cancel()
        await sizes.cancel()
    }

    @Test("the number of threads does not grow with the number of observers")
    func manyObservers() throws {
        let count = Extent.count(10_000, short: 300)
        let output = try home.start(["observe-many", Home.domain, "\(count)"]).finish().split(separator: " ")
        #expect(output.first == "true")
        // The threads of tasks depend on the machine.
        #expect(try #require(output.last.flatMap { Int($0) }) < count / 4)
    }

    @Test("an observer that is added while a change is announced is notified of it")
    func observerDuringAnnouncement() throws {
        let (first, second) = (home.preferences(), home.preferences())
        let observations = Mutex<[DomainObservation]>([])
        let count = Counter()
        withObservationTracking {
            _ = first[.fontSize]
        } onChange: {
            let observation = second.observe { count.next() }
            observations.withLock { $0.append(observation) }
        }
        first[.fontSize] = 20
        #expect(count.value == 1)
        #expect(second[.fontSize] == 20)
    }

    @Test("eight tasks see thousands of changes by another process in order up to the last one, and leave nothing open")
    func otherProcess() throws {
        let count = Extent.count(10_000, short: 1000)
        let probe = try home.start(["observe", Home.domain, "\(count)", "1"])
        #expect(probe.waitForOutput() == "ready\n")
        for value in 1...count {
            let text = "<plist version=\"1.0\"><dict><key>Count</key><integer>\(value)</integer></dict></plist>"
            try text.write(toFile: home.path("new"), atomically: false, encoding: .utf8)
            rename(home.path("new"), home.path(Home.domain))
        }
        // One inotify instance while eight other tasks observe, none after they were cancelled.
        let output = try probe.finish()
        #expect(output == "1 in order 0")
    }

    @Test("each state that a program with Foundation's UserDefaults stores is whole, and the last one is seen")
    func foundation() async throws {
        let observer = Observer(home.store.changes(of: Home.theDomain))
        await observer.state(1)
        let probe = try home.start(["increment-foundation", Home.domain, "100", "key"])
        #expect(await observer.state { (try? $0.get())?.contents.count == 100 } != nil)
        _ = try probe.finish()
        // The program writes in place. A file that it leaves torn for 100 ms, on a busy machine, is an error.
        let whole = observer.states.filter { state in
            if case .failure(let error) = state { !error.isAboutContents } else { true }
        }
        let counts = try whole.map { try $0.get().contents.count }
        #expect(counts == counts.sorted())
        await observer.cancel()
    }

    @Test("if a store cannot be observed, its domains are read and it is asked again until it can")
    func refused() async throws {
        let store = HookedStore(home.store) {
            $0.onObserve = { _, _ throws(PreferencesError) in
                throw PreferencesError(FileAccess.read("nowhere").error(SystemError(38)))
            }
        }
        let preferences = Preferences(domain: Home.theDomain, store: store, arguments: .none, saving: .explicit)
        let observer = Observer(preferences.updates(of: .fontSize))
        await observer.state(1)
        try home.write(["FontSize": 2])
        #expect(await observer.state(2) == 2)
        store.onObserve = nil
        try await waitUntil { store.observations > 0 }
        try home.write(["FontSize": 3])
        #expect(await observer.state(3) == 3)
        await observer.cancel()
    }

    @Test("a slow consumer gets the latest value")
    func slow() async throws {
        let preferences = home.preferences()
        var iterator = preferences.updates(of: .fontSize).makeAsyncIterator()
        _ = await iterator.next()
        for size in 100...200 { preferences[.fontSize] = size }
        #expect(await iterator.next() == 200)
    }

    @Test("the Observation framework tracks a key that is read, and a computed property over it")
    func tracking() async throws {
        let preferences = home.preferences()
        let editor = ObservedEditor(preferences: preferences)
        let count = Mutex(0)
        @Sendable func track() {
            withObservationTracking {
                _ = editor.size
            } onChange: {
                count.withLock { $0 += 1 }
            }
        }
        track()
        preferences[.theme] = .dark
        #expect(count.withLock { $0 } == 0)
        preferences[.fontSize] = 2
        #expect(count.withLock { $0 } == 1)
        preferences[.fontSize] = 3
        #expect(count.withLock { $0 } == 1)
        track()
        home.preferences()[.fontSize] = 4
        #expect(count.withLock { $0 } == 2)
        try await preferences.async { try $0.synchronize() }
        track()
        try await other.async { try $0.update { $0[.fontSize] = 5 } }
        try await waitUntil { count.withLock { $0 } >= 3 }
        #expect(count.withLock { $0 } == 3)
        #expect(editor.size == 5)
    }

    @Test("the Observation framework tracks the contents, which any change of the written domain changes")
    func trackedContents() async throws {
        let preferences = home.preferences()
        let count = Mutex(0)
        @Sendable func track() -> PropertyListDictionary? {
            withObservationTracking {
                try? preferences.contents
            } onChange: {
                count.withLock { $0 += 1 }
            }
        }
        #expect(track() == [:])
        try preferences.register("ann", for: .lastAccount)
        #expect(count.withLock { $0 } == 0)
        preferences[.fontSize] = 2
        #expect(count.withLock { $0 } == 1)
        #expect(track() == ["FontSize": 2])
        home.preferences()[.theme] = .dark
        #expect(count.withLock { $0 } == 2)
        try await preferences.async { try $0.synchronize() }
        #expect(track()?.count == 2)
        try await other.async { try $0.update { $0[.fontSize] = 5 } }
        try await waitUntil { count.withLock { $0 } >= 3 }
        #expect(count.withLock { $0 } == 3)
        #expect(track()?["FontSize"] == 5)
        try preferences.removeAll()
        #expect(count.withLock { $0 } == 4)
        #expect(track() == [:])
    }

    @Test("a first read is not a change, so that a handler may read under a lock of its own")
    func firstRead() async throws {
        try home.write(["FontSize": 1])
        let preferences = home.preferences()
        let lock = Mutex(0)
        let count = Mutex(0)
        let size = lock.withLock { _ in
            withObservationTracking {
                preferences[.fontSize]
            } onChange: {
                lock.withLock { $0 = preferences[.fontSize] }
                count.withLock { $0 += 1 }
            }
        }
        #expect(size == 1)
        #expect(count.withLock { $0 } == 0)
        // A read that finds the change of another program does not call the handler on its own thread.
        try home.write(["FontSize": 2])
        lock.withLock { _ in _ = home.preferences()[.fontSize] }
        try await waitUntil { count.withLock { $0 } > 0 }
        #expect(lock.withLock { $0 } == 2)
    }

    @Test("a save that finds the change of another program calls no handler on its own thread")
    func saveUnderLock() async throws {
        try home.write(["FontSize": 1])
        let preferences = home.preferences()
        let lock = Mutex(0)
        let size = withObservationTracking {
            preferences[.fontSize]
        } onChange: {
            lock.withLock { $0 = preferences[.fontSize] }
        }
        #expect(size == 1)
        preferences[.lastAccount] = "ann"
        try home.write(["FontSize": 2])
        try lock.withLock { _ in try preferences.synchronize() }
        try await waitUntil { lock.withLock { $0 } != 0 }
        #expect(lock.withLock { $0 } == 2)
    }

    @Test("a handler may read and write preferences")
    func handler() async throws {
        let preferences = home.preferences()
        let task = Task {
            for await size in preferences.updates(of: .fontSize) {
                if size == 20 { break }
                preferences[.fontSize] = size + 1
                try await preferences.async { try $0.synchronize() }
            }
        }
        try await task.value
        #expect(preferences[.fontSize] == 20)
    }

    @Test("preferences in memory are observed too")
    func memory() async throws {
        let preferences = Preferences.inMemory()
        let observer = Observer(preferences.updates(of: .fontSize))
        await observer.state(1)
        preferences[.fontSize] = 30
        #expect(await observer.state(2) == 30)
        try await preferences.async { try $0.update { $0[.fontSize] = 31 } }
        #expect(await observer.state(3) == 31)
        await observer.cancel()
    }
}

/// A type whose computed property tracks.
private struct ObservedEditor {
    let preferences: Preferences
    var size: Int { preferences[.fontSize] }
}
