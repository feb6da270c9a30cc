// error: cannot assign through subscript
import DefaultsPreferences

func use(_ preferences: Preferences) {
    preferences.registered[PreferenceKey<Int>("FontSize", default: 12)] = 3
}
