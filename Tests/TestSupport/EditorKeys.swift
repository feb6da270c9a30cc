package import DefaultsPreferences

/// The keys of an editor.
extension PreferenceKey<Int> {
    package static let fontSize = Self("FontSize", default: 12)
    package static let doubled = Self("Doubled", computedDefault: { 6 * 7 })
}

extension PreferenceKey<String?> {
    package static let lastAccount = Self("LastAccount")
}

package enum Theme: String, Codable { case light, dark }

extension PreferenceKey<Theme> {
    package static let theme = Self("Theme", default: .light)
}

package enum UserAction: String, CaseIterable { case firstLogin, indicatorIndex }

extension PreferenceKey<Int> {
    package static let indicatorIndex = Self(UserAction.indicatorIndex, default: 0)
}

package struct Window: Codable, Equatable {
    package var title: String
    package var frame: [Double]
    package var identifier: UInt64?

    package init(title: String, frame: [Double], identifier: UInt64? = nil) {
        (self.title, self.frame, self.identifier) = (title, frame, identifier)
    }
}

extension PreferenceKey<Window?> {
    package static let window = Self("Window")
}

extension PreferenceKey<[Window]> {
    package static let windows = Self("Windows", default: [])
}
