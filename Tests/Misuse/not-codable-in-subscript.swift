// error: requires that 'Handle' conform to 'Decodable'
import DefaultsCore
import DefaultsPreferences

struct Handle: Sendable { var descriptor: Int }

func use(_ preferences: Preferences) -> Handle {
    preferences[PreferenceKey<Handle>("Handle", default: Handle(descriptor: 0))]
}
