import Foundation
package import PropertyList

/// A generator of values that are hard to represent in a format, in a shell or on a command line.
package struct RandomValues: Sendable {
    package enum Kind: Sendable {
        case string, integer, real, boolean, date, data, uid, array, dictionary
        /// A dictionary that XML cannot represent, because it looks like a UID.
        case reference
    }

    package var generator: SeededGenerator
    /// The kinds of values, each as often as it is in the list.
    package var scalars: [Kind] = [.string, .string, .integer, .real, .boolean, .date, .data, .uid]
    package var containers: [Kind] = [.array, .dictionary, .dictionary]
    /// The numbers of elements of containers, and the numbers of pieces of strings.
    package var sizes = [0, 1, 2, 3, 5, 12]
    package var lengths = [0, 1, 1, 1, 2, 3, 5, 24]
    /// The seconds of dates, or `nil` for any.
    package var seconds: [Double]?
    /// Whether a dictionary may have canonically equivalent keys, of which Foundation keeps one.
    package var hasEquivalentKeys = true

    private let format: PropertyListFormat?
    private let pieces: [String]

    /// - Parameter format: The format that must represent all values exactly.
    package init(seed: UInt64, exactIn format: PropertyListFormat? = nil) {
        generator = SeededGenerator(seed: seed)
        self.format = format
        pieces = Self.pieces.filter { PropertyListValue.string($0).isExact(in: format ?? .binary) }
    }

    private static let pieces = [
        "", " ", "a", "key", "two words", "\n", "\t", "\t\ttabs", " blanks around ", "\r\n", "\r", "\u{1}", "\u{1B}[0m",
        "\u{7F}", "\u{85}", "\u{9F}", "\u{A0}", "\u{E9}", "e\u{301}", "\u{2028}", "\u{200B}", "\u{D7FF}", "\u{E000}",
        "\u{1FFFE}", "\u{FEFF}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{1F600}", "\u{10FFFF}", "<", ">", "&", "&amp;",
        "]]>", "<![CDATA[x]]>", "<!-- -->", "<dict/>", "\"", "'", "'\u{301}", "\"\u{338}", "\\", "\\U00e9", "$null",
        "CF$UID", "$date", "NaN", "true", "1", "{}", "()", "// no comment", "/* nor this", ".", "a.b", "a\\.b",
        "bplist00", "日本語", "e\u{301}\u{301}", "🇩🇪", "👨‍👩‍👧", "-", "--", "-g", "-int", "-string", "$", "$(echo x)",
        "`", "!",
        "*", "?", "~", "#", ";", "|", "(", ")", "{", "}", "[", "=", ",", "%s", "EOF", "\nEOF\n",
    ]

    private static let integers: [PropertyListInteger] = [
        0, 1, -1, 127, 128, 255, 256, -128, -129, 65_535, 65_536, 2_147_483_647, 2_147_483_648, -2_147_483_648,
        -2_147_483_649, 4_294_967_295, 4_294_967_296, PropertyListInteger(Int64.max), PropertyListInteger(Int64.min),
        PropertyListInteger(UInt64(1) << 63), PropertyListInteger(UInt64.max),
    ]

    private static let reals: [Double] = [
        0, -0.0, 1, -1, 0.1, 1.0 / 3, 32.3, 1e16, 1e-5, 1e300, .pi, .infinity, -.infinity, .nan,
        .leastNonzeroMagnitude, .greatestFiniteMagnitude, .ulpOfOne, 9_007_199_254_740_992,
    ]

    private static let seconds: [Double] = [
        0, -0.0, -1, 0.5, -0.5, 978_307_200, -978_307_200, -63_114_076_800, 252_423_993_599, 1e11, -1e11, 0.000_001,
    ]

    package mutating func value(depth: Int = 4) -> PropertyListValue {
        while true {
            let value = anyValue(depth: depth)
            if isExact(value) { return value }
        }
    }

    package mutating func dictionary(depth: Int = 3) -> PropertyListDictionary {
        var keys = elements { $0.string() }
        // Strings are equal if they are canonically equivalent.
        if !hasEquivalentKeys { keys = Array(Set(keys)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
        return PropertyListDictionary(keys.map { ($0, value(depth: depth)) })
    }

    /// - Parameter hasNUL: Whether the string may contain a NUL. Few strings do.
    package mutating func string(hasNUL: Bool = true) -> String {
        while true {
            let count = generator.pick(lengths)
            let text = (0..<count).map { _ in
                hasNUL && generator.chance(2) ? "\0" : generator.pick(pieces)
            }.joined()
            if isExact(.string(text)) { return text }
        }
    }

    private func isExact(_ value: PropertyListValue) -> Bool { value.isExact(in: format ?? .binary) }

    private mutating func elements<Element>(_ make: (inout Self) -> Element) -> [Element] {
        (0..<generator.pick(sizes)).map { _ in make(&self) }
    }

    private mutating func anyValue(depth: Int) -> PropertyListValue {
        switch generator.pick(depth > 0 ? scalars + containers : scalars) {
        case .string: .string(string())
        case .integer:
            .integer(
                generator.chance(50)
                    ? generator.pick(Self.integers)
                    : PropertyListInteger(
                        Int64(truncatingIfNeeded: generator.next() >> generator.pick([0, 8, 32, 56]))))
        case .real:
            .real(generator.chance(50) ? generator.pick(Self.reals) : Double(bitPattern: generator.next()))
        case .boolean: .boolean(generator.chance(50))
        case .date: .date(Date(timeIntervalSinceReferenceDate: instant()))
        case .data:
            .data(
                Data(
                    (0..<generator.pick([0, 1, 2, 3, 14, 15, 16, 57, 300])).map { _ in
                        UInt8(truncatingIfNeeded: generator.next())
                    }))
        case .uid: .uid(generator.pick([0, 1, 255, 256, 65_535, 65_536, UInt32.max]))
        case .array: .array(elements { $0.value(depth: depth - 1) })
        case .dictionary: .dictionary(dictionary(depth: depth - 1))
        case .reference: .dictionary(["CF$UID": value(depth: 0)])
        }
    }

    private mutating func instant() -> Double {
        if let seconds { return generator.pick(seconds) }
        if generator.chance(50) { return generator.pick(Self.seconds) }
        let seconds = Double.random(in: -7e10...2e11, using: &generator)
        return generator.chance(50) ? seconds.rounded() : seconds
    }
}
