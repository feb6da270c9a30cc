import Testing

@testable import PropertyList

struct NaturalOrderTests {
    /// The order that the plutil of Swift 6.3 prints.
    private let ordered = [
        "", "_a", "-d", "[e", "{f", "^h", "~c", "$g", "1a", "9", "009", "10", "a", "A", "ä", "Ä", "a_b", "a-b", "a.b",
        "aa", "AA", "ab", "aB", "Ab", "AB", "aC", "CFa", "CFA", "cfb", "é", "É", "e\u{301}x", "o", "ö", "p", "x 2",
        "X9",
        "x10", "z", "Z",
    ]

    @Test("numbers are ordered by value, and case and accents only matter between keys that are equal otherwise")
    func order() {
        for texts in [ordered, ordered.reversed(), ordered.sorted()] {
            #expect(texts.indicesInNaturalOrder.map { texts[$0] } == ordered)
        }
    }

    @Test("numbers of any length and unknown characters have an order")
    func extremes() {
        let digits = String(repeating: "9", count: 1000)
        let texts = ["\u{0}", "\u{201C}", "\u{1F600}", "0", "x" + digits, "x1" + digits, "z", "\u{430}", "\u{4E00}"]
        #expect(texts.reversed().indicesInNaturalOrder == Array(texts.indices.reversed()))
    }

    @Test("canonically equivalent keys have a fixed order")
    func equivalentKeys() {
        let first = ["\u{E9}", "e\u{301}"].indicesInNaturalOrder
        let second = ["e\u{301}", "\u{E9}"].indicesInNaturalOrder
        #expect(first == second.reversed())
    }
}
