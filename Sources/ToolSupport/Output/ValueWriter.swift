package import PropertyList
import Foundation

/// Prints values and text on standard output.
///
/// On a terminal, control characters are escaped, so that a stored value cannot control the terminal. Only
/// ``OutputStyle/raw`` and bytes are printed as they are.
package struct ValueWriter {
    private let streams: Streams
    private let isASCII: Bool

    /// Creates a writer.
    ///
    /// - Parameter isASCII: Whether lines have Apple's escapes in place of non-ASCII characters.
    package init(_ streams: Streams, isASCII: Bool = false) {
        (self.streams, self.isASCII) = (streams, isASCII)
    }

    /// Prints a value. Apple's layout can be much longer than the file, so it is printed in pieces.
    ///
    /// - Parameter key: The key or path of the value, or `nil` for a whole domain.
    package func show(_ value: PropertyListValue, key: String? = nil, as style: OutputStyle) throws(CommandError) {
        switch style {
        case .apple(let isASCII): try writeAsApple(value, isASCII: isASCII, isStandalone: key != nil)
        case .document(let format): try write(document: document(value, format), as: format)
        case .raw: try write(raw(value))
        case .types: try show(lines: types(of: value, key: key) + "\n")
        case .list(let terminator): try write(list(value, terminator: terminator))
        case .shell(let prefix): try show(lines: assignments(value, key: key, prefix: prefix) + "\n")
        }
    }

    /// Prints a line.
    package func printLine(_ text: String) throws(CommandError) {
        try show(lines: (isASCII ? text.nonLossyASCII : text) + "\n")
    }

    /// Prints text. Tabs and newlines are not escaped.
    ///
    /// - Parameter isChanged: Whether a change has been made. The error of a failed write then mentions it.
    package func show(lines: String, isChanged: Bool = false) throws(CommandError) {
        let text = streams.outputIsTerminal ? lines.escapingControlCharacters(except: ["\t", "\n"]) : lines
        try write(Array(text.utf8), isChanged: isChanged)
    }

    /// Prints a document. On a terminal, control characters in it are escaped.
    package func write(document: some Collection<UInt8>, as format: DocumentFormat) throws(CommandError) {
        try write(streams.printed(document, as: format))
    }

    /// Writes bytes as they are.
    package func write(_ bytes: [UInt8], isChanged: Bool = false) throws(CommandError) {
        do {
            try streams.write(bytes, .output)
        } catch {
            throw .outputFailed(error, isChanged: isChanged)
        }
    }

    private func writeAsApple(_ value: PropertyListValue, isASCII: Bool, isStandalone: Bool) throws(CommandError) {
        let writer = OldStyleWriter(escapesNonASCII: isASCII)
        var failure: CommandError?
        writer.write(value, isStandalone: isStandalone, terminator: "\n") { piece in
            do throws(CommandError) {
                try show(lines: isASCII ? piece.nonLossyASCII : piece)
            } catch {
                failure = error
            }
            return failure == nil
        }
        if let failure { throw failure }
    }

    private func document(_ value: PropertyListValue, _ format: DocumentFormat) throws(CommandError) -> Data {
        if let notice = format.invalidity(of: value) { streams.report(notice) }
        do {
            return try format.data(of: value)
        } catch {
            throw CommandError(.invalidData, "cannot print the value: \(error)")
        }
    }

    /// Returns the bytes of a scalar, without quotes or a newline.
    private func raw(_ value: PropertyListValue) throws(CommandError) -> [UInt8] {
        switch value {
        case .data(let data): return Array(data)
        case .string, .integer, .real, .boolean, .date:
            return Array(OldStyleWriter().text(of: value, isStandalone: true).utf8)
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
            bytes += Array((streams.outputIsTerminal ? item.escapingControlCharacters() : item).utf8) + [terminator]
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
        case .string, .integer, .real, .boolean, .date: OldStyleWriter().text(of: value, isStandalone: true)
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
            lines += streams.outputIsTerminal ? ShellText.escaped(text) : ShellText.quoted(text)
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
