import DefaultsPreferences
import Foundation
import SafeUserDefaults
import TestSupport
import TestExtent
import Testing

/// What the documentation of `UserDefaults` says.
@Suite(.waiting) struct BehaviorTests {
    let home = Home()
    let defaults: SafeUserDefaults

    init() throws {
        defaults = try home.safeDefaults()
    }

    @Test("a missing key is nil, zero or false")
    func missing() {
        #expect(defaults.object(forKey: "k") == nil)
        #expect(defaults.string(forKey: "k") == nil)
        #expect(defaults.array(forKey: "k") == nil)
        #expect(defaults.dictionary(forKey: "k") == nil)
        #expect(defaults.data(forKey: "k") == nil)
        #expect(defaults.stringArray(forKey: "k") == nil)
        #expect(defaults.url(forKey: "k") == nil)
        #expect(defaults.integer(forKey: "k") == 0)
        #expect(defaults.float(forKey: "k") == 0)
        #expect(defaults.double(forKey: "k") == 0)
        #expect(!defaults.bool(forKey: "k"))
        #expect(!defaults.objectIsForced(forKey: "k"))
        #expect(!defaults.objectIsForced(forKey: "k", inDomain: "d"))
    }

    @Test("each setter stores the type of its value")
    func setters() throws {
        defaults.set(14, forKey: "int")
        defaults.set(true, forKey: "bool")
        defaults.set(0.25, forKey: "double")
        defaults.set(Float(0.5), forKey: "float")
        defaults.set(URL(fileURLWithPath: "/tmp/a b"), forKey: "url")
        defaults.set("text", forKey: "string")
        defaults.set(Data([1, 2]), forKey: "data")
        defaults.set(Date(timeIntervalSinceReferenceDate: 3), forKey: "date")
        defaults.set(["a", "b"], forKey: "strings")
        defaults.set(["a": [1, false] as [Any]], forKey: "dictionary")
        #expect(defaults.synchronize())
        #expect(
            try home.disk() == [
                "int": 14, "bool": true, "double": 0.25, "float": 0.5, "url": "/tmp/a b", "string": "text",
                "data": .data([1, 2]), "date": .date(978_307_203),
                "strings": ["a", "b"], "dictionary": ["a": [1, false]],
            ])
        #expect(defaults.url(forKey: "url") == URL(fileURLWithPath: "/tmp/a b"))
        #expect(defaults.stringArray(forKey: "strings") == ["a", "b"])
        #expect(defaults.dictionary(forKey: "dictionary")?.keys.sorted() == ["a"])
    }

    @Test("objects of Foundation's classes are stored as their Swift types")
    func objects() {
        let objects: [(Any, String)] = [
            (NSNumber(value: true), "Bool"), (NSNumber(value: 1), "Int"), (NSNumber(value: 1.5), "Double"),
            (NSString(string: "a"), "String"), (NSData(), "Data"), (NSDate(), "Date"), (Int8(1), "Int"),
            (UInt32(1), "Int"), (NSArray(array: [1]), "Array<Any>"), (NSDictionary(), "Dictionary<String, Any>"),
            (NSURL(fileURLWithPath: "/a"), "String"),
        ]
        for (object, name) in objects {
            defaults.set(object, forKey: "k")
            #expect(defaults.object(forKey: "k").map { "\(type(of: $0))" } == name)
        }
    }

    @Test("setting nil removes the value")
    func removal() {
        for remove: (String) -> Void in [
            { defaults.removeObject(forKey: $0) }, { defaults.set(nil as Any?, forKey: $0) },
            { defaults.set(nil as URL?, forKey: $0) },
        ] {
            defaults.set(1, forKey: "k")
            remove("k")
            #expect(defaults.object(forKey: "k") == nil)
        }
    }

    @Test("arguments take precedence over the file, and the file over registered defaults, which are not saved")
    func precedence() throws {
        let key = "BehaviorTests.k"
        defaults.register(defaults: [key: 1, "BehaviorTests.other": 1])
        #expect(defaults.integer(forKey: key) == 1)
        #expect(try home.safeDefaults("com.example.Other").integer(forKey: key) == 1)
        defaults.set(2, forKey: key)
        #expect(defaults.integer(forKey: key) == 2)
        defaults.setVolatileDomain([key: "3"], forName: UserDefaults.argumentDomain)
        #expect(defaults.integer(forKey: key) == 3)
        #expect(defaults.string(forKey: key) == "3")
        #expect(defaults.dictionaryRepresentation()[key] as? Int == 2)
        defaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        defaults.synchronize()
        #expect(try home.disk() == [key: 2])
        defaults.removeObject(forKey: key)
        #expect(defaults.integer(forKey: key) == 1)
    }

    @Test("the arguments of the program are the argument domain")
    func arguments() throws {
        #expect(defaults.volatileDomainNames == [UserDefaults.argumentDomain])
        try home.write(["a": 1], to: "SafeUserDefaultsProbe")
        #expect(try home.startSafeProbe("get", "safe", "a").finish() == "Int 1")
        #expect(try home.startSafeProbe("get", "safe", "a", "-a", "x").finish() == "\"x\"")
        #expect(try home.startSafeProbe("get", "safe", "a", "-a", "(1,2)").finish() == "[\"1\", \"2\"]")
        #expect(try home.startSafeProbe("get", "foundation", "a", "-a", "(1,2)").finish() == "[\"1\", \"2\"]")
    }

    @Test("the values of this host take precedence over those of any host")
    func hosts() throws {
        try home.store.apply(ChangeSet([.set("a", 1)]), to: Domain(Home.domain, host: .current))
        try home.store.apply(ChangeSet([.set("a", 2)]), to: Domain(Home.domain))
        #expect(defaults.integer(forKey: "a") == 1)
    }

    @Test("two instances of a domain have the same values at once")
    func instances() throws {
        defaults.set(1, forKey: "a")
        #expect(try home.safeDefaults().integer(forKey: "a") == 1)
        #expect(home.preferences()[PreferenceKey<Int>("a", default: 0)] == 1)
    }

    @Test("the standard instance is always the same, and is one of this class")
    func standard() {
        #expect(SafeUserDefaults.standard === SafeUserDefaults.standard)
        let foundation: UserDefaults = SafeUserDefaults.standard
        #expect(foundation is SafeUserDefaults)
        SafeUserDefaults.resetStandardUserDefaults()
        #expect(SafeUserDefaults.standard === foundation)
    }

    @Test("the typed functions of a subclass use its object and its set")
    func subclass() throws {
        let counted = try #require(CountingDefaults(domain: Domain(Home.domain), store: home.store))
        counted.set(true, forKey: "k")
        counted.set(3, forKey: "k")
        #expect(counted.sets == 2)
        #expect(counted.bool(forKey: "k"))
        #expect(counted.string(forKey: "k") == "42")
        #expect(counted.integer(forKey: "k") == 42)
        #expect(counted.double(forKey: "k") == 42)
        #expect(counted.float(forKey: "k") == 42)
    }
}

/// A subclass as wrappers have it: the members through which all others go.
private final class CountingDefaults: SafeUserDefaults {
    var sets = 0

    override func object(forKey defaultName: String) -> Any? { NSNumber(value: 42) }

    override func set(_ value: Any?, forKey defaultName: String) { sets += 1 }
}
