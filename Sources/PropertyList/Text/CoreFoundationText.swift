import CoreFoundation
import Foundation

/// Strings of CoreFoundation.
enum CoreFoundationText {
    /// Returns a CoreFoundation string with all scalars of a text.
    static func string(_ text: String) -> CFString {
        text.withUTF8Bytes { bytes in
            // CoreFoundation takes U+FEFF at the beginning of UTF-8 for a byte order mark and drops it.
            if bytes.first == 0xEF, bytes.starts(with: "\u{FEFF}".utf8) {
                let units = Array(text.utf16)
                return CFStringCreateWithCharacters(kCFAllocatorDefault, units, units.count)
            }
            let encoding = CFStringBuiltInEncodings.UTF8.rawValue
            return CFStringCreateWithBytes(kCFAllocatorDefault, bytes.baseAddress, bytes.count, encoding, false)
        }
    }

    /// Returns the text of a CoreFoundation string.
    static func text(_ string: CFString) -> String {
        var units = [UInt16](repeating: 0, count: CFStringGetLength(string))
        CFStringGetCharacters(string, CFRange(location: 0, length: units.count), &units)
        return String(decoding: units, as: UTF16.self)
    }
}

extension String {
    /// The text as Apple's tool prints it, in ASCII.
    ///
    /// A backslash is doubled. Control characters except tab, newline and carriage return, and U+0080 to U+00FF, become
    /// `\ooo`. Other UTF-16 code units beyond ASCII become `\uxxxx`.
    package var nonLossyASCII: String {
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
