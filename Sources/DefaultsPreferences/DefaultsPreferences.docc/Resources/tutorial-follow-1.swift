import DefaultsPreferences

extension PreferenceKey<Int> {
    static let fontSize = Self("FontSize", default: 12, in: 6...72)
}

let preferences = Preferences(domain: "com.example.Tutorial")
