import Foundation
import PropertyList
import TestExtent

/// A generator of values of every type, including values that are hard to represent in some format.
///
/// Keys of one dictionary are never canonically equivalent, because Foundation would merge them.
struct RandomValues {
    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    private static let strings = [
        "", " ", "a", "key", "two words", "\n", "\t\ttabs", " blanks around ", "\r\n", "\r", "\0", "\u{1}", "\u{1B}[0m",
        "\u{7F}", "\u{85}", "\u{9F}", "\u{A0}", "\u{E9}", "e\u{301}", "\u{2028}", "\u{200B}", "\u{D7FF}", "\u{E000}",
        "\u{1FFFE}", "\u{FEFF}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{1F600}", "\u{10FFFF}", "<", ">", "&", "&amp;",
        "]]>", "<![CDATA[x]]>", "<!-- -->", "\"", "'", "\\", "\\U00e9", "$null", "CF$UID", "NaN", "true", "1", "{}",
        "()",
        "// no comment", "/* nor this", "a.b", "a\\.b", "bplist00", "日本語", "e\u{301}\u{301}", "🇩🇪", "👨‍👩‍👧",
    ]

    private static let integers: [PropertyListInteger] = [
        0, 1, -1, 127, 128, 255, 256, -128, -129, 65_535, 65_536, 2_147_483_647, 2_147_483_648, -2_147_483_648,
        4_294_967_295, 4_294_967_296, PropertyListInteger(Int64.max), PropertyListInteger(Int64.min),
        PropertyListInteger(UInt64(1) << 63), PropertyListInteger(UInt64.max),
    ]

    private static let reals: [Double] = [
        0, -0.0, 1, -1, 0.1, 1.0 / 3, 1e16, 1e-5, 1e300, .pi, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
        .greatestFiniteMagnitude, .ulpOfOne, 9_007_199_254_740_992,
    ]

    private static let seconds: [Double] = [
        0, -0.0, -1, 0.5, -0.5, 978_307_200, -978_307_200, -63_114_076_800, 252_423_993_599, 1e11, -1e11, 0.000_001,
    ]

    mutating func value(depth: Int = 4) -> PropertyListValue {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &generator) {
        case 0: .string(string())
        case 1: .integer(integer())
        case 2: .real(real())
        case 3: .boolean(Bool.random(using: &generator))
        case 4: .date(Date(timeIntervalSinceReferenceDate: instant()))
        case 5: .data(data())
        case 6: .uid(generator.pick([0, 1, 255, 256, 65_535, 65_536, UInt32.max]))
        case 7: .array((0..<Int.random(in: 0...5, using: &generator)).map { _ in value(depth: depth - 1) })
        default: .dictionary(dictionary(depth: depth - 1))
        }
    }

    mutating func dictionary(depth: Int = 4) -> PropertyListDictionary {
        var keys: Set<String> = []  // by canonical equivalence
        for _ in 0..<Int.random(in: 0...8, using: &generator) { keys.insert(string()) }
        return PropertyListDictionary(
            keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { ($0, value(depth: depth)) })
    }

    /// Returns a value of strings, data and containers, which the old style can represent.
    mutating func oldStyleValue(depth: Int = 4) -> PropertyListValue {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &generator) {
        case 0, 1: return .string(string())
        case 2: return .data(data())
        case 3:
            return .array((0..<Int.random(in: 0...5, using: &generator)).map { _ in oldStyleValue(depth: depth - 1) })
        default:
            let keys = (0..<Int.random(in: 0...6, using: &generator)).map { _ in string() }
            return .dictionary(PropertyListDictionary(keys.map { ($0, oldStyleValue(depth: depth - 1)) }))
        }
    }

    mutating func string() -> String {
        generator.chance(50)
            ? generator.pick(Self.strings)
            : (0..<Int.random(in: 1...4, using: &generator)).map { _ in generator.pick(Self.strings) }.joined()
    }

    private mutating func integer() -> PropertyListInteger {
        generator.chance(50)
            ? generator.pick(Self.integers)
            : PropertyListInteger(Int64(truncatingIfNeeded: generator.next() >> generator.pick([0, 8, 32, 56])))
    }

    private mutating func real() -> Double {
        generator.chance(50) ? generator.pick(Self.reals) : Double(bitPattern: generator.next())
    }

    private mutating func instant() -> Double {
        generator.chance(50)
            ? generator.pick(Self.seconds)
            : Double.random(in: -7e10...2e11, using: &generator).rounded(
                generator.chance(50) ? .down : .toNearestOrEven)
    }

    private mutating func data() -> Data {
        let count = generator.pick([0, 1, 2, 3, 14, 15, 16, 57, 300])
        return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
}
