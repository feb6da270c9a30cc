extension String {
    /// Returns the text with backslash escapes in place of control characters.
    ///
    /// - Parameter kept: Characters that are not escaped, such as the newlines of a text of many lines.
    package func escapingControlCharacters(except kept: Set<Unicode.Scalar> = []) -> String {
        replacingControlCharacters(except: kept) { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\t": "\\t"
            case ..<"\u{80}": "\\" + String(scalar.value, radix: 8).leftPadded(to: 3)
            default: "\\U" + String(scalar.value, radix: 16).leftPadded(to: 4)
            }
        }
    }

    /// Returns a JSON document with escapes in place of the control characters in strings. Tabs and newlines remain,
    /// because they occur only outside strings.
    package func escapingControlCharactersOfJSON() -> String {
        replacingControlCharacters { "\\u" + String($0.value, radix: 16).leftPadded(to: 4) }
    }

    /// Returns an XML document with references in place of control characters. Tabs and newlines remain.
    package func escapingControlCharactersOfXML() -> String {
        replacingControlCharacters { "&#\($0.value);" }
    }

    private func replacingControlCharacters(
        except kept: Set<Unicode.Scalar> = ["\t", "\n"], _ replacement: (Unicode.Scalar) -> String
    ) -> String {
        if hasNoControlCharacters { return self }
        return replacingScalars { $0.isControl && !kept.contains($0) ? replacement($0) : nil }
    }

    /// Returns the text with other text in place of some scalars.
    func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = ""
        for scalar in unicodeScalars {
            if let replacement = replacement(scalar) {
                text += replacement
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Whether XML allows all characters of the text. It allows tab, newline and carriage return, but no other control
    /// characters of ASCII, and neither U+FFFE nor U+FFFF.
    package var isAllowedInXML: Bool { withUTF8Bytes(\.areAllowedInXML) }

    /// Whether no byte of the text can begin a control character. This fast check succeeds for nearly every text. If it
    /// fails, the text may still have no control character, because the byte C2 also begins other characters.
    private var hasNoControlCharacters: Bool {
        utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether XML allows all characters of the UTF-8.
    var areAllowedInXML: Bool {
        indices.allSatisfy { index in
            switch self[index] {
            case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
            case ..<0x20: false
            // U+FFFE or U+FFFF.
            case 0xEF where index + 2 < count: self[index + 1] != 0xBF || self[index + 2] < 0xBE
            default: true
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether the character may have an effect on a terminal.
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
