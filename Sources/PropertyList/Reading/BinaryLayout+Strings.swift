extension BinaryLayout {
    /// A string of bytes: ASCII, or what Foundation makes of bytes beyond it, which is Latin-1.
    @inline(__always)
    func narrowString(_ payload: Range<Int>) -> String {
        let bytes = bytes[payload]
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// A string of big-endian UTF-16, with U+FFFD for each half of a surrogate pair that has no other half.
    func wideString(_ payload: Range<Int>) -> (text: String, isExact: Bool) {
        let units = stride(from: payload.lowerBound, to: payload.upperBound, by: 2).map { offset in
            UInt16(truncatingIfNeeded: bytes.integer(at: offset, width: 2))
        }
        if let text = String(validating: units, as: UTF16.self) { return (text, true) }
        return (String(decoding: units, as: UTF16.self), false)
    }
}
