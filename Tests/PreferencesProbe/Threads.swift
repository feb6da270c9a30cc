import DefaultsPreferences
import Dispatch
import Foundation
import Synchronization

/// Runs eight threads on the same preferences. Four threads increment keys and four read them. Run it with the thread
/// sanitizer.
struct Threads {
    private let rounds = 500

    /// Exits with an error if a value decreased or was lost.
    func run() throws {
        let automatic = Preferences(domain: domain, arguments: .none)
        let memory = Preferences.inMemory()
        for preferences in [automatic, memory] {
            let results = OutcomeList()
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                let key = PreferenceKey<Int>("t\(thread % 4)", default: 0)
                results.add(thread < 4 ? write(key, of: preferences) : watch(key, of: preferences))
            }
            try preferences.synchronize()
            let sum = preferences[PreferenceKey<Int>("sum", default: 0)]
            let values = (0..<4).map { preferences[PreferenceKey<Int>("t\($0)", default: 0)] }
            guard results.areGood, sum == 4 * rounds / 50, values == Array(repeating: rounds, count: 4) else {
                print("a value went back or was lost: \(values), \(sum)")
                exit(1)
            }
        }
        print("8 threads, \(rounds) rounds: every value increased and was kept")
    }

    private func write(_ key: PreferenceKey<Int>, of preferences: Preferences) -> Bool {
        for round in 1...rounds {
            preferences[key] = round
            do {
                if round.isMultiple(of: 20) { try preferences.synchronize() }
                if round.isMultiple(of: 50) {
                    try preferences.update { $0[PreferenceKey<Int>("sum", default: 0)] += 1 }
                }
            } catch {
                print(error)
                return false
            }
        }
        return true
    }

    private func watch(_ key: PreferenceKey<Int>, of preferences: Preferences) -> Bool {
        var last = 0
        for _ in 0..<(10 * rounds) {
            let value = preferences[key]
            if value < last { return false }
            last = value
        }
        return true
    }
}

/// The combined result of several threads.
private final class OutcomeList: Sendable {
    private let isGood = Mutex(true)

    func add(_ outcome: Bool) {
        isGood.withLock { $0 = $0 && outcome }
    }

    var areGood: Bool { isGood.withLock { $0 } }
}
