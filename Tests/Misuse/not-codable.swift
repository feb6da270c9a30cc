// error: type 'Handle' does not conform to protocol 'Decodable'
import DefaultsPreferences

struct Handle: Sendable { var descriptor: Int }

extension PreferenceKey<Handle> {
    static let handle = Self("Handle", default: Handle(descriptor: 0))
}
