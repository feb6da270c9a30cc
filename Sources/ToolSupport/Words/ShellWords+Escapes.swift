/// Words in `$'…'`, with backslash escapes for characters.
extension ShellWords {
    mutating func appendEscapeQuoted(to word: inout ArraySlice<UInt8>) throws(Failure) {
        let start = (index, line)
        skip(2)
        while let byte = current {
            skip()
            switch byte {
            case UInt8(ascii: "'"): return
            case UInt8(ascii: "\\"): try appendEscape(to: &word)
            default: word.append(byte)
            }
        }
        (index, line) = start
        throw failure("a single quote is not closed")
    }

    private mutating func appendEscape(to word: inout ArraySlice<UInt8>) throws(Failure) {
        guard let byte = current else { throw failure("nothing follows a backslash") }
        skip()
        switch byte {
        case UInt8(ascii: "a"): word.append(0x07)
        case UInt8(ascii: "b"): word.append(0x08)
        case UInt8(ascii: "e"), UInt8(ascii: "E"): word.append(0x1B)
        case UInt8(ascii: "f"): word.append(0x0C)
        case UInt8(ascii: "n"): word.append(0x0A)
        case UInt8(ascii: "r"): word.append(0x0D)
        case UInt8(ascii: "t"): word.append(0x09)
        case UInt8(ascii: "v"): word.append(0x0B)
        case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "?"): word.append(byte)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            index -= 1
            word.append(UInt8(truncatingIfNeeded: number(radix: 8, atMost: 3) ?? 0))
        case UInt8(ascii: "x"):
            guard let number = number(radix: 16, atMost: 2) else { throw failure("no digits after '\\x'") }
            word.append(UInt8(truncatingIfNeeded: number))
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            let number = number(radix: 16, atMost: byte == UInt8(ascii: "u") ? 4 : 8)
            guard let scalar = number.flatMap(Unicode.Scalar.init) else {
                throw failure("no character after '\\\(UnicodeScalar(byte))'")
            }
            word.append(contentsOf: String(scalar).utf8)
        default:
            throw failure("unknown escape '\\\(UnicodeScalar(byte))'")
        }
    }

    /// Reads a number with a limited number of digits, or returns `nil` if there is no digit.
    private mutating func number(radix: UInt32, atMost count: Int) -> UInt32? {
        var number: UInt32?
        for _ in 0..<count {
            guard let digit = current?.hexadecimalDigit, digit < radix else { break }
            number = (number ?? 0) &* radix &+ UInt32(digit)
            skip()
        }
        return number
    }
}
