import PropertyList

/// Text quoted for a shell.
package enum ShellText {
    /// Returns a word for a shell. It is in single quotes unless all its characters are safe.
    package static func quoted(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy(isSafe) { return text }
        if !text.utf8.contains(UInt8(ascii: "'")) { return "'" + text + "'" }
        // Split by scalars, because Swift treats a quote with a combining mark as one character. The shell does not.
        let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// Returns a word for a terminal, without control characters. A word with control characters is written with
    /// escapes in `$'…'`, which bash, zsh and ksh read as the same text.
    package static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isControl) else { return quoted(text) }
        return "$'" + text.unicodeScalars.map(escaped).joined() + "'"
    }

    /// Returns a character as it is written inside `$'…'`.
    static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\t": "\\t"
        case "'", "\\": "\\\(scalar)"
        case _ where scalar.isControl:
            String(scalar).utf8.map { "\\" + String($0, radix: 8).leftPadded(to: 3) }.joined()
        default: String(scalar)
        }
    }

    /// Returns whether a byte has no special meaning in a word without quotes.
    static func isSafe(_ byte: UInt8) -> Bool {
        isWordByte(byte) || "_./:=@%+,-".utf8.contains(byte)
    }

    /// Returns whether a text is a valid name of a shell variable.
    package static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !first.isASCIIDigit else { return false }
        return text.utf8.allSatisfy { isWordByte($0) || $0 == UInt8(ascii: "_") }
    }

    /// Returns the name of the variable for a key. Characters that are not allowed in names become underscores.
    static func name(prefix: String, key: String) -> String {
        let bytes = key.unicodeScalars.map { scalar in
            scalar.isASCII && isWordByte(UInt8(scalar.value)) ? UInt8(scalar.value) : UInt8(ascii: "_")
        }
        return prefix + String(decoding: bytes, as: UTF8.self)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || byte.isASCIILetter
    }
}
