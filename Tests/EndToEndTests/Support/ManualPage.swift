import Foundation

/// The source of the man page, as far as mdoc is needed to know what it lists.
struct ManualPage {
    private let lines: [String]

    init() throws {
        lines = try Page.text(ofFile: Page.manual.rawValue).components(separatedBy: "\n")
    }

    /// The lines under a heading, up to the next.
    private func section(_ title: String) -> [String] {
        Array(lines.drop { $0 != ".Sh \(title)" }.dropFirst().prefix { !$0.hasPrefix(".Sh ") })
    }

    /// The headings of the lists in a section, those inside another one left out, split into words.
    func items(under title: String) -> [[String]] {
        var depth = 0
        return section(title).compactMap { line in
            if line.hasPrefix(".Bl ") { depth += 1 }
            if line == ".El" { depth -= 1 }
            return depth == 1 && line.hasPrefix(".It ") ? Self.words(of: line, after: ".It ") : nil
        }
    }

    /// All the words of the macro lines in a section.
    func macros(under title: String) -> [String] {
        section(title).filter { $0.hasPrefix(".") }.flatMap { Self.words(of: $0, after: ".") }
    }

    /// The text of the headings of the lists in a section, cut where an argument stands in them.
    func itemTexts(under title: String) -> [[String]] {
        items(under: title).map { words in
            var texts = [""]
            var isArgument = false
            for word in words {
                switch word {
                case "Ar":
                    texts.append("")
                    isArgument = true
                case "No": isArgument = false
                default:
                    if isArgument { isArgument = false } else { texts[texts.count - 1] += " " + Self.unescaped(word) }
                }
            }
            return texts.map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.count > 1 }
        }
    }

    /// The displays in a section that show text as it is, as lines.
    func literalDisplays(under title: String) -> [[String]] {
        var displays: [[String]] = []
        var isInside = false
        for line in section(title) {
            if line.hasPrefix(".Bd -literal") {
                displays.append([])
                isInside = true
            } else if line == ".Ed" {
                isInside = false
            } else if line.hasPrefix(".Dl ") {
                displays.append([Self.unescaped(String(line.dropFirst(4)))])
            } else if isInside {
                displays[displays.count - 1].append(Self.unescaped(line))
            }
        }
        return displays
    }

    /// Everything the page marks as a word of the command line, wherever it stands.
    var commandWords: Set<String> { Set(marked("Cm")) }
    /// Everything the page marks as an option or a flag.
    var flags: Set<String> { Set(marked("Fl").map { "-" + $0 }) }

    private func marked(_ macro: String) -> [String] {
        lines.filter { $0.hasPrefix(".") }.flatMap { Self.words(after: macro, in: Self.words(of: $0, after: ".")) }
    }

    /// The words that a macro marks in a line, which is the one after it each time.
    static func words(after macro: String, in words: [String]) -> [String] {
        zip(words, words.dropFirst()).filter { $0.0 == macro }.map(\.1)
    }

    private static func words(of line: String, after macro: String) -> [String] {
        line.dropFirst(macro.count).split(separator: " ").map(String.init)
    }

    /// A text with what roff needs to print characters as they are replaced by those characters.
    private static func unescaped(_ text: String) -> String {
        let escapes = ["\\-": "-", "\\(aq": "'", "\\(ti": "~", "\\(ha": "^", "\\&": "", "\\e": "\\"]
        return escapes.reduce(text) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
    }
}
