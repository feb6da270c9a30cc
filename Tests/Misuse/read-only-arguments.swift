// error: cannot assign through subscript
import DefaultsPreferences

func use(_ preferences: Preferences) {
    preferences.arguments[PreferenceKey<Int>("FontSize", default: 12)] = 3
}
