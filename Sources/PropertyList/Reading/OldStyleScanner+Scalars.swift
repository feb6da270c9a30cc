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
    @inline(__always)
    mutating func string() throws(PropertyListError) -> (String, isExact: Bool)? {
        switch plainString() {
        case .none: nil
        case .plain(let range): (string(range), true)
        case .escaped: try escapedString()
        }
    }

    /// Returns the string at an offset, which was read before.
    func string(at offset: Int) -> String {
        var scanner = self
        scanner.index = offset
        return (try? scanner.string())?.0 ?? ""
    }

    /// Moves behind a string that was read before, and returns the range of its text, or `nil` if it has escapes.
    mutating func plainString(at offset: Int) -> Range<Int>? {
        index = offset
        return if case .plain(let range) = plainString() { range } else { nil }
    }

    /// Returns the text in a range.
    @inline(__always)
    private func string(_ range: Range<Int>) -> String {
        text.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }

    /// The text at the next significant character.
    private enum StringForm {
        /// No string begins there.
        case none
        /// A string whose text is the text in the range.
        case plain(Range<Int>)
        /// A string that has escapes, or no closing quote.
        case escaped
    }

    /// Skips the string at the next significant character if it has no escapes.
    @inline(__always)
    private mutating func plainString() -> StringForm {
        guard let first = nextSignificant() else { return .none }
        stringStart = index
        if first == "\"" || first == "'" {
            let quote = UInt8(truncatingIfNeeded: first.value)
            var end = index + 1
            while end < text.count, text[end] != quote, text[end] != UInt8(ascii: "\\") { end += 1 }
            guard end < text.count, text[end] == quote else { return .escaped }
            index = end + 1
            return .plain(stringStart + 1..<end)
        }
        guard first.isBareStringCharacter else { return .none }
        while index < text.count, Unicode.Scalar(text[index]).isBareStringCharacter { index += 1 }
        return .plain(stringStart..<index)
    }

    /// Reads the string in quotes at the current offset.
    private mutating func escapedString() throws(PropertyListError) -> (String, isExact: Bool) {
        let start = index
        let quote = current
        index += 1
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
            throw parseError(missing: quote.map { String($0) } ?? "", for: "the string", openedAt: start)
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
