import Foundation
import PropertyList
import TestExtent
import Testing

/// Equality of values by their stored content.
struct PropertyListValueTests {
    /// Values that are similar, but only equal to themselves.
    static let distinct: [PropertyListValue] = [
        true, 1, 1.0, "1", .uid(1), .data(Data([1])), .data(Data("1".utf8)), [1], ["1": 1], ["1"], [true],
        false, 0, 0.0, -0.0, "0", "", .uid(0), .data(Data()), [], [:], [[]], [[:]], ["": ""],
        .date(Date(timeIntervalSinceReferenceDate: 0)),
        .date(Date(timeIntervalSinceReferenceDate: 1)), .date(Date(timeIntervalSinceReferenceDate: 1.000_000_1)),
        .real(.nan), .real(.infinity), .real(-.infinity), .real(.leastNonzeroMagnitude),
        "\u{E9}", "e\u{301}", "\u{C5}", "\u{212B}", "A\u{30A}", "a\0", "a\0b", "a", "\u{FF41}",
        .integer(PropertyListInteger(UInt64.max)), -1, .integer(PropertyListInteger(Int64.min)),
        ["\u{E9}": 1], ["e\u{301}": 1], ["\u{E9}": 1, "e\u{301}": 1], ["a": 1, "b": 2], ["a": 2, "b": 1], ["a", "b"],
        ["ab"],
        ["a", ["b"]], ["a": ["b": "c"]], ["a": ["b"], "c": []],
    ]

    @Test("both zeros of a date are the same point in time")
    func zeroDates() {
        let zeros: [PropertyListValue] = [0, -0.0].map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        #expect(zeros[0] == zeros[1])
        #expect(zeros[0].hashValue == zeros[1].hashValue)
    }

    @Test("no two different values are equal")
    func distinctness() {
        for (index, left) in Self.distinct.enumerated() {
            for (otherIndex, right) in Self.distinct.enumerated() {
                #expect((left == right) == (index == otherIndex), "\(left) and \(right)")
            }
        }
        #expect(Set(Self.distinct).count == Self.distinct.count)
    }

    @Test("every NaN is the same value, with the same hash")
    func notANumber() {
        let signaling = PropertyListValue.real(Double(bitPattern: 0x7FF4_0000_0000_0001))
        let negative = PropertyListValue.real(Double(bitPattern: 0xFFF8_0000_0000_0000))
        #expect(PropertyListValue.real(.nan) == signaling)
        #expect(PropertyListValue.real(.nan) == negative)
        #expect(Set([.real(.nan), signaling, negative]).count == 1)
        #expect(PropertyListValue.array([.real(.nan)]) == .array([signaling]))
    }

    @Test("equal values have equal hashes")
    func hashes() {
        var values = RandomValues(seed: 1)
        for _ in 0..<500 {
            let value = values.value()
            let copy = Self.rebuilt(value, &values.generator)
            #expect(copy == value)
            #expect(copy.hashValue == value.hashValue)
        }
    }

    @Test("a slice of data is equal to its copy")
    func slices() {
        let slice = Data([9, 1, 2, 9])[1...2]
        #expect(PropertyListValue.data(slice) == .data(Data([1, 2])))
        #expect(PropertyListValue.data(slice).hashValue == PropertyListValue.data(Data([1, 2])).hashValue)
    }

    @Test("literals have the expected type")
    func literals() throws {
        let value: PropertyListValue = ["s": "x", "i": 1, "r": 1.5, "b": true, "a": [1], "d": [:]]
        let dictionary = try #require(value.members)
        #expect(dictionary.map(\.value.type) == [.array, .boolean, .dictionary, .integer, .real, .string])
    }

    @Test("every type has its own name")
    func typeNames() {
        let values: [PropertyListValue] = [
            "", 0, 0.0, false, .date(Date(timeIntervalSince1970: 0)), .data(Data()), [], [:], .uid(0),
        ]
        #expect(values.map(\.type) == PropertyListType.allCases)
        #expect(
            PropertyListType.allCases.map(\.rawValue) == [
                "string", "integer", "real", "boolean", "date", "data", "array", "dictionary", "uid",
            ])
    }

    /// Returns an equal value with new parts, and with dictionaries filled in another order.
    static func rebuilt(_ value: PropertyListValue, _ generator: inout SeededGenerator) -> PropertyListValue {
        switch value {
        case .string(let text):
            return .string(String(decoding: Array(text.utf16), as: UTF16.self))
        case .array(let elements):
            return .array(elements.map { rebuilt($0, &generator) })
        case .dictionary(let dictionary):
            let pairs = dictionary.map { ($0.key, rebuilt($0.value, &generator)) }
            return .dictionary(PropertyListDictionary(pairs.shuffled(using: &generator)))
        case .integer, .real, .boolean, .date, .data, .uid:
            return value
        }
    }
}
