import Foundation

/// Strings and data of the old text format.
extension OldStyleScanner {
    /// Reads data behind its opening bracket.
    mutating func data() throws(PropertyListError) -> Data {
        let start = index - 1
        var bytes: [UInt8] = []
        while let scalar = current, scalar != ">" {
            if scalar.isDataBlank {
                pass(scalar)
            } else if let high = scalar.hexadecimalDigit {
                guard let low = byte(at: index + 1)?.hexadecimalDigit else {
                    throw parseError("an odd number of digits in data")
                }
                bytes.append(high << 4 | low)
                index += 2
            } else {
                throw parseError("an invalid hexadecimal digit in data")
            }
        }
        guard current == ">" else { throw parseError(missing: ">", for: "the data", openedAt: start) }
        index += 1
        return Data(bytes)
    }

    /// Reads the string at the next significant character. Returns `nil` and consumes nothing if no string begins
    /// there.
    ///
    /// - Returns: The string, and whether it is exact, that is, without unpaired surrogates.
    mutating func string() throws(PropertyListError) -> (String, isExact: Bool)? {
        guard let first = nextSignificant() else { return nil }
        stringStart = index
        if first == "\"" || first == "'" {
            index += 1
            return try quotedString(quote: first)
        }
        guard first.isBareStringCharacter else { return nil }
        index = text[index...].firstIndex { !Unicode.Scalar($0).isBareStringCharacter } ?? text.count
        return (String(decoding: text[stringStart..<index], as: UTF8.self), true)
    }

    /// Reads a string behind its opening quote.
    private mutating func quotedString(quote: Unicode.Scalar) throws(PropertyListError) -> (String, isExact: Bool) {
        let start = index - 1
        // Most strings have no escapes.
        let end = text[index...].firstIndex { $0 == UInt8(ascii: "\\") || Unicode.Scalar($0) == quote }
        if let end, Unicode.Scalar(text[end]) == quote {
            index = end + 1
            return (String(decoding: text[start + 1..<end], as: UTF8.self), true)
        }
        var text = EscapedText()
        while let scalar = current, scalar != quote {
            pass(scalar)
            if scalar == "\\", let escaped = current {
                pass(escaped)
                escape(escaped, into: &text)
            } else {
                text.append(scalar)
            }
        }
        guard current == quote else {
            throw parseError(missing: String(quote), for: "the string", openedAt: start)
        }
        index += 1
        return (text.text, !text.hasLoneSurrogate)
    }

    /// Appends the character of an escape. The backslash and the scalar behind it are already consumed.
    private mutating func escape(_ scalar: Unicode.Scalar, into text: inout EscapedText) {
        switch scalar {
        case "0"..."7":
            text.append(unit: octalEscape(first: scalar))
        case "U":
            text.append(unit: unicodeEscape())
        case "a": text.append("\u{07}")
        case "b": text.append("\u{08}")
        case "f": text.append("\u{0C}")
        case "n": text.append("\n")
        case "r": text.append("\r")
        case "t": text.append("\t")
        case "v": text.append("\u{0B}")
        default: text.append(scalar)
        }
    }

    /// Reads the rest of an octal escape, which has up to three digits. The digits are a byte of the NextStep encoding.
    /// Higher bits are dropped.
    private mutating func octalEscape(first: Unicode.Scalar) -> UInt16 {
        var byte = first.octalDigit ?? 0
        for _ in 0..<2 {
            guard let digit = current?.octalDigit else { break }
            byte = byte << 3 | digit
            index += 1
        }
        return NextStepEncoding.unit(of: byte)
    }

    /// Reads up to four hexadecimal digits: a UTF-16 code unit. Two such escapes can form a surrogate pair.
    private mutating func unicodeEscape() -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = current?.hexadecimalDigit else { break }
            unit = unit << 4 | UInt16(digit)
            index += 1
        }
        return unit
    }

}

extension Unicode.Scalar {
    /// Whether the scalar may occur in a string without quotes.
    var isBareStringCharacter: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "/", ":", ".", "-": true
        default: false
        }
    }

    fileprivate var isDataBlank: Bool {
        switch self {
        case " ", "\t", "\n", "\r", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    fileprivate var hexadecimalDigit: UInt8? {
        isASCII ? UInt8(value).hexadecimalDigit : nil
    }

    fileprivate var octalDigit: UInt8? {
        ("0"..."7").contains(self) ? UInt8(value - 0x30) : nil
    }
}
