package import PropertyList
import Foundation

/// Converts a value into the bytes that `read` prints. Apple's layout can be much longer than the file, so it is
/// printed in pieces.
package struct ValuePrinter {
    let style: OutputStyle
    let isTerminal: Bool

    /// Creates a printer. For a terminal, all styles except ``OutputStyle/raw`` escape control characters.
    package init(style: OutputStyle, isTerminal: Bool) {
        (self.style, self.isTerminal) = (style, isTerminal)
    }

    /// Prints a value.
    ///
    /// - Parameters:
    ///   - key: The key or path of the value, or `nil` for a whole domain.
    ///   - sink: Receives the bytes, possibly in pieces.
    package func write(
        _ value: PropertyListValue, key: String?, to sink: @escaping ([UInt8]) throws(CommandError) -> Void
    ) throws(CommandError) {
        switch style {
        case .apple(let isASCII):
            try writeAsApple(value, isASCII: isASCII, isStandalone: key != nil, to: sink)
        case .document(let format):
            try sink(document(value, format))
        case .raw:
            try sink(raw(value))
        case .types:
            try sink(line(types(of: value, key: key)))
        case .list(let terminator):
            try sink(list(value, terminator: terminator))
        case .shell(let prefix):
            try sink(line(assignments(value, key: key, prefix: prefix)))
        }
    }

    /// Returns the bytes of a line. On a terminal, control characters are escaped, so that a stored value cannot
    /// control the terminal.
    package func line(_ text: String) -> [UInt8] {
        lines(text + "\n")
    }

    /// Returns the bytes of a text, without adding a newline. On a terminal, control characters other than tabs and
    /// newlines are escaped.
    package func lines(_ text: String) -> [UInt8] {
        Array((isTerminal ? text.escapingControlCharacters(except: ["\t", "\n"]) : text).utf8)
    }

    private func writeAsApple(
        _ value: PropertyListValue, isASCII: Bool, isStandalone: Bool,
        to sink: @escaping ([UInt8]) throws(CommandError) -> Void
    ) throws(CommandError) {
        let writer = OldStyleWriter(escapesNonASCII: isASCII)
        func bytes(_ text: String) -> [UInt8] { lines(isASCII ? text.nonLossyASCII : text) }
        var failure: CommandError?
        writer.write(value, isStandalone: isStandalone, terminator: "\n") { piece in
            do throws(CommandError) {
                try sink(bytes(piece))
            } catch {
                failure = error
            }
            return failure == nil
        }
        if let failure { throw failure }
    }

    private func document(_ value: PropertyListValue, _ format: DocumentFormat) throws(CommandError) -> [UInt8] {
        guard format.inexactness(of: value) == nil else { throw .notExactInXML }
        do {
            return Array(try format.data(of: value, isForTerminal: isTerminal))
        } catch {
            throw CommandError(.invalidData, "cannot print the value: \(error)")
        }
    }

    /// Returns the bytes of a scalar, without quotes or a newline.
    private func raw(_ value: PropertyListValue) throws(CommandError) -> [UInt8] {
        switch value {
        case .data(let data): return Array(data)
        case .string, .integer, .real, .boolean, .date: return Array(OldStyleWriter().standaloneText(of: value).utf8)
        case .array, .dictionary, .uid:
            throw CommandError(
                .negative, "the value is \(shown: value.type.withArticle); option '--raw' prints only single values")
        }
    }

    /// Returns the elements of an array, the keys of a dictionary, or a scalar, each followed by the terminator.
    private func list(_ value: PropertyListValue, terminator: UInt8) throws(CommandError) -> [UInt8] {
        var bytes: [UInt8] = []
        for item in items(of: value) {
            if item.utf8.contains(terminator) { throw .ambiguousList(terminator: terminator) }
            bytes += Array((isTerminal ? item.escapingControlCharacters() : item).utf8) + [terminator]
        }
        return bytes
    }

    private func items(of value: PropertyListValue) -> [String] {
        switch value {
        case .dictionary(let dictionary): dictionary.keys
        case .array(let elements): elements.map(Self.textInList)
        case .string, .integer, .real, .boolean, .date, .data, .uid: [Self.textInList(value)]
        }
    }

    /// Returns a scalar in the form that `read` prints, data in base64, or a container as JSON.
    private static func textInList(_ value: PropertyListValue) -> String {
        switch value {
        case .string, .integer, .real, .boolean, .date: OldStyleWriter().standaloneText(of: value)
        case .data(let data): data.base64EncodedString()
        case .array, .dictionary, .uid: JSONWriter(layout: .compact).text(of: value)
        }
    }

    private func assignments(_ value: PropertyListValue, key: String?, prefix: String) throws(CommandError) -> String {
        var pairs: [(key: String, value: PropertyListValue)] = []
        if let key {
            pairs = [(key, value)]
        } else if case .dictionary(let dictionary) = value {
            pairs = Array(dictionary)
        }
        var keys: [String: String] = [:]
        var lines = ""
        for (key, value) in pairs {
            let name = ShellText.name(prefix: prefix, key: key)
            if let other = keys.updateValue(key, forKey: name) {
                throw CommandError(
                    .negative,
                    "keys '\(shown: other)' and '\(shown: key)' have the same variable name; read each of them alone")
            }
            let text = Self.textInList(value)
            if text.utf8.contains(0) { throw .ambiguousList(terminator: 0) }
            if !lines.isEmpty { lines += "\n" }
            lines += name
            lines += "="
            lines += isTerminal ? ShellText.escaped(text) : ShellText.quoted(text)
        }
        return lines
    }

    /// Returns a line for each key of a dictionary, or one line for another value.
    private func types(of value: PropertyListValue, key: String?) -> String {
        guard case .dictionary(let dictionary) = value else { return ValueText.line(for: value) }
        let keys = dictionary.keys.map { $0.escapingControlCharacters() }
        let width = keys.map(\.columnCount).max() ?? 0
        return zip(keys, dictionary).map { key, pair in
            key + String(repeating: " ", count: width - key.columnCount) + "  " + ValueText.line(for: pair.value)
        }.joined(separator: "\n")
    }
}

/// A form in which values are printed.
package enum OutputStyle: Sendable {
    /// Apple's layout, optionally in ASCII with Apple's escapes.
    case apple(isASCII: Bool)
    case document(DocumentFormat)
    /// The bytes of a scalar.
    case raw
    /// Lines with keys, types and values.
    case types
    /// The elements of an array, the keys of a dictionary, or a scalar, each followed by the terminator.
    case list(terminator: UInt8)
    /// Shell assignments, with a prefix before each name.
    case shell(prefix: String)

    /// Whether the form is for programs and contains values in full.
    package var isForPrograms: Bool {
        switch self {
        case .document, .shell: true
        case .apple, .raw, .types, .list: false
        }
    }

    /// Whether the output for a whole domain contains no values. A list contains only the keys, and raw output of a
    /// domain is an error.
    package var omitsValuesOfDomains: Bool {
        switch self {
        case .list, .raw: true
        case .apple, .types, .document, .shell: false
        }
    }

    package var isASCII: Bool {
        if case .apple(let isASCII) = self { isASCII } else { false }
    }
}
