import Foundation
import SafeUserDefaults

/// Objects of each type that Foundation's class accepts, in both classes.
struct AcceptedTypes {
    private let foundation: UserDefaults
    private let ours: UserDefaults
    private var count = 0

    init() {
        guard let foundation = UserDefaults(suiteName: "foundation"), let ours = SafeUserDefaults(suiteName: "ours")
        else { fail("no suite") }
        (self.foundation, self.ours) = (foundation, ours)
    }

    /// Sets and registers each object alone and in containers, and prints the answers that differ.
    static func compare() {
        var types = AcceptedTypes()
        for object in objects {
            types.compare(object)
            types.compare([object, "x"] as [Any])
            types.compare(["k": object])
            types.compare(["k": [["l": object]]])
        }
        for object in floats { types.compare(object) }
    }

    private mutating func compare(_ object: Any) {
        count += 1
        // Foundation ignores an object that it takes for equal to the present one, so each has a key of its own.
        let (stored, registered) = ("stored.\(count)", "registered.\(count)")
        for defaults in [foundation, ours] {
            defaults.set(object, forKey: stored)
            defaults.register(defaults: [registered: object])
        }
        for (name, answer) in Answers.functions {
            report("\(name), stored \(type(of: object)),", of: object, answer(foundation, stored), answer(ours, stored))
            report(
                "\(name), registered \(type(of: object)),", of: object, answer(foundation, registered),
                answer(ours, registered))
        }
    }

    private static var objects: [Any] {
        integers + integers.compactMap { $0 as? NSNumber } + reals + reals.compactMap { $0 as? NSNumber } + texts
            + containers + others
    }

    private static var integers: [Any] {
        integers(Int8.self) + integers(UInt8.self) + integers(Int16.self) + integers(UInt16.self)
            + integers(Int32.self) + integers(UInt32.self) + integers(Int64.self) + integers(UInt64.self)
            + integers(Int.self) + integers(UInt.self)
    }

    /// The least, the greatest and odd values of a type. `DifferenceTests` has those from `Int.max` on, for which the
    /// answers differ.
    private static func integers<Integer: FixedWidthInteger>(_ type: Integer.Type) -> [Any] {
        let odd = [-128, -127, -100, -7, -5, -2, -1, 0, 1, 2, 3, 5, 7, 99, 127, 128, 255].compactMap {
            Integer(exactly: $0)
        }
        return (odd + [.min, .min + 1, .max - 1, .max]).filter { $0 < Int64.max }
    }

    private static var reals: [Any] {
        [0.0, 1.0, 12.34, -0.1, Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude, Double.infinity]
    }

    /// Objects that are `Float` alone or in containers of their own; see the article about differences.
    private static var floats: [Any] {
        singles + singles.map { NSNumber(value: $0) } + [singles, ["k": Float(12.34), "l": 1]]
    }

    private static let singles: [Float] = [
        0, 1, 12.34, 0.1, -0.1, 1e10, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]

    private static var texts: [Any] {
        [
            "a", "", "12", Substring("a b"), "a b c".dropFirst(2), NSString(string: "é"), NSMutableString(string: "m"),
        ]
    }

    private static var containers: [Any] {
        [
            "a b".split(separator: " "), ["a", "b"] as NSArray, NSMutableArray(array: [1]), [] as [String],
            [Substring("k"): 1], ["k": 1] as NSDictionary, NSMutableDictionary(dictionary: ["k": "v"]),
            ["k": Substring("v")], [1, "a", true] as [AnyHashable], ["k": 1] as [AnyHashable: Any],
            ["k": ["a b".split(separator: " ")]],
        ]
    }

    private static var others: [Any] {
        [
            true, false, NSNumber(value: true), NSNumber(value: false), Data([1, 2]), NSData(data: Data([3])),
            NSMutableData(data: Data([4])), Date(timeIntervalSinceReferenceDate: 5),
            NSDate(timeIntervalSinceReferenceDate: 6), Optional(7) as Any, Optional("o") as Any, Optional(true) as Any,
        ]
    }
}
