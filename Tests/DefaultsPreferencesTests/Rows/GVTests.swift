import DefaultsCore
import DefaultsPreferences
import Foundation
import PropertyList
import TestExtent
import TestSupport
import Testing

/// The rows of GVUserDefaults: typed properties.
@Suite(.waiting) struct GVTests {
    let home: Home

    init() throws { home = try Home() }

    private struct Settings {
        @Preference<Bool> var flag: Bool
        @Preference<Int16> var short: Int16
        @Preference<Int64> var long: Int64
        @Preference<UInt64> var unsigned: UInt64
        @Preference<Float> var float: Float
        @Preference<Double> var double: Double
        @Preference<[String: String]> var object: [String: String]

        init(_ preferences: Preferences) {
            _flag = Preference(PreferenceKey("flag", default: false), in: preferences)
            _short = Preference(PreferenceKey("short", default: 0), in: preferences)
            _long = Preference(PreferenceKey("long", default: 0), in: preferences)
            _unsigned = Preference(PreferenceKey("unsigned", default: 0), in: preferences)
            _float = Preference(PreferenceKey("float", default: 0), in: preferences)
            _double = Preference(PreferenceKey("double", default: 0), in: preferences)
            _object = Preference(PreferenceKey("object", default: [:]), in: preferences)
        }
    }

    @Test("GV1: typed properties are stored under their names with their types")
    func gv1() throws {
        let preferences = home.preferences()
        let settings = Settings(preferences)
        settings.flag = true
        settings.short = .min
        settings.long = .min
        settings.unsigned = .max
        settings.float = 0.5
        settings.double = 2
        settings.object = ["a": "b"]
        try preferences.synchronize()
        #expect(
            try home.disk() == [
                "flag": true, "short": -32768, "long": .integer("-9223372036854775808"),
                "unsigned": .integer("18446744073709551615"), "float": 0.5, "double": 2.0, "object": ["a": "b"],
            ])
        let others = Settings(home.preferences())
        #expect(others.flag && others.short == .min && others.long == .min && others.unsigned == .max)
        #expect(others.float == 0.5 && others.double == 2 && others.object == ["a": "b"])
    }

    @Test("GV2: a property can have a different name from its key")
    func gv2() throws {
        struct Named {
            @Preference<Bool> var isEnabled: Bool
        }
        let preferences = home.preferences()
        Named(isEnabled: Preference(PreferenceKey("enabled", default: false), in: preferences)).isEnabled = true
        try preferences.synchronize()
        #expect(try home.disk() == ["enabled": true])
    }

    @Test("GV3: the name of a property is mapped to a key, for reading, writing and defaults")
    func gv3() throws {
        let preferences = home.preferences(
            keyMapping: Preferences.KeyMapping { "NSUserDefault" + $0.prefix(1).uppercased() + $0.dropFirst() })
        preferences.register(["short": 5])
        #expect(Settings(preferences).short == 5)
        Settings(preferences).long = 3
        try preferences.synchronize()
        #expect(try home.disk() == ["NSUserDefaultLong": 3])
        #expect(Settings(preferences).long == 3)
    }

    @Test("GV4: registered defaults are read and never stored")
    func gv4() throws {
        let preferences = home.preferences()
        preferences.register(["short": 5, "object": ["a": "b"]])
        try preferences.register(true, for: PreferenceKey<Bool>("flag", default: false))
        try preferences.register(Window(title: "t", frame: []), for: .window)
        #expect(Settings(preferences).short == 5 && Settings(preferences).object == ["a": "b"])
        #expect(Settings(preferences).flag && !Settings(preferences).$flag.isSet)
        #expect(try preferences.value(for: .window) == Window(title: "t", frame: []))
        try preferences.synchronize()
        #expect(try home.disk() == nil)
        Settings(preferences).short = 6
        #expect(Settings(preferences).short == 6)
    }

    @Test("GV5: a suite is selected by its name, and the standard domain without one")
    func gv5() throws {
        let preferences = home.preferences("com.example.Suite")
        preferences[.fontSize] = 3
        try preferences.synchronize()
        #expect(try home.disk("com.example.Suite") == ["FontSize": 3])
        #expect(try home.probe("read", "com.example.Suite", "FontSize") == "3")
        let program = ProcessInfo.processInfo.processName
        #expect(try Preferences.standard.domain.description == program)
        let unnamed = Preferences(store: home.store, arguments: .none)
        unnamed[.fontSize] = 4
        try unnamed.synchronize()
        #expect(try home.disk(program) == ["FontSize": 4])
        #expect(
            home.preferences("").saveFailure as? PreferencesError == PreferencesError(.invalidName("", .notEmpty)))
        let invalid = home.preferences("a/../b")
        invalid[.fontSize] = 5
        #expect(
            invalid.saveFailure as? PreferencesError == PreferencesError(.invalidName("a/../b", .noSpecialComponents)))
    }

    @Test("GV6: writing nil removes the key, and the default applies again")
    func gv6() throws {
        let key = PreferenceKey<String?>("name", default: "default")
        let preferences = home.preferences()
        preferences[key] = "own"
        try preferences.synchronize()
        #expect(try home.disk() == ["name": "own"])
        preferences[key] = nil
        try preferences.synchronize()
        #expect(try home.disk() == nil && preferences[key] == "default")
    }

    @Test("GV7: registering a value that cannot be stored is an error")
    func gv7() throws {
        struct Handle: Codable {
            var numbers: [Int?] = [nil]
        }
        let error = #expect(throws: PreferenceValueError.self) {
            try home.preferences().register(Handle(), for: PreferenceKey<Handle?>("handle"))
        }
        #expect(error?.description.contains("'handle.numbers.0'") == true)
        // A type that is not Codable does not compile; see Scripts/checks/misuse.
    }

    @Test("GV8: the standard preferences are one object, and reading saves nothing")
    func gv8() throws {
        #expect(Preferences.standard === Preferences.standard)
        let preferences = home.preferences()
        preferences[.fontSize] = 3
        _ = preferences[.fontSize]
        #expect(try home.disk() == nil)
    }

    // Scripts/benchmark library checks the claim of 0.05 ms.
    @Test("GV9: a property does not access the store")
    func gv9() throws {
        let store = WatchedStore(home.store)
        let settings = Settings(
            Preferences(domain: Home.domain, store: store, arguments: .none, saving: .explicit))
        settings.long = 0
        #expect(settings.long == 0)
        let reads = store.reads
        for _ in 0..<5000 { settings.long += 1 }
        #expect(settings.long == 5000 && store.reads == reads && store.updates == 0)
        #expect(try home.disk() == nil)
    }

    @Test("GV10: resetting the keys of a model leaves other keys unchanged")
    func gv10() throws {
        try home.write(["long": 1, "flag": true, "other": 2])
        let preferences = home.preferences()
        preferences.register(["long": 9])
        preferences[PreferenceKey<Int>("short", default: 0)] = 4
        preferences.reset(
            PreferenceKey<Int64>("long", default: 0), PreferenceKey<Bool>("flag", default: false),
            PreferenceKey<Int16>("short", default: 0))
        try preferences.synchronize()
        #expect(try home.disk() == ["other": 2])
        #expect(Settings(preferences).long == 9 && !Settings(preferences).flag && Settings(preferences).short == 0)
    }

    @Test("GV, bug to beat: integers keep 64 bits and their sign")
    func gvIntegers() throws {
        try home.write(["Count": 4_294_967_297, "Unsigned": UInt64.max])
        let preferences = home.preferences()
        #expect(preferences[PreferenceKey<Int>("Count", default: 0)] == 4_294_967_297)
        #expect(preferences[PreferenceKey<Int32>("Count", default: -1)] == -1)
        #expect(preferences[PreferenceKey<UInt64>("Unsigned", default: 0)] == .max)
        #expect(preferences[PreferenceKey<Int64>("Unsigned", default: -1)] == -1)
    }

    @Test("GV, bug to beat: registered defaults can change with the user")
    func gvUsers() throws {
        let preferences = home.preferences()
        preferences.register(["name": "ann's", "long": 1])
        #expect(preferences[PreferenceKey<String>("name", default: "")] == "ann's")
        preferences.removeRegisteredDefaults()
        preferences.register(["name": "bob's"])
        #expect(preferences[PreferenceKey<String>("name", default: "")] == "bob's")
        #expect(Settings(preferences).long == 0)
    }
}
