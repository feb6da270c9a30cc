import PropertyList

extension String {
    /// The text with control characters written as backslash escapes.
    ///
    /// - Parameter kept: characters that stay as they are, such as the newlines of a text of many lines.
    func escapingControlCharacters(except kept: Set<Unicode.Scalar> = []) -> String {
        // Nearly all text has none: they are single bytes, or begin with C2.
        if utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 }) { return self }
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
}
