// The examples of `SafeUserDefaults`, and the code of the articles about it.

import DefaultsTesting
import Foundation
import SafeUserDefaults
import Testing

#code("typealias UserDefaults", in: "MovingInOneLine.md")
#code("@propertyWrapper")

struct ReaderSettings {
    @Setting var pageWidth: Int
    @Setting var lastBook: String

    init(_ container: UserDefaults) {
        _pageWidth = Setting(key: "PageWidth", initial: 80, container: container)
        _lastBook = Setting(key: "LastBook", initial: "", container: container)
    }
}

#code("struct FlagSource")

struct SafeUserDefaultsExamples {
    let store: TemporaryStore
    let domain: Domain
    let defaults: UserDefaults

    init() throws {
        store = try TemporaryStore()
        domain = Domain("com.example.Editor")
        defaults = try #require(SafeUserDefaults(domain: domain, store: store))
    }

    /// Only compiled, because it would change the user's preferences.
    private func user(reload: @escaping @Sendable () -> Void) {
        #example("let defaults = SafeUserDefaults.standard")
        #example("let shared = SafeUserDefaults(suiteName")
        #code("SafeUserDefaults.errorHandler = ")
        #example("UserDefaults.standard.register")
        #example("let observer = NotificationCenter")
    }

    @Test("a test with its own preferences")
    func testing() throws {
        #code("defaults?.set(14, forKey")
    }

    @Test("values are read, set and registered")
    func values() throws {
        #example("var recent = defaults.stringArray") {
            #expect(defaults.stringArray(forKey: "Recent") == ["notes.txt"])
        }
        #example("defaults.set(14, forKey") {
            #expect(try store.contents(of: domain) == ["FontSize": 14, "Recent": ["notes.txt"]])
        }
        #example("let width = defaults.integer")
        try store.apply(ChangeSet([.set("Author", "Ann")]), to: Domain("com.example.Office"))
        #example("defaults.addSuite(named") { #expect(author == "Ann") }
        #example("defaults.setPersistentDomain") { #expect(try store.contents(of: domain) == ["FontSize": 14]) }
    }

    @Test("typed keys beside untyped ones, on the same file")
    func typed() throws {
        #code("static let showsRuler = ")
        #code("#expect(preferences[.showsRuler])")
        #code("try preferences.update { $0[.fontSize] += 1 }", in: "TypedKeysKeyByKey.md")
        #expect(defaults.integer(forKey: "FontSize") == 13)
        try expectContents(["FontSize": 13, "ShowsRuler": false], of: store.contents(of: domain))
    }

    @Test("a property wrapper over the class reads and writes as its article says")
    func wrapper() throws {
        #code("let settings = ReaderSettings")
        #expect(settings.pageWidth == 100)
        #expect(ReaderSettings(defaults).lastBook == "Moby Dick")
        defaults.synchronize()
        #expect(try store.contents(of: domain) == ["PageWidth": 100, "LastBook": "Moby Dick"])
    }

    @Test("a library of feature flags works with the class as its article says")
    func flags() throws {
        #code("let flags = FlagSource")
        #expect(flags.isEnabled("NewReader") == true)
        defaults.synchronize()
        #expect(try store.contents(of: domain) == ["NewReader": true])
        flags.enable("NewReader", nil)
        #expect(flags.isEnabled("NewReader") == nil)
    }
}
