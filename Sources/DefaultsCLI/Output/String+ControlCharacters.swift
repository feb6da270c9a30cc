import PropertyList

extension String {
    /// The text with control characters written as backslash escapes.
    ///
    /// - Parameter kept: characters that stay as they are, such as the newlines of a text of many lines.
    func escapingControlCharacters(except kept: Set<Unicode.Scalar> = []) -> String {
        if hasNoControlCharacters { return self }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case _ where kept.contains(scalar): text.unicodeScalars.append(scalar)
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case ..<" ", "\u{7F}": text += "\\" + String(scalar.value, radix: 8).leftPadded(to: 3)
            case "\u{80}"..."\u{9F}": text += "\\U" + String(scalar.value, radix: 16).leftPadded(to: 4)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// A JSON document in which the control characters of strings are escapes. Its newlines are no part of strings, and stay.
    func escapingControlCharactersOfJSON() -> String {
        replacingControlCharacters { "\\u" + String($0.value, radix: 16).leftPadded(to: 4) }
    }

    /// An XML document in which control characters are references. The tabs and newlines that indent it stay.
    func escapingControlCharactersOfXML() -> String {
        replacingControlCharacters { "&#\($0.value);" }
    }

    /// The text with all control characters replaced but for tabs and newlines.
    private func replacingControlCharacters(_ replacement: (Unicode.Scalar) -> String) -> String {
        if hasNoControlCharacters { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isControl, scalar != "\t", scalar != "\n" {
                text += replacement(scalar)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Whether the text has no control character, as nearly all text does: they are single bytes, or begin with C2. A text with other
    /// characters that begin so may have none either.
    private var hasNoControlCharacters: Bool {
        utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 }
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may act on the character.
    var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
