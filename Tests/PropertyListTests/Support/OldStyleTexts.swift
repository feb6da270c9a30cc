import TestExtent

/// A generator of old-style texts that uses all variants of the grammar.
struct OldStyleTexts {
    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    private static let blanks = [
        "", "", "", " ", "\n", "\t", "\r\n", "  ", "/**/", "/* a = b; */", "// c }\n", "\u{2028}", "\u{B}", "//\r",
        "/*/ */",
    ]

    private static let bareStrings = [
        "a", "b", "c", "key", "-1", "1.5", "a.b", "a/b", "x:y", "$x", "_", "9", "a//b", "/a",
    ]

    private static let pieces = [
        "a", "b", " ", "é", "e\u{301}", "😀", "\n", "{", "}", "(", ")", ";", "=", ",", "<", ">", "/*", "//", "\\n",
        "\\t", "\\\\",
        "\\\"", "\\'", "\\0", "\\33", "\\101", "\\777", "\\200", "\\U00e9", "\\U1", "\\U", "\\Ud83d\\Ude00", "\\Ud83d",
        "\\x",
    ]

    /// Text that breaks a valid text.
    private static let spoilers = [
        "{", "}", "(", ")", "<", ">", "=", ";", ",", "\"", "'", "\\", "/", "*", "-", "$", ":", ".", "[", "]", "#", " ",
        "\n", "0", "7",
        "a", "f", "U", "é", "😀", "//", "/*", "*/", "\0", "\u{2028}",
    ]

    /// Returns a valid text: a container, or the inside of a dictionary.
    mutating func text() -> String {
        blank() + (generator.chance(20) ? pairs(depth: 2) : container(depth: 3)) + blank()
    }

    /// Returns a text with a few characters removed, added or replaced.
    mutating func spoiledText() -> String {
        var characters = text().unicodeScalars.map(String.init)
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 0..<max(1, characters.count), using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0 where place < characters.count: characters.remove(at: place)
            case 1 where place < characters.count: characters[place] = generator.pick(Self.spoilers)
            default: characters.insert(generator.pick(Self.spoilers), at: place)
            }
        }
        return characters.joined()
    }

    private mutating func container(depth: Int) -> String {
        generator.chance(60) ? "{" + blank() + pairs(depth: depth) + "}" : array(depth: depth)
    }

    private mutating func pairs(depth: Int) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            text += string() + blank()
            if !generator.chance(10) { text += "=" + blank() + value(depth: depth) + blank() }
            text += ";" + blank()
        }
        return text
    }

    private mutating func array(depth: Int) -> String {
        let elements = (0..<Int.random(in: 0...3, using: &generator)).map { _ in blank() + value(depth: depth) + blank()
        }
        return "(" + elements.joined(separator: ",") + (generator.chance(15) && !elements.isEmpty ? "," : "") + blank()
            + ")"
    }

    private mutating func value(depth: Int) -> String {
        if depth > 0, generator.chance(30) { return container(depth: depth - 1) }
        return generator.chance(20) ? data() : string()
    }

    private mutating func string() -> String {
        // A slash right behind a bare string would be part of the string.
        if generator.chance(50) { return generator.pick(Self.bareStrings) + generator.pick([" ", "\n"]) }
        let quote = generator.pick(["\"", "'"])
        return quote + (0..<Int.random(in: 0...4, using: &generator)).map { _ in generator.pick(Self.pieces) }.joined()
            + quote
    }

    private mutating func data() -> String {
        let bytes = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            generator.pick(["00", "fF", "0a", "E9"]) + generator.pick(["", "", " ", "\n", "\t"])
        }
        return "<" + bytes.joined() + ">"
    }

    private mutating func blank() -> String {
        generator.pick(Self.blanks)
    }
}
