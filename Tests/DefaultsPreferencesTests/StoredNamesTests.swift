import DefaultsPreferences
import TestSupport
import Testing

/// Values by stored names, and handlers of changes.
struct StoredNamesTests {
    let home = Home()
    let preferences: Preferences

    init() {
        preferences = home.preferences(keyMapping: .prefix("app."))
    }

    @Test("a stored name is used without the mapping of keys")
    func names() throws {
        preferences[PreferenceKey<Int>("a", default: 0)] = 1
        #expect(preferences.value(named: "app.a") == 1)
        #expect(preferences.value(named: "a") == nil)
        try preferences.set("x", named: "b")
        #expect(preferences.value(named: "b") == "x")
        try preferences.set(nil, named: "app.a")
        try preferences.synchronize()
        #expect(try home.disk() == ["b": "x"])
    }

    @Test("a value is found in the arguments, the domains and the registered defaults, in this order")
    func layers() throws {
        try home.store.apply(ChangeSet([.set("a", 2), .set("b", 2)]), to: Home.theDomain)
        let preferences = Preferences(
            domain:
                Home.theDomain, store: home.store, arguments: Preferences.Arguments(["-a", "1"]), saving: .explicit)
        preferences.register(["a": 3, "b": 3, "c": 3])
        #expect(["a", "b", "c", "d"].map(preferences.value(named:)) == ["1", 2, 3, nil])
    }

    @Test("a value that a file does not preserve is refused")
    func refused() throws {
        try preferences.set(1, named: "a")
        let date = PropertyListValue.date(.init(timeIntervalSinceReferenceDate: .nan))
        #expect(throws: PreferenceValueError.self) { try preferences.set(date, named: "a") }
        #expect(throws: PreferenceValueError.self) { try preferences.replaceContents(with: ["b": date]) }
        #expect(preferences.value(named: "a") == 1)
        #expect(try home.disk() == nil)
    }

    @Test("replacing the contents removes other values, saved or not")
    func replaced() throws {
        try home.write(["old": 1])
        try preferences.set(2, named: "new")
        try preferences.replaceContents(with: ["only": true])
        #expect(try home.disk() == ["only": true])
        #expect(try preferences.contents == ["only": true])
        #expect(!preferences.hasUnsavedChanges)
        #expect(throws: PreferencesError.self) {
            try preferences.update { _ in try preferences.replaceContents(with: [:]) }
        }
    }

    @Test("a handler is called before the call that changes a value returns, until it is cancelled")
    func observed() throws {
        let counter = Counter()
        let observation = preferences.observe { counter.next() }
        try preferences.set(1, named: "a")
        #expect(counter.value == 1)
        home.preferences()[PreferenceKey<Int>("b", default: 0)] = 1
        #expect(counter.value == 2)
        observation.cancel()
        try preferences.set(2, named: "a")
        #expect(counter.value == 2)
    }

    @Test("a handler is called after a change by another program")
    func observedOthers() async throws {
        let counter = Counter()
        let observation = preferences.observe { counter.next() }
        try home.store.apply(ChangeSet([.set("a", 7)]), to: Home.theDomain)
        try await waitUntil { counter.value > 0 && preferences.value(named: "a") == 7 }
        observation.cancel()
    }
}
