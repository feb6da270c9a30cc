extension UInt8 {
    @inline(__always)
    package var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    @inline(__always)
    package var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    @inline(__always)
    var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

    /// Whether the byte is a blank of XML and JSON.
    @inline(__always)
    var isXMLBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || isLineEnd }

    /// The value of an ASCII hexadecimal digit, or `nil` if the byte is another character.
    package var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension Sequence<UInt8> {
    /// The bytes as lower-case hexadecimal digits.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0xF)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Bool {
    /// The words for a boolean. `UserDefaults` does not accept `on` and `off`.
    package static var preferenceWords: [String] { ["true", "false", "yes", "no", "1", "0", "on", "off"] }

    /// Parses one of ``preferenceWords`` in any case. Returns `nil` for any other text.
    package init?(preferenceWord word: String) {
        switch word.lowercased() {
        case "true", "yes", "1", "on": self = true
        case "false", "no", "0", "off": self = false
        default: return nil
        }
    }
}

extension Unicode.UTF8 {
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension [UInt8] {
    /// The offset behind a byte order mark.
    package var startBehindMark: Int { count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0 }
}

extension ArraySlice<UInt8> {
    /// Returns the end of a mark in the text, or the end of the text.
    func end(of mark: StaticString) -> Int {
        let (first, count) = (mark.utf8Start[0], mark.utf8CodeUnitCount)
        for index in indices where self[index] == first {
            if self[index...].starts(with: UnsafeBufferPointer(start: mark.utf8Start, count: count)) {
                return index + count
            }
        }
        return endIndex
    }
}
