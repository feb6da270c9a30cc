import DefaultsPreferences
import Foundation
import Synchronization
import TestSupport
import Testing

/// Defaults that are computed, and defaults of optional values.
struct DefaultTests {
    private let preferences = Preferences.inMemory()

    @Test("a computed default is computed at each access, and stored by nothing but a write")
    func computed() throws {
        let dates = DateSequence()
        let key = PreferenceKey<Int>("FirstLaunch", computedDefault: { dates.next() })
        #expect(preferences[key] == 1 && preferences[key] == 2 && !preferences.isSet(key))
        try preferences.modify(key) { _ in }
        #expect(preferences[key] == 3 && preferences[key] == 3 && preferences.isSet(key))
    }

    @Test("setting nil removes the value of a key, so that an optional key with a default has the default again")
    func optional() throws {
        let key = PreferenceKey<String?>("Name", default: "none")
        #expect(preferences[key] == "none")
        preferences[key] = "ann"
        #expect(preferences[key] == "ann")
        preferences[key] = nil
        #expect(preferences[key] == "none" && !preferences.isSet(key))
    }
}

/// Numbers in order, as a clock has them.
private final class DateSequence: Sendable {
    private let last = Mutex(0)

    func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
