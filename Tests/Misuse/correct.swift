// compiles
import DefaultsPreferences

extension PreferenceKey<Int> {
    static let fontSize = Self("FontSize", default: 12)
}

enum Name: String { case first }

func use(_ preferences: Preferences, _ store: any DataStore) async throws {
    preferences[.fontSize] = preferences.registered[.fontSize] + preferences.arguments[.fontSize]
    try await store.write(1, for: Name.first)
    preferences[PreferenceKey(Name.first, default: 0)] = 1
}
