import DefaultsPreferences
import TestExtent
import TestSupport
import Testing

/// The rows of the DataStore toolkit that concern preferences. The tests of `DefaultsObjects` have the others.
@Suite(.waiting) struct DSPreferencesTests {
    let home: Home

    init() throws { home = try Home() }

    @Test("DS4: keys are the cases of an enumeration")
    func ds4() throws {
        let preferences = home.preferences()
        preferences[.indicatorIndex] = 3
        preferences[PreferenceKey(UserAction.firstLogin, default: false)] = true
        try preferences.synchronize()
        #expect(try home.disk() == ["indicatorIndex": 3, "firstLogin": true])
        // Bare text does not compile; see Scripts/checks/misuse.
    }

    @Test("DS, bug to beat: an error releases the lock of the domain")
    func dsLock() throws {
        struct Stop: Error {}
        let preferences = home.preferences()
        #expect(throws: Stop.self) { try preferences.update { _ in throw Stop() } }
        _ = try home.probe("set", Home.domain, "K", "v")
        #expect(try home.disk() == ["K": "v"])
    }
}
