import DefaultsPreferences

extension PreferenceKey<Int> {
    static let fontSize = Self("FontSize", default: 12, in: 6...72)
}

let preferences = Preferences(domain: "com.example.Tutorial")

for await size in preferences.updates(of: .fontSize) {
    print("size \(size)")
    if size == 20 { break }
}
