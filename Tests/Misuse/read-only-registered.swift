// error: cannot assign through subscript
import DefaultsCore

func use(_ preferences: Preferences) {
    preferences.registered[PreferenceKey<Int>("FontSize", default: 12)] = 3
}
