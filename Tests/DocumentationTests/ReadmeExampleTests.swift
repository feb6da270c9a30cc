import DefaultsCore
import DefaultsPreferences
import DefaultsTesting
import PropertyList
import Testing

/// The statements of the README; its key is in `Snippets.swift`. `EndToEndTests` checks that they are equal.
struct ReadmeExampleTests {
    @Test("the README's typed preferences are saved and updated")
    func preferences() throws {
        let store = try TemporaryStore()
        let preferences = Preferences(domain: "com.example.Editor", store: store)
        preferences[.fontSize] = 14  // in memory at once, on the disk within half a second
        try preferences.synchronize()  // now on the disk, merged with the changes of other programs
        try preferences.update { $0[.fontSize] += 1 }  // one locked, atomic read-modify-write
        #expect(preferences[.fontSize] == 15)
        #expect(try store.contents(of: Domain("com.example.Editor")) == ["FontSize": 15])
    }
}
