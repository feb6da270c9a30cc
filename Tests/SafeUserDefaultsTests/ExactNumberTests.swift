import Foundation
import SafeUserDefaults
import TestSupport
import Testing

/// Each type of number that a program can set, with its least, greatest and odd values.
struct ExactNumberTests {
    let defaults: SafeUserDefaults

    init() throws {
        defaults = try #require(SafeUserDefaults(domain: Home.theDomain, store: InMemoryDomainStore()))
    }

    /// Stores an object in all ways, and expects an object each time.
    private func expect<Number: Equatable>(_ object: Any, is number: Number, sourceLocation: SourceLocation) {
        let key = "ExactNumberTests.\(UUID())"  // all instances share the registered defaults
        func check(_ stored: Any?, _ way: String) {
            #expect(stored as? Number == number, "\(type(of: object)) \(object) \(way)", sourceLocation: sourceLocation)
            #expect(stored.map { type(of: $0) == Number.self } == true, "\(way)", sourceLocation: sourceLocation)
        }
        defaults.set(object, forKey: key)
        check(defaults.object(forKey: key), "alone")
        defaults.set([object], forKey: key)
        check(defaults.array(forKey: key)?.first, "in an array")
        defaults.set(["a": object], forKey: key)
        check(defaults.dictionary(forKey: key)?["a"], "in a dictionary")
        defaults.removeObject(forKey: key)
        defaults.register(defaults: [key: object])
        check(defaults.object(forKey: key), "registered")
        defaults.setVolatileDomain([key: object], forName: UserDefaults.argumentDomain)
        check(defaults.object(forKey: key), "as an argument")
        defaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        defaults.setPersistentDomain([key: object], forName: Home.domain)
        check(defaults.object(forKey: key), "in a persistent domain")
    }

    private func expectIntegers<Integer: FixedWidthInteger>(
        _ type: Integer.Type, _ makeNumber: (Integer) -> NSNumber, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let odd = [-128, -7, -5, -2, -1, 0, 1, 3, 5, 7, 13, 127, 255].compactMap { Integer(exactly: $0) }
        for value in odd + [.min, .min + 1, .max - 1, .max] {
            for object in [value, makeNumber(value)] as [Any] {
                if let number = Int(exactly: value) {
                    expect(object, is: number, sourceLocation: sourceLocation)
                } else {
                    expect(object, is: UInt64(value), sourceLocation: sourceLocation)
                }
            }
        }
    }

    @Test("an integer of each type is the same integer in every place")
    func integers() {
        expectIntegers(Int8.self, NSNumber.init(value:))
        expectIntegers(UInt8.self, NSNumber.init(value:))
        expectIntegers(Int16.self, NSNumber.init(value:))
        expectIntegers(UInt16.self, NSNumber.init(value:))
        expectIntegers(Int32.self, NSNumber.init(value:))
        expectIntegers(UInt32.self, NSNumber.init(value:))
        expectIntegers(Int64.self, NSNumber.init(value:))
        expectIntegers(UInt64.self, NSNumber.init(value:))
        expectIntegers(Int.self, NSNumber.init(value:))
        expectIntegers(UInt.self, NSNumber.init(value:))
    }

    @Test("a boolean is a boolean in every place", arguments: [true, false])
    func booleans(flag: Bool) {
        expect(flag, is: flag, sourceLocation: #_sourceLocation)
        expect(NSNumber(value: flag), is: flag, sourceLocation: #_sourceLocation)
    }

    @Test("a Double is the same Double in every place")
    func doubles() {
        for number in [
            0, 1, -1, 0.1, 12.34, .pi, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude, .infinity,
        ] as [Double] {
            expect(number, is: number, sourceLocation: #_sourceLocation)
            expect(NSNumber(value: number), is: number, sourceLocation: #_sourceLocation)
        }
    }

    @Test("an integer of each type is on disk as the same integer")
    func disk() throws {
        let home = Home()
        let defaults = try home.safeDefaults()
        defaults.set(Int8(-5), forKey: "a")
        defaults.set([Int8(-2), Int8.min], forKey: "b")
        defaults.set(["k": NSNumber(value: Int8(-7))], forKey: "c")
        defaults.set(UInt64.max, forKey: "d")
        defaults.synchronize()
        #expect(
            try home.disk() == [
                "a": -5, "b": [-2, -128], "c": ["k": -7], "d": 18_446_744_073_709_551_615,
            ])
    }
}
