import CoreFoundation
import Foundation

extension [String] {
    /// The indices of the texts in natural order, in which plutil prints the keys of a dictionary.
    ///
    /// Punctuation and symbols precede numbers, and numbers precede letters. A number is compared by its value, and
    /// case and accents only matter between keys that are equal otherwise: `_x`, `9`, `10`, `a`, `A`, `ä`, `b`. This
    /// is the order of ICU for ASCII, but no data of ICU is read. Letters of other scripts follow in the order of their
    /// scalars.
    package var indicesInNaturalOrder: [Int] { indices.sorted(by: naturalOrder) }

    /// Whether the text at an index precedes another in natural order.
    var naturalOrder: (Int, Int) -> Bool {
        let keys = map(NaturalSortKey.init)
        return { keys[$0].precedes(keys[$1]) }
    }
}

/// A text, and numbers that compare like it.
private struct NaturalSortKey {
    private let text: String
    /// The ranks of the characters without case and accents. For a number, its number of digits precedes its digits.
    private var ranks: [UInt32] = []
    /// The number of ASCII digits. It is greater if a number has leading zeros.
    private let digitCount: Int

    init(_ text: String) {
        self.text = text
        digitCount = text.utf8.count(where: \.isASCIIDigit)
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        appendRanks(of: (isASCII ? text : text.withoutAccents).lowercased())
    }

    func precedes(_ other: NaturalSortKey) -> Bool {
        if ranks != other.ranks { return ranks.lexicographicallyPrecedes(other.ranks) }
        if digitCount != other.digitCount { return digitCount < other.digitCount }
        let (lower, otherLower) = (text.lowercased(), other.text.lowercased())
        if !lower.hasSameScalars(as: otherLower) { return lower.precedesInUTF16(otherLower) }
        // A lower-case letter precedes its upper-case letter, which has a smaller number.
        return other.text.precedesInUTF16(text)
    }

    private mutating func appendRanks(of text: String) {
        ranks.reserveCapacity(text.utf8.count)
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.first {
            if Self.isDigit(scalar) {
                let number = scalars.prefix(while: Self.isDigit)
                let digits = number.drop { $0 == "0" }
                ranks += [Self.rankOfNumbers, UInt32(digits.count)]
                ranks += digits.map(\.value)
                scalars = scalars[number.endIndex...]
            } else {
                if !scalar.isASCII, Self.isSymbol(scalar) { ranks.append(Self.rankOfNumbers - 1) }
                ranks.append(scalar.isASCII ? Self.ranks[Int(scalar.value)] : scalar.value)
                scalars.removeFirst()
            }
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }

    /// Returns whether a character is a symbol or punctuation, such as an emoji or a quote.
    private static func isSymbol(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
    }

    private static let rankOfNumbers: UInt32 = 0x40

    /// The ranks of ASCII characters. Those of letters are their numbers, which are greater than the others.
    private static let ranks: [UInt32] = {
        var ranks = (0..<0x80).map { UInt32($0) }
        for (rank, sign) in #" _-,;:!?.'"()[]{}@*/\&#%`^+<=>|~$"#.utf8.enumerated() {
            ranks[Int(sign)] = UInt32(rank) + 1
        }
        for control in Array(0..<0x20) + [0x7F] { ranks[control] = 0 }
        return ranks
    }()
}

extension String {
    /// The text without accents and other marks on letters.
    fileprivate var withoutAccents: String {
        let folded = CFStringCreateMutableCopy(kCFAllocatorDefault, 0, CoreFoundationText.string(self))
        CFStringFold(folded, .compareDiacriticInsensitive, nil)
        return folded.map { CoreFoundationText.text($0) } ?? self
    }
}
