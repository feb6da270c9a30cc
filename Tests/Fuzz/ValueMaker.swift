import Foundation

@testable import PropertyList

/// A generator of values from bytes. Every change of the bytes changes the value.
struct ValueMaker {
    private var bytes: ArraySlice<UInt8>
    /// Whether scalars are strings and data only, as in the old style.
    private let isOldStyle: Bool

    init(_ bytes: ArraySlice<UInt8>, isOldStyle: Bool = false) {
        self.bytes = bytes
        self.isOldStyle = isOldStyle
    }

    mutating func value(depth: Int = 6) -> PropertyListValue {
        let kind = next()
        switch depth > 0 ? kind % 8 : kind % 4 {
        case 0, 1: return .string(text())
        case 2: return .data(Data((0..<next() % 40).map { _ in next() }))
        case 3: return isOldStyle ? .string(text()) : scalar()
        case 4, 5:
            return .array((0..<next() % 8).map { _ in value(depth: depth - 1) })
        default:
            return .dictionary(dictionary(depth: depth - 1))
        }
    }

    mutating func dictionary(depth: Int = 6) -> PropertyListDictionary {
        PropertyListDictionary((0..<next() % 8).map { _ in (text(), value(depth: depth)) })
    }

    /// Returns a text with one byte a character: printable ASCII as it is, and other bytes for characters that are hard
    /// to read or print.
    mutating func text() -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<next() % 12 {
            let byte = next()
            text.append(Self.scalars[Int(byte)] ?? Unicode.Scalar(UInt32(byte) << 8 | UInt32(next())) ?? "?")
        }
        return String(text)
    }

    /// The scalar of each byte, or nil if the next byte is needed too.
    private static let scalars: [Unicode.Scalar?] = {
        let odd: [Unicode.Scalar] = [
            "\u{E9}", "\u{301}", "\u{85}", "\u{A0}", "\u{200D}", "\u{2028}", "\u{2029}", "\u{D7FF}", "\u{E000}",
            "\u{FEFF}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{10000}", "\u{1F600}", "\u{10FFFF}", "\\", "\"", "'",
            "{", "}", "(", ")", "<", ">", ";", "=", ",", "/", "*", ".", "0",
        ]
        return (0..<256).map { byte in
            byte < 128 ? Unicode.Scalar(UInt8(byte)) : byte - 128 < odd.count ? odd[byte - 128] : nil
        }
    }()

    private mutating func scalar() -> PropertyListValue {
        switch next() % 6 {
        case 0: return .boolean(next() % 2 == 0)
        case 1: return .integer(PropertyListInteger(Int64(bitPattern: word())))
        case 2: return .integer(PropertyListInteger(word()))
        case 3: return .real(Double(bitPattern: word()))
        case 4: return .date(Date(timeIntervalSinceReferenceDate: Double(Int32(truncatingIfNeeded: word()))))
        default: return .uid(UInt32(truncatingIfNeeded: word()))
        }
    }

    private mutating func word() -> UInt64 {
        (0..<8).reduce(0) { number, _ in number << 8 | UInt64(next()) }
    }

    private mutating func next() -> UInt8 {
        bytes.popFirst() ?? 0
    }
}
