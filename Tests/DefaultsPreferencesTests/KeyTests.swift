import DefaultsPreferences
import Foundation
import TestSupport
import Testing

/// Tests of typed keys.
struct KeyTests {
    let home = Home()

    @Test("XB9: a key has its default until it is set, and again after it is reset or set to nil")
    func xb9() throws {
        let preferences = home.preferences()
        #expect(preferences[.fontSize] == 12)
        #expect(preferences[.doubled] == 42)
        #expect(preferences[.lastAccount] == nil)
        #expect(!preferences.isSet(.fontSize))
        preferences[.fontSize] += 2
        preferences[.lastAccount] = "sam"
        preferences[.theme] = .dark
        #expect(preferences[.fontSize] == 14)
        #expect(preferences.isSet(.fontSize))
        try preferences.synchronize()
        #expect(try home.disk() == ["FontSize": 14, "LastAccount": "sam", "Theme": "dark"])
        preferences.reset(.fontSize)
        preferences[.lastAccount] = nil
        try preferences.synchronize()
        #expect(preferences[.fontSize] == 12)
        #expect(preferences[.lastAccount] == nil)
        #expect(try home.disk() == ["Theme": "dark"])
    }

    @Test("GV6: writing nil removes a key, and its default applies again")
    func gv6() throws {
        let key = PreferenceKey<String?>("name", default: "default")
        let preferences = home.preferences()
        preferences[key] = "own"
        try preferences.synchronize()
        #expect(try home.disk() == ["name": "own"])
        preferences[key] = nil
        try preferences.synchronize()
        #expect(try home.disk() == nil)
        #expect(preferences[key] == "default")
        #expect(!preferences.isSet(key))
    }

    @Test("a computed default is computed at each access, and stored by nothing but a write")
    func computed() throws {
        let counter = Counter()
        let key = PreferenceKey<Int>("Counted", computedDefault: { counter.next() })
        let preferences = Preferences.inMemory()
        #expect((0..<2).map { _ in preferences[key] } == [1, 2])
        #expect(!preferences.isSet(key))
        try preferences.modify(key) { _ in }
        #expect((0..<2).map { _ in preferences[key] } == [3, 3])
        #expect(preferences.isSet(key))
    }

    @Test("GV4: registered defaults are read and never stored, and can change with the user")
    func gv4() throws {
        let preferences = home.preferences()
        preferences.register(["FontSize": 5, "LastAccount": "ann"])
        try preferences.register(.dark, for: .theme)
        try preferences.register(Window(title: "t", frame: []), for: .window)
        #expect(preferences[.fontSize] == 5)
        #expect(preferences[.theme] == .dark)
        #expect(!preferences.isSet(.theme))
        #expect(try preferences.value(for: .window) == Window(title: "t", frame: []))
        preferences[.fontSize] = 6
        #expect(preferences[.fontSize] == 6)
        preferences.removeRegisteredDefaults()
        preferences.register(["LastAccount": "bob"])
        #expect(preferences[.lastAccount] == "bob")
        #expect(preferences[.theme] == .light)
        try preferences.synchronize()
        #expect(try home.disk() == ["FontSize": 6])
    }

    @Test("GV10: resetting keys leaves other keys unchanged, and registered defaults apply again")
    func gv10() throws {
        try home.write(["FontSize": 1, "Theme": "dark", "Other": 2])
        let preferences = home.preferences()
        preferences.register(["FontSize": 9])
        preferences[.indicatorIndex] = 4
        preferences.reset(.fontSize, .theme, .indicatorIndex)
        try preferences.synchronize()
        #expect(try home.disk() == ["Other": 2])
        #expect(preferences[.fontSize] == 9)
    }

    // Bare text does not compile; see Scripts/checks/misuse.
    @Test("DS4: keys are the cases of an enumeration, which can be reset together")
    func ds4() throws {
        let preferences = home.preferences()
        preferences[.indicatorIndex] = 3
        preferences[PreferenceKey(UserAction.firstLogin, default: false)] = true
        try preferences.synchronize()
        #expect(try home.disk() == ["indicatorIndex": 3, "firstLogin": true])
        preferences.resetAll(of: UserAction.self)
        try preferences.synchronize()
        #expect(try home.disk() == nil)
    }

    @Test("CO3: missing, wrong type, corrupt and unreadable are different results, and wrong values stay")
    func co3() throws {
        try home.write([
            "FontSize": "large", "Window": ["title": "t", "frame": [1.0, "x"]], "Theme": "blue", "identifier": 1,
        ])
        let (before, preferences) = (try home.bytes(), home.preferences())
        #expect(try preferences.value(for: .lastAccount) == nil)
        #expect(try preferences.storedValue(for: .doubled) == nil)
        #expect(try preferences.value(for: .doubled) == 42)
        #expect(
            throws: PreferenceValueError.wrongType(at: .init(["FontSize"]), expected: "an integer", found: .string)
        ) {
            try preferences.value(for: .fontSize)
        }
        #expect(
            throws: PreferenceValueError.wrongType(
                at: .init(["Window", "frame", "1"]), expected: "a real", found: .string)
        ) {
            try preferences.value(for: .window)
        }
        let corrupt = #expect(throws: PreferenceValueError.self) { try preferences.value(for: .theme) }
        #expect(corrupt?.code == .corrupt)
        #expect(corrupt?.path == "Theme")
        // The subscript returns the default.
        #expect(preferences[.fontSize] == 12)
        #expect(preferences[.theme] == .light)
        try preferences.synchronize()
        #expect(try home.bytes() == before)
        try home.write(bytes: "<plist><dict><key>")
        #expect(throws: PreferencesError.self) { try home.preferences().value(for: .fontSize) }
        #expect(home.preferences()[.fontSize] == 12)
    }

    @Test("GV2: a property wrapper reads and writes the preference, whose key can have another name")
    func gv2() throws {
        struct Editor {
            @Preference(.fontSize, in: .standard) var standard
            @Preference<Int> var fontSize: Int
        }
        let preferences = home.preferences()
        let editor = Editor(fontSize: Preference(.fontSize, in: preferences))
        editor.fontSize = 20
        #expect(preferences[.fontSize] == 20)
        #expect(editor.$fontSize.isSet)
        try preferences.synchronize()
        #expect(try home.disk() == ["FontSize": 20])
        editor.$fontSize.reset()
        #expect(editor.fontSize == 12)
        struct Short {
            @Preference(.fontSize, in: Self.preferences) var fontSize
            static let preferences = Preferences.inMemory(["FontSize": 3])
        }
        #expect(Short().fontSize == 3)
    }

    @Test("CO4: an object can be stored and deleted under the name of its type and module")
    func co4() throws {
        struct Local: Codable {}
        #expect(PreferenceKey.named(after: Local.self).name == "DefaultsPreferencesTests.KeyTests.Local")
        #expect(PreferenceKey.named(after: [Local].self).name == "Swift.Array<DefaultsPreferencesTests.KeyTests.Local>")
        #expect(PreferenceKey.named(after: Other.Window.self).name == "DefaultsPreferencesTests.KeyTests.Other.Window")
        #expect(PreferenceKey.named(after: Secret.self).name == "DefaultsPreferencesTests.Secret")
        let key = PreferenceKey.named(after: Window.self)
        let preferences = home.preferences()
        try preferences.set(Window(title: "t", frame: []), for: key)
        preferences[.fontSize] = 1
        try preferences.synchronize()
        #expect(try home.disk() == ["TestSupport.Window": ["title": "t", "frame": []], "FontSize": 1])
        preferences.reset(key)
        try preferences.synchronize()
        #expect(try home.disk() == ["FontSize": 1])
    }

    /// A type with the name of another one.
    private enum Other {
        struct Window: Codable {}
    }

    @Test("canonically equivalent keys are different")
    func canonicalEquivalence() throws {
        let preferences = home.preferences()
        preferences[PreferenceKey<Int>("\u{E9}", default: 0)] = 1
        preferences[PreferenceKey<Int>("e\u{301}", default: 0)] = 2
        #expect(preferences[PreferenceKey<Int>("\u{E9}", default: 0)] == 1)
        try preferences.synchronize()
        #expect(try home.store.contents(of: Home.theDomain).count == 2)
    }
}

private struct Secret: Codable {}
