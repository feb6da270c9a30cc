import Foundation
import TestExtent

@testable import PropertyList

/// A generator of values of all types, with rare content as often as common content.
struct ReaderValues {
    var generator: SeededGenerator
    /// Whether XML must represent all values exactly.
    var isForXML = false
    /// Whether `PropertyListSerialization` must distinguish all values: no references, and no canonically equivalent
    /// keys.
    var isForSerialization = false

    private static let characters: [Unicode.Scalar] =
        Array("ab <>&\"'/;=]-".unicodeScalars) + [
            "\t", "\n", "é", "e", "\u{301}", "😀", "\u{E000}", "\u{7F}", "\u{FFFD}", "\u{80}", "日",
        ]
    private static let controlCharacters: [Unicode.Scalar] = ["\0", "\r", "\u{1F}", "\u{FFFE}", "\u{FFFF}"]
    private static let integers: [PropertyListInteger] = [
        0, 1, -1, 127, 128, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, -2_147_483_649,
        PropertyListInteger(Int64.max), PropertyListInteger(Int64.min), PropertyListInteger(UInt64(1) << 63),
        PropertyListInteger(UInt64.max),
    ]
    private static let reals: [Double] = [
        0, 1, -1, 0.1, 1 / 3, 1e16, 1e-300, 1.7976931348623157e308, .leastNonzeroMagnitude, .infinity, -.infinity, .nan,
        32.3,
    ]

    /// Returns the dictionary of a domain.
    mutating func domain() -> PropertyListValue {
        .dictionary(dictionary(depth: 3))
    }

    private mutating func value(depth: Int) -> PropertyListValue {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 8), using: &generator) {
        case 0, 1: .string(text())
        case 2: .integer(pick(Self.integers))
        case 3: .real(isForXML ? pick(Self.reals) : pick(Self.reals + [-0.0]))
        case 4: .boolean(Bool.random(using: &generator))
        case 5: .date(date())
        case 6:
            .data(Data((0..<Int.random(in: 0..<100, using: &generator)).map { UInt8(truncatingIfNeeded: $0 &* 37) }))
        case 7 where isForSerialization: .boolean(true)
        case 7: .uid(pick([0, 1, 255, 256, 65_535, 65_536, UInt32.max]))
        case 8: .array((0..<Int.random(in: 0..<8, using: &generator)).map { _ in value(depth: depth - 1) })
        default: .dictionary(dictionary(depth: depth - 1))
        }
    }

    private mutating func dictionary(depth: Int) -> PropertyListDictionary {
        let count = Int.random(in: 0..<12, using: &generator)
        return PropertyListDictionary((0..<count).map { _ in (key(), value(depth: depth)) })
    }

    private mutating func key() -> String {
        let key = text()
        return isForSerialization ? String(key.unicodeScalars.filter { $0 != "é" && $0 != "\u{301}" }) : key
    }

    private mutating func text() -> String {
        let characters = isForXML ? Self.characters : Self.characters + Self.controlCharacters
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<pick([2, 20, 90]), using: &generator) { text.append(pick(characters)) }
        return String(text)
    }

    private mutating func date() -> Date {
        let seconds = Double(Int.random(in: -100_000_000_000...300_000_000_000, using: &generator))
        return Date(timeIntervalSinceReferenceDate: isForXML ? seconds : seconds + 0.125)
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }
}

/// Values as Foundation's `PropertyListSerialization` reads them.
enum Serialization {
    static func value(of data: Data) throws -> PropertyListValue {
        try value(of: try PropertyListSerialization.propertyList(from: data, options: [], format: nil))
    }

    private static func value(of object: Any) throws -> PropertyListValue {
        switch object {
        case let flag where type(of: flag) == Bool.self: return .boolean(flag as? Bool ?? false)
        case let text as String: return .string(text)
        case let date as Date: return .date(date)
        case let data as Data: return .data(data)
        case let elements as [Any]: return .array(try elements.map(value))
        case let pairs as [String: Any]:
            return .dictionary(PropertyListDictionary(try pairs.map { ($0.key, try value(of: $0.value)) }))
        case let number as NSNumber: return self.value(of: number)
        default: throw UnknownObject(description: "\(type(of: object)): \(object)")
        }
    }

    private struct UnknownObject: Error {
        let description: String
    }

    private static func value(of number: NSNumber) -> PropertyListValue {
        switch String(cString: number.objCType) {
        case "d", "f": .real(number.doubleValue)
        case "Q": .integer(PropertyListInteger(number.uint64Value))
        default: .integer(PropertyListInteger(number.int64Value))
        }
    }
}

extension PropertyListDocument {
    /// The substitutions without their order.
    var substitutionSet: Set<PropertyListSubstitution> { Set(substitutions) }
}
