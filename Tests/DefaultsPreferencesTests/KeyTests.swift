import DefaultsCore
import DefaultsPreferences
import Foundation
import PropertyList
import TestSupport
import Testing

/// Tests of typed keys.
struct KeyTests {
    let home: Home

    init() throws { home = try Home() }

    @Test("a key has its default until it is set, and again after it is reset")
    func defaults() throws {
        let preferences = home.preferences()
        #expect(preferences[.fontSize] == 12 && preferences[.doubled] == 42 && preferences[.lastAccount] == nil)
        #expect(!preferences.isSet(.fontSize))
        preferences[.fontSize] += 2
        preferences[.lastAccount] = "sam"
        preferences[.theme] = .dark
        #expect(preferences[.fontSize] == 14 && preferences.isSet(.fontSize))
        try preferences.synchronize()
        #expect(try home.disk() == ["FontSize": 14, "LastAccount": "sam", "Theme": "dark"])
        preferences.reset(.fontSize)
        preferences[.lastAccount] = nil
        try preferences.synchronize()
        #expect(preferences[.fontSize] == 12 && preferences[.lastAccount] == nil)
        #expect(try home.disk() == ["Theme": "dark"])
    }

    @Test("a computed default is computed at each access")
    func computed() {
        let counter = Counter()
        let key = PreferenceKey<Int>("Counted", computedDefault: { counter.next() })
        let preferences = Preferences.inMemory()
        #expect(preferences[key] == 1 && preferences[key] == 2)
        preferences[key] = 9
        #expect(preferences[key] == 9 && counter.next() == 3)
    }

    @Test("resetting keys leaves other keys unchanged")
    func groups() throws {
        let preferences = home.preferences()
        preferences[.fontSize] = 1
        preferences[.theme] = .dark
        preferences[.indicatorIndex] = 3
        try preferences.synchronize()
        preferences.reset(.fontSize, .theme)
        try preferences.synchronize()
        #expect(try home.disk() == ["indicatorIndex": 3])
        preferences.resetAll(of: UserAction.self)
        try preferences.synchronize()
        #expect(try home.disk() == nil)
    }

    @Test("missing, wrong type, corrupt and unreadable are different results")
    func answers() throws {
        try home.write([
            "FontSize": "large", "Window": ["title": "t", "frame": [1.0, "x"]], "Theme": "blue", "identifier": 1,
        ])
        let preferences = home.preferences()
        #expect(try preferences.value(for: .lastAccount) == nil)
        #expect(try preferences.storedValue(for: .doubled) == nil && preferences.value(for: .doubled) == 42)
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
        #expect(corrupt?.code == .corrupt && corrupt?.path.components == ["Theme"])
        // The subscript returns the default.
        #expect(preferences[.fontSize] == 12 && preferences[.theme] == .light)
        try home.write(bytes: "<plist><dict><key>")
        #expect(throws: PreferencesError.self) { try home.preferences().value(for: .fontSize) }
        #expect(home.preferences()[.fontSize] == 12)
    }

    @Test("a property wrapper reads and writes the preference")
    func wrapper() throws {
        struct Editor {
            @Preference(.fontSize, in: .standard) var standard
            @Preference<Int> var fontSize: Int
        }
        let preferences = home.preferences()
        let editor = Editor(fontSize: Preference(.fontSize, in: preferences))
        editor.fontSize = 20
        #expect(preferences[.fontSize] == 20 && editor.$fontSize.isSet)
        editor.$fontSize.reset()
        #expect(editor.fontSize == 12)
        struct Short {
            @Preference(.fontSize, in: Self.preferences) var fontSize
            static let preferences = Preferences.inMemory(["FontSize": 3])
        }
        #expect(Short().fontSize == 3)
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
