import Foundation
import PropertyList
import TestExtent

/// A generator of values that differ in a few places from an example.
struct RandomChange {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Values without NaN, infinities and UIDs, which JSON does not have.
    private static let scalars: [PropertyListValue] = [
        "", "a", "b", "ab", "x", "b12", "bab", "abc", "\u{E9}", "\u{1F600}\u{1F600}", "aaax", "1970-01-02T00:00:00Z",
        "AQ==",
        0, 1, 2, 3, 6, 10, 11, -1, -2, 9_007_199_254_740_992, 9_007_199_254_740_993,
        .integer(PropertyListInteger(UInt64.max)),
        0.0, -0.0, 1.0, 2.0, 2.5, 0.5, 0.3, 0.7, 1.5, -1.75, 3.0, 1e19, 9_007_199_254_740_994.0, 0.1, 4.35, true, false,
        .date(Date(timeIntervalSince1970: 86_400)), .date(Date(timeIntervalSince1970: 0)), .data(Data()),
        .data(Data([1])),
    ]
    private static let keys = ["a", "b", "c", "k", "no", "any", "x"]

    /// Returns the example with up to three changes.
    mutating func value(near example: PropertyListValue) -> PropertyListValue {
        (0..<Int.random(in: 0...3, using: &generator)).reduce(example) { value, _ in changed(value) }
    }

    private mutating func changed(_ value: PropertyListValue) -> PropertyListValue {
        switch value {
        case _ where generator.chance(25): return random(depth: 2)
        case .array(var elements):
            let index = elements.isEmpty ? nil : elements.indices.randomElement(using: &generator)
            switch (Int.random(in: 0..<4, using: &generator), index) {
            case (0, let index?): elements.remove(at: index)
            case (1, let index?): elements.append(elements[index])
            case (2, let index?): elements[index] = changed(elements[index])
            default: elements.append(random(depth: 1))
            }
            return .array(elements)
        case .dictionary(var pairs):
            let key = pairs.keys.randomElement(using: &generator)
            switch (Int.random(in: 0..<4, using: &generator), key) {
            case (0, let key?): pairs[key] = nil
            case (1, _), (_, nil): pairs[generator.pick(Self.keys)] = random(depth: 1)
            case (_, let key?): pairs[key] = pairs[key].map { changed($0) }
            }
            return .dictionary(pairs)
        default: return random(depth: 0)
        }
    }

    private mutating func random(depth: Int) -> PropertyListValue {
        if depth == 0 || generator.chance(60) { return generator.pick(Self.scalars) }
        let count = Int.random(in: 0...3, using: &generator)
        if generator.chance(50) { return .array((0..<count).map { _ in random(depth: depth - 1) }) }
        var pairs: PropertyListDictionary = [:]
        for _ in 0..<count { pairs[generator.pick(Self.keys)] = random(depth: depth - 1) }
        return .dictionary(pairs)
    }
}
