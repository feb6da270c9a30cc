// error: requires that 'Handle' conform to 'Encodable'
import DefaultsCore
import DefaultsPreferences

struct Handle: Sendable { var descriptor: Int }

func use(_ preferences: Preferences) throws {
    try preferences.set(Handle(descriptor: 1), for: PreferenceKey<Handle>("Handle", default: Handle(descriptor: 0)))
}
