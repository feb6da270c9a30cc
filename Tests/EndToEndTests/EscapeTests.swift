import CoreFoundation
import Foundation
import Testing

/// Every character through every way a string can be given and printed. CoreFoundation's own parser and encoder tell
/// what is right.
@Suite(.waiting) struct EscapeTests {
    let scratch = Scratch()

    /// All scalars of the basic plane but NUL, which no argument can hold, and some beyond it.
    static let scalars =
        awkward + (0x20...0xFFFD).compactMap(Unicode.Scalar.init(_:)).filter { $0 != "\u{FEFF}" } + beyond
    /// Those that XML does not hold; together, so that all others are written as XML.
    static let awkward = (1..<0x20).compactMap(Unicode.Scalar.init(_:)) + ["\u{FEFF}", "\u{FFFE}", "\u{FFFF}"]
    static let beyond: [Unicode.Scalar] = [
        "\u{10000}", "\u{1F600}", "\u{1FFFE}", "\u{2F800}", "\u{E0001}", "\u{10FFFD}", "\u{10FFFF}",
    ]
    /// Scalars in groups that fit into one command line.
    static func batches(where isIncluded: (Unicode.Scalar) -> Bool = { _ in true }) -> [[Unicode.Scalar]] {
        [awkward] + scalars.dropFirst(awkward.count).filter(isIncluded).batches(of: 8000)
    }

    /// What makes a word a literal.
    static let metacharacters = "\"()[]{}<>".unicodeScalars

    @Test("a character in a word, value or key, is itself, but for backslashes and what begins a literal")
    func words() throws {
        for batch in Self.batches(where: { $0 != "\\" && !Self.metacharacters.contains($0) }) {
            let texts = batch.map { "a\($0)b" }
            try expect(["-array"] + texts, .array(texts.map(units)))
            let words = batch.flatMap { ["\($0)k", "\($0)"] }
            try expect(["-dict"] + words, .dictionary(batch.map { (units("\($0)k"), units("\($0)")) }))
        }
    }

    @Test("every character after -string is itself, and so it is in the key of a domain")
    func strings() throws {
        for batch in Self.batches() {
            let texts = batch.map { "\($0)b" }
            try expect(["-array"] + texts.flatMap { ["-string", $0] }, .array(texts.map(units)))
        }
        let all = String(String.UnicodeScalarView(Self.scalars.filter { $0.value < 0x3000 || $0.value > 0xFFF0 }))
        #expect(try scratch.defaults("write", "Keys", all, "-string", all) == .silence)
        #expect(try scratch.defaults("write", "Keys", "", #"\101"#) == .silence)
        #expect(
            try ForeignText(file: scratch.file("Keys")) == .dictionary([(units(all), units(all)), ([], units("A"))]))
    }

    @Test("a backslash in a word means what it means to CoreFoundation")
    func backslashes() throws {
        let characters = Self.scalars.filter {
            ($0.value < 0x800 || $0.value > 0xFF00) && !Self.metacharacters.contains($0)
        }
        let single = characters.map { "a\\\($0)z" } + Self.beyond.map { "\\\($0)" }
        let octal = (0...0o777).flatMap { number in
            (1...3).filter { number >> (3 * $0) == 0 }.map { width in
                "\\" + String(repeating: "0", count: width - String(number, radix: 8).count) + String(number, radix: 8)
            }
        }
        let long = octal.flatMap { ["\($0)", "\($0)8", "\($0)1", "\($0)x"] }
        let other = [
            #"\\"#, #"\\\\"#, #"a\\n"#, #"\u21a9"#, #"\U"#, #"\Ux"#, #"\U1"#, #"\U12"#, #"\U123g"#, #"\U12345"#,
        ]
        for batch in (single + long + other).batches(of: 4000) {
            try expectAgreement(on: batch)
        }
    }

    @Test("every \\Uxxxx is its UTF-16 code unit, in either case; two can be a pair")
    func unicodeEscapes() throws {
        for batch in Array(1...0xFFFF).filter({ !(0xD800...0xDFFF).contains($0) }).batches(of: 8192) {
            try expectAgreement(on: batch.map { "\\U" + String($0, radix: 16, uppercase: $0 % 2 == 0).padded(to: 4) })
        }
        try expectAgreement(on: [#"\Ud83d\Ude00"#, #"a\UD83D\UDE00b"#, #"\Udbff\Udfff"#])
    }

    @Test("half of a surrogate pair is refused", arguments: [#"\Ud800"#, #"\Udfff"#, #"a\Ude00\Ud83d"#, #"\Ud83dx"#])
    func loneSurrogates(word: String) throws {
        #expect(try scratch.defaults("write", "D", "K", word).status == 1)
        #expect(try scratch.defaults("write", "D", "K", #"{ k = "\#(word)"; }"#).status == 1)
        #expect(!FileManager.default.fileExists(atPath: scratch.file("D")))
    }

    @Test("NUL is reached by escapes, in values and keys")
    func null() throws {
        let words = [#"a\000b"#, #"\0"#, #"\U0000"#, #"\400"#, #"\U"#]
        try expectAgreement(on: words)
        try expect([#"{ "a\0" = "\000\000"; }"#], .dictionary([([0x61, 0], [0, 0])]))
    }

    @Test("every character in the quotes of a literal is what CoreFoundation reads", arguments: ["\"", "'"])
    func quotedLiterals(quote: String) throws {
        for batch in Self.batches(where: { String($0) != quote && $0 != "\\" }) {
            let elements = batch.map { "\(quote)\($0)x\(quote)" }
            // A word of the command line has at most 128 KiB.
            let literal = "(" + elements.joined(separator: ",") + ")"
            try expect([literal], ForeignText(oldStyle: literal))
            let keys = "{" + elements.map { "\($0)=\($0);" }.joined() + "}"
            try expect([keys], ForeignText(oldStyle: keys))
        }
    }

    private func units(_ text: String) -> [UInt16] { Array(text.utf16) }

    /// Checks what `write` makes of a value's words.
    private func expect(
        _ words: [String], _ expected: ForeignText?, location: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try scratch.defaults(["write", "D", "K"] + words)
        #expect(outcome == .silence, sourceLocation: location)
        let value = try ForeignText(file: scratch.file("D"), key: "K")
        #expect(expected != nil, sourceLocation: location)
        #expect(ForeignText.differences(value, expected) == [], sourceLocation: location)
    }

    /// Checks that words are stored as CoreFoundation reads them between double quotes.
    private func expectAgreement(on words: [String], location: SourceLocation = #_sourceLocation) throws {
        let literal = "(" + words.map { "\"\($0)\"" }.joined(separator: ",") + ")"
        try expect(["-array"] + words, ForeignText(oldStyle: literal), location: location)
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        String(repeating: "0", count: Swift.max(0, width - count)) + self
    }
}

extension Array {
    /// The elements in groups of at most so many.
    func batches(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
