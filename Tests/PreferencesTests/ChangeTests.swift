@testable import DefaultsCore
import Foundation
import Synchronization
import Testing

/// What observers of preferences are told, and when.
struct ChangeTests {
    let home: Home

    init() throws { home = try Home() }

    /// What one observer was told.
    private final class Observer: Sendable {
        private let changes = Mutex<[PreferenceChanges.Scope]>([])

        func observe(_ preferences: Preferences) -> UInt64 {
            preferences.addObserver { change in self.changes.withLock { $0.append(change) } }
        }

        /// What was told since this was last asked.
        func told() -> [PreferenceChanges.Scope] {
            changes.withLock { changes in
                defer { changes = [] }
                return changes
            }
        }
    }

    @Test("setting, removing and registering tell the stored names")
    func names() throws {
        let preferences = home.preferences(keyMapping: .prefix("My."))
        let observer = Observer()
        _ = observer.observe(preferences)
        preferences[.fontSize] = 1
        #expect(observer.told() == [.named(["My.FontSize"])])
        try preferences.set(Window(title: "t", frame: []), for: .window)
        #expect(observer.told() == [.named(["My.Window"])])
        preferences.reset(.fontSize)
        #expect(observer.told() == [.named(["My.FontSize"])])
        preferences.reset(.fontSize, .theme)
        #expect(observer.told() == [.named(["My.FontSize", "My.Theme"])])
        try preferences.register(5, for: .fontSize)
        #expect(observer.told() == [.named(["My.FontSize"])])
        preferences.register(["FontSize": 1, "Theme": "dark"])
        #expect(observer.told() == [.named(["My.FontSize", "My.Theme"])])
        preferences.removeRegisteredDefaults()
        #expect(observer.told() == [.anything])
    }

    @Test("saving, updating and reading anew tell that anything may have changed, once it can be seen")
    func anything() throws {
        let preferences = home.preferences()
        preferences[.fontSize] = 1
        let observer = Observer()
        _ = observer.observe(preferences)
        let seen = Mutex<[Int]>([])
        _ = preferences.addObserver { _ in
            let size = preferences[.fontSize]
            seen.withLock { $0.append(size) }
        }
        try preferences.synchronize()
        let saved = observer.told()
        #expect(!saved.isEmpty && saved.allSatisfy { $0 == .anything })
        try preferences.update { $0[.fontSize] = 7 }
        #expect(observer.told().contains(.anything) && seen.withLock(\.last) == 7)
        try home.write(["FontSize": 9])
        try preferences.synchronize()
        #expect(observer.told() == [.anything] && seen.withLock(\.last) == 9)
    }

    @Test("reading a value, and what cannot be set, tell nothing")
    func nothing() throws {
        let preferences = home.preferences()
        try preferences.synchronize()
        let observer = Observer()
        _ = observer.observe(preferences)
        _ = preferences[.fontSize]
        _ = preferences.isSet(.fontSize)
        let dates = PreferenceKey<Date?>("Date")
        #expect(throws: PreferenceValueError.self) {
            try preferences.set(Date(timeIntervalSinceReferenceDate: .nan), for: dates)
        }
        #expect(observer.told().isEmpty)
    }

    @Test("an observer that is removed is told nothing more, and others are")
    func removal() {
        let preferences = Preferences.inMemory()
        let (first, second) = (Observer(), Observer())
        let identifier = first.observe(preferences)
        #expect(second.observe(preferences) != identifier)
        preferences[.fontSize] = 1
        preferences.removeObserver(identifier)
        preferences[.fontSize] = 2
        #expect(first.told().filter { $0 != .anything }.count == 1)
        #expect(second.told().filter { $0 != .anything }.count == 2)
    }

    @Test("an observer may read, set and stop observing: no lock is held")
    func reentrance() {
        let preferences = Preferences.inMemory()
        _ = preferences[.fontSize]
        let identifiers = Mutex<[UInt64]>([])
        let identifier = preferences.addObserver { _ in
            guard let own = identifiers.withLock({ $0.popLast() }) else { return }
            preferences.removeObserver(own)
            preferences[.fontSize] += 1
        }
        identifiers.withLock { $0.append(identifier) }
        preferences[.fontSize] = 1
        #expect(preferences[.fontSize] == 2)
    }
}
