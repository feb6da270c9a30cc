import DefaultsPreferences

extension PreferenceKey<Int> {
    static let runs = Self("Runs", default: 0)
}
