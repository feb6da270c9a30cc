import DefaultsTesting
import Observation

// An editor: typed keys that restrict their values, properties, and a view that follows the changes of other programs.

enum Theme: String, Codable { case light, dark }

struct Window: Codable, Equatable { var title: String; var frame: [Double] }

extension PreferenceKey<Int> {
    static let fontSize = Self("FontSize", default: 12, in: 6...72)
}

extension PreferenceKey<Theme> {
    static let theme = Self("Theme", default: .light)
}

extension PreferenceKey<Window?> {
    static let window = Self("Window")
}

struct EditorSettings {
    @Preference var fontSize: Int
    @Preference var theme: Theme
    @Preference var window: Window?

    init(_ preferences: Preferences) {
        _fontSize = Preference(.fontSize, in: preferences)
        _theme = Preference(.theme, in: preferences)
        _window = Preference(.window, in: preferences)
    }
}

@main
struct EditorProgram {
    static func main() async throws {
        let store = try TemporaryStore()
        let domain = Domain("com.example.Editor")
        let preferences = Preferences(domain: domain, store: store, arguments: .none)
        let settings = EditorSettings(preferences)
        settings.fontSize += 2
        settings.theme = .dark
        settings.window = Window(title: "Notes", frame: [0, 0, 640, 480])
        check(settings.fontSize == 14 && settings.$fontSize.isSet)
        try await preferences.async { try $0.synchronize() }
        try check(store.contents(of: domain)["Theme"] == "dark")

        let view = Task {
            var sizes: [Int] = []
            for await size in preferences.updates(of: .fontSize) {
                sizes.append(size)
                // What another program does, such as the `defaults` command.
                if size == 14 { try store.apply(ChangeSet([.set("FontSize", 18)]), to: domain) }
                if size == 18 { break }
            }
            return sizes
        }
        try await check(view.value == [14, 18])

        settings.fontSize = 300
        check(settings.fontSize == 18 && preferences.saveFailure is PreferenceValueError)
        try store.apply(ChangeSet([.set("FontSize", 1000)]), to: domain)
        try await preferences.async { try $0.synchronize() }
        check(settings.fontSize == 12)

        preferences.reset(.fontSize, .theme)
        check(settings.fontSize == 12 && settings.theme == .light && settings.window != nil)
        print("editor: ok")
    }
}

/// Ends the program if a condition is false.
private func check(_ condition: Bool, line: UInt = #line) {
    guard condition else { fatalError("line \(line)") }
}
