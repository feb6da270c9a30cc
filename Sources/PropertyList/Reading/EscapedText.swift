import CoreFoundation

/// A string that is built from scalars and from the UTF-16 code units of escapes.
struct EscapedText {
    private var bytes: [UInt8] = []
    /// The first half of a surrogate pair while the second half may follow.
    private var high: UInt16?
    private var hasLoneHalf = false

    /// The string, with U+FFFD for each unpaired surrogate.
    var text: String { String(decoding: bytes, as: UTF8.self) + (high == nil ? "" : "\u{FFFD}") }
    var hasLoneSurrogate: Bool { hasLoneHalf || high != nil }

    mutating func append(_ scalar: Unicode.Scalar) {
        endPair()
        if scalar.isASCII {
            bytes.append(UInt8(scalar.value))
        } else {
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    mutating func append(unit: UInt16) {
        if let high, UTF16.isTrailSurrogate(unit) {
            self.high = nil
            let bits = UInt32(high & 0x3FF) << 10 | UInt32(unit & 0x3FF)
            append(Unicode.Scalar(0x10000 + bits) ?? "\u{FFFD}")
        } else if UTF16.isLeadSurrogate(unit) {
            endPair()
            high = unit
        } else if let scalar = Unicode.Scalar(unit) {
            append(scalar)
        } else {
            hasLoneHalf = true
            append("\u{FFFD}")
        }
    }

    /// Replaces the first half of a surrogate pair if the second half is missing.
    private mutating func endPair() {
        guard high != nil else { return }
        high = nil
        hasLoneHalf = true
        bytes.append(contentsOf: UTF8.encodedReplacementCharacter)
    }
}

/// The character encoding of octal escapes in the old style.
enum NextStepEncoding {
    /// Returns the UTF-16 code unit of a byte, or 0 if the encoding does not define the byte. Apple's parser does the
    /// same.
    static func unit(of byte: UInt8) -> UInt16 {
        guard byte >= 0x80 else { return UInt16(byte) }
        var byte = byte
        guard
            let string = CFStringCreateWithBytes(
                kCFAllocatorDefault, &byte, 1, CFStringBuiltInEncodings.nextStepLatin.rawValue, false),
            CFStringGetLength(string) == 1
        else { return 0 }
        return CFStringGetCharacterAtIndex(string, 0)
    }
}
