@testable import PropertyList

/// A generator of texts of a format that are mostly valid and use all of its grammar.
struct TextGenerator {
    let format: PropertyListFormat
    var random: Random

    /// Returns a document.
    mutating func document() -> [UInt8] {
        let value = value(depth: 4)
        guard format == .xml else { return Array((filler + value + filler).utf8) }
        let head = pick(["", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<!-- a -->", "<!DOCTYPE plist SYSTEM 'x'>"])
        let body = random.below(3) == 0 ? value : "<plist version='1.0'>\(filler)\(value)\(filler)</plist>"
        return Array((head + body + pick(["", "\n", "<!-- b -->"])).utf8)
    }

    /// Returns a text with an element added to the end of a container, or `nil` if there is no container.
    mutating func insertion(in bytes: [UInt8]) -> [UInt8]? {
        let closers = format == .xml ? ["</array>", "</dict>"] : [")", "}"]
        let closer = closers[random.below(2)]
        let places = bytes.indices.filter { bytes[$0...].starts(with: closer.utf8) }
        guard !places.isEmpty else { return nil }
        let place = places[random.below(places.count)]
        let isDictionary = closer == closers[1]
        let piece = isDictionary ? pair(depth: 2) : value(depth: 2)
        let separator = format == .xml || isDictionary ? "" : ","
        let isFirst = place > 0 && bytes[place - 1] == UInt8(ascii: "(")
        return bytes[..<place] + Array(((isFirst ? "" : separator) + piece).utf8) + bytes[place...]
    }

    private mutating func value(depth: Int) -> String {
        format == .xml ? element(depth: depth) : oldStyleValue(depth: depth)
    }

    private mutating func pair(depth: Int) -> String {
        format == .xml
            ? "<key>\(text())</key>\(filler)\(element(depth: depth))"
            : "\(oldStyleString())\(filler)\(pick(["", "= " + oldStyleValue(depth: depth)]));\(filler)"
    }

    private mutating func element(depth: Int) -> String {
        switch random.below(depth > 0 ? 12 : 9) {
        case 0: return pick(["<true/>", "<false></false>", "<true a=\"b>\" />"])
        case 1:
            let number = pick(["0", " +7", "-0x1F", "18446744073709551615", "- 5", String(random.below(99999))])
            return "<integer>\(number)</integer>"
        case 2: return "<real>\(pick(["1.5", " -.5e3", "nan", "+Infinity", "1e999", "0", "-0.0", "00.10"]))</real>"
        case 3:
            return "<date>\(pick(["2024-02-29T23:59:59Z", "-28-01-01T00:00:00.5Z", "12345-12-31T00:00:00Z"]))</date>"
        case 4: return "<data>\(pick(["", "AQ==", " AQI=\n", "AQID BA==", "////"]))</data>"
        case 5: return "<dict><key>CF$UID</key><integer>\(random.below(70000))</integer></dict>"
        case 6, 7, 8: return "<string>\(text())</string>"
        case 9: return "<array>\(repeated { $0.element(depth: depth - 1) + $0.filler })</array>"
        default: return "<dict>\(repeated { $0.pair(depth: depth - 1) + $0.filler })</dict>"
        }
    }

    private mutating func oldStyleValue(depth: Int) -> String {
        switch random.below(depth > 0 ? 8 : 5) {
        case 0: return "<\(pick(["", "00", "0fbd77 e3", "AB\ncd"]))>"
        case 1, 2, 3, 4: return oldStyleString()
        case 5: return "(\(repeated { $0.oldStyleValue(depth: depth - 1) + "," + $0.filler }))"
        default: return "{\(filler)\(repeated { $0.pair(depth: depth - 1) })}"
        }
    }

    private mutating func oldStyleString() -> String {
        let quote = pick(["\"", "'"])
        return random.below(3) == 0
            ? pick(["a", "b_c", "1.5", "$x", "a-b"])
            : quote
                + repeated {
                    $0.pick([
                        "a", " ", "é", "\\n", "\\101", "\\U00e9", "\\Ud83d\\Ude00", "\\U0008", "\\Ufeff", "\\\"", "\\'",
                        "\n",
                    ])
                } + quote
    }

    private mutating func text() -> String {
        repeated {
            $0.pick([
                "a", "é", "😀", " ", "\r", "\r\n", "&#13;", "&amp;", "&#x41;", "&#0;", "&#x8;", "\u{1}", "\u{FFFE}",
                "&#xFEFF;", "<![CDATA[<&]]>", "<!-- c -->", "]]>", "key",
            ])
        }
    }

    /// Text that may occur between elements.
    private var filler: String {
        mutating get {
            if random.below(3) > 0 { return "" }
            return format == .xml
                ? pick([" ", "\n\t", "<!-- c -->", "<?p i?>"]) : pick([" ", "\n", "/* c */", "// c\n"])
        }
    }

    private mutating func repeated(_ piece: (inout TextGenerator) -> String) -> String {
        (0..<random.below(5)).map { _ in piece(&self) }.joined()
    }

    private mutating func pick(_ texts: [String]) -> String {
        texts[random.below(texts.count)]
    }
}
