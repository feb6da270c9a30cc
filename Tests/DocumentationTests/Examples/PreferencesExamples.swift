// The examples of preferences and keys.

import DefaultsKeyring
import DefaultsTesting
import Foundation
import Observation
import Testing

#code("extension", in: "README.md")
#code("static let lastAccount", in: "TypedKeys.md")
#code("struct Window", in: "TypedKeys.md")
#code("enum UserAction", in: "TypedKeys.md")

extension PreferenceKey<Int> {
    static let count = Self("Count", default: 0)
}

extension PreferenceKey<Int?> {
    static let width = Self("Width")
    static let height = Self("Height")
}

extension PreferenceKey<Bool> {
    static let isDark = Self("IsDark", default: false)
}

extension PreferenceKey<String> {
    static let token = Self("token", default: "")
}

/// The examples of `Preferences` and its parts.
struct PreferencesExamples {
    let preferences = Preferences.inMemory()
    let store = InMemoryDomainStore()
    let editor: Domain
    let office: Domain

    init() throws {
        editor = Domain("com.example.Editor")
        office = Domain("com.example.Office")
    }

    /// Only compiled, because it would change the user's preferences and keyring.
    private func creation() throws {
        #example("import DefaultsPreferences", in: "DefaultsPreferences.md")
        #example("try preferences.synchronize()  ", in: "Preferences.swift")
        #example("let secrets = Preferences(store") { secrets[.token] = "" }
        #example("let preferences = Preferences.standard")
        #example("Preferences.standard.register")
        func saveToken(_ token: String) throws { #code("try secrets.update { $0[.token] = token") }
    }

    @Test("the README's typed preferences are saved and updated")
    func readme() throws {
        let store = try TemporaryStore()
        #code("preferences[.fontSize] = 14  // in memory", in: "README.md")
        #expect(preferences[.fontSize] == 15)
        #expect(try store.contents(of: editor) == ["FontSize": 15])
    }

    @Test("the preferences of several domains, and of the users of a service")
    func domains() throws {
        try store.apply(ChangeSet([.set("Theme", "dark")]), to: office)
        #example("let preferences = Preferences(domain: \"com.example.Editor\", suites") {
            #expect(theme == .dark)
            try preferences.synchronize()
            #expect(try store.contents(of: editor) == ["Theme": "dark"])
        }
        try store.apply(ChangeSet([.set("FontSize", 30)]), to: .global)
        #example("let list = [office") {
            #expect(preferences[.fontSize] == 12)
            #expect(Preferences(domain: editor, store: store)[.fontSize] == 30)
            try store.apply(ChangeSet([.set("Theme", "light")]), to: office)
            try preferences.synchronize()
            #expect(preferences[.theme] == .light)
            #expect(Preferences(domain: editor, store: store)[.theme] == .dark)
        }
        #example("let global = preferences.layer") { #expect(!hidesGlobalTheme) }
    }

    @Test("a test sets values in memory")
    func inMemory() throws {
        #code("#expect(preferences[.fontSize] == 21")
    }

    @Test("values are read, set and removed")
    func values() throws {
        #example("let size = preferences[.fontSize]  // 12") { #expect(preferences[.fontSize] == 14) }
        preferences.reset(.fontSize)
        #example("let stored = try preferences.storedValue")
        let systemTheme = Theme.dark
        #example("if !preferences.isSet(.theme)") { #expect(preferences[.theme] == .dark) }
        preferences[.textSize] = 20
        #example("let title = preferences.isDefault") { #expect(title == "Text size") }
        #example("try preferences.set(Window", in: "Preferences+Values.swift")
        #code("for (name, value) in try preferences.contents { print")
        #example("preferences.reset(.fontSize, .theme") { #expect(preferences[.theme] == .light) }
        preferences[.indicatorIndex] = 3
        #example("preferences.resetAll", in: "Preferences+Values.swift") {
            #expect(!preferences.isSet(.indicatorIndex))
        }
        #code("try preferences.modify(.count", in: "Preferences+Values.swift")
        #example("try preferences.synchronize()  // the domain") {
            #expect(try preferences.store.domains(on: .any).isEmpty)
        }
        #example("let window = try preferences.value(for: .window") {
            #expect(window?.frame == [0, 0, 640, 480])
            #expect(preferences[.lastAccount] == nil)
        }
        #example("preferences.reset(.indicatorIndex") { #expect(preferences[.indicatorIndex] == 0) }
    }

    @Test("invalid values are errors of functions, and defaults elsewhere")
    func invalidValues() throws {
        #expect(throws: PreferenceValueError.self) { #example("let theme = preferences[.theme]  // .light") }
        #example("preferences[.volume] = 12") {
            #expect("\(try #require(preferences.saveFailure))" == "'Volume' cannot be 12: it is not in 0...11")
        }
        #code("try preferences.set(12", in: "PreferenceValueError.swift")
        let error = #expect(throws: PreferencesError.self) { try Domain("a//" + "b") }
        #expect(error?.code == .invalidName)
    }

    @Test("allowed values, and all values of a domain")
    func allowedValues() throws {
        let preferences = Preferences.inMemory(["WindowA": 1, "Other": 2])
        var reports: [String] = []
        func report(_ text: String) { reports.append(text) }
        #code("try preferences.set(12", in: "TypedKeys.md")
        #code("static let nickname")
        preferences[.nickname] = ""
        #expect(preferences[.nickname] == "me")
        #expect(preferences.saveFailure != nil)
        #code("for (name, value) in try preferences.contents where")
        #expect(reports == ["'Volume' cannot be 12: it is not in 0...11", "WindowA = 1"])
        #expect(isUnchanged)
        #expect(try preferences.contents.isEmpty)
    }

    @Test("registered defaults have precedence over the defaults of keys")
    func registeredDefaults() throws {
        #example("try preferences.register(18")
        #example("preferences.register", in: "Preferences+Values.swift") { #expect(preferences[.theme] == .dark) }
        #example("let factorySetting = ") { #expect(preferences[.fontSize] == 20) }
    }

    @Test("arguments have precedence over stored values")
    func arguments() throws {
        #code("let arguments = Preferences.Arguments")
        #code("if preferences.arguments.isSet")
        #expect(preferences.arguments.isSet(.fontSize))
        #expect(!preferences.arguments.isSet(.theme))
    }

    @Test("names are mapped")
    func mapping() throws {
        #example("let lowercased = ") { #expect(try preferences.contents == ["fontsize": 14]) }
        #example("let preferences = Preferences(domain: office, store: store, keyMapping") {
            #expect(try preferences.contents == ["Editor.FontSize": 14])
        }
        #example("let settings = Preferences(") { #expect(settings[.fontSize] == 14) }
    }

    @Test("changes are saved, at the chosen time")
    func saving() async throws {
        func saveOnce() throws { #code("try preferences.synchronize()  // saves both") }
        try saveOnce()
        #expect(try store.contents(of: editor) == ["FontSize": 14, "Theme": "dark"])
        #example("let preferences = Preferences(domain: office, store: store, saving") {
            #expect(preferences[.fontSize] == 12)
        }
        let preferences = Preferences(domain: editor, store: store)
        func save() throws { #code("preferences[.fontSize] = 16") }
        try save()
        #expect(try store.contents(of: editor)["FontSize"] == 16)
        func saveChanges() throws {
            preferences[.fontSize] = 17
            #code("if preferences.hasUnsavedChanges")
        }
        try saveChanges()
        #expect(!preferences.hasUnsavedChanges)
        #example("try await preferences.async { try $0.synchronize() }  // other") {
            #expect(try store.contents(of: editor)["FontSize"] == 18)
        }
        #code("try await preferences.async { try $0.update { $0[.fontSize")
        #code("try await preferences.async { try $0.synchronize() }", in: "EndingTheProgram.md")
        func saveOrRetry() throws { #code("} catch PreferencesError.Code.lockTimedOut") }
        try saveOrRetry()
        #example("let suffixed = Preferences(") { try await suffixed.async { try $0.synchronize() } }
    }

    @Test("an update reads and changes values in one step")
    func updates() throws {
        preferences[.count] = 6
        #example("let count = try preferences.update") { #expect(count == 7) }
        (preferences[.width], preferences[.height]) = (640, 480)
        #example("(editor[.width], editor[.height])") {
            #expect(preferences[.width] == 480)
            #expect(preferences[.height] == 640)
        }
        let volume = 11
        #example("try editor.set(volume") {
            #expect(preferences[.volume] == 11); #expect(preferences[.width] == nil)
        }
        preferences[.lastAccount] = "ann"
        #example("let account = editor[.lastAccount") { #expect(try preferences.contents == ["LastAccount": "ann"]) }
        #code("func title(in preferences")
        #expect(shown == "Text, 12 pt")
        #expect(saved == shown)
        #code("try preferences.update { $0[.fontSize] += 1 }", in: "TypedKeysKeyByKey.md")
        #expect(preferences[.fontSize] == 13)
    }

    @Test("values are read and set by their stored names")
    func storedNames() throws {
        let imported: PropertyListDictionary = ["FontSize": 14, "Theme": "dark"]
        #example("for (name, value) in imported")
        #example("let values = names.map")
        let profile: PropertyListDictionary = ["FontSize": 16]
        #example("try preferences.replaceContents(with: profile") { #expect(try preferences.contents == profile) }
    }

    @Test("changes are followed")
    func changes() async throws {
        let preferences = preferences
        func change() { preferences[.fontSize] += 1 }
        try await Display.follow(change) { editor in #code("editor.setFontSize(size)", in: "Preferences+Updates.swift")
        }
        try await Display.follow(change) { editor in #code("for await (size, theme) in") }
        try await Display.follow(change) { editor in #code("for await changed in preferences.changes() where") }
        try await Display.follow(change) { editor in #code("for await _ in preferences.changes") }
        let editor = Display()
        #code("let observation = preferences.observe { editor")
        #expect(editor.isCalled)
    }

    @Test("the code that observes changes does what its article says")
    func observing() async throws {
        let preferences = Preferences(domain: editor, store: store, arguments: .none, saving: .explicit)
        let (store, domain, editor) = (store, editor, Display())
        let tasks = [
            Task { #code("for await size in", in: "ObservingChanges.md") },
            Task { #code("for await (size, isDark)") },
            Task { #code("for await changed in preferences.changes() {") },
            Task { #code("editor.reload(Array(contents.keys") },
        ]
        try await editor.wait(for: "12")
        #code("withObservationTracking {")
        preferences[.fontSize] = 13
        for text in ["13", "13, false", "FontSize"] { try await editor.wait(for: text) }
        #code("try await preferences.async { try $0.update { $0[.count")
        #expect(preferences[.count] == 2)
        try await editor.wait(for: "Count, FontSize")
        for task in tasks { task.cancel() }
        for task in tasks { try await task.value }
    }

    /// The end of a service, which the tests of `EndOfProcessTests` run in a process of its own.
    private func endOfService() { #code("let termination = DispatchSource") }
}

/// The examples of keys and of the property wrapper.
struct PreferenceKeyExamples {
    let preferences = Preferences.inMemory()

    private enum Wrapped {
        static let preferences = Preferences.inMemory()

        #code("@Preference(.fontSize) var fontSize")

        #code("struct FontPanel")
    }

    @Test("the property wrapper")
    func wrapper() async throws {
        let panel = Wrapped.FontPanel()
        panel.size = 14
        #expect(Wrapped.preferences[.fontSize] == 14)
        panel.restoreDefault()
        #expect(!Wrapped.preferences.isSet(.fontSize))
        #expect(Wrapped.Editor().theme == .light)
        try await Display.follow({}) { editor in #code("for await size in panel.$size") }
    }

    @Test("keys with computed, missing and named defaults")
    func defaults() throws {
        #expect(preferences[.firstLaunch] <= Date())
        #example("try preferences.modify(.firstLaunch) { _ in }  // stores") {
            let first = preferences[.firstLaunch]
            #code("try preferences.modify(.firstLaunch", in: "TypedKeys.md")
            #expect(preferences[.firstLaunch] == first)
            #expect(preferences.isSet(.firstLaunch))
        }
        #example("if let account = preferences[.lastAccount]")
        #expect(PreferenceKey<Int>.indicatorIndex.name == "indicatorIndex")
        #example("let window = try preferences.value(for: .named") { #expect(window?.title == "Notes") }
    }

    @Test("keys with rules")
    func rules() throws {
        #example("let volume = preferences[.volume]")
        #example("preferences[.zoom] = 2") { #expect(!preferences.isSet(.zoom)) }
        #code("static let tabWidth = ")
        #expect(throws: PreferenceValueError.self) { try preferences.set(0, for: .tabWidth) }
        #code("static let author = ")
        #expect(throws: PreferenceValueError.self) {
            try preferences.set(String(repeating: "a", count: 81), for: .author)
        }
        #code("preferences[.fontSize] += 1", in: "PreferenceKey.swift")
    }
}
