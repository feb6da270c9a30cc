import Foundation

extension XMLReader {
    /// Reads an integer: an optional sign with blanks around it, and decimal digits or `0x` and hexadecimal digits.
    mutating func integer(_ tag: XMLScanner.Tag) throws(PropertyListError) -> PropertyListInteger {
        guard !tag.isWhole else { throw scanner.parseError("an empty <integer>", at: tag.start) }
        scanner.skipBlanks()
        let isNegative = scanner.current == UInt8(ascii: "-")
        if isNegative || scanner.current == UInt8(ascii: "+") {
            scanner.position += 1
            scanner.skipBlanks()
        }
        let isHexadecimal =
            scanner.bytes[scanner.position] == UInt8(ascii: "0")
            && scanner.bytes[scanner.position + 1] | 0x20 == UInt8(ascii: "x")
        if isHexadecimal { scanner.position += 2 }
        let magnitude = try magnitude(tag, radix: isHexadecimal ? 16 : 10)
        try scanner.closeTag(tag)
        guard isNegative else { return PropertyListInteger(magnitude) }
        guard let number = Int64(exactly: -Int128(magnitude)) else { throw beyond64Bits(tag) }
        return PropertyListInteger(number)
    }

    private mutating func magnitude(_ tag: XMLScanner.Tag, radix: UInt64) throws(PropertyListError) -> UInt64 {
        let start = scanner.position
        var magnitude: UInt64 = 0
        while let digit = scanner.current.hexadecimalDigit, digit < radix {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: radix)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            if overflow || carry { throw beyond64Bits(tag) }
            magnitude = sum
            scanner.position += 1
        }
        guard scanner.position > start else { throw scanner.unexpected("a digit of <integer>") }
        return magnitude
    }

    private func beyond64Bits(_ tag: XMLScanner.Tag) -> PropertyListError {
        scanner.parseError("an integer beyond 64 bits", at: tag.start)
    }

    /// Reads a floating-point number: a decimal number, an infinity or NaN. Blanks may precede it.
    mutating func real(_ tag: XMLScanner.Tag) throws(PropertyListError) -> Double {
        if !tag.isWhole { scanner.skipBlanks() }
        let text = try text(tag)
        switch text.lowercased() {
        case "nan": return .nan
        case "inf", "+inf", "infinity", "+infinity": return .infinity
        case "-inf", "-infinity": return -.infinity
        default:
            let isDecimal = text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
            guard isDecimal, let number = Double(text) else {
                throw scanner.parseError("an invalid number in <real>", at: tag.start)
            }
            return number
        }
    }

    /// Reads a date such as `2024-02-29T12:00:00Z`. A fraction of a second, which other tools write, may precede the
    /// `Z`.
    ///
    /// If the day or time does not exist, such as February 30, records a substitution and returns the text as a string.
    /// Foundation carries such a date into the next month.
    mutating func date(_ tag: XMLScanner.Tag) throws(PropertyListError) -> PropertyListValue {
        let text = try text(tag)
        guard let date = XMLDate(text) else {
            throw scanner.parseError("a date that is not YYYY-MM-DDThh:mm:ssZ in <date>", at: tag.start)
        }
        if let instant = date.instant { return .date(instant) }
        substitute(.impossibleDate)
        return .string(text)
    }

    /// Reads base64, which may contain blanks. If the text is invalid, records a substitution and returns the text as a
    /// string. For invalid text, Foundation returns only a part of the data or no data.
    mutating func data(_ tag: XMLScanner.Tag) throws(PropertyListError) -> PropertyListValue {
        let digits = try string(tag)
        if let data = Base64.data(of: digits) { return .data(data) }
        substitute(.invalidBase64)
        return .string(digits)
    }
}

/// A date in an XML property list. Its day or time may not exist.
private struct XMLDate {
    private let time: UTCDateTime
    private let fraction: Double

    /// The point in time, or `nil` if there is no such day or time.
    var instant: Date? { time.date.map { $0 + fraction } }

    /// Parses a date, or returns `nil` if the text has another form.
    init?(_ text: String) {
        var reader = DateReader(text)
        let isBeforeYear0 = reader.take("-")
        guard let year = reader.number(digits: 1...18), reader.take("-"), let month = reader.number(),
            reader.take("-"), let day = reader.number(), reader.take("T"), let hour = reader.number(),
            reader.take(":"), let minute = reader.number(), reader.take(":"), let second = reader.number(),
            let digits = reader.take(".") ? reader.digits() : "0", reader.take("Z"), reader.isAtEnd,
            let fraction = Double("0." + digits)
        else { return nil }
        self.fraction = fraction
        time = UTCDateTime(
            year: isBeforeYear0 ? -year : year, month: month, day: day, hour: hour, minute: minute, second: second)
    }
}

/// A strict decoder of base64 with padding (RFC 4648). Foundation's property list decoder accepts invalid text and
/// silently omits data.
private enum Base64 {
    /// Returns the decoded bytes, or `nil` if the text is invalid. Blanks are ignored.
    static func data(of text: String) -> Data? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3)
        var (group, digits, padding): (UInt32, Int, Int) = (0, 0, 0)
        for byte in text.utf8 where !byte.isXMLBlank {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let digit = digit(byte) else { return nil }
            group = group << 6 | UInt32(digit)
            digits += 1
            if digits == 4 {
                bytes.append(contentsOf: [UInt8(group >> 16 & 0xFF), UInt8(group >> 8 & 0xFF), UInt8(group & 0xFF)])
                (group, digits) = (0, 0)
            }
        }
        switch (digits, padding) {
        case (0, 0): break
        case (2, 2): bytes.append(UInt8(group >> 4 & 0xFF))
        case (3, 1): bytes.append(contentsOf: [UInt8(group >> 10 & 0xFF), UInt8(group >> 2 & 0xFF)])
        default: return nil
        }
        return Data(bytes)
    }

    @inline(__always)
    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

extension XMLReader {
    /// Reads the text of an element and its closing tag.
    @inline(__always)
    mutating func text(_ tag: XMLScanner.Tag) throws(PropertyListError) -> String {
        let start = scanner.position
        if let range = try plainText(tag) { return String(decoding: scanner.bytes[range], as: UTF8.self) }
        return try mixedText(tag, from: start)
    }

    /// Reads the text of an element and its closing tag. While the reader is skipping, the text is checked and the
    /// result is empty.
    @inline(__always)
    mutating func string(_ tag: XMLScanner.Tag) throws(PropertyListError) -> String {
        guard isSkipping else { return try text(tag) }
        let start = scanner.position
        if try plainText(tag) == nil { _ = try mixedText(tag, from: start) }
        return ""
    }

    /// Skips the text of an element and its closing tag, and returns the range of the text. If the text contains markup
    /// or references, skips only the text before them and returns `nil`.
    @inline(__always)
    mutating func plainText(_ tag: XMLScanner.Tag) throws(PropertyListError) -> Range<Int>? {
        let start = scanner.position
        guard !tag.isWhole else { return start..<start }
        skipPlainText()
        guard scanner.current == UInt8(ascii: "<"), scanner.bytes[scanner.position + 1] == UInt8(ascii: "/") else {
            return nil
        }
        let range = start..<scanner.position
        try scanner.closeTag(tag)
        return range
    }

    /// Skips text up to the next `<` or `&`, or to the end.
    @inline(__always)
    private mutating func skipPlainText() {
        while !scanner.isAtEnd, scanner.current != UInt8(ascii: "<"), scanner.current != UInt8(ascii: "&") {
            scanner.position += 1
        }
    }

    /// Reads text that contains references, CDATA sections, comments or processing instructions. The plain text from
    /// the offset to the current position is already skipped.
    mutating func mixedText(_ tag: XMLScanner.Tag, from start: Int) throws(PropertyListError) -> String {
        var text = Array(scanner.bytes[start..<scanner.position])
        while true {
            let next = scanner.position
            if scanner.current == UInt8(ascii: "&") {
                text.append(contentsOf: try reference())
            } else if scanner.bytes.hasBytes("<![CDATA[", at: next) {
                try scanner.skip(to: "]]>", from: 9)
                text.append(contentsOf: scanner.bytes[next + 9..<scanner.position - 3])
            } else if try !scanner.skipCommentOrInstruction() {
                break
            }
            let start = scanner.position
            skipPlainText()
            text.append(contentsOf: scanner.bytes[start..<scanner.position])
        }
        try scanner.closeTag(tag)
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a reference such as `&amp;`, `&#38;` or `&#x26;`.
    private mutating func reference() throws(PropertyListError) -> String.UTF8View {
        let start = scanner.position
        let name = scanner.bytes[start + 1..<start + 33].prefix { $0 != UInt8(ascii: ";") }
        let isClosed = scanner.bytes[start + 1 + name.count] == UInt8(ascii: ";")
        guard isClosed, let scalar = Self.scalar(named: String(decoding: name, as: UTF8.self)) else {
            throw scanner.parseError("an unknown reference")
        }
        scanner.position += name.count + 2
        return String(scalar).utf8
    }

    private static func scalar(named name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let isHexadecimal = name.hasScalarPrefix("#x")
            let digits = name.utf8.dropFirst(isHexadecimal ? 2 : 1)
            guard name.hasScalarPrefix("#"), digits.allSatisfy({ $0.hexadecimalDigit != nil }) else { return nil }
            return UInt32(Substring(digits), radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
        }
    }
}
