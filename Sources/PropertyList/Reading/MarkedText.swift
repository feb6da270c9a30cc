/// Text in UTF-16 or UTF-32 that begins with a byte order mark.
struct MarkedText {
    private let bytes: [UInt8]
    /// The size of a code unit in bytes, 2 or 4.
    private let width: Int
    private let isBigEndian: Bool
    private var index = 0

    /// Creates the text of bytes, or returns `nil` if they do not begin with a byte order mark of UTF-16 or UTF-32.
    init?(_ bytes: [UInt8]) {
        switch (bytes.first, bytes.count) {
        case (0xFF, 4...) where bytes.starts(with: [0xFF, 0xFE, 0, 0]): (width, isBigEndian) = (4, false)
        case (0, 4...) where bytes.starts(with: [0, 0, 0xFE, 0xFF]): (width, isBigEndian) = (4, true)
        case (0xFF, 2...) where bytes[1] == 0xFE: (width, isBigEndian) = (2, false)
        case (0xFE, 2...) where bytes[1] == 0xFF: (width, isBigEndian) = (2, true)
        default: return nil
        }
        self.bytes = bytes
    }

    /// Returns the text in UTF-8, including the mark.
    ///
    /// - Parameter mayBeOther: Whether an invalid text that is not XML is unrecognized.
    /// - Throws: ``PropertyListError`` if the text is invalid in its encoding.
    func utf8(mayBeOther: Bool) throws(PropertyListError) -> [UInt8] {
        let (text, isValid) = validPart
        if isValid { return text }
        let encoding = "UTF-\(8 * width)"
        let isXML = TextForm.isXML(text.dropFirst(UTF8.byteOrderMark.count).drop(while: TextForm.isBlank))
        if isXML { throw XMLScanner.parseError("invalid \(encoding)", atEndOf: text) }
        throw mayBeOther ? PropertyListError(.unrecognized) : TextForm.invalidText(encoding, behind: text)
    }

    /// Returns another text in the encoding of this text. The text is in UTF-8 and begins with the mark.
    func encoded(_ text: [UInt8]) -> [UInt8] {
        let string = String(decoding: text, as: UTF8.self)
        let units = width == 2 ? string.utf16.map(UInt32.init) : string.unicodeScalars.map(\.value)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * units.count)
        for unit in units {
            for place in 0..<width {
                let shift = 8 * (isBigEndian ? width - 1 - place : place)
                bytes.append(UInt8(truncatingIfNeeded: unit >> UInt32(shift)))
            }
        }
        return bytes
    }

    /// The valid beginning of the text in UTF-8, and whether it is the whole text.
    var validPart: (text: [UInt8], isWhole: Bool) {
        var reader = self
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / width)
        while reader.index < bytes.count {
            guard let scalar = reader.next() else { return (text, false) }
            if scalar.isASCII {
                text.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return (text, true)
    }

    private mutating func next() -> Unicode.Scalar? {
        guard let unit = nextUnit() else { return nil }
        guard width == 2, UTF16.isLeadSurrogate(UInt16(truncatingIfNeeded: unit)) else { return Unicode.Scalar(unit) }
        guard let trail = nextUnit(), UTF16.isTrailSurrogate(UInt16(truncatingIfNeeded: trail)) else { return nil }
        return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + trail & 0x3FF)
    }

    @inline(__always)
    private mutating func nextUnit() -> UInt32? {
        guard width <= bytes.count - index else { return nil }
        var unit: UInt32 = 0
        for place in 0..<width {
            let byte = bytes[index + (isBigEndian ? place : width - 1 - place)]
            unit = unit << 8 | UInt32(byte)
        }
        index += width
        return unit
    }
}

extension PropertyListReader {
    /// Returns the text that a function makes from texts in UTF-8, in the encoding of the first text.
    package static func transcoded(_ texts: [[UInt8]], _ body: ([[UInt8]]) -> [UInt8]) -> [UInt8] {
        guard let form = MarkedText(texts[0]) else { return body(texts) }
        return form.encoded(
            body(texts.map { bytes in MarkedText(bytes).flatMap { try? $0.utf8(mayBeOther: false) } ?? bytes }))
    }
}
