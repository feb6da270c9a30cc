/// A literal of a JSON file that no value holds: null, an integer beyond 64 bits, or a number that `Double` rounds.
///
/// While a file is changed, a string stands for the literal, so that it is compared and kept like a value. The string
/// begins with a mark that is random in each process, so no file contains it. ``JSONWriter`` writes the literal.
package enum OpaqueLiteral {
    private static let mark = "\u{FEFF}\(UInt64.random(in: 0 ... .max)),\(UInt64.random(in: 0 ... .max)),"

    static func value(_ literal: String) -> PropertyListValue { .string(mark + literal) }

    /// Returns the literal for which a string stands, or `nil` for any other string.
    static func literal(of text: String) -> String? {
        // Few strings begin with such a character.
        let mayBeMarked = text.withUTF8Bytes { $0.first == 0xEF }
        return mayBeMarked && text.hasScalarPrefix(mark) ? text.droppingScalarPrefix(mark) : nil
    }
}

extension PropertyListValue {
    /// The first literal in the value that no value holds, or `nil` if there is none.
    package var opaqueLiteral: String? {
        switch self {
        case .string(let text): OpaqueLiteral.literal(of: text)
        case .array(let elements): elements.lazy.compactMap(\.opaqueLiteral).first
        case .dictionary(let pairs): pairs.lazy.compactMap(\.value.opaqueLiteral).first
        case .integer, .real, .boolean, .date, .data, .uid: nil
        }
    }
}
