package import Foundation

/// A writer of property list values in the old style, in the layout of Apple's `description` that `defaults read`
/// prints.
///
/// Foundation ends the process when asked for this format.
package struct OldStyleWriter: Sendable {
    /// The representation of data.
    package enum DataStyle: Sendable {
        /// The summary that Apple's tool prints: up to 24 bytes in full, or the first 16 and the last 8 of more bytes.
        case summary
        /// All bytes, in the form that ``PropertyListReader`` reads: `<0fbd77e3>`.
        case hexadecimal
    }

    private let dataStyle: DataStyle
    private let escapesNonASCII: Bool

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - dataStyle: The representation of data.
    ///   - escapesNonASCII: Whether UTF-16 code units beyond ASCII are printed as `\Uxxxx`.
    package init(dataStyle: DataStyle = .summary, escapesNonASCII: Bool = false) {
        self.dataStyle = dataStyle
        self.escapesNonASCII = escapesNonASCII
    }

    /// A writer whose output ``PropertyListReader`` can read.
    static let reading = OldStyleWriter(dataStyle: .hexadecimal)

    /// Returns a value as it is printed.
    ///
    /// - Parameter isStandalone: Whether the value is printed alone, where strings are neither quoted nor escaped and
    ///   dates are not quoted. In a container, strings are quoted if necessary.
    package func text(of value: PropertyListValue, isStandalone: Bool = false) -> String {
        var text = ""
        write(value, isStandalone: isStandalone) { piece in
            text += piece
            return true
        }
        return text
    }

    /// Prints a value in pieces of about 64 KiB, so that the text need not fit in memory.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isStandalone: Whether the value is printed alone, as by ``text(of:isStandalone:)``.
    ///   - terminator: The text to print behind the value.
    ///   - sink: Receives a piece, and returns whether to continue.
    package func write(
        _ value: PropertyListValue, isStandalone: Bool, terminator: String = "", to sink: @escaping (String) -> Bool
    ) {
        TextPieces.pass(to: sink) { pieces in
            if isStandalone, let text = plainText(of: value) {
                pieces.append(text)
            } else {
                append(value, to: &pieces, level: 0)
            }
            pieces.append(terminator)
        }
    }

    private func append(_ value: PropertyListValue, to pieces: inout TextPieces, level: Int) {
        switch value {
        case .string, .integer, .real, .boolean, .date:
            if let text = plainText(of: value) { appendQuotedIfNeeded(text, to: &pieces) }
        case .data(let data):
            pieces.append(dataStyle == .summary ? Self.summary(of: data) : "<\(data.hexadecimal)>")
        case .array(let elements):
            appendArray(elements, to: &pieces, level: level)
        case .dictionary(let dictionary):
            appendDictionary(dictionary, to: &pieces, level: level)
        case .uid(let uid):
            // XML uses the same form for a reference. It keeps the output of keyed archives readable.
            appendDictionary(["CF$UID": .integer(PropertyListInteger(UInt64(uid)))], to: &pieces, level: level)
        }
    }

    private func appendArray(_ elements: [PropertyListValue], to pieces: inout TextPieces, level: Int) {
        let indent = Self.indent(level + 1)
        pieces.append("(\n")
        for (index, element) in elements.enumerated() where pieces.isWanted {
            pieces.append(indent)
            if element.spansLines { pieces.append(indent) }
            append(element, to: &pieces, level: level + 1)
            pieces.append(index + 1 < elements.count ? ",\n" : "\n")
            pieces.endLine()
        }
        pieces.append(Self.indent(level) + ")")
    }

    private func appendDictionary(_ dictionary: PropertyListDictionary, to pieces: inout TextPieces, level: Int) {
        let indent = Self.indent(level + 1)
        pieces.append("{\n")
        for (key, value) in dictionary where pieces.isWanted {
            pieces.append(indent)
            appendQuotedIfNeeded(key, to: &pieces)
            pieces.append(" = ")
            if value.spansLines { pieces.append(indent) }
            append(value, to: &pieces, level: level + 1)
            pieces.append(";\n")
            pieces.endLine()
        }
        pieces.append(Self.indent(level) + "}")
    }

    private static func indent(_ level: Int) -> String {
        String(repeating: " ", count: 4 * level)
    }

    /// Returns the unquoted text of a value. Booleans are 1 and 0. Returns `nil` for data, containers and references.
    private func plainText(of value: PropertyListValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): number.description
        case .real(let number): Self.text(of: number)
        case .boolean(let flag): flag ? "1" : "0"
        case .date(let date): Self.text(of: date)
        case .data, .array, .dictionary, .uid: nil
        }
    }

    /// Returns the shortest digits that parse to the same number, without the `.0` of a whole number.
    private static func text(of number: Double) -> String {
        let text = number.description
        return text.hasScalarSuffix(".0") ? text.droppingScalarSuffix(".0") : text
    }

    /// Returns the text of a date in UTC without fractions of a second. If the year is out of range, returns the
    /// seconds since 2001.
    package static func text(of date: Date) -> String {
        UTCDateTime(date)?.description ?? date.timeIntervalSinceReferenceDate.description
    }

    private static func summary(of data: Data) -> String {
        guard data.count > 24 else { return "{length = \(data.count), bytes = 0x\(data.hexadecimal)}" }
        let head = groups(of: data.prefix(16))
        let tail = groups(of: data.suffix(8))
        return "{length = \(data.count), bytes = 0x\(head) ... \(tail) }"
    }

    private static func groups(of data: Data) -> String {
        stride(from: data.startIndex, to: data.endIndex, by: 4)
            .map { data[$0..<min($0 + 4, data.endIndex)].hexadecimal }
            .joined(separator: " ")
    }

    /// Appends text, in quotes unless it consists only of ASCII letters and digits. This is the rule of Apple's
    /// printer. Apple's parser accepts more characters without quotes.
    private func appendQuotedIfNeeded(_ text: String, to pieces: inout TextPieces) {
        let (isWord, isPlain) = text.withUTF8Bytes { bytes in
            let isWord = !bytes.isEmpty && bytes.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
            return (isWord, isWord || !mayNeedEscape(bytes))
        }
        if isWord { return pieces.append(text) }
        pieces.append(UInt8(ascii: "\""))
        pieces.append(isPlain ? text : escaped(text))
        pieces.append(UInt8(ascii: "\""))
    }

    /// Returns whether a byte must be escaped. The loop has no branch, so that the compiler can compare many bytes at
    /// once.
    private func mayNeedEscape(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let limit: UInt8 = escapesNonASCII ? 0x7F : 0xFF
        var found: UInt8 = 0
        for byte in bytes {
            found |= (byte < 0x20 ? 1 : 0) | (byte == 0x7F ? 1 : 0) | (byte >= limit ? 1 : 0)
            found |= (byte == UInt8(ascii: "\"") ? 1 : 0) | (byte == UInt8(ascii: "\\") ? 1 : 0)
        }
        return found != 0
    }

    private func escaped(_ text: String) -> String {
        text.replacingScalars { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\u{07}": "\\a"
            case "\u{08}": "\\b"
            case "\t": "\\t"
            case "\n": "\\n"
            case "\u{0B}": "\\v"
            case "\u{0C}": "\\f"
            case "\r": "\\r"
            case ..<" ", "\u{7F}": "\\" + String(scalar.value, radix: 8).leftPadded(to: 3)
            case "\u{80}"... where escapesNonASCII: Self.unicodeEscapes(of: scalar)
            default: nil
            }
        }
    }

    private static func unicodeEscapes(of scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { units in
            units.map { "\\U" + String($0, radix: 16).leftPadded(to: 4) }.joined()
        } ?? ""
    }
}

extension PropertyListValue {
    /// Whether the value is printed on several lines.
    fileprivate var spansLines: Bool {
        switch self {
        case .array, .dictionary, .uid: true
        case .string, .integer, .real, .boolean, .date, .data: false
        }
    }
}

/// Text that is passed on in pieces, so that it need not fit in memory.
struct TextPieces {
    /// The text, in UTF-8, that was not passed on yet. An array would check its uniqueness and capacity at each append.
    private var buffer: UnsafeMutableBufferPointer<UInt8>
    private var count = 0
    /// Whether the sink wants more.
    private(set) var isWanted = true
    private let sink: (String) -> Bool

    /// The number of collected bytes at which the text is passed on.
    private static let size = 1 << 16

    /// Collects the text that a body appends, and passes it to a sink. The sink returns whether it wants more.
    static func pass(to sink: @escaping (String) -> Bool, _ body: (inout TextPieces) -> Void) {
        var pieces = TextPieces(sink)
        defer { pieces.buffer.deallocate() }
        body(&pieces)
        pieces.flush()
    }

    private init(_ sink: @escaping (String) -> Bool) {
        self.sink = sink
        buffer = .allocate(capacity: 2 * Self.size)
    }

    mutating func append(_ text: String) {
        guard text.utf8.count < Self.size else { return pass(text) }
        text.withUTF8Bytes { append($0) }
    }

    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        buffer[count] = byte
        count += 1
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(for: bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]).copyMemory(
            from: UnsafeRawBufferPointer(bytes))
        count += bytes.count
    }

    /// Ends a line. Passes the collected text on if it is long enough.
    mutating func endLine() {
        if count >= Self.size { flush() }
    }

    @inline(__always)
    private mutating func makeRoom(for more: Int) {
        if more > buffer.count - count { grow(for: more) }
    }

    private mutating func grow(for more: Int) {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2 * buffer.count + more)
        UnsafeMutableRawBufferPointer(larger).copyMemory(from: UnsafeRawBufferPointer(rebasing: written))
        buffer.deallocate()
        buffer = larger
    }

    private var written: UnsafeRawBufferPointer.SubSequence { UnsafeRawBufferPointer(buffer)[..<count] }

    /// Passes the collected text to the sink.
    private mutating func flush() {
        if isWanted, count > 0 { isWanted = sink(String(decoding: written, as: UTF8.self)) }
        count = 0
    }

    /// Passes the collected text to the sink, and then a long text without copying it.
    private mutating func pass(_ text: String) {
        flush()
        if isWanted { isWanted = sink(text) }
    }
}
