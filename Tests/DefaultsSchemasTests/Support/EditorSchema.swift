import DefaultsSchemas
import Foundation

enum Appearance: String, Codable, CaseIterable {
    case light, dark, followsSystem = "system"

    var title: String { self == .followsSystem ? "As the system" : rawValue.capitalized }
}

enum Level: Int, Codable, CaseIterable {
    case low = 1, high = 9
}

struct Window: Codable, Hashable {
    struct Size: Codable, Hashable {
        var width = 640.0
        var height: Double? = 480
    }

    var title = "Untitled"
    var size = Size()
    var tabs: [String] = []
    var tags: [String: Int]?
    var opened = Date(timeIntervalSince1970: 86_400)
    var icon: Data?
    var level: Level?
}

extension PreferenceKey<Int> {
    static let fontSize = Self("FontSize", default: 12, in: 6...72).described(
        "The size of text, in points. It also applies\nto menus.")
    static let tabWidth = Self("TabWidth", default: 4, in: 1..<9)
    static let oldSize = Self("Size", default: 12, in: 1...).described("The old size.").deprecated("use FontSize")
}

extension PreferenceKey<Double> {
    static let zoom = Self("Zoom", default: 1, in: 0.25...4)
    static let gamma = Self("Gamma", default: 0.5, in: ..<2.5)
}

extension PreferenceKey<Double?> {
    static let opacity = Self("Opacity", in: ...1.0)
}

extension PreferenceKey<String> {
    static let language = Self("Language", default: "en", matching: "^[a-z]{2}$").described("The code `xx`.")
}

extension PreferenceKey<String?> {
    static let token = Self("Token", matching: "^[0-9a-f]+$").described("The token of the service.").secret()
}

extension PreferenceKey<Appearance> {
    static let appearance = Self("Appearance", default: .light).described("The colors.").titled { $0.title }
}

extension PreferenceKey<Level?> {
    static let level = Self("Level").titled { "Level \($0.rawValue)" }
}

extension PreferenceKey<Bool> {
    static let wrapsLines = Self("Wraps`Lines", default: true)
}

extension PreferenceKey<Date> {
    static let lastBackup = Self("LastBackup", default: Date(timeIntervalSince1970: 0))
    static let firstLaunch = Self("FirstLaunch", computedDefault: { Date() })
}

extension PreferenceKey<Data> {
    static let bookmark = Self("Bookmark", default: Data([1, 2]))
}

extension PreferenceKey<[String]> {
    static let recent = Self("RecentFiles", default: ["a.txt"])
}

extension PreferenceKey<[String: [Int]]> {
    static let shortcuts = Self("Shortcuts", default: ["save": [1, 2]])
}

extension PreferenceKey<Window> {
    static let window = Self("Window", default: Window())
}

extension PreferenceKey<[Window]?> {
    static let windows = Self("Windows")
}

extension PreferenceKey<URL?> {
    static let home = Self("HomePage")
}

extension PreferenceSchema {
    /// A schema with all kinds of keys.
    static let editor = PreferenceSchema(
        "com.example.Editor", title: "Settings of Editor", description: "What Editor stores.", allowsOtherKeys: false
    ) {
        Keys("Text", .fontSize, .oldSize, .tabWidth, .language, .wrapsLines)
        Keys("View", .appearance, .level, .zoom, .gamma, .opacity, .window, .windows)
        Keys("Account", .token, .home)
        Keys(.recent, .shortcuts, .lastBackup, .firstLaunch, .bookmark)
    }
}

extension ErasedKey {
    /// A value that the key accepts: its default or, without a default, another value.
    var example: PropertyListValue {
        if let storedDefault { return storedDefault }
        return switch name {
        case "Level": 9
        case "Opacity": 0.5
        case "Token": "ab"
        case "Windows": .array((try? [PropertyListValueEncoder().encode(Window())]) ?? [])
        default: "https://example.com"
        }
    }
}
