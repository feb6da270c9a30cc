// error: cannot assign value of type 'String' to subscript of type 'Int'
import DefaultsPreferences

extension PreferenceKey<Int> {
    static let fontSize = Self("FontSize", default: 12)
}

func use(_ preferences: Preferences) {
    let key = PreferenceKey<Int>.fontSize
    preferences[key] = "large"
}
