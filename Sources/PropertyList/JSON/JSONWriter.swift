import Foundation

/// A writer of property list values as JSON.
public struct JSONWriter: Sendable {
    /// The representation of values without a JSON type.
    package enum Style: Hashable, Sendable {
        /// Tagged objects such as `{"$date": …}`. ``JSONReader`` restores the same values. Another program may rewrite
        /// the text in between.
        case lossless
        /// The nearest JSON type: strings for dates and data, numbers for references and reals, null for infinities and
        /// NaN. The original values cannot be restored.
        case plain
        /// Numbers as they are, and tagged objects for the other values, if the file has such objects.
        case file(hasTags: Bool)
    }

    private let style: Style
    private let layout: Layout

    /// Creates a writer of tagged objects, with each element on its own line. ``JSONReader`` reads the same values.
    public init() {
        self.init(.lossless)
    }

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - style: The representation of values without a JSON type.
    ///   - layout: The layout of the text.
    package init(_ style: Style = .lossless, layout: Layout = .indented) {
        (self.style, self.layout) = (style, layout)
    }

    /// Returns a value as JSON in UTF-8, without a final newline. Equal values give identical bytes.
    public func bytes(of value: PropertyListValue) -> [UInt8] {
        bytes(of: value, keepingTags: [])
    }

    /// Returns a value that contains further tags as JSON in UTF-8, without a final newline.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - tagged: The paths of dictionaries that are such tags. Other dictionaries with the same key are marked as
    ///     dictionaries. ``JSONReader/read(_:keepingTags:)`` returns the same paths.
    package func bytes(of value: PropertyListValue, keepingTags tagged: Set<PropertyListPath>) -> [UInt8] {
        var output = Output(style, layout, tagged: tagged)
        output.append(value, level: 0)
        return output.bytes
    }

    /// Returns a value as JSON, without a final newline.
    ///
    /// ```swift
    /// let launch = PropertyListValue.date(Date(timeIntervalSince1970: 0))
    /// print(JSONWriter().text(of: launch))
    /// // {
    /// //   "$date": "1970-01-01T00:00:00Z"
    /// // }
    /// ```
    public func text(of value: PropertyListValue) -> String {
        String(decoding: bytes(of: value), as: UTF8.self)
    }
}

private struct Output {
    private let style: JSONWriter.Style
    private let layout: JSONWriter.Layout
    /// The line ends with the indentations behind them, by the levels that have been used.
    private var newLines: [[UInt8]]
    private let tagged: Set<PropertyListPath>
    /// The path of the current value. It is only maintained if ``tagged`` is not empty.
    private var path = PropertyListPath()
    private(set) var bytes: [UInt8] = []

    init(_ style: JSONWriter.Style, _ layout: JSONWriter.Layout, tagged: Set<PropertyListPath>) {
        (self.style, self.layout, self.tagged) = (style, layout, tagged)
        newLines = [Array((layout.lineEnd + layout.indent).utf8)]
    }

    mutating func append(_ value: PropertyListValue, level: Int) {
        switch value {
        case .string(let text): append(quoted: text)
        case .boolean(let flag): append(flag ? "true" : "false")
        case .array(let elements): append(elements, level: level)
        case .dictionary(let dictionary): append(dictionary, level: level)
        case .integer, .real, .date, .data, .uid:
            if style == .plain {
                appendPlain(value)
            } else {
                appendLossless(value, level: level)
            }
        }
    }

    private mutating func append(_ elements: [PropertyListValue], level: Int) {
        appendContainer("[", "]", count: elements.count, level: level) { output, index in
            output.append(elements[index], under: String(index), level: level + 1)
        }
    }

    private mutating func append(_ dictionary: PropertyListDictionary, level: Int) {
        if mayLookLikeTag(dictionary), tagged.isEmpty || !tagged.contains(path) {
            // The tag `$dictionary` marks a dictionary that would otherwise look like a tag.
            return append(tag: .dictionary, level: level) { $0.appendPairs(dictionary, level: level + 1) }
        }
        appendPairs(dictionary, level: level)
    }

    private func mayLookLikeTag(_ dictionary: PropertyListDictionary) -> Bool {
        switch style {
        case .lossless: dictionary.count == 1 && dictionary[0].key.utf8.first == UInt8(ascii: "$")
        case .file(let hasTags): hasTags && dictionary.looksLikeTag
        case .plain: false
        }
    }

    private mutating func appendPairs(_ dictionary: PropertyListDictionary, level: Int) {
        let order = layout.isOfXcode && dictionary.count > 1 ? dictionary.keys.indicesInNaturalOrder : nil
        appendContainer("{", "}", count: dictionary.count, level: level) { output, position in
            let index = order?[position] ?? position
            output.append(quoted: dictionary[index].key)
            output.bytes.append(contentsOf: output.layout.colon)
            output.append(dictionary[index].value, under: dictionary[index].key, level: level + 1)
        }
    }

    private mutating func append(
        _ value: PropertyListValue, under component: @autoclosure () -> String, level: Int
    ) {
        if tagged.isEmpty { return append(value, level: level) }
        path.components.append(component())
        append(value, level: level)
        path.components.removeLast()
    }

    private mutating func append(tag: JSONTag, level: Int, _ body: (inout Output) -> Void) {
        appendContainer("{", "}", count: 1, level: level) { output, _ in
            output.append(quoted: tag.rawValue)
            output.bytes.append(contentsOf: output.layout.colon)
            body(&output)
        }
    }

    private mutating func appendContainer(
        _ opener: StaticString, _ closer: StaticString, count: Int, level: Int, _ body: (inout Output, Int) -> Void
    ) {
        append(opener)
        for index in 0..<count {
            if index > 0 { append(",") }
            if index > 0, layout.lineEnd.isEmpty { append(layout.separator) }
            newLine(level: level + 1)
            body(&self, index)
        }
        if count == 0, layout.isOfXcode { append(layout.lineEnd) }
        if count > 0 || layout.isOfXcode { newLine(level: level) }
        append(closer)
    }

    private mutating func newLine(level: Int) {
        if layout.lineEnd.isEmpty { return }
        while newLines.count <= level { newLines.append(newLines[newLines.count - 1] + layout.unit.utf8) }
        bytes.append(contentsOf: newLines[level])
    }

    private mutating func appendLossless(_ value: PropertyListValue, level: Int) {
        switch value {
        case .integer(let number):
            let limit = JSONTag.largestPlainInteger
            let isSmall = number.exactly(as: Int64.self).map((-limit...limit).contains) ?? false
            if isSmall || style != .lossless { return append(number.description) }
            append(tag: .integer, level: level) { $0.append(quoted: number.description) }
        case .real(let number):
            if number.isFinite, number != number.rounded() || style != .lossless { return append(number.description) }
            append(tag: .real, level: level) { $0.append(quoted: number.description) }
        case .date, .data, .uid, .string, .boolean, .array, .dictionary:
            guard let (tag, content) = JSONTag.tagged(value) else { return append(value, level: level) }
            append(tag: tag, level: level) { $0.append(content, level: level + 1) }
        }
    }

    private mutating func appendPlain(_ value: PropertyListValue) {
        switch value {
        case .integer(let number): append(number.description)
        case .real(let number): append(number.isFinite ? number.description : "null")
        case .date: if let (_, content) = JSONTag.tagged(value) { append(content, level: 0) }
        case .data(let data): append(quoted: data.base64EncodedString())
        case .uid(let uid): append(uid.description)
        case .string, .boolean, .array, .dictionary: append(value, level: 0)
        }
    }

    mutating func append(quoted text: String) {
        if let literal = OpaqueLiteral.literal(of: text) { return append(literal) }
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            if utf8.allSatisfy({ !needsEscape($0) }) {
                bytes.append(contentsOf: utf8)
            } else if layout.escapes.nonASCII {
                for unit in String(decoding: utf8, as: UTF8.self).utf16 {
                    if unit < 0x80 { append(escaping: UInt8(unit)) } else { append(JSONEscapes.escape(of: unit)) }
                }
            } else {
                for byte in utf8 { append(escaping: byte) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F || byte == 0xEF
            || byte == UInt8(ascii: "/") && layout.escapes.slash || byte >= 0x80 && layout.escapes.nonASCII
    }

    private mutating func append(escaping byte: UInt8) {
        switch byte {
        case UInt8(ascii: "/") where layout.escapes.slash: append("\\/")
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        case ..<0x20, 0x7F: append(JSONEscapes.escape(of: UInt16(byte)))
        // Foundation drops U+FEFF at the beginning of a string and behind an escape.
        case 0xBF where bytes.suffix(2).elementsEqual([0xEF, 0xBB]):
            bytes.removeLast(2)
            append("\\ufeff")
        default: bytes.append(byte)
        }
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }
}

extension PropertyListValue: CustomStringConvertible {
    /// The value as lossless JSON on one line.
    ///
    /// ```swift
    /// let value: PropertyListValue = ["FontSize": 14, "Recent": ["notes.txt"]]
    /// print(value)  // {"FontSize":14,"Recent":["notes.txt"]}
    /// ```
    public var description: String {
        JSONWriter(.lossless, layout: .compact).text(of: self)
    }
}

extension PropertyListDictionary: CustomStringConvertible {
    /// The dictionary as lossless JSON on one line.
    public var description: String {
        PropertyListValue.dictionary(self).description
    }
}
