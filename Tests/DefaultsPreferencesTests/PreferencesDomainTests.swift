import DefaultsPreferences
import Foundation
import TestExtent
import TestSupport
import Testing

/// Tests of the domains that are read and written.
@Suite(.waiting) struct PreferencesDomainTests {
    let home = Home()

    private static let value = PreferenceKey<String?>("K")

    @Test("layers have the documented precedence")
    func layers() throws {
        let domain = Home.theDomain
        let suite = Domain("com.example.Suite")
        let layers: [(String, Domain)] = [
            ("global", .global), ("global on this host", try Domain("NSGlobalDomain", host: .current)),
            ("suite", suite), ("application", domain),
            ("application on this host", try Domain(Home.domain, host: .current)),
        ]
        let key = PreferenceKey<String>("K", default: "key's own")
        func found(_ arguments: Preferences.Arguments = .none) throws -> String {
            let preferences = Preferences(
                domain:
                    domain, suites: [suite], store: home.store, arguments: arguments, saving: .explicit)
            if key.defaultValue != "key's own" { return "" }
            try preferences.register("registered", for: key)
            return preferences[key]
        }
        #expect(home.preferences()[key] == "key's own")
        #expect(try found() == "registered")
        for (name, layer) in layers {
            try home.store.apply(ChangeSet([.set("K", .string(name))]), to: layer)
            #expect(try found() == name)
        }
        #expect(try found(Preferences.Arguments(["-K", "argument"])) == "argument")
    }

    @Test("the standard list has the order of Foundation's lookup")
    func searchList() throws {
        let domain = Domain("D")
        let names = Preferences.standardSearchList(for: domain, suites: [Domain("S")]).map {
            "\($0) \($0.user) \($0.host)"
        }
        #expect(
            names == [
                "D current current", "D current any", "S current any", "NSGlobalDomain current current",
                "NSGlobalDomain current any", "D any current", "D any any", "NSGlobalDomain any current",
                "NSGlobalDomain any any",
            ])
        #expect(Preferences.standardSearchList(for: Domain("./x")) == [Domain("./x")])
    }

    @Test("values are written to one domain, and suites are unchanged")
    func written() throws {
        let suite = Domain("com.example.Suite")
        try home.store.apply(ChangeSet([.set("K", "shared")]), to: suite)
        let preferences = Preferences(
            domain:
                Home.theDomain, suites: [suite], store: home.store, arguments: .none, saving: .explicit)
        #expect(preferences[Self.value] == "shared")
        preferences[Self.value] = "own"
        try preferences.synchronize()
        #expect(try home.disk() == ["K": "own"])
        #expect(try home.disk("com.example.Suite") == ["K": "shared"])
        #expect(preferences.layer(suite)[Self.value] == "shared")
    }

    @Test("arguments are converted to the type of the key")
    func arguments() {
        let arguments = Preferences.Arguments([
            "-FontSize", "20", "--flag", "-Flag", "YES", "-Ratio", "1.5", "-Names", "(a, b)", "-Window", "-Depth", "-3",
            "-Text", "5", "trailing", "-\u{301}", "mark", "-Last",
        ])
        #expect(arguments.contents.keys == ["Depth", "Flag", "FontSize", "Names", "Ratio", "Text", "\u{301}"])
        let preferences = Preferences(
            domain: "D", store: InMemoryDomainStore(), arguments: arguments, saving: .explicit)
        #expect(preferences[.fontSize] == 20)
        #expect(preferences[PreferenceKey<Bool>("Flag", default: false)])
        #expect(preferences[PreferenceKey<Double>("Ratio", default: 0)] == 1.5)
        #expect(preferences[PreferenceKey<[String]>("Names", default: [])] == ["a", "b"])
        #expect(preferences[PreferenceKey<Int>("Depth", default: 0)] == -3)
        #expect(preferences[PreferenceKey<String>("Text", default: "")] == "5")
        preferences[.fontSize] = 1
        #expect(preferences[.fontSize] == 20)
        #expect(preferences.arguments[.fontSize] == 20)
    }

    @Test("CO6: saved values are visible to other processes at once, and arguments take precedence over them")
    func co6() throws {
        let preferences = home.preferences()
        preferences[.fontSize] = 5
        try preferences.synchronize()
        #expect(try home.probe("read-typed", Home.domain) == "5")
        #expect(try home.probe("read-typed", Home.domain, "-FontSize", "30") == "30")
    }

    @Test("the standard preferences are in the file of Foundation's standard UserDefaults")
    func standard() throws {
        let other = Home()
        _ = try other.probe("standard-foundation")
        let theirs = try FileManager.default.contentsOfDirectory(atPath: other.folder).filter { $0.hasSuffix(".plist") }
        #expect(try home.probe("standard") == theirs.first?.replacingOccurrences(of: ".plist", with: ""))
        #expect(theirs.count == 1)
        let name = String((theirs.first ?? "").dropLast(".plist".count))
        #expect(try home.disk(name) == ["Count": 7])
        #expect(try other.disk(name) == ["Count": 7])
    }

    @Test("GV5: a suite is selected by its name, and the standard domain without a name")
    func gv5() throws {
        let program = ProcessInfo.processInfo.processName
        #expect(Preferences.standard.domain.description == program)
        let unnamed = Preferences(store: home.store, arguments: .none, saving: .explicit)
        for (preferences, name) in [(home.preferences("com.example.Suite"), "com.example.Suite"), (unnamed, program)] {
            preferences[.fontSize] = 3
            try preferences.synchronize()
            #expect(try home.disk(name) == ["FontSize": 3])
        }
    }

    @Test("each user has a domain, or an invalid identifier is an error")
    func users() throws {
        let suite = Home.theDomain
        func preferences(of user: String?) throws -> Preferences {
            Preferences(domain: try suite.ofUser(user), store: home.store, arguments: .none, saving: .explicit)
        }
        for user in ["ann", "ann.plist", "bob", nil] {
            let preferences = try preferences(of: user)
            #expect(preferences[Self.value] == nil)
            preferences[Self.value] = user ?? "nobody"
            try preferences.synchronize()
        }
        #expect(try home.disk() == ["K": "nobody"])
        #expect(try home.disk("com.example.Editor.user.ann") == ["K": "ann"])
        #expect(try home.disk("com.example.Editor.user.ann.plist") == ["K": "ann.plist"])
        for user in ["", "../x", "a/b", "a\nb", String(repeating: "x", count: 300)] {
            #expect(throws: PreferencesError.self) { try preferences(of: user) }
        }
    }

    @Test("preferences with an invalid literal as their domain end the program with the rule")
    func invalidName() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Preferences(domain: "a/../b", store: InMemoryDomainStore(), saving: .explicit)[.fontSize] = 5
        }
        let report = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(report.contains(PreferencesError(.invalidName("a/../b", .noSpecialComponents)).description))
    }

    @Test("GV3: a key mapping applies to reading, writing and defaults")
    func gv3() throws {
        let preferences = home.preferences(keyMapping: .prefix("My."))
        preferences[.fontSize] = 3
        preferences.register(["LastAccount": "sam"])
        try preferences.register(5, for: .doubled)
        try preferences.set(Window(title: "t", frame: []), for: .window)
        try preferences.synchronize()
        #expect(try home.disk() == ["My.FontSize": 3, "My.Window": ["title": "t", "frame": []]])
        #expect(preferences[.lastAccount] == "sam")
        #expect(preferences[.doubled] == 5)
        #expect(preferences.registered[.doubled] == 5)
        #expect(preferences.isSet(.fontSize))
        #expect(!preferences.isSet(.doubled))
        try preferences.update { $0.reset(.fontSize) }
        #expect(try home.disk() == ["My.Window": ["title": "t", "frame": []]])
        #expect(Preferences.KeyMapping.capitalized.storedName(of: "fontSize") == "FontSize")
    }

    @Test("XB1: the key of a property can be its name with a suffix, which is added when the key is used")
    func xb1() throws {
        let calls = Counter()
        let mapping = Preferences.KeyMapping { name in
            calls.next()
            return name + "_xb_userDefaults_key"
        }
        let preferences = home.preferences(keyMapping: mapping)
        #expect(calls.value == 0)
        preferences[.lastAccount] = "ann"
        #expect(preferences[.lastAccount] == "ann")
        try preferences.synchronize()
        #expect(try home.disk() == ["LastAccount_xb_userDefaults_key": "ann"])
    }

    @Test("XB3: each model has its own keys")
    func xb3() throws {
        let models = [home.preferences("First", keyMapping: .prefix("first.")), home.preferences("Second")]
        for (size, model) in models.enumerated() {
            model[.fontSize] = size
            try model.synchronize()
        }
        #expect(try home.disk("First") == ["first.FontSize": 0])
        #expect(try home.disk("Second") == ["FontSize": 1])
    }
}
