import Foundation
import TestExtent

/// Random objects that both classes can store, from a seed.
struct RandomObjects: RandomNumberGenerator {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func next() -> UInt64 { generator.next() }

    mutating func number(below limit: Int) -> Int {
        Int.random(in: 0..<limit, using: &self)
    }

    mutating func element<Element>(of elements: [Element]) -> Element {
        elements[number(below: elements.count)]
    }

    /// An object of any type of a property list.
    mutating func object(depth: Int = 2) -> Any {
        switch number(below: depth > 0 ? 13 : 10) {
        case 0, 1, 2: return text()
        case 3, 4: return integer()
        case 5, 6: return real()
        case 7: return Bool.random(using: &self)
        case 8: return Date(timeIntervalSinceReferenceDate: Double(number(below: 2_000_000_000) - 1_000_000_000))
        case 9: return Data((0..<number(below: 20)).map { _ in UInt8.random(in: 0...255, using: &self) })
        case 10: return (0..<number(below: 5)).map { _ in text() }
        case 11: return (0..<number(below: 5)).map { _ in object(depth: depth - 1) }
        default:
            let count = number(below: 5)
            return Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", object(depth: depth - 1)) })
        }
    }

    mutating func text() -> String {
        switch number(below: 4) {
        case 0:
            return element(of: [
                "", " ", "YES", "no", "true", "T", "y1", "0", "00", "-0", "1", "12", " 12.5x", "+5", "-7.9e2", "0x1F",
                "1e400", ".5", "5é", "1,5", "inf", "nan", "99999999999999999999", "~/a", "~", "/a/../b", "a b", "é",
                "e\u{301}", "http://a/b?c#d", "file:///x", "\n\t 3", "100%", "a:b",
            ])
        case 1: return "\(integer())"
        case 2: return "\(real())"
        default:
            // Foundation ends the program if it looks for a number and finds a character beyond U+FFFF.
            let alphabet = Array("abcXYZ019 .-+/~:%äß☃")
            return String((0..<number(below: 12)).map { _ in element(of: alphabet) })
        }
    }

    mutating func integer() -> Int {
        switch number(below: 4) {
        case 0:
            element(of: [0, 1, -1, 2, 255, 256, 1 << 31, -1 << 31, 1 << 53, (1 << 53) + 1, 1 << 62, .min, .max - 1])
        case 1: Int.random(in: -1000...1000, using: &self)
        case 2: Int.random(in: -(1 << 40)...(1 << 40), using: &self)
        default: Int.random(in: .min ... .max - 1, using: &self)
        }
    }

    mutating func real() -> Double {
        switch number(below: 4) {
        case 0:
            element(of: [
                0, 1, -1, 0.5, 0.1, 1.0 / 3, 1e15, 1e16, 1e17, 1e-5, 1e300, -1e300, 4e38, .infinity, .nan, .pi,
            ])
        case 1: Double(Int.random(in: -1000...1000, using: &self))
        case 2: Double.random(in: -1e6...1e6, using: &self)
        default:
            Double(sign: .plus, exponent: number(below: 2000) - 1000, significand: .random(in: 1..<2, using: &self))
        }
    }
}
