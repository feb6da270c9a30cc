import DefaultsPreferences
import Foundation
import PropertyList
import TestSupport
import Testing

/// The rows of XBUserDefaults except migration: models with their own keys.
struct XBTests {
    let home: Home

    init() throws { home = try Home() }

    @Test("XB1: the key of a property is its name with a suffix")
    func xb1() throws {
        let calls = Counter()
        let preferences = home.preferences(
            keyMapping: Preferences.KeyMapping { name in
                calls.next()
                return name + "_xb_userDefaults_key"
            })
        #expect(calls.value == 0)
        preferences[.lastAccount] = "ann"
        #expect(preferences[.lastAccount] == "ann")
        try preferences.synchronize()
        #expect(try home.disk() == ["LastAccount_xb_userDefaults_key": "ann"])
    }

    @Test("XB2: objects, URLs, booleans, integers of both widths, floats and doubles keep their types")
    func xb2() throws {
        let preferences = home.preferences()
        let url = PreferenceKey<URL?>("url")
        preferences[url] = URL(string: "https://example.com/a?b#c")
        preferences[PreferenceKey<Bool>("flag", default: false)] = true
        preferences[PreferenceKey<Int32>("int", default: 0)] = -1
        preferences[PreferenceKey<Int64>("long", default: 0)] = .max
        preferences[PreferenceKey<Float>("float", default: 0)] = 1
        preferences[PreferenceKey<Double>("double", default: 0)] = 1
        preferences[PreferenceKey<[Date]>("dates", default: [])] = [Date(timeIntervalSinceReferenceDate: 0)]
        try preferences.synchronize()
        #expect(
            try home.disk() == [
                "url": "https://example.com/a?b#c", "flag": true, "int": -1, "long": .integer("9223372036854775807"),
                "float": 1.0, "double": 1.0, "dates": [.date(Date(timeIntervalSinceReferenceDate: 0))],
            ])
        #expect(home.preferences()[url]?.host == "example.com")
        // On Linux, Foundation's accessor for URLs stores a path.
        try home.write(["url": "/etc/hosts"])
        #expect(home.preferences()[url] == URL(fileURLWithPath: "/etc/hosts"))
    }

    @Test("XB3: each model has its own keys and defaults")
    func xb3() throws {
        let first = home.preferences("com.example.First", keyMapping: .prefix("first."))
        let second = home.preferences("com.example.Second")
        first[.fontSize] = 1
        second[.fontSize] = 2
        try first.synchronize()
        try second.synchronize()
        #expect(try home.disk("com.example.First") == ["first.FontSize": 1])
        #expect(try home.disk("com.example.Second") == ["FontSize": 2])
    }

    @Test("XB9: writing nil removes the key")
    func xb9() throws {
        try home.write(["LastAccount": "ann", "Other": 1])
        let preferences = home.preferences()
        preferences[.lastAccount] = nil
        try preferences.synchronize()
        #expect(try home.disk() == ["Other": 1])
    }

    // Scripts/benchmark library measures a hundred thousand strings in a release build.
    @Test("XB10: many strings are written, read and saved")
    func xb10() throws {
        let preferences = home.preferences()
        let keys = (0..<10_000).map { PreferenceKey<String>("key.\($0)", default: "") }
        for key in keys { preferences[key] = key.name }
        #expect(keys.allSatisfy { preferences[$0] == $0.name })
        try preferences.synchronize()
        let disk = try #require(try home.disk())
        #expect(disk.count == 10_000 && disk["key.9999"] == "key.9999")
    }

    @Test("XB, bug to beat: a value of the wrong type is not read as zero, and stays")
    func xbWrongType() throws {
        try home.write(["FontSize": "large"])
        let preferences = home.preferences()
        #expect(preferences[.fontSize] == 12)
        #expect(throws: PreferenceValueError.self) { try preferences.value(for: .fontSize) }
        try preferences.synchronize()
        #expect(try home.disk() == ["FontSize": "large"])
    }

    @Test("XB, bug to beat: reading a missing key writes nothing")
    func xbMissing() throws {
        let preferences = home.preferences()
        #expect(preferences[.fontSize] == 12)
        #expect(try preferences.value(for: .fontSize) == 12)
        try preferences.synchronize()
        #expect(try home.disk() == nil)
    }
}
