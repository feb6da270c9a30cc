import PropertyList

/// Text that a shell reads back as it was.
enum ShellText {
    /// A word: bare where that is safe, else in single quotes.
    static func quoted(_ text: String) -> String {
        let isBare = !text.isEmpty && text.utf8.allSatisfy { isWordByte($0) || "_./:=@%+,-".utf8.contains($0) }
        if isBare { return text }
        // By scalars: a quote and a combining mark after it are one character to Swift, and two to the shell.
        let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// A word for a terminal: without control characters, which the terminal would act on. A word that has some is written with escapes
    /// in `$'…'`, from which bash, zsh and ksh read the same text.
    static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isControl) else { return quoted(text) }
        var word = "$'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": word += "\\n"
            case "\t": word += "\\t"
            case "'", "\\": word += "\\\(scalar)"
            case _ where scalar.isControl:
                for byte in String(scalar).utf8 { word += "\\" + String(byte, radix: 8).leftPadded(to: 3) }
            default: word.unicodeScalars.append(scalar)
            }
        }
        return word + "'"
    }

    /// Whether a text can be the name of a variable.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !first.isASCIIDigit else { return false }
        return text.utf8.allSatisfy { isWordByte($0) || $0 == UInt8(ascii: "_") }
    }

    /// A name for a variable after a key: what cannot be in one becomes an underscore.
    static func name(prefix: String, key: String) -> String {
        let mapped = key.unicodeScalars.map { scalar in
            scalar.isASCII && isWordByte(UInt8(scalar.value)) ? Character(scalar) : "_"
        }
        return prefix + String(mapped)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || byte.isASCIILetter
    }
}
