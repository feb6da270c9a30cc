import Foundation
import Testing

/// The mdoc source of a man page, with the lists and displays that tests compare with the command.
struct ManualPage {
    private let lines: [String]

    init(_ page: Page) throws {
        lines = try Page.text(ofFile: page.rawValue).components(separatedBy: "\n")
    }

    /// The titles of the sections and subsections.
    var titles: [String] {
        lines.filter { $0.hasPrefix(".Sh ") || $0.hasPrefix(".Ss ") }.map { String($0.dropFirst(4)) }
    }

    /// The titles of the sections.
    var sections: [String] { lines.filter { $0.hasPrefix(".Sh ") }.map { String($0.dropFirst(4)) } }

    /// The name that the footer shows. In installed pages, the version follows.
    var system: String? { lines.first { $0.hasPrefix(".Os ") }.map { String($0.dropFirst(4)) } }

    /// The sections that the page refers to, in itself and in other pages.
    ///
    /// A reference to another page is a title at the end of a line, before `in` and an `.Xr` macro.
    var references: [(title: String, page: String?)] {
        zip(lines, lines.dropFirst() + [""]).compactMap { line, next in
            if line.hasPrefix(".Sx ") {
                let title = line.dropFirst(4).prefix { $0 != "." && $0 != "," && $0 != ";" }
                return (title.trimmingCharacters(in: .whitespaces), nil)
            }
            guard next.hasPrefix(".Xr "), let match = line.firstMatch(of: /([A-Z][A-Z ]+[A-Z]) in$/) else { return nil }
            let words = next.split(separator: " ")
            return (String(match.1), "\(words[1]).\(words[2])")
        }
    }

    /// The lines of a section.
    private func section(_ title: String) -> [String] {
        Array(lines.drop { $0 != ".Sh \(title)" }.dropFirst().prefix { !$0.hasPrefix(".Sh ") })
    }

    /// Returns the heads of the list items in a section, without those of nested lists, split into words.
    func items(under title: String) -> [[String]] {
        var depth = 0
        return section(title).compactMap { line in
            if line.hasPrefix(".Bl ") { depth += 1 }
            if line == ".El" { depth -= 1 }
            return depth == 1 && line.hasPrefix(".It ") ? Self.words(of: line, after: ".It ") : nil
        }
    }

    /// Returns all words of the macro lines in a section.
    func macros(under title: String) -> [String] {
        section(title).filter { $0.hasPrefix(".") }.flatMap { Self.words(of: $0, after: ".") }
    }

    /// Returns the text of the heads of the list items in a section, split at each argument.
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

    /// The titles of the subsections.
    var subsections: [String] { lines.filter { $0.hasPrefix(".Ss ") }.map { String($0.dropFirst(4)) } }

    /// The literal displays of the page, as lines.
    var literalDisplays: [[String]] { Self.literalDisplays(in: lines) }

    /// Returns the literal displays of a subsection, as lines.
    func literalDisplays(under title: String) -> [[String]] { Self.literalDisplays(in: subsection(title)) }

    /// Returns the words that a subsection marks as options or flags.
    func flags(under title: String) -> Set<String> { Self.flags(in: subsection(title)) }

    private func subsection(_ title: String) -> [String] {
        let rest = lines.drop { $0 != ".Ss \(title)" }.dropFirst()
        return Array(rest.prefix { !$0.hasPrefix(".Ss ") && !$0.hasPrefix(".Sh ") })
    }

    /// Returns the text of the first literal display that has a line.
    func recipe(with line: String) throws -> String {
        try #require(literalDisplays.first { $0.contains(line) }).map { $0 + "\n" }.joined()
    }

    private static func literalDisplays(in lines: [String]) -> [[String]] {
        var displays: [[String]] = []
        var isInside = false
        for line in lines {
            if line.hasPrefix(".Bd -literal") {
                displays.append([])
                isInside = true
            } else if line == ".Ed" {
                isInside = false
            } else if isInside {
                displays[displays.count - 1].append(unescaped(line))
            }
        }
        return displays
    }

    /// The words that the page marks as verbs or fixed operands, in any section.
    var commandWords: Set<String> { Set(Self.marked("Cm", in: lines)) }
    /// The words that the page marks as options or flags, in any section.
    var flags: Set<String> { Self.flags(in: lines) }

    private static func flags(in lines: [String]) -> Set<String> { Set(marked("Fl", in: lines).map { "-" + $0 }) }

    private static func marked(_ macro: String, in lines: [String]) -> [String] {
        lines.filter { $0.hasPrefix(".") }.flatMap { words(after: macro, in: words(of: $0, after: ".")) }
    }

    /// Returns the words directly after each occurrence of a macro in a line.
    static func words(after macro: String, in words: [String]) -> [String] {
        zip(words, words.dropFirst()).filter { $0.0 == macro }.map(\.1)
    }

    private static func words(of line: String, after macro: String) -> [String] {
        line.dropFirst(macro.count).split(separator: " ").map(String.init)
    }

    /// Returns the text with its roff escapes replaced by the characters that they print.
    private static func unescaped(_ text: String) -> String {
        let escapes = ["\\-": "-", "\\(aq": "'", "\\(ti": "~", "\\(ha": "^", "\\&": "", "\\e": "\\"]
        return escapes.reduce(text) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
    }
}
