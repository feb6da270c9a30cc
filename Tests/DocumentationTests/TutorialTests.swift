import DefaultsPreferences
import Testing

@Test func enlarges() {
    let preferences = Preferences.inMemory(["FontSize": 20])
    preferences.enlarge()
    #expect(preferences[.fontSize] == 21)
}
