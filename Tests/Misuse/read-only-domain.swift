// error: has no member 'set'
import DefaultsCore

func use(_ preferences: Preferences) throws {
    try preferences.layer(.global).set(3, for: PreferenceKey<Int>("FontSize", default: 12))
}
