import DefaultsMigration
import DefaultsPreferences
import Foundation
import PropertyList
import TestExtent
import TestSupport
import Testing

/// The rows of the saveCustomObject family: custom objects under keys.
@Suite(.waiting) struct COTests {
    let home: Home

    init() throws { home = try Home() }

    @Test("CO1: an object is saved under a key, and loaded from it by another process's reader")
    func co1() throws {
        let preferences = home.preferences()
        try preferences.set(Window(title: "t", frame: [1]), for: .window)
        try preferences.synchronize()
        #expect(try home.disk() == ["Window": ["title": "t", "frame": [1.0]]])
        #expect(try home.preferences().value(for: .window) == Window(title: "t", frame: [1]))
        #expect(try home.probe("read", Home.domain, "Window").contains("title"))
    }

    @Test("CO2: an object that cannot be encoded is an error, and nothing is written")
    func co2() throws {
        struct Refusing: Codable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(Date(timeIntervalSinceReferenceDate: .nan), forKey: .when)
            }
            init() {}
            init(from decoder: any Decoder) throws {}
            private enum CodingKeys: CodingKey { case when }
        }
        let preferences = home.preferences()
        #expect(
            throws: PreferenceValueError.unstorable(at: .init(["R", "when"]), reason: "a date that is not finite")
        ) { try preferences.set(Refusing(), for: PreferenceKey<Refusing?>("R")) }
        #expect(!preferences.hasUnsavedChanges)
        try preferences.synchronize()
        #expect(try home.disk() == nil)
    }

    @Test("CO3: a missing key is nil")
    func co3() throws {
        #expect(try home.preferences().value(for: .window) == nil)
    }

    @Test("CO4: an object can be stored and deleted under the name of its type")
    func co4() throws {
        let key = PreferenceKey.named(after: Window.self)
        let preferences = home.preferences()
        try preferences.set(Window(title: "t", frame: []), for: key)
        preferences[PreferenceKey<String?>("string")] = "s"
        preferences[PreferenceKey<[String: Int]>("dictionary", default: [:])] = ["a": 1]
        preferences[PreferenceKey<[Int]>("array", default: [])] = [1]
        preferences[PreferenceKey<Data?>("data")] = Data([1])
        try preferences.synchronize()
        let others: [String: DiskValue] = [
            "string": "s", "dictionary": ["a": 1], "array": [1], "data": .data(Data([1])),
        ]
        let window: DiskValue = ["title": "t", "frame": []]
        #expect(try home.disk() == others.merging(["TestSupport.Window": window]) { $1 })
        preferences.reset(key)
        try preferences.synchronize()
        #expect(try home.disk() == others)
    }

    /// A type with the name of another one.
    enum Other {
        struct Window: Codable, Equatable { var number = 0 }
    }

    @Test("CO4: types with one name have different keys, and an object under the short name is moved")
    func co4Names() throws {
        let (key, other) = (PreferenceKey.named(after: Window.self), PreferenceKey.named(after: Other.Window.self))
        #expect(key.name == "TestSupport.Window")
        #expect(other.name == "DefaultsPreferencesTests.COTests.Other.Window")
        struct Local: Codable {}
        #expect(PreferenceKey.named(after: Local.self).name == "DefaultsPreferencesTests.COTests.Local")
        #expect(PreferenceKey.named(after: [Local].self).name == "Swift.Array<DefaultsPreferencesTests.COTests.Local>")
        #expect(PreferenceKey.named(after: Secret.self).name == "DefaultsPreferencesTests.Secret")
        try home.write(["Window": ["title": "t", "frame": [Double]()]])
        var migrator = Migrator(store: home.store)
        try migrator.register("2026-module", in: Home.theDomain) { MigrationStep.move("Window", to: key) }
        try migrator.apply()
        #expect(try home.preferences().value(for: key) == Window(title: "t", frame: []))
    }

    @Test("CO5: arrays of objects are saved and loaded")
    func co5() throws {
        let preferences = home.preferences()
        let windows = [Window(title: "a", frame: []), Window(title: "b", frame: [1], identifier: 2)]
        try preferences.set(windows, for: .windows)
        try preferences.synchronize()
        #expect(
            try home.disk() == [
                "Windows": [["title": "a", "frame": []], ["title": "b", "frame": [1.0], "identifier": 2]]
            ])
        #expect(try home.preferences().value(for: .windows) == windows)
    }

    @Test("CO6: synchronized values are visible to every process")
    func co6() throws {
        let preferences = home.preferences()
        preferences[.fontSize] = 21
        try preferences.synchronize()
        #expect(try home.probe("read-typed", Home.domain) == "21")
    }

    @Test("SD, bug to beat: the fields of a superclass are stored too")
    func superclasses() throws {
        class Animal: Codable { var name = "rex" }
        final class Dog: Animal {
            var legs = 4
            override init() { super.init() }
            private enum CodingKeys: CodingKey { case legs }
            required init(from decoder: any Decoder) throws {
                legs = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .legs)
                try super.init(from: decoder)
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(legs, forKey: .legs)
                try super.encode(to: encoder)
            }
        }
        let value = try PropertyListValueEncoder().encode(Dog())
        #expect(value == ["name": "rex", "legs": 4])
        #expect(try PropertyListValueDecoder().decode(Dog.self, from: value).name == "rex")
    }
}

private struct Secret: Codable {}
