import DefaultsPreferences

extension PreferenceKey<Int> {
    static let runs = Self("Runs", default: 0)
}

let preferences = Preferences(domain: "com.example.Tutorial")

preferences[.runs] += 1
print("run \(preferences[.runs])")
