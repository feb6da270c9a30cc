import DefaultsPreferences
import Foundation

enum Mode: String, Codable { case idle, busy, off }

extension PreferenceKey<Mode> {
    static let mode = Self("Mode", default: .idle)
}

extension PreferenceKey<Date?> {
    static let lastStart = Self("LastStart")
    static let lastEnd = Self("LastEnd")
}

let preferences = Preferences(domain: "com.example.Watcher")

try await preferences.async { try $0.update { $0[.lastStart] = Date() } }
for await mode in preferences.updates(of: .mode) {
    print("mode \(mode)")
    if mode == .off { break }
}
try await preferences.async { try $0.update { $0[.lastEnd] = Date() } }
