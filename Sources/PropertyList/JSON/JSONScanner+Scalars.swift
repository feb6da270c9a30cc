/// Strings, numbers and words of JSON.
extension JSONScanner {
    /// Returns the string at an offset of a text that has been read.
    static func string(at start: Int, in text: [UInt8]) -> String {
        var scanner = JSONScanner(text)
        scanner.index = start
        return (try? scanner.pairedString()) ?? ""
    }

    mutating func string() throws(PropertyListError) -> String {
        let start = index
        guard let text = try pairedString() else { throw parseError("an unpaired surrogate in a string", at: start) }
        return text
    }

    /// Reads a string. Skips a string with an unpaired surrogate and returns `nil`.
    mutating func pairedString() throws(PropertyListError) -> String? {
        let start = index
        index += 1
        // Most strings have no escapes and are a slice of the text.
        let first = index
        index = endOfRun(from: first)
        if current == UInt8(ascii: "\"") {
            index += 1
            return try text(first..<index - 1, at: start)
        }
        var units = Array(try text(first..<index, at: start).utf16)
        while let byte = current, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                units.append(try escape())
            } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                throw parseError("a missing '\"' at the end of the line, for the string that begins", at: start)
            } else if byte < 0x20 {
                throw parseError("a control character in a string")
            } else {
                let end = endOfRun(from: index)
                units.append(contentsOf: try text(index..<end, at: start).utf16)
                index = end
            }
        }
        guard take("\"") else { throw parseError("the text ends while looking for '\"'", at: start) }
        return String(validating: units, as: UTF16.self)
    }

    /// Returns the end of the characters that are not escaped.
    private func endOfRun(from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var end = start
            while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\\"),
                bytes[end] >= 0x20
            {
                end += 1
            }
            return end
        }
    }

    private func text(_ run: Range<Int>, at start: Int) throws(PropertyListError) -> String {
        // A slice of the array would be retained and released.
        if isUTF8 {
            return bytes.withUnsafeBufferPointer {
                String(decoding: UnsafeBufferPointer(rebasing: $0[run]), as: UTF8.self)
            }
        }
        guard let text = String(validating: bytes[run], as: UTF8.self) else {
            throw parseError("a string that is not UTF-8", at: start)
        }
        return text
    }

    /// Reads an escape, which is one UTF-16 code unit.
    private mutating func escape() throws(PropertyListError) -> UInt16 {
        index += 1
        guard let byte = current else { throw parseError("the text ends after '\\'") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(byte)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"):
            var unit: UInt16 = 0
            for _ in 0..<4 {
                guard let digit = current?.hexadecimalDigit else {
                    throw parseError("fewer than four hexadecimal digits after '\\u'")
                }
                unit = unit << 4 | UInt16(digit)
                index += 1
            }
            return unit
        default: throw parseError("unknown escape in a string", at: index - 1)
        }
    }

    mutating func number() throws(PropertyListError) -> PropertyListValue {
        let start = index
        let (text, isReal) = try numberText()
        if isReal {
            let real = Double(decimal: text)
            if let real, !purpose.isLenient || DecimalText.isExact(text, as: real) { return .real(real) }
            if !purpose.isLenient { throw parseError("a number out of range", at: start) }
            return replacement(of: start..<index, .roundedNumber, by: real.map { .real($0) } ?? .string(text))
        }
        let integer = PropertyListInteger(text)
        // Integers have no negative zero.
        if let integer, !purpose.isLenient || text != "-0" { return .integer(integer) }
        if !purpose.isLenient { throw parseError("an integer beyond 64 bits", at: start) }
        let found = integer == nil ? PropertyListSubstitution.Found.wideInteger : .roundedNumber
        return replacement(of: start..<index, found, by: integer.map { .integer($0) } ?? .string(text))
    }

    /// Returns the text of a number, and whether it has a point or an exponent.
    mutating func numberText() throws(PropertyListError) -> (text: String, isReal: Bool) {
        let start = index
        _ = take("-")
        let whole = digits()
        if whole.isEmpty { throw parseError("missing digits after '-'") }
        if whole.count > 1, whole.first == UInt8(ascii: "0") {
            throw parseError("a number that begins with zero", at: start)
        }
        var isReal = false
        if take(".") {
            isReal = true
            if digits().isEmpty { throw parseError("missing digits after a point") }
        }
        if take("e") || take("E") {
            isReal = true
            _ = take("+") || take("-")
            if digits().isEmpty { throw parseError("missing digits in an exponent") }
        }
        return (String(decoding: bytes[start..<index], as: UTF8.self), isReal)
    }

    private mutating func digits() -> ArraySlice<UInt8> {
        let digits = bytes[index...].prefix(while: \.isASCIIDigit)
        index = digits.endIndex
        return digits
    }

    mutating func skip(_ word: StaticString) throws(PropertyListError) {
        let matches = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
        guard matches else { throw parseError("unexpected text") }
        index += word.utf8CodeUnitCount
    }
}
