// error: requires that 'Window' conform to 'PreferenceValue'
import DefaultsCore

struct Window: Codable { var title: String }

func use(_ preferences: Preferences) -> Window? {
    preferences[PreferenceKey<Window?>("Window")]
}
