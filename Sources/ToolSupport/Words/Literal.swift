package import PropertyList

/// A value without a type flag: a string, or a property list in the old style or XML.
///
/// A word without any of `"()[]{}<>` is parsed as if it were in double quotes. It is always a string, and may contain
/// backslash escapes.
package enum Literal {
    /// An error with the text that was parsed, including added quotes.
    package struct ParsingError: Error {
        package let text: String
        /// A clause with the reason and the position of the error.
        package let reason: String
    }

    /// Parses a literal.
    package static func value(of word: String) throws(ParsingError) -> PropertyListValue {
        // Fast path: the parser returns the same value, but it would take a tenth of the time of a batch.
        if word.utf8.allSatisfy(isOrdinary) { return .string(word) }
        let isPlain = !word.utf8.contains(where: isSpecial)
        let text = isPlain ? "\"\(word)\"" : word
        let document: PropertyListDocument
        do {
            document = try PropertyListReader.read(Array(text.utf8))
        } catch {
            throw ParsingError(text: text, reason: reason(of: error, in: text))
        }
        guard document.substitutions.isEmpty else {
            throw ParsingError(text: text, reason: "\(document.substitutions.summary), which cannot be stored")
        }
        guard !PropertyListReader.holdsCommentsAlone(text) else {
            throw ParsingError(text: text, reason: "the text is a comment")
        }
        return document.value
    }

    private static func reason(of error: PropertyListError, in text: String) -> String {
        let bytes = Array(text.utf8)
        if (try? JSONReader.read(bytes)) != nil { return "the text is JSON, which option '--stdin' reads" }
        let place = place(of: error, in: bytes)
        return JSONReader.recognizes(bytes) ? "\(place); for JSON, use option '--stdin'" : place
    }

    private static func place(of error: PropertyListError, in bytes: [UInt8]) -> String {
        // If words precede a special character, the reader reports an unknown format, not this character.
        guard error.code == .unrecognized, let index = bytes.firstIndex(where: isSpecial) else { return "\(error)" }
        let position = PropertyListError.Position(behind: bytes[..<index])
        return "an unexpected '\(Unicode.Scalar(bytes[index]))' \(position)"
    }

    /// Whether a byte is printable ASCII that has no special meaning in a literal.
    private static func isOrdinary(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\\") && !isSpecial(byte)
    }

    /// Whether a byte is a quote or a bracket, which makes a word a property list.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "<"), UInt8(ascii: ">"):
            true
        default: false
        }
    }
}
