/// Text in UTF-16 or UTF-32 that begins with a byte order mark.
struct MarkedText {
    /// A byte order mark in UTF-8.
    static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let bytes: [UInt8]
    /// The bytes of a code unit: 2 or 4.
    private let width: Int
    private let isBigEndian: Bool
    private var index = 0

    /// The text of bytes, nil where they do not begin with such a mark.
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

    /// The text as UTF-8, the mark included.
    ///
    /// - Throws: ``PropertyListError`` if the text is not valid in its encoding.
    func utf8() throws(PropertyListError) -> [UInt8] {
        let (text, isValid) = validPart
        if isValid { return text }
        let isXML = TextForm.isXML(text.dropFirst(Self.utf8Mark.count).drop(while: TextForm.isBlank))
        guard isXML else { throw .unrecognized }
        throw XMLScanner.fault("bytes that are no UTF-\(8 * width)", atEndOf: text)
    }

    /// The text as UTF-8 as far as it is valid, and whether that is all of it.
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
