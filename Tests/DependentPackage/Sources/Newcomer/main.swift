// The first program of a newcomer. All of it is top-level code, and no line of it gives a warning.
import DefaultsPreferences

enum Theme: String, Codable {
    case light
    case dark
}

extension PreferenceKey<Int> {
    static let fontSize = Self("FontSize", default: 12, in: 6...72)
}

extension PreferenceKey<Theme> {
    static let theme = Self("Theme", default: .light)
}

extension PreferenceKey<[String]> {
    static let recentFiles = Self("RecentFiles", default: [])
}

let preferences = Preferences(domain: "com.example.Newcomer")
let changes = preferences.changes(of: .fontSize, .theme)

preferences[.fontSize] = 14
preferences[.recentFiles].append("notes.txt")
try preferences.synchronize()
try preferences.update { $0[.fontSize] += 1 }
try await preferences.async { try $0.update { $0[.theme] = .dark } }
try await preferences.async { try $0.synchronize() }

for await changed in changes {
    if changed.contains(.fontSize), changed.contains(.theme) { break }
}
for await (size, theme) in preferences.updates(of: .fontSize, .theme) {
    print(size, theme, preferences[.recentFiles])
    break
}
preferences.reset(.fontSize, .theme)
print(preferences[.fontSize], preferences.isSet(.theme))
