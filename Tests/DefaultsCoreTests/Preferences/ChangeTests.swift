@testable import DefaultsCore
import Foundation
import Synchronization
import TestSupport
import Testing

/// Tests of notifications to observers.
struct ChangeTests {
    let home: Home

    init() throws { home = try Home() }

    /// An observer that records notifications.
    private final class Observer: Sendable {
        private let changes = Mutex<[PreferenceChanges.Scope]>([])

        func observe(_ preferences: Preferences) -> UInt64 {
            preferences.addObserver { change in self.changes.withLock { $0.append(change) } }
        }

        /// Returns the notifications since the last call.
        func takeNotifications() -> [PreferenceChanges.Scope] {
            changes.withLock { changes in
                defer { changes = [] }
                return changes
            }
        }
    }

    @Test("setting, removing and registering notify with the stored names")
    func names() throws {
        let preferences = home.preferences(keyMapping: .prefix("My."))
        let observer = Observer()
        _ = observer.observe(preferences)
        preferences[.fontSize] = 1
        #expect(observer.takeNotifications() == [.named(["My.FontSize"])])
        try preferences.set(Window(title: "t", frame: []), for: .window)
        #expect(observer.takeNotifications() == [.named(["My.Window"])])
        preferences.reset(.fontSize)
        #expect(observer.takeNotifications() == [.named(["My.FontSize"])])
        preferences.reset(.fontSize, .theme)
        #expect(observer.takeNotifications() == [.named(["My.FontSize", "My.Theme"])])
        try preferences.register(5, for: .fontSize)
        #expect(observer.takeNotifications() == [.named(["My.FontSize"])])
        preferences.register(["FontSize": 1, "Theme": "dark"])
        #expect(observer.takeNotifications() == [.named(["My.FontSize", "My.Theme"])])
        preferences.removeRegisteredDefaults()
        #expect(observer.takeNotifications() == [.anything])
    }

    @Test("saving, updating and reading notify that any value may have changed, after the change is visible")
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
        let saved = observer.takeNotifications()
        #expect(!saved.isEmpty && saved.allSatisfy { $0 == .anything })
        try preferences.update { $0[.fontSize] = 7 }
        #expect(observer.takeNotifications().contains(.anything) && seen.withLock(\.last) == 7)
        try home.write(["FontSize": 9])
        try preferences.synchronize()
        #expect(observer.takeNotifications() == [.anything] && seen.withLock(\.last) == 9)
    }

    @Test("reading a value and a failed assignment do not notify")
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
        #expect(observer.takeNotifications().isEmpty)
    }

    @Test("a removed observer is not notified, and others are")
    func removal() {
        let preferences = Preferences.inMemory()
        let (first, second) = (Observer(), Observer())
        let identifier = first.observe(preferences)
        #expect(second.observe(preferences) != identifier)
        preferences[.fontSize] = 1
        preferences.removeObserver(identifier)
        preferences[.fontSize] = 2
        #expect(first.takeNotifications().filter { $0 != .anything }.count == 1)
        #expect(second.takeNotifications().filter { $0 != .anything }.count == 2)
    }

    @Test("an observer may read, set and stop observing")
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
