extension String {
    /// The text for use in a message. A very long text is reduced to its beginning and its end.
    package var excerpt: String {
        guard utf8.count > 400, unicodeScalars.count > 200 else { return self }
        return String(unicodeScalars.prefix(120)) + "…" + String(unicodeScalars.suffix(60))
    }

    /// The text up to the first full stop before a space or newline, or all of the text.
    package var firstSentence: String {
        let bytes = utf8
        let end = zip(bytes.indices, bytes.indices.dropFirst()).first { index, next in
            bytes[index] == UInt8(ascii: ".") && (bytes[next] == UInt8(ascii: " ") || bytes[next] == UInt8(ascii: "\n"))
        }
        return end.map { String(self[...$0.0]) } ?? self
    }

    /// A name for use in a message. A long name is reduced to its beginning.
    var briefExcerpt: String {
        utf8.count > 40 ? String(unicodeScalars.prefix(40)) + "…" : self
    }

    /// Returns the text with leading zeros, up to a width in characters.
    package func leftPadded(to width: Int) -> String {
        String(repeating: "0", count: Swift.max(0, width - count)) + self
    }
}
