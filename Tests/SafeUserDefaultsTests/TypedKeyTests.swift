import DefaultsPreferences
import Foundation
import SafeUserDefaults
import TestSupport
import Testing

/// Typed keys and the class read each other's values, for every type that both know.
struct TypedKeyTests {
    /// A value, and the way in which the class reads one of its type.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Sets the value by a typed key, and by the class.
        let set: @Sendable (SafeUserDefaults, Preferences) throws -> Void
        /// Expects that each reads both values.
        let check: @Sendable (SafeUserDefaults, Preferences) throws -> Void

        init<Value: Codable & Equatable & Sendable>(
            _ value: Value, read: @escaping @Sendable (SafeUserDefaults, String) -> Value?
        ) {
            testDescription = "\(Value.self) \(value)"
            set = { defaults, preferences in
                try preferences.set(value, for: PreferenceKey<Value?>("typed"))
                defaults.set(value, forKey: "untyped")
            }
            check = { defaults, preferences in
                for key in ["typed", "untyped"] {
                    #expect(read(defaults, key) == value)
                    let found = try preferences.value(for: PreferenceKey<Value?>(key))
                    #expect(found == value)
                }
            }
        }
    }

    static let cases: [Case] =
        urls + [
            Case("text") { $0.string(forKey: $1) }, Case("") { $0.string(forKey: $1) },
            Case("/a b") { $0.string(forKey: $1) }, Case("http://a/b") { $0.string(forKey: $1) },
            Case(true) { $0.bool(forKey: $1) }, Case(false) { $0.object(forKey: $1) as? Bool },
            Case(Int.min) { $0.integer(forKey: $1) }, Case(Int.max) { $0.integer(forKey: $1) },
            Case(Int8(-5)) { Int8(exactly: $0.integer(forKey: $1)) },
            Case(UInt16.max) { UInt16(exactly: $0.integer(forKey: $1)) },
            Case(UInt64.max) { $0.object(forKey: $1) as? UInt64 },
            Case(12.34) { $0.double(forKey: $1) }, Case(1.0) { $0.object(forKey: $1) as? Double },
            Case(Float(12.34)) { $0.float(forKey: $1) }, Case(CGFloat(2.5)) { CGFloat($0.double(forKey: $1)) },
            Case(Decimal(string: "12.34") ?? 0) { Decimal(string: $0.string(forKey: $1) ?? "") },
            Case(Decimal(string: "12345678901234567890.123456789") ?? 0) {
                Decimal(string: $0.string(forKey: $1) ?? "")
            },
            Case(Date(timeIntervalSinceReferenceDate: 0.5)) { $0.object(forKey: $1) as? Date },
            Case(Data([0, 255])) { $0.data(forKey: $1) },
            Case(["a", "b"]) { $0.stringArray(forKey: $1) }, Case([1, 2]) { $0.array(forKey: $1) as? [Int] },
            Case([Int8(-2)]) { ($0.array(forKey: $1) as? [Int])?.map { Int8($0) } },
            Case(["k": [1.5]]) { $0.dictionary(forKey: $1) as? [String: [Double]] },
        ]

    private static let urls: [Case] = [
        "file:///a%20b", "file:///", "file:///%C3%A4%23%3F", "file:///a?b#c", "file://host/a", "http://a.example/b?c#d",
        "mailto:a@b", "https://a/%C3%A4%20b", "/a/b", "/a/b/", "/", "//host/p", "foo/bar", "../a", "~/a", "a%20b", "?q",
        "#f",
    ].compactMap { URL(string: $0) }.map { url in Case(url) { $0.url(forKey: $1) } }

    @Test("each reads what the other has set, in memory and from the file", arguments: cases)
    func table(example: Case) throws {
        let home = Home()
        let defaults = try home.safeDefaults()
        try example.set(defaults, home.preferences())
        try example.check(defaults, home.preferences())
        defaults.synchronize()
        // In another folder, nothing is known but the file.
        let other = Home()
        try home.bytes().write(to: URL(fileURLWithPath: other.path(Home.domain)))
        try example.check(try other.safeDefaults(), other.preferences())
    }

    @Test("Foundation's class reads the file URL of a typed key")
    func foundation() throws {
        let home = Home()
        let url = URL(fileURLWithPath: "/a b/ä")
        try home.preferences().update { $0[PreferenceKey<URL?>("k")] = url }
        let suite = try #require(UserDefaults(suiteName: home.folder + "/" + Home.domain))
        #expect(suite.url(forKey: "k") == url)
    }

    @Test(
        "a relative URL is the same absolute URL to both, and its archive one to Foundation",
        arguments: [
            ("c", "http://a.example/b/"), ("c", "/b/"), ("c", "//host/b/"), ("c", "x/y"), ("/c", "foo"),
            ("../q", "/b/d/"), ("c", "file:///b/"), ("http://z/c", "/b"), ("//host/p", "http://a.example/b"),
            ("?q", "/b"),
        ])
    func relative(text: String, base: String) throws {
        let home = Home()
        let defaults = try home.safeDefaults()
        let url = try #require(URL(string: text, relativeTo: URL(string: base)))
        let preferences = home.preferences()
        defaults.set(url, forKey: "untyped")
        try preferences.set(url, for: PreferenceKey<URL?>("typed"))
        try preferences.set([url], for: PreferenceKey<[URL]?>("array"))
        for key in ["typed", "untyped"] {
            #expect(defaults.url(forKey: key)?.absoluteString == url.absoluteString)
            let found = try preferences.value(for: PreferenceKey<URL?>(key))
            #expect(found?.absoluteString == url.absoluteString)
        }
        let elements = try preferences.value(for: PreferenceKey<[URL]?>("array"))
        #expect(elements?.map(\.absoluteString) == [url.absoluteString])
        if let data = defaults.object(forKey: "typed") as? Data {
            let unarchived = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSURL.self, from: data)
            #expect(unarchived.map { ($0 as URL).absoluteString } == url.absoluteString)
            #expect(defaults.data(forKey: "untyped") == data)
        }
    }

    @Test("an archive of a relative URL is the same URL to both")
    func archive() throws {
        let home = Home()
        let url = URL(string: "c", relativeTo: URL(string: "http://a.example/b/"))
        let defaults = try home.safeDefaults()
        defaults.set(url, forKey: "k")
        #expect(defaults.url(forKey: "k")?.absoluteString == "http://a.example/b/c")
        let typed = try home.preferences().value(for: PreferenceKey<URL?>("k"))
        #expect(typed?.absoluteString == "http://a.example/b/c")
    }
}
