// error: has no member 'set'
import DefaultsPreferences

func use(_ preferences: Preferences) throws {
    try preferences.layer(.global).set(3, for: PreferenceKey<Int>("FontSize", default: 12))
}
