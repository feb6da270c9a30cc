import Foundation

/// Strings and data, the leaves of the old style.
extension OldStyleScanner {
    /// Reads the data whose opening bracket was passed.
    mutating func data() throws(PropertyListError) -> Data {
        let start = index - 1
        var bytes: [UInt8] = []
        while let scalar = current, scalar != ">" {
            if scalar.isDataBlank {
                pass(scalar)
            } else if let high = scalar.hexadecimalDigit {
                guard let low = byte(at: index + 1)?.hexadecimalDigit else {
                    throw fault("an odd number of digits in data")
                }
                bytes.append(high << 4 | low)
                index += 2
            } else {
                throw fault("no hexadecimal digit in data")
            }
        }
        guard current == ">" else { throw fault(missing: ">", toClose: "the data", openedAt: start) }
        index += 1
        return Data(bytes)
    }

    /// The string that begins at the next significant character, and whether it is all that is written there; nil, with nothing consumed,
    /// where none does.
    mutating func string() throws(PropertyListError) -> (String, isExact: Bool)? {
        guard let first = nextSignificant() else { return nil }
        if first == "\"" || first == "'" {
            index += 1
            return try quotedString(quote: first)
        }
        guard first.isBareStringCharacter else { return nil }
        var text = String.UnicodeScalarView()
        while let scalar = current, scalar.isBareStringCharacter {
            text.append(scalar)
            index += 1
        }
        return (String(text), true)
    }

    /// Reads the string whose opening quote was passed.
    private mutating func quotedString(quote: Unicode.Scalar) throws(PropertyListError) -> (String, isExact: Bool) {
        let start = index - 1
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
            throw fault(missing: String(quote), toClose: "the string", openedAt: start)
        }
        index += 1
        return (text.text, !text.hasLoneSurrogate)
    }

    /// What a backslash and the given character, both consumed, stand for.
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

    /// Up to three octal digits: a byte (what is above FF is cut off) of the NextStep encoding.
    private mutating func octalEscape(first: Unicode.Scalar) -> UInt16 {
        var byte = first.octalDigit ?? 0
        for _ in 0..<2 {
            guard let digit = current?.octalDigit else { break }
            byte = byte << 3 | digit
            index += 1
        }
        return NextStepEncoding.unit(of: byte)
    }

    /// Up to four hexadecimal digits: a UTF-16 code unit. Two of them can make a surrogate pair.
    private mutating func unicodeEscape() -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = current?.hexadecimalDigit else { break }
            unit = unit << 4 | UInt16(digit)
            index += 1
        }
        return unit
    }

    /// What closes something that was begun at a place is missing here.
    func fault(missing closer: String, toClose container: String, openedAt start: Int)
        -> PropertyListError
    {
        current == nil
            ? fault("no '\(closer)' to close \(container) begun", at: start)
            : fault("no '\(closer)' to close \(container)")
    }
}

extension Unicode.Scalar {
    /// Whether it can stand in a string without quotes.
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
