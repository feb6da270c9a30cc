/// The text of a JSON value, which can be split into the texts of its members.
///
/// `JSONReader` refuses nulls and large numbers. Therefore the tests use this type for files with such values. It
/// expects valid JSON.
struct RawJSON: CustomStringConvertible {
    let text: [UInt8]

    init(_ text: some Sequence<UInt8>) {
        self.text = Array(text)
    }

    /// The elements of an array.
    var elements: [RawJSON] { parts.map(\.value) }

    var description: String { String(decoding: text, as: UTF8.self) }

    /// The value of a string without escapes.
    var string: String { String(decoding: text.dropFirst().dropLast(), as: UTF8.self) }

    var isString: Bool { text.first == UInt8(ascii: "\"") }

    var isTrue: Bool { text == Array("true".utf8) }

    /// Whether a null is outside the strings.
    var containsNull: Bool {
        var isInString = false
        for (index, byte) in text.enumerated() {
            if byte == UInt8(ascii: "\""), !isEscaped(index) { isInString.toggle() }
            if !isInString, text[index...].starts(with: "null".utf8) { return true }
        }
        return false
    }

    /// Returns the value of a member of an object.
    subscript(_ key: String) -> RawJSON? {
        parts.first { $0.key?.string == key }?.value
    }

    /// The members with their keys, or the elements.
    private var parts: [(key: RawJSON?, value: RawJSON)] {
        var parts: [(key: RawJSON?, value: RawJSON)] = []
        var (key, start, depth, isInString): (RawJSON?, Int, Int, Bool) = (nil, 1, 0, false)
        func part(to end: Int) -> RawJSON { RawJSON(Self.trimmed(text[start..<end])) }
        for (index, byte) in text.enumerated() {
            if byte == UInt8(ascii: "\""), !isEscaped(index) { isInString.toggle() }
            if isInString { continue }
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ":") where depth == 1: (key, start) = (part(to: index), index + 1)
            case UInt8(ascii: ",") where depth == 1:
                parts.append((key, part(to: index)))
                start = index + 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 0, !part(to: index).text.isEmpty { parts.append((key, part(to: index))) }
            default: break
            }
        }
        return parts
    }

    private func isEscaped(_ index: Int) -> Bool {
        !text[..<index].reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in " \n\r\t".utf8.contains(byte) }
        let start = text.firstIndex { !isBlank($0) } ?? text.endIndex
        let end = text.lastIndex { !isBlank($0) } ?? start
        return start < text.endIndex ? text[start...end] : []
    }
}
