import DefaultsPreferences
import Foundation
import TestSupport
import Testing

/// Keys that do not allow all values of their type.
struct ValidationTests {
    private let preferences = Preferences.inMemory()
    private let description = "'Volume' cannot be 12: it is not in 0...11"

    private func error(_ body: () throws -> Void) -> String? {
        let error = #expect(throws: PreferenceValueError.self) { try body() }
        #expect(error?.code == .notAllowed)
        return error?.description
    }

    @Test("set refuses a value that is not in the range, and names the key, the value and the range")
    func set() throws {
        try preferences.set(11, for: .volume)
        #expect(error { try preferences.set(12, for: .volume) } == description)
        #expect(preferences[.volume] == 11)
        #expect(error { try preferences.register(12, for: .volume) } == description)
    }

    @Test("stored nonsense gives the default, and an error to those who ask", arguments: ["12", "-1"])
    func stored(number: String) throws {
        let preferences = Preferences.inMemory(["Volume": .integer(try #require(PropertyListInteger(number)))])
        #expect(preferences[.volume] == 5)
        #expect(preferences.isDefault(.volume))
        #expect(preferences.isSet(.volume))
        let description = "'Volume' cannot be \(number): it is not in 0...11"
        #expect(error { _ = try preferences.value(for: .volume) } == description)
        try preferences.modify(.volume) { $0 += 1 }
        #expect(preferences[.volume] == 6)
    }

    @Test("a refused assignment keeps the old value and is reported")
    func assignment() throws {
        let problems = Counter()
        let preferences = Preferences(
            domain: Home.theDomain, store: InMemoryDomainStore(), arguments: .none,
            saving: .explicit { _ in problems.next() })
        preferences[.volume] = 3
        preferences[.volume] = 12
        #expect(preferences[.volume] == 3)
        #expect(problems.value == 1)
        #expect((preferences.saveFailure as? PreferenceValueError)?.code == .notAllowed)
        let player = Player(preferences: preferences)
        player.volume = 4
        player.volume = -1
        #expect(preferences[.volume] == 4)
        #expect(problems.value == 2)
        try preferences.synchronize()
        #expect(preferences.saveFailure == nil)
    }

    @Test("modify and update refuse a value, and change nothing")
    func changes() throws {
        preferences[.volume] = 10
        #expect(error { try preferences.modify(.volume) { $0 += 2 } } == description)
        #expect(
            error {
                try preferences.update { editor in
                    editor[.fontSize] = 1
                    editor[.volume] += 2
                }
            } == description)
        #expect(error { try preferences.update { try $0.set(12, for: .volume) } } == description)
        #expect(preferences[.volume] == 10)
        #expect(!preferences.isSet(.fontSize))
    }

    @Test("a registered default and an argument that the key does not allow give the key's own default")
    func otherLayers() {
        preferences.register(["Volume": 50])
        #expect(preferences[.volume] == 5)
        preferences.register(["Volume": 7])
        #expect(preferences[.volume] == 7)
        #expect(preferences.registered[.volume] == 7)
        for (argument, volume) in [("9", 9), ("99", 5)] {
            let arguments = Preferences.Arguments(["-Volume", argument])
            let preferences = Preferences(
                domain: Home.theDomain, store: InMemoryDomainStore(), arguments: arguments, saving: .explicit)
            #expect(preferences[.volume] == volume)
        }
    }

    @Test("updates of a key deliver the default for stored nonsense")
    func updates() async throws {
        var values = preferences.updates(of: .volume).makeAsyncIterator()
        #expect(await values.next() == 5)
        preferences[PreferenceKey<Int>("Volume", default: 0)] = 8
        #expect(await values.next() == 8)
        preferences[PreferenceKey<Int>("Volume", default: 0)] = 80
        #expect(await values.next() == 5)
    }

    @Test("ranges can be half-open or have one bound, and be those of optional values and of text")
    func ranges() throws {
        func violation<Value: Codable>(_ key: PreferenceKey<Value>, _ value: Value) -> String? {
            do {
                try preferences.set(value, for: key)
                return nil
            } catch {
                return "\(error)"
            }
        }
        let count = PreferenceKey<Int>("N", default: 1, in: 1...)
        #expect(violation(count, 1) == nil)
        #expect(violation(count, 0) == "'N' cannot be 0: it is not in 1...")
        let share = PreferenceKey<Double>("N", default: 0, in: 0..<1)
        #expect(violation(share, 0.5) == nil)
        #expect(violation(share, 1) == "'N' cannot be 1.0: it is not in 0.0..<1.0")
        #expect(violation(share, .nan) == "'N' cannot be nan: it is not in 0.0..<1.0")
        let low = PreferenceKey<Int>("N", default: 1, in: ...3)
        #expect(violation(low, 3) == nil)
        #expect(violation(low, 4) == "'N' cannot be 4: it is not in ...3")
        let below = PreferenceKey<Int>("N", default: 1, in: ..<3)
        #expect(violation(below, 3) == "'N' cannot be 3: it is not in ..<3")
        let optional = PreferenceKey<Int?>("N", in: 1...3)
        #expect(violation(optional, 2) == nil)
        #expect(violation(optional, nil) == nil)
        #expect(violation(optional, 4) == "'N' cannot be 4: it is not in 1...3")
        let text = PreferenceKey<String>("N", default: "a", in: "a"..."f")
        #expect(violation(text, "c") == nil)
        #expect(violation(text, "x") != nil)
    }

    @Test("a condition decides, and the error does not contain a value that may be secret")
    func condition() throws {
        let key = PreferenceKey<String>("Token", default: "", where: { $0.count >= 8 })
        try preferences.set("long enough", for: key)
        #expect(
            error { try preferences.set("short", for: key) }
                == "'Token' cannot have this value: the key does not allow it")
        #expect(preferences[key] == "long enough")
    }

    @Test("the code of an error can be matched in a catch clause")
    func matching() {
        do {
            try preferences.set(12, for: .volume)
            Issue.record("no error")
        } catch PreferenceValueError.Code.unstorable {
            Issue.record("another code")
        } catch PreferenceValueError.Code.notAllowed {
        } catch {
            Issue.record(error)
        }
    }
}

/// Keys and values as a whole.
struct EnumerationTests {
    let home = Home()

    @Test("contents are those of the written domain, with changes that are not saved")
    func contents() throws {
        try home.write(["A": 1, "B": 2])
        let preferences = home.preferences()
        preferences[.fontSize] = 3
        preferences.reset(PreferenceKey<Int>("A", default: 0))
        try preferences.register(4, for: .doubled)
        #expect(try preferences.contents == ["B": 2, "FontSize": 3])
        #expect(try Array(preferences.contents.keys) == ["B", "FontSize"])
    }

    @Test("contents of a domain that cannot be read are an error, and removing all changes nothing")
    func unreadable() throws {
        try home.write(bytes: "no property list")
        let preferences = home.preferences()
        preferences[.fontSize] = 3
        #expect(throws: PreferencesError.self) { try preferences.contents }
        #expect(throws: PreferencesError.self) { try preferences.removeAll() }
        #expect(preferences[.fontSize] == 3)
    }

    @Test("removing all leaves nothing in the written domain, and other domains alone")
    func removeAll() throws {
        try home.write(["A": 1, "FontSize": 2])
        try home.store.update([.global]) { $0[.global]["FontSize"] = 20 }
        let preferences = home.preferences()
        preferences[.doubled] = 3
        try preferences.removeAll()
        #expect(try preferences.contents.isEmpty)
        #expect(preferences[.fontSize] == 20)
        #expect(preferences.hasUnsavedChanges)
        try preferences.synchronize()
        #expect(try home.disk() == nil)
        preferences[.fontSize] = 4
        try preferences.update { $0.removeAll() }
        #expect(try preferences.contents.isEmpty)
        #expect(try home.disk() == nil)
    }

    @Test("a key is default unless a domain or an argument has a value of its type")
    func isDefault() throws {
        let preferences = home.preferences()
        #expect(preferences.isDefault(.fontSize))
        try preferences.register(5, for: .fontSize)
        #expect(preferences.isDefault(.fontSize))
        #expect(preferences[.fontSize] == 5)
        let global = Preferences(domain: .global, store: home.store, arguments: .none, saving: .explicit)
        global[.fontSize] = 12
        #expect(!preferences.isDefault(.fontSize))
        #expect(!preferences.isSet(.fontSize))
        global.reset(.fontSize)
        preferences[PreferenceKey<String>("FontSize", default: "")] = "x"
        #expect(preferences.isDefault(.fontSize))
        #expect(preferences.isSet(.fontSize))
        let arguments = Preferences.Arguments(["-FontSize", "9"])
        #expect(!Preferences(domain: Home.theDomain, store: home.store, arguments: arguments).isDefault(.fontSize))
        #expect(Player(preferences: preferences).isVolumeDefault)
    }

    @Test("keys are equal if their names are, and can be elements of a set")
    func hashing() {
        let keys: Set<PreferenceKey<Int>> = [.fontSize, .doubled, PreferenceKey("FontSize", default: 99)]
        #expect(keys.count == 2)
        #expect(keys.contains(PreferenceKey("Doubled", default: 0)))
        #expect(PreferenceKey<Int>("\u{E9}", default: 0) != PreferenceKey<Int>("e\u{301}", default: 0))
    }
}

private struct Player {
    @Preference<Int> var volume: Int
    var isVolumeDefault: Bool { $volume.isDefault }

    init(preferences: Preferences) {
        _volume = Preference(.volume, in: preferences)
    }
}

extension PreferenceKey<Int> {
    fileprivate static let volume = Self("Volume", default: 5, in: 0...11)
}
