// error: 'String' conform to 'RawRepresentable'
import DefaultsCore
import DefaultsObjects

func use(_ store: any DataStore) async throws {
    try await store.write(1, for: "first")
}
