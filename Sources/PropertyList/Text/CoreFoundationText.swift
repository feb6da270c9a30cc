import CoreFoundation
import Foundation

/// Conversion of strings for CoreFoundation.
enum CoreFoundationText {
    /// Returns a CoreFoundation string with every scalar of a text.
    static func string(_ text: String) -> CFString {
        // CoreFoundation drops a U+FEFF at the beginning of UTF-8 as a byte order mark.
        if text.unicodeScalars.first == "\u{FEFF}" {
            let units = Array(text.utf16)
            return CFStringCreateWithCharacters(kCFAllocatorDefault, units, units.count)
        }
        var text = text
        return text.withUTF8 { bytes in
            CFStringCreateWithBytes(
                kCFAllocatorDefault, bytes.baseAddress, bytes.count, CFStringBuiltInEncodings.UTF8.rawValue, false)
        }
    }
}

extension String {
    /// The text as Apple's tool prints it: in ASCII, with a backslash doubled, U+0080 to U+00FF and control characters but tab, newline and
    /// carriage return as `\ooo`, and each UTF-16 code unit above as `\uxxxx`.
    public var nonLossyASCII: String {
        let string = CoreFoundationText.string(self)
        let count = CFStringGetLength(string)
        var encoded = [UInt8](repeating: 0, count: 6 * count)  // no code unit takes more
        var used = 0
        CFStringGetBytes(
            string, CFRange(location: 0, length: count), CFStringBuiltInEncodings.nonLossyASCII.rawValue, 0, false,
            &encoded, encoded.count, &used)
        return String(decoding: encoded.prefix(used), as: UTF8.self)
    }
}
