// error: 'String' conform to 'RawRepresentable'
import DefaultsPreferences

func use(_ store: any DataStore) async throws {
    try await store.write(1, for: "first")
}
