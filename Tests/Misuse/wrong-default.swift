// error: cannot convert value of type 'String' to expected argument type 'Int'
import DefaultsPreferences

extension PreferenceKey<Int> {
    static let fontSize = Self("FontSize", default: "large")
}
