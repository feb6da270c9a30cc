import Foundation
import SafeUserDefaults
import TestSupport
import Testing

/// The differences that the article lists. Where Foundation's class ends the program, only ours is asked.
struct DifferenceTests {
    let home = Home()
    let foundation: UserDefaults
    let ours: SafeUserDefaults

    init() throws {
        // In Foundation, the path of a file without its suffix is the name of a suite.
        foundation = try #require(UserDefaults(suiteName: home.folder + "/foundation"))
        ours = try home.safeDefaults()
    }

    private func both(_ body: (UserDefaults) -> Void) {
        body(foundation)
        body(ours)
    }

    @Test("the greatest integer is a number in every answer")
    func greatest() {
        both { $0.set(Int.max, forKey: "k") }
        #expect(foundation.integer(forKey: "k") == 0)
        #expect(foundation.string(forKey: "k") == nil)
        #expect(ours.integer(forKey: "k") == .max)
        #expect(ours.object(forKey: "k") is Int)
        #expect(ours.string(forKey: "k") == "9223372036854775807")
        #expect(ours.bool(forKey: "k"))
    }

    @Test("an integer beyond Int follows the rules of NSNumber")
    func unsigned() {
        both { $0.set(UInt64.max, forKey: "k") }
        #expect(foundation.string(forKey: "k") == nil)
        #expect(!foundation.bool(forKey: "k"))
        #expect(ours.object(forKey: "k") as? UInt64 == .max)
        #expect(ours.string(forKey: "k") == "18446744073709551615")
        #expect(ours.bool(forKey: "k"))
        #expect(ours.integer(forKey: "k") == NSNumber(value: UInt64.max).intValue)
        #expect(ours.double(forKey: "k") == 18446744073709551615.0)
    }

    @Test("text that makes NSString end the program has the number before it", arguments: ["🗑", "12🗑", "𝟙2"])
    func characters(text: String) {
        ours.set(text, forKey: "k")
        let number = text.hasPrefix("12") ? 12 : 0
        #expect(ours.integer(forKey: "k") == number)
        #expect(ours.double(forKey: "k") == Double(number))
        #expect(ours.float(forKey: "k") == Float(number))
        #expect(ours.bool(forKey: "k") == (number != 0))
    }

    @Test("data that is not the archive of a URL has no URL", arguments: [[], [1, 2], Array("bplist00".utf8)])
    func notURL(bytes: [UInt8]) {
        ours.set(Data(bytes), forKey: "k")
        #expect(ours.url(forKey: "k") == nil)
    }

    @Test("a URL keeps its scheme and host", arguments: ["http://a.example/b?c#d", "mailto:a@b", "https://a/ä%20b"])
    func urls(text: String) throws {
        let url = try #require(URL(string: text))
        both { $0.set(url, forKey: "k") }
        #expect(foundation.url(forKey: "k") != url)
        #expect(ours.url(forKey: "k") == url)
        #expect(ours.object(forKey: "k") is Data)
        both { $0.set(url as Any, forKey: "any") }
        #expect(foundation.url(forKey: "any") != url)
        #expect(ours.url(forKey: "any") == url)
        // Foundation reads the archive.
        foundation.set(ours.data(forKey: "k"), forKey: "copy")
        #expect(foundation.url(forKey: "copy") == url)
    }

    @Test("a relative URL and a registered one are URLs again")
    func otherURLs() throws {
        let base = try #require(URL(string: "http://a.example/b/"))
        ours.set(URL(string: "c", relativeTo: base), forKey: "k")
        #expect(ours.url(forKey: "k")?.absoluteString == "http://a.example/b/c")
        ours.register(defaults: ["DifferenceTests.url": base])
        #expect(ours.url(forKey: "DifferenceTests.url") == base)
    }

    @Test("a Float is a Float in every instance of the domain, until another value is set")
    func floats() throws {
        both { $0.set(Float(12.34), forKey: "k") }
        let other = try home.safeDefaults()
        for defaults in [foundation, ours, other] {
            #expect(defaults.object(forKey: "k") as? Float == 12.34)
            #expect(defaults.string(forKey: "k") == "12.34")
        }
        ours.synchronize()
        #expect(try home.disk() == ["k": .real(Double(Float(12.34)))])
        #expect(ours.object(forKey: "k") as? Float == 12.34)
        ours.set([Float(0.1)], forKey: "array")
        ours.set(["a": Float(0.1)], forKey: "dictionary")
        #expect(ours.object(forKey: "array") as? [Float] == [0.1])
        #expect(ours.object(forKey: "dictionary") as? [String: Float] == ["a": 0.1])
        other.set(Double(Float(12.34)), forKey: "k")
        #expect(ours.object(forKey: "k") as? Double == Double(Float(12.34)))
        ours.set(Float(0.5), forKey: "k")
        ours.synchronize()
        try home.store.apply(ChangeSet([.set("k", 0.25)]), to: Home.theDomain)
        ours.synchronize()
        #expect(ours.object(forKey: "k") as? Double == 0.25)
    }

    @Test("a Float of a persistent domain and of the arguments is a Float")
    func floatsOfDomains() throws {
        let values: [String: Any] = ["k": Float(12.34), "a": [Float(0.1)], "d": 12.34]
        foundation.setPersistentDomain(values, forName: home.folder + "/foundation")
        ours.setPersistentDomain(values, forName: Home.domain)
        both { $0.setVolatileDomain(["v": Float(0.5), "w": [Float(0.1)]], forName: UserDefaults.argumentDomain) }
        both { $0.setVolatileDomain(["x": Float(0.5), "y": 0.5], forName: "Volatile") }
        // Foundation's class has a Double as soon as it reads its file again, which it does at once if the time of the
        // file is that of the reading.
        #expect((foundation.object(forKey: "k") as? NSNumber)?.floatValue == 12.34)
        #expect((foundation.array(forKey: "a")?.first as? NSNumber)?.floatValue == 0.1)
        #expect(ours.object(forKey: "k") as? Float == 12.34)
        #expect(ours.array(forKey: "a") as? [Float] == [0.1])
        both { defaults in
            #expect(defaults.object(forKey: "d") is Double)
            #expect(defaults.object(forKey: "v") as? Float == 0.5)
            #expect(defaults.string(forKey: "v") == "0.5")
            #expect(defaults.object(forKey: "w") as? [Float] == [0.1])
            let volatile = defaults.volatileDomain(forName: "Volatile")
            #expect(volatile["x"] is Float)
            #expect(volatile["y"] is Double)
            defaults.setVolatileDomain(["v": 0.5], forName: UserDefaults.argumentDomain)
            #expect(defaults.object(forKey: "v") is Double)
        }
        #expect(try home.safeDefaults().object(forKey: "k") as? Float == 12.34)
        ours.setPersistentDomain(["k": Double(Float(12.34))], forName: Home.domain)
        #expect(ours.object(forKey: "k") is Double)
    }

    @Test("a Float of one domain or layer does not change the type of another")
    func floatPlaces() throws {
        let key = "DifferenceTests.float"
        let other = try home.safeDefaults("com.example.Other")
        ours.set(Float(0.5), forKey: key)
        other.set(0.5, forKey: key)
        #expect(ours.object(forKey: key) is Float)
        #expect(other.object(forKey: key) is Double)
        other.removeObject(forKey: key)
        ours.register(defaults: [key: Float(0.25)])
        #expect(other.object(forKey: key) as? Float == 0.25)
        ours.register(defaults: [key: 0.25])
        #expect(other.object(forKey: key) as? Double == 0.25)
    }

    @Test("a Decimal keeps all of its digits")
    func decimals() throws {
        let texts = ["12.34", "-0.1", "5", "12345678901234567890.123456789", "0.1000000000000000055511151231257827"]
        for text in texts {
            let decimal = try #require(Decimal(string: text))
            for object in [decimal, NSDecimalNumber(decimal: decimal)] as [Any] {
                ours.set(object, forKey: "k")
                #expect(ours.string(forKey: "k").flatMap { Decimal(string: $0) } == decimal)
                #expect(ours.double(forKey: "k") == Double(text))
            }
            #expect((ours.object(forKey: "k") is Double) == (text.count < 10))
        }
    }

    @Test("a CGFloat is a number")
    func cgFloats() {
        ours.set(CGFloat(2.5), forKey: "k")
        #expect(ours.double(forKey: "k") == 2.5)
    }

    @Test("types that end the program in Foundation are reported, each with its name")
    func refused() {
        ErrorRecorder.begin()
        let objects: [(object: Any, name: String)] = [
            (NSNull(), "NSNull"), (Set([1]), "Set<Int>"), (NSSet(), "NSSet"), (UUID(), "UUID"),
            ("a b".split(separator: " ").dropFirst(), "ArraySlice<Substring>"), (1...2, "ClosedRange<Int>"),
            ([1: 2], "Dictionary<Int, Int>"), (Character("a"), "Character"), (Int128(1), "Int128"),
            (DateComponents(), "DateComponents"), (Optional<Int>.none as Any, "Optional<Int>"),
        ]
        for (index, (object, name)) in objects.enumerated() {
            let key = "DifferenceTests.refused\(index)"
            ours.set(object, forKey: key)
            #expect(ours.object(forKey: key) == nil, "\(name)")
            #expect(
                ErrorRecorder.description(ofKey: key)?.hasSuffix(
                    "cannot be stored: a property list cannot hold a value of the type '\(name)'") == true, "\(name)")
        }
    }

    @Test("an object that a property list cannot hold is reported, and the old value stays")
    func unsupported() {
        ErrorRecorder.begin()
        ours.set(1, forKey: "DifferenceTests.k")
        ours.set(["a": [NSNull()]], forKey: "DifferenceTests.k")
        #expect(ours.integer(forKey: "DifferenceTests.k") == 1)
        let reason = "a property list cannot hold a value of the type 'NSNull'"
        #expect(
            ErrorRecorder.description(ofKey: "DifferenceTests.k")
                == "'DifferenceTests\\.k.a.0' cannot be stored: \(reason)")
        ours.register(defaults: ["DifferenceTests.r": ours])
        #expect(ours.object(forKey: "DifferenceTests.r") == nil)
        #expect(ErrorRecorder.description(ofKey: "DifferenceTests.r") != nil)
        ours.set(Date(timeIntervalSinceReferenceDate: .infinity), forKey: "DifferenceTests.date")
        #expect(ours.object(forKey: "DifferenceTests.date") == nil)
        #expect(ErrorRecorder.description(ofKey: "DifferenceTests.date") != nil)
    }

    @Test("a real takes the place of an equal integer")
    func equal() {
        both {
            $0.set(1, forKey: "k")
            $0.set(1.0, forKey: "k")
        }
        #expect(foundation.object(forKey: "k") is Int)
        #expect(ours.object(forKey: "k") is Double)
    }

    @Test("a negative zero and the fraction of a second survive a save")
    func exact() throws {
        let date = Date(timeIntervalSinceReferenceDate: 0.5)
        both {
            $0.set(-0.0, forKey: "zero")
            $0.set(date, forKey: "date")
            $0.synchronize()
        }
        let text = String(decoding: try home.bytes("foundation"), as: UTF8.self)
        #expect(text.contains("<real>0.0</real>"))
        #expect(text.contains("<date>2001-01-01T00:00:00Z</date>"))
        let read = try home.safeDefaults()
        #expect(read.object(forKey: "date") as? Date == date)
        #expect(read.double(forKey: "zero").sign == .minus)
    }

    @Test("elements of containers are not wrapped in optionals")
    func elements() {
        both { $0.set([1, ["a": 2]] as [Any], forKey: "k") }
        #expect(type(of: foundation.object(forKey: "k") ?? 0) == [Any?].self)
        #expect(type(of: ours.object(forKey: "k") ?? 0) == [Any].self)
        #expect(type(of: ours.array(forKey: "k")?.last ?? 0) == [String: Any].self)
    }

    @Test("a reference of an archive is a dictionary, and stays a reference when it is set again")
    func references() throws {
        try home.store.apply(ChangeSet([.set("k", .uid(7))]), to: Home.theDomain)
        let dictionary = try #require(ours.dictionary(forKey: "k"))
        #expect(dictionary["CF$UID"] as? Int == 7)
        ours.set(dictionary, forKey: "copy")
        ours.synchronize()
        #expect(try home.store.contents(of: Home.theDomain)["copy"] == .uid(7))
    }

    @Test(
        "a name that is not that of a file in the base folder has no suite",
        arguments: [
            "", ".", "..", "../x", "./x", "~/x", "./\u{301}x", "a//b", "a/../b", "a\nb",
            String(repeating: "n", count: 300),
        ])
    func names(name: String) {
        #expect(UserDefaults(suiteName: name) != nil)
        #expect(SafeUserDefaults(suiteName: name) == nil)
        #expect(ours.persistentDomain(forName: name) == nil)
    }

    @Test("other names are taken as they are", arguments: ["a", "x.plist", "-g", "a/b", "NSArgumentDomain", "~"])
    func literalNames(name: String) throws {
        ours.setPersistentDomain(["k": name], forName: name)
        #expect(try home.disk(name) == ["k": .string(name)])
        #expect(ours.persistentDomain(forName: name)?["k"] as? String == name)
        ours.removePersistentDomain(forName: name)
        #expect(try home.disk(name) == nil)
    }

    @Test("the global domain is the one that all programs search")
    func global() throws {
        ours.setPersistentDomain(["DifferenceTests.g": 1], forName: UserDefaults.globalDomain)
        #expect(try home.disk(".GlobalPreferences") == ["DifferenceTests.g": 1])
        ours.synchronize()
        #expect(ours.integer(forKey: "DifferenceTests.g") == 1)
    }

    @Test("a suite is added to the instance that is asked to, after its own domain and before the global one")
    func suites() throws {
        try home.store.apply(ChangeSet([.set("a", 1), .set("b", 1)]), to: Domain("com.example.Suite"))
        try home.store.apply(ChangeSet([.set("b", 2), .set("c", 2)]), to: .global)
        ours.set(0, forKey: "a")
        ours.addSuite(named: "com.example.Suite")
        #expect(["a", "b", "c"].map(ours.integer(forKey:)) == [0, 1, 2])
        #expect(try home.safeDefaults().integer(forKey: "b") == 2)
        ours.removeSuite(named: "com.example.Suite")
        #expect(["a", "b", "c"].map(ours.integer(forKey:)) == [0, 2, 2])
    }
}
