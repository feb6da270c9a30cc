import Foundation
import PropertyList
import TestExtent

/// A kind of text.
enum LayoutKind: CaseIterable {
    case xml
    case oldStyle
    case stringsFile
    case json
}

/// A generator of texts in layouts that this package does not write: comments, other indentation, line ends and quotes.
struct VariedLayouts {
    var generator: SeededGenerator
    private var unit = "\t"
    private var lineEnd = "\n"
    private var isInline = false
    private var hasComments = false
    private var kind = LayoutKind.xml
    private var quote = ""
    /// The text between a key and its value in JSON.
    private var keyGap = ""
    /// The commas behind the last members of containers in JSON.
    private var lastComma = ""
    /// The empty containers of JSON have a blank line.
    private var hasBlankLines = false
    /// The strings of JSON have a backslash before each slash.
    private var escapesSlashes = false
    private var comments = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    private var isXML: Bool { kind == .xml }
    private var isJSON: Bool { kind == .json }

    /// Returns a text with a value. The value of an old-style text consists of strings, data and containers.
    mutating func text(of value: PropertyListValue, as kind: LayoutKind) -> String {
        self.kind = kind
        let isStringsFile = kind == .stringsFile
        unit = generator.pick(["\t", "  ", "    "])
        lineEnd = generator.pick(["\n", "\n", "\r\n"])
        isInline = !isStringsFile && generator.chance(20)
        hasComments = generator.chance(60)
        quote = generator.pick(["", "\"", "'"])
        keyGap = generator.pick([": ", ": ", ":", " : "])
        lastComma = generator.chance(20) ? "," : ""
        hasBlankLines = generator.chance(30)
        escapesSlashes = generator.chance(20)
        let end = generator.chance(70) ? lineEnd : ""
        if isStringsFile, case .dictionary(let pairs) = value {
            var text = generator.chance(50) ? "/* header */" + lineEnd + lineEnd : ""
            for pair in shuffled(pairs) {
                text += comment("") + member(pair.key, pair.value, "") + ";" + tail() + lineEnd
            }
            // A text that begins like a binary file is read as one.
            return text.hasPrefix("bplist") ? lineEnd + text : text
        }
        guard isXML else { return comment("") + element(value, "") + end }
        let head = "<?xml version='1.0' encoding=\"UTF-8\"?>" + (isInline ? "" : lineEnd)
        return head + comment("") + "<plist version='1.0'>" + (isInline ? "" : lineEnd) + element(value, "")
            + (isInline ? "" : lineEnd) + "</plist>" + end
    }

    private mutating func shuffled(_ pairs: PropertyListDictionary) -> [PropertyListDictionary.Element] {
        generator.chance(50) ? Array(pairs) : pairs.shuffled(using: &generator)
    }

    private mutating func comment(_ indent: String) -> String {
        guard hasComments, !isInline, generator.chance(25) else {
            return generator.chance(isInline ? 0 : 8) ? lineEnd : ""
        }
        comments += 1
        let text = isXML ? "<!-- c\(comments) -->" : generator.pick(["/* c\(comments) */", "// c\(comments)"])
        return indent + text + lineEnd + (generator.chance(30) ? lineEnd : "")
    }

    private mutating func tail() -> String {
        guard hasComments, !isInline, generator.chance(20) else { return "" }
        comments += 1
        return isXML ? " <!-- c\(comments) -->" : generator.pick([" /* c\(comments) */", " // c\(comments)"])
    }

    private mutating func member(_ key: String, _ value: PropertyListValue, _ indent: String) -> String {
        if isJSON { return indent + json(.string(key)) + keyGap + element(value, indent) }
        if !isXML { return indent + string(key) + generator.pick([" = ", "=", "  = "]) + element(value, indent) }
        let gap = isInline ? "" : generator.chance(80) ? lineEnd + indent : " "
        return indent + "<key>" + escaped(key) + "</key>" + gap + element(value, indent)
    }

    private mutating func element(_ value: PropertyListValue, _ indent: String) -> String {
        let isMixed = !isInline && generator.chance(15)
        if isMixed { isInline = true }
        defer { if isMixed { isInline = false } }
        switch value {
        case .array(let elements):
            if isXML, elements.isEmpty { return generator.pick(["<array/>", "<array></array>"]) }
            var members: [String] = []
            for element in elements {
                members.append((isInline ? "" : indent + unit) + self.element(element, indent + unit))
            }
            let brackets = isXML ? ("<array>", "</array>") : isJSON ? ("[", "]") : ("(", ")")
            return container(members, brackets, isXML ? "" : ",", indent)
        case .dictionary(let pairs):
            if isXML, pairs.isEmpty { return generator.pick(["<dict/>", "<dict></dict>"]) }
            var members: [String] = []
            for pair in shuffled(pairs) { members.append(member(pair.key, pair.value, isInline ? "" : indent + unit)) }
            if !isXML, !isJSON { members = members.map { $0 + ";" } }
            return container(members, isXML ? ("<dict>", "</dict>") : ("{", "}"), isJSON ? "," : "", indent)
        default: return isXML ? scalar(value) : isJSON ? json(value) : oldStyleScalar(value)
        }
    }

    private mutating func container(
        _ members: [String], _ brackets: (String, String), _ comma: String, _ indent: String
    ) -> String {
        let last = isJSON && !members.isEmpty ? lastComma : ""
        if isInline { return brackets.0 + members.joined(separator: comma + (isXML ? "" : " ")) + last + brackets.1 }
        if isJSON, members.isEmpty, hasBlankLines { return brackets.0 + lineEnd + lineEnd + indent + brackets.1 }
        var text = brackets.0 + lineEnd
        for (index, member) in members.enumerated() {
            text += comment(indent + unit) + member + (index + 1 < members.count ? comma : last) + tail() + lineEnd
        }
        return text + comment(indent + unit) + indent + brackets.1
    }

    private mutating func scalar(_ value: PropertyListValue) -> String {
        if case .string(let text) = value {
            if text.isEmpty { return generator.pick(["<string/>", "<string></string>"]) }
            return generator.chance(10) && !text.contains("]]>")
                ? "<string><![CDATA[" + text + "]]></string>" : "<string>" + escaped(text) + "</string>"
        }
        if case .boolean(let flag) = value, generator.chance(20) { return flag ? "<true></true>" : "<false />" }
        let data = (try? PropertyListWriter.data(of: value, as: .xml)) ?? Data()
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst(3).dropLast()
        return lines.joined(separator: generator.chance(50) && !isInline ? lineEnd : "")
    }

    private func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&#38;"
            case "<": "&lt;"
            case "\"": "&quot;"
            default: String(scalar)
            }
        }.joined().replacingOccurrences(of: "]]>", with: "]]&gt;")
    }

    private mutating func json(_ value: PropertyListValue) -> String {
        let text = JSONWriter(.plain, layout: escapesSlashes ? .plutil : .compact).text(of: value)
        return value.type == .real && !text.contains("e") && generator.chance(20) ? text + "0" : text
    }

    private func oldStyleScalar(_ value: PropertyListValue) -> String {
        guard case .string(let text) = value else { return OldStyleWriter(dataStyle: .hexadecimal).text(of: value) }
        return string(text)
    }

    private func string(_ text: String) -> String {
        let printed = OldStyleWriter().text(of: .string(text))
        // By scalars, because a quote and a combining mark are one character.
        let scalars = printed.unicodeScalars
        let content = scalars.first == "\"" ? String(scalars.dropFirst().dropLast()) : printed
        if quote == "'" { return "'" + content.unicodeScalars.map { $0 == "'" ? "\\'" : "\($0)" }.joined() + "'" }
        return quote.isEmpty ? printed : "\"" + content + "\""
    }
}
