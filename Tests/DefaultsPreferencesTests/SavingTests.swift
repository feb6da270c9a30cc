import DefaultsPreferences
import Dispatch
import Foundation
import TestStores
import TestSupport
import TestExtent
import Testing

/// Tests of saving and of merging with the changes of others.
@Suite(.waiting) struct SavingTests {
    let home = Home()

    // Scripts/benchmark library checks the limit of 0.05 ms.
    @Test("GV9: a property does not access the store, and all changes are saved in one change")
    func gv9() throws {
        let store = HookedStore(home.store)
        let preferences = Preferences(domain: Home.theDomain, store: store, arguments: .none, saving: .explicit)
        preferences[.fontSize] = preferences[.doubled]
        let reads = store.reads
        for _ in 0..<1000 { preferences[.fontSize] += 1 }
        #expect(store.reads == reads)
        #expect(preferences.hasUnsavedChanges)
        #expect(store.updates == 0)
        #expect(try home.disk() == nil)
        try preferences.synchronize()
        #expect(store.updates == 1)
        #expect(!preferences.hasUnsavedChanges)
        #expect(try home.disk() == ["FontSize": 1042])
        try preferences.synchronize()
        #expect(store.updates == 1)
    }

    @Test("GV8: the standard preferences are one object, and reading saves nothing")
    func gv8() throws {
        #expect(Preferences.standard === Preferences.standard)
        let preferences = home.preferences()
        #expect(preferences[.fontSize] == 12)
        #expect(try preferences.value(for: .fontSize) == 12)
        try preferences.synchronize()
        #expect(try home.disk() == nil)
        preferences[.fontSize] = 3
        #expect(preferences[.fontSize] == 3)
        #expect(try home.disk() == nil)
    }

    // Scripts/benchmark library measures a hundred thousand strings in a release build.
    @Test("XB10: many strings are written, read and saved")
    func xb10() throws {
        let preferences = home.preferences()
        let keys = (0..<10_000).map { PreferenceKey<String>("key.\($0)", default: "") }
        for key in keys { preferences[key] = key.name }
        #expect(keys.allSatisfy { preferences[$0] == $0.name })
        try preferences.synchronize()
        let disk = try #require(try home.disk())
        #expect(disk.count == 10_000)
        #expect(disk["key.9999"] == "key.9999")
    }

    /// `AutomaticSavingTests` prove with a simulated clock that all changes until a save are one change.
    @Test("changes are saved automatically")
    func automatic() async throws {
        let preferences = Preferences(domain: Home.theDomain, store: home.store, arguments: .none)
        for size in 0..<1000 { preferences[.fontSize] = size }
        try await waitUntil { !preferences.hasUnsavedChanges }
        #expect(try home.disk() == ["FontSize": 999])
    }

    @Test("a normal end of the program saves all changes")
    func exit() throws {
        let isSaved = try oneOfTen {
            _ = try home.probe("set-and-return", Home.domain)
            return try home.disk() == ["Count": 7]
        }
        #expect(isSaved)
    }

    @Test("the end of the program waits one second for another writer, not for the time limit of changes")
    func boundedExit() throws {
        try home.write(["K": 1])
        // This process holds the lock, so the probe cannot save.
        let elapsed = try home.store.update([Home.theDomain]) { _ in
            try ContinuousClock().measure { _ = try home.probe("set-and-return", Home.domain) }
        }
        #expect(elapsed > .milliseconds(900))
        #expect(elapsed < home.store.lockTimeout)
        #expect(try home.disk() == ["K": 1])
    }

    @Test("an error of automatic saving goes to the handler, and the changes stay pending")
    func failure() async throws {
        try home.write(bytes: "<plist><dict><key>")
        let (errors, continuation) = AsyncStream<any Error>.makeStream()
        let preferences = Preferences(
            domain: Home.theDomain, store: home.store, arguments: .none, saving: .automatic { continuation.yield($0) })
        preferences[.fontSize] = 3
        var iterator = errors.makeAsyncIterator()
        let error = await iterator.next()
        #expect(error is PreferencesError)
        #expect(preferences.saveFailure is PreferencesError)
        #expect(preferences.hasUnsavedChanges)
        #expect(preferences[.fontSize] == 3)
        #expect(throws: PreferencesError.self) { try preferences.synchronize() }
        #expect(try home.bytes() == Data("<plist><dict><key>".utf8))
        try FileManager.default.removeItem(atPath: home.path(Home.domain))
        try await preferences.async { try $0.synchronize() }
        #expect(try home.disk() == ["FontSize": 3])
    }

    @Test("an error at the end of the program goes to the handler")
    func failureAtExit() throws {
        try home.write(bytes: "<plist><dict><key>")
        let probe = try home.start(["set-and-fail", Home.domain])
        _ = try probe.finish()
        #expect(probe.errors.contains("cannot"))
    }

    @Test("changes of others are merged by key, and visible after synchronizing")
    func merging() throws {
        let preferences = home.preferences()
        preferences[.fontSize] = 1
        try preferences.synchronize()
        _ = try home.probe("set", Home.domain, "LastAccount", "ann")
        preferences[.theme] = .dark
        #expect(preferences[.lastAccount] == nil)
        try preferences.synchronize()
        #expect(preferences[.lastAccount] == "ann")
        #expect(try home.disk() == ["FontSize": 1, "LastAccount": "ann", "Theme": "dark"])
        try home.write(["FontSize": 8])
        try preferences.synchronize()
        #expect(preferences[.fontSize] == 8)
        #expect(preferences[.theme] == .light)
    }

    @Test("an update is one read-modify-write that includes pending changes")
    func update() throws {
        let preferences = home.preferences()
        preferences[.fontSize] = 5
        let sum = try preferences.update { editor in
            editor[.fontSize] += 1
            try editor.set(Window(title: "t", frame: [1]), for: .window)
            editor[.lastAccount] = editor.isSet(.theme) ? "themed" : nil
            return editor[.fontSize] + (try editor.value(for: .doubled))
        }
        #expect(sum == 48)
        #expect(preferences[.fontSize] == 6)
        #expect(!preferences.hasUnsavedChanges)
        #expect(try home.disk() == ["FontSize": 6, "Window": ["title": "t", "frame": [1.0]]])
        try home.write(["FontSize": 50])
        try preferences.update { $0[.fontSize] += 1 }
        #expect(try home.disk() == ["FontSize": 51])
        #expect(preferences[.fontSize] == 51)
    }

    @Test("an update reads its own changes, of which the last one of a key is saved")
    func ownChanges() throws {
        try home.write(["FontSize": 1, "LastAccount": "ann"])
        let preferences = home.preferences()
        try preferences.register(30, for: .fontSize)
        try preferences.update { editor in
            editor[.lastAccount] = nil
            #expect(!editor.isSet(.lastAccount))
            #expect(editor[.lastAccount] == nil)
            editor[.fontSize] = 2
            editor.reset(.fontSize)
            #expect(!editor.isSet(.fontSize))
            #expect(editor[.fontSize] == 30)
            editor[.fontSize] = 3
            editor[.theme] = .dark
            editor.reset(.theme)
        }
        #expect(try home.disk() == ["FontSize": 3])
    }

    @Test("a failed update changes nothing, and earlier changes stay pending")
    func failedUpdate() throws {
        struct Stop: Error {}
        let preferences = home.preferences()
        preferences[.fontSize] = 5
        #expect(throws: Stop.self) {
            try preferences.update { editor in
                editor[.fontSize] = 99
                throw Stop()
            }
        }
        #expect(try home.disk() == nil)
        #expect(preferences[.fontSize] == 5)
        #expect(preferences.hasUnsavedChanges)
        #expect(throws: PreferencesError.self) {
            try preferences.update { _ in try preferences.synchronize() }
        }
        try preferences.synchronize()
        #expect(try home.disk() == ["FontSize": 5])
    }

    @Test("saving equal values does not change the file")
    func unchanged() throws {
        let preferences = home.preferences()
        preferences[.fontSize] = 5
        try preferences.synchronize()
        let before = try FileManager.default.attributesOfItem(atPath: home.path(Home.domain))
        preferences[.fontSize] = 5
        try preferences.synchronize()
        let after = try FileManager.default.attributesOfItem(atPath: home.path(Home.domain))
        #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
    }
}
