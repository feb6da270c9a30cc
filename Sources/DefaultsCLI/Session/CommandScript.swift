import Foundation
import PropertyList
import ToolSupport

/// Shell commands that replace the root of a domain with another root.
struct CommandScript {
    /// The arguments before the verb.
    var options: [String] = []
    /// The domain, as an operand.
    let domain: String
    /// Whether all values are in here-documents, and not in arguments.
    let keepsValuesOffCommandLines: Bool

    /// Whether the script is printed on a terminal, on which control characters would have an effect.
    var isForTerminal = false

    /// The maximum size of a value in an argument, in bytes. The system limits the size of arguments.
    private static let longestWord = 64 * 1024

    /// Returns the lines of the script, each with a newline at its end. If the roots are equal, the text is empty.
    ///
    /// - Parameter secrets: The paths of secrets. The lines for their keys are left out, and a comment names each key.
    func text(
        from old: PropertyListValue, to new: PropertyListValue, without secrets: [PropertyListPath]
    ) -> String {
        var omitted: [PropertyListPath] = []
        for secret in secrets {
            let key = PropertyListPath(Array(secret.components.prefix(1)))
            if omitted.last != key { omitted.append(key) }
        }
        let comments = omitted.map { "# \($0.title.escapingControlCharacters()): \(ValueText.line(for: .hidden))\n" }
        guard case (.dictionary(let old), .dictionary(var new)) = (old, new) else {
            return omitted.isEmpty && old != new ? write(new, toPath: PropertyListPath(), [domain]) : comments.joined()
        }
        for key in omitted.compactMap(\.components.first) { new[key] = old[key] }
        return comments.joined() + text(from: old, to: new)
    }

    /// Returns the lines that replace the contents of a domain.
    func text(from old: PropertyListDictionary, to new: PropertyListDictionary) -> String {
        let changed = Self.changedKeys(from: old, to: new)
        if changed.isEmpty { return "" }
        if new.isEmpty { return command(["delete"], [domain]) }
        // An argument cannot contain a NUL or very long text. If a key does, the whole domain is replaced.
        if changed.contains(where: { $0.utf8.contains(0) || $0.utf8.count > Self.longestWord }) {
            return hereDocument(["import", "--replace"], [domain, "-"], Self.json(of: .dictionary(new)))
        }
        return changed.map { key in
            new[key].map { write($0, [domain, key]) } ?? command(["delete"], [domain, key])
        }.joined()
    }

    private static func changedKeys(from old: PropertyListDictionary, to new: PropertyListDictionary) -> [String] {
        var keys: [String] = []
        for difference in PropertyListDifference.between(old, new) {
            guard let key = difference.path.components.first else { continue }
            if keys.last?.hasSameScalars(as: key) != true { keys.append(key) }
        }
        return keys
    }

    /// - Parameters:
    ///   - path: The path of the value, which precedes the operands as an option, or `nil` if they contain a key.
    ///   - place: The operands before the value.
    private func write(
        _ value: PropertyListValue, toPath path: PropertyListPath? = nil, _ place: [String]
    ) -> String {
        let option = path.map { [Option.path.name, $0.description] } ?? []
        if !keepsValuesOffCommandLines, let words = words(for: value),
            words.allSatisfy({ $0.utf8.count <= Self.longestWord })
        {
            return command(["write"] + option, place + words)
        }
        return hereDocument(["write", "--stdin"] + option, place, content(for: value))
    }

    /// Returns a document that `write --stdin` reads as a value. XML cannot represent some strings, and JSON input
    /// cannot be a single string. Such strings are written in the old style.
    private func content(for value: PropertyListValue) -> String {
        if let xml = Self.xmlElement(of: value) { return xml }
        if case .string = value { return OldStyleWriter(escapesNonASCII: true).text(of: value) }
        return Self.json(of: value)
    }

    private static func json(of value: PropertyListValue) -> String {
        JSONWriter().text(of: value).escapingControlCharactersOfJSON()
    }

    /// Returns the arguments of `write` for a value, or `nil` if arguments cannot represent it exactly.
    private func words(for value: PropertyListValue) -> [String]? {
        switch value {
        case .string(let text) where text.escapingControlCharacters(except: ["\t", "\n"]).hasSameScalars(as: text):
            ["-string", text]
        case .integer(let number): ["-int", number.description]
        case .real(let number): ["-float", number.description]
        case .boolean(let flag): ["-bool", flag ? "true" : "false"]
        case .date(let date): ISO8601Text.text(of: date).map { ["-date", $0] }
        case .data(let data): ["-data", data.hexadecimal]
        case .array(let elements) where elements.isEmpty: ["-array"]
        case .dictionary(let dictionary) where dictionary.isEmpty: ["-dict"]
        case .string, .array, .dictionary, .uid: Self.xmlElement(of: value).map { [$0] }
        }
    }

    private func command(_ verb: [String], _ operands: [String]) -> String {
        line(verb, operands) + "\n"
    }

    private func hereDocument(_ verb: [String], _ operands: [String], _ content: String) -> String {
        let delimiter = Self.delimiter(of: content)
        return line(verb, operands) + " <<'\(delimiter)'\n\(content)\n\(delimiter)\n"
    }

    private func line(_ verb: [String], _ operands: [String]) -> String {
        // Without `--`, a domain or key that begins with a dash would be parsed as an option or a type flag.
        let needsSeparator = operands.prefix(2).contains { $0 != "-" && $0.hasScalarPrefix("-") }
        let words = ["defaults"] + options + verb + (needsSeparator ? ["--"] : []) + operands
        return words.map(isForTerminal ? ShellText.escaped : ShellText.quoted).joined(separator: " ")
    }

    /// A delimiter that is not a line of the content.
    private static func delimiter(of content: String) -> String {
        let lines = content.utf8.split(separator: UInt8(ascii: "\n"))
        var delimiter = "EOF"
        while lines.contains(where: { $0.elementsEqual(delimiter.utf8) }) { delimiter += "F" }
        return delimiter
    }

    /// Returns the XML element of a value, without the surrounding document and with references for control characters,
    /// or `nil` if XML cannot represent the value. `write` accepts it as a literal.
    private static func xmlElement(of value: PropertyListValue) -> String? {
        guard let document = try? PropertyListWriter.data(of: value, as: .xml),
            let start = document.range(of: Data("<plist version=\"1.0\">\n".utf8)),
            let end = document.range(of: Data("\n</plist>".utf8), options: .backwards)
        else { return nil }
        let element = String(decoding: document[start.upperBound..<end.lowerBound], as: UTF8.self)
        return element.escapingControlCharactersOfXML()
    }
}
