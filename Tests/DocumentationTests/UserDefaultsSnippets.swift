// swift-format-ignore-file
// The code of the articles about SafeUserDefaults, line by line. The compiler checks it, and the tests run it.

import DefaultsCore
import DefaultsPreferences
import DefaultsTesting
import Foundation
import Testing
import SafeUserDefaults

typealias UserDefaults = SafeUserDefaults

extension PreferenceKey<Bool> {
    static let showsRuler = Self("ShowsRuler", default: false)
}

@propertyWrapper
struct Setting<Value> {
    let key: String
    let initial: Value
    var container: UserDefaults = .standard

    var wrappedValue: Value {
        get { container.object(forKey: key) as? Value ?? initial }
        nonmutating set { container.set(newValue, forKey: key) }
    }
}

struct ReaderSettings {
    @Setting var pageWidth: Int
    @Setting var lastBook: String

    init(_ container: UserDefaults) {
        _pageWidth = Setting(key: "PageWidth", initial: 80, container: container)
        _lastBook = Setting(key: "LastBook", initial: "", container: container)
    }
}

struct FlagSource {
    let defaults: Foundation.UserDefaults

    func isEnabled(_ flag: String) -> Bool? { defaults.object(forKey: flag) as? Bool }

    func enable(_ flag: String, _ isEnabled: Bool?) {
        guard let isEnabled else { return defaults.removeObject(forKey: flag) }
        defaults.set(isEnabled, forKey: flag)
    }
}

struct UserDefaultsSnippets {
    let store: TemporaryStore
    let domain: Domain
    let defaults: UserDefaults

    init() throws {
        store = try TemporaryStore()
        domain = try Domain("com.example.Editor")
        defaults = try #require(SafeUserDefaults(domain: domain, store: store))
    }

    /// Only compiled, because it would change the user's preferences.
    func standard(log: @escaping @Sendable (String) -> Void, reload: @escaping @Sendable () -> Void) {
        SafeUserDefaults.errorHandler = { error in log("\(error)") }
        UserDefaults.standard.register(defaults: ["FontSize": 12])
        let size = UserDefaults.standard.integer(forKey: "FontSize")
        UserDefaults.standard.set(size + 1, forKey: "FontSize")

        let observer = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: nil, queue: .main
        ) { _ in reload() }
        NotificationCenter.default.removeObserver(observer)
    }

    @Test("a test with its own preferences")
    func testing() throws {
        func expectSaved() throws {
            let store = try TemporaryStore()
            let defaults = SafeUserDefaults(domain: domain, store: store)
            defaults?.set(14, forKey: "FontSize")
            defaults?.synchronize()
            try expectState([domain: ["FontSize": 14]], in: store)
        }
        try expectSaved()
    }

    @Test("typed keys beside untyped ones, on the same file")
    func typed() throws {
        let preferences = Preferences(domain, store: store)
        defaults.set(true, forKey: "ShowsRuler")
        #expect(preferences[.showsRuler])
        preferences[.showsRuler] = false
        #expect(!defaults.bool(forKey: "ShowsRuler"))
        try preferences.update { $0[.fontSize] += 1 }
        #expect(defaults.integer(forKey: "FontSize") == 13)
        try expectContents(["FontSize": 13, "ShowsRuler": false], of: store.contents(of: domain))
    }

    @Test("a property wrapper over the class reads and writes as its article says")
    func wrapper() throws {
        let settings = ReaderSettings(defaults)
        settings.pageWidth = 100
        settings.lastBook = "Moby Dick"
        #expect(settings.pageWidth == 100 && ReaderSettings(defaults).lastBook == "Moby Dick")
        defaults.synchronize()
        #expect(try store.contents(of: domain) == ["PageWidth": 100, "LastBook": "Moby Dick"])
    }

    @Test("a library of feature flags works with the class as its article says")
    func flags() throws {
        let flags = FlagSource(defaults: defaults)
        flags.enable("NewReader", true)
        #expect(flags.isEnabled("NewReader") == true)
        defaults.synchronize()
        #expect(try store.contents(of: domain) == ["NewReader": true])
        flags.enable("NewReader", nil)
        #expect(flags.isEnabled("NewReader") == nil)
    }
}
