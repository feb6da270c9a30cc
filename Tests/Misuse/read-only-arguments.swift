// error: cannot assign through subscript
import DefaultsCore
import DefaultsPreferences

func use(_ preferences: Preferences) {
    preferences.arguments[PreferenceKey<Int>("FontSize", default: 12)] = 3
}
