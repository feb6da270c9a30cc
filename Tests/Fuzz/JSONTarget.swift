@testable import PropertyList

/// The JSON reader. A value that is read must be the same after writing and reading it in both layouts. It is also
/// written in the other styles.
extension FuzzTarget {
    static let json = FuzzTarget(
        name: "json", run: run,
        change: { bytes, random in
            let choice = random.below(3)
            var generator = JSONGenerator(random: random)
            switch choice {
            case 0: return nil
            case 1: return generator.insertion(in: bytes)
            default: return generator.document()
            }
        })

    private static func run(_ bytes: [UInt8]) -> Verdict {
        guard JSONReader.recognizes(bytes) else { return .foreign }
        guard let value = try? JSONReader.read(bytes) else { return .refused }
        for layout in [JSONWriter.Layout.compact, .indented] {
            let written = JSONWriter(.lossless, layout: layout).bytes(of: value)
            promise((try? JSONReader.read(written)) == value, "another value after writing")
        }
        _ = JSONWriter(.plain).bytes(of: value)
        return .read
    }
}

/// A generator of JSON that is mostly valid.
struct JSONGenerator {
    var random: Random
    /// Whether the text is a file of another program, with comments, its own layout, and commas before brackets.
    private let isFile: Bool
    private var (unit, lineEnd, keyGap) = ("", "", "")

    init(random: Random, isFile: Bool = false) {
        (self.random, self.isFile) = (random, isFile)
        guard isFile else { return }
        unit = self.random.pick(["  ", "\t", "    ", ""])
        lineEnd = self.random.pick(["\n", "\n", "\n", "\r\n", "\r", ""])
        keyGap = self.random.pick([": ", ":", " : ", " :\n"])
    }

    /// Returns a document.
    mutating func document() -> [UInt8] {
        let mark = isFile && random.once(in: 8) ? "\u{FEFF}" : ""
        let root = random.once(in: 2) ? object(depth: Self.depth) : array(depth: Self.depth)
        return Array((mark + filler + root + filler + (random.once(in: 2) ? lineEnd : "")).utf8)
    }

    private static let depth = 4

    /// Returns a text with an element added to the beginning of a container, or `nil` if there is no container.
    mutating func insertion(in bytes: [UInt8]) -> [UInt8]? {
        let places = bytes.indices.filter { bytes[$0] == UInt8(ascii: "{") || bytes[$0] == UInt8(ascii: "[") }
        guard !places.isEmpty else { return nil }
        let place = random.pick(places)
        let piece = bytes[place] == UInt8(ascii: "{") ? pair(depth: 2) : value(depth: 2)
        let rest = bytes[(place + 1)...]
        let next = rest.first { $0 != 0x20 && $0 != 0x0A }
        let isEmpty = next == UInt8(ascii: "}") || next == UInt8(ascii: "]")
        return bytes[...place] + Array((piece + (isEmpty ? "" : ",")).utf8) + rest
    }

    private mutating func value(depth: Int) -> String {
        switch random.below(depth > 0 ? 9 : 6) {
        case 0: return random.pick(["true", "false", "true", "false", "null"])
        case 1:
            return random.pick([
                "0", "-0", "-1", "9007199254740993", "18446744073709551615", "-9223372036854775808",
                "18446744073709551616", String(random.below(100_000)),
            ])
        case 2: return random.pick(["0.1", "-0.0", "1e3", "1.5E-7", "1e308", "1e309", "2.5e+1", "5e-324"])
        case 3: return tagged(depth: depth)
        case 4, 5: return string()
        case 6: return array(depth: depth - 1)
        default: return object(depth: depth - 1)
        }
    }

    private mutating func tagged(depth: Int) -> String {
        let content = random.pick([
            "\"$date\": \"2024-02-29T23:59:59.5Z\"", "\"$date\": 12.5", "\"$date\": -7", "\"$data\": \"AQID\"",
            "\"$data\": \"\"", "\"$real\": \"1\"", "\"$real\": \"-inf\"", "\"$real\": \"nan\"", "\"$real\": \"-0.0\"",
            "\"$integer\": \"9007199254740993\"", "\"$uid\": 7", "\"$dictionary\": {\"$date\": 1}",
            "\"$dictionary\": {}", "\"$dictionary\": \(object(depth: max(0, depth - 1)))",
        ])
        return "{\(content)}"
    }

    private mutating func array(depth: Int) -> String {
        "[\(list(depth: depth) { $0.value(depth: depth) })]"
    }

    private mutating func object(depth: Int) -> String {
        "{\(list(depth: depth) { $0.pair(depth: depth) })}"
    }

    private mutating func pair(depth: Int) -> String {
        // Numbers in keys make most of them different.
        let key = random.once(in: 3) ? string() : "\"k\(random.below(100_000))\""
        if isFile { return key + filler + keyGap + filler + value(depth: depth) }
        return "\(key):\(random.pick(["", " ", "\n"]))\(value(depth: depth))"
    }

    private mutating func string() -> String {
        let characters = (0..<random.below(6)).map { _ in
            random.pick([
                "a", "é", "😀", " ", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "\\ud83d\\ude00", "\\u0000", "$", "\u{7F}",
            ])
        }
        return "\"\(characters.joined())\""
    }

    private mutating func list(depth: Int, _ element: (inout JSONGenerator) -> String) -> String {
        let elements = (0..<random.below(5)).map { _ in element(&self) }
        guard isFile else { return elements.joined(separator: random.pick([",", ", ", "\n,"])) }
        let isOnLines = random.below(4) > 0
        let indent = isOnLines ? lineEnd + String(repeating: unit, count: max(0, Self.depth - depth)) : ""
        let gap = isOnLines ? indent + unit : random.pick(["", " "])
        var text = ""
        for (index, element) in elements.enumerated() {
            let comma = index + 1 < elements.count || random.once(in: 8) ? "," : ""
            text += (isOnLines || index > 0 ? gap : "") + comment(gap) + element + filler + comma + comment("")
        }
        // The empty containers of Xcode have a blank line.
        return text + (elements.isEmpty ? random.pick(["", lineEnd, " ", "// c\n"]) : "") + indent
    }

    /// A comment with the text behind it, or an empty text.
    private mutating func comment(_ gap: String) -> String {
        random.once(in: 6) ? random.pick(["/* c */", "// c\n", "/* \n */", "// \", ]\r\n", "/**/ /* } */"]) + gap : ""
    }

    /// Text that may occur between the parts of a file.
    private var filler: String {
        mutating get {
            isFile && random.once(in: 12) ? random.pick([" ", "\n", "/* c */", "// c\n", "\t/* , */ "]) : ""
        }
    }
}
